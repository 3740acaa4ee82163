import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TProperties, Type } from 'typebox'
import type { ExceededLimit } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { type Cents, ZERO } from '../kernel/money.ts'
import { iso } from '../kernel/time.ts'
import type { Database, Sql } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { callerOf } from './caller.ts'
import { findAnswers } from './idempotency.store.ts'
import { keyedRequest, replay } from './idempotency.ts'
import { LimitFigures } from './limit-figures.ts'
import { Closed, Shape, Timestamp } from './schemas.ts'

/** The query of a creation that can be tried without creating anything. */
export const DryRunQuery = Closed({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above.',
    }),
  ),
})

const expectedShape = Shape(
  'Expected',
  {
    fee_in_cents: Type.Integer({
      description:
        'The fee it would be charged: for a payout by the method that its connection has now, or the highest fee while that is open; for a purchase when it settles. P2P payments and contracts cost nothing.',
      examples: [25],
    }),
    arrives_at: Type.Optional(
      Timestamp({
        description:
          'When the money would arrive: at the creator (payout, P2P payment) or in the operating account (purchase); of a batch, the last of it. P2P payments and purchases: if committed at once. By ACH: in sandbox when the batch leaves, in production when it settles. Absent where nothing says when: an unclaimed payout, a payout whose permission ends before its date, a contract.',
      }),
    ),
    balance_after_in_cents: Type.Integer({
      description:
        'The balance of the operating account right after the call, if nothing else happened meanwhile. Only payouts change it.',
      examples: [9_987_475],
    }),
    limits: Type.Optional(
      Type.Array(LimitFigures, {
        description:
          'The limits that would count these payouts, as they would stand afterwards. Only where your enterprise has limits; in a batch beside the whole.',
      }),
    ),
  },
  { description: 'What the call would cost, and when its money would arrive.' },
)

const dryRunFields = {
  dry_run: Type.Literal(true, { description: 'Nothing was created.' }),
  expected: expectedShape,
}

/** A resource's schema as a dry run answers it: without its id, with the expected outcome. */
export function DryRunOf<P extends TProperties>(schema: TObject<P>) {
  const { id: _id, ...properties } = schema.properties as TProperties
  return Shape(`${(schema as { title?: string }).title}DryRun`, { ...properties, ...dryRunFields })
}

/** The expected outcome of a call that is not made. */
export interface Expected {
  readonly fee: Cents
  readonly arrivesAt?: Date | undefined
  readonly balanceAfter: Cents
  /** The limits that would count the call, as they would stand after it. */
  readonly limits?: readonly ExceededLimit[] | undefined
}

/** The answer to a dry run, from the view that the call itself would answer with. */
export function viewDryRun(view: object, { fee, arrivesAt, balanceAfter, limits }: Expected): object {
  const { id: _id, ...fields } = view as { id?: string }
  return {
    ...fields,
    dry_run: true,
    expected: {
      fee_in_cents: fee,
      ...(arrivesAt ? { arrives_at: iso(arrivesAt) } : {}),
      balance_after_in_cents: balanceAfter,
      ...(limits === undefined ? {} : { limits }),
    },
  }
}

/** The outcome of a creation that moves no money: it is free, and the balance stays. */
export const movesNothing = (balance: Cents, arrivesAt?: Date): Expected => ({
  fee: ZERO,
  arrivesAt,
  balanceAfter: balance,
})

export const isDryRun = ({ query }: FastifyRequest): boolean => (query as { dry_run?: boolean }).dry_run === true

/** Answers a dry run with what `decide` says from reads of one moment. */
export type DryRuns = (
  request: FastifyRequest,
  reply: FastifyReply,
  decide: (sql: Sql, tenant: TenantId) => Promise<object>,
) => Promise<void>

export function createDryRuns(database: Database, vault: Vault): DryRuns {
  return async (request, reply, decide) => {
    const { tenant } = callerOf(request)
    const keyed = keyedRequest(request)
    const body = await database.snapshot(async (sql) => {
      const known = keyed && (await findAnswers(sql, tenant, [keyed])).get(keyed.scope, keyed.key)
      // Throws where the key belongs to another body; the stored answer is not what a dry run is asked for.
      if (known) replay(vault, keyed, known)
      return decide(sql, tenant)
    })
    reply.code(200).send(body)
  }
}

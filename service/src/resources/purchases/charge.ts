import {
  type Answers,
  createAnswers,
  findAnswers,
  type KeyedRequest,
  type KnownAnswers,
  type Reply,
} from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { customPlanStatement, type Statement, type Tx } from '../../platform/database.ts'
import type { Outcome } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import type { CardRail, ChargeOrder, ChargeOutcome } from '../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitionsStatements } from '../transitions/index.ts'
import { chargeKey, type Purchase, wasPaid } from './model.ts'
import { receiptToken } from './receipt-url.ts'
import { viewPurchase } from './schema.ts'
import { lockPurchases, PURCHASES } from './store.ts'
import { capture, decline, type PurchaseTransition } from './transition.ts'

export interface PurchaseDeps {
  readonly vault: Vault
  readonly log: Logger
  readonly cards: Record<Environment, CardRail>
  /** The public address of an environment, without a slash at its end. */
  readonly rootOf: (environment: Environment) => string
  /** How long whoever asks the network has to come back, before another asks in their place. */
  readonly cardLeaseMs: number
}

const OK = 200

export const receiptUrl = (deps: PurchaseDeps, environment: Environment, tenant: TenantId, id: string): string =>
  `${deps.rootOf(environment)}/receipt/${receiptToken(deps.vault, tenant, id)}`

export const viewOf = (deps: PurchaseDeps, environment: Environment, tenant: TenantId, purchase: Purchase) =>
  viewPurchase(purchase, () => receiptUrl(deps, environment, tenant, purchase.id))

export const orderOf = (tenant: TenantId, purchase: Purchase, enterprise: string): ChargeOrder => ({
  key: chargeKey(tenant, purchase),
  token: purchase.card_token as string,
  amountInCents: purchase.total_in_cents,
  description: `${enterprise}: purchase ${purchase.id}`,
  at: purchase.call_at as Date,
})

/** What the network said about a charge that was sent. */
export interface Charged {
  readonly id: string
  readonly attempt: number
  readonly outcome: ChargeOutcome
  /** The idempotent request that waits for it. */
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes. */
  answer(purchase: Purchase): string
}

interface Found {
  readonly rows: ReadonlyMap<string, Purchase>
  readonly answers: Answers
  readonly now: Date
}

/** They hold the receipt's signed URL. */
export const commitAnswers = (vault: Vault, known: KnownAnswers, tenant: TenantId): Answers =>
  createAnswers(vault, known, tenant)

/** The purchases of these charges, locked, and whatever was answered before. */
export async function readCharges(tx: Tx, tenant: TenantId, charged: readonly Charged[], vault: Vault): Promise<Found> {
  const ids = charged.map(({ id }) => id)
  const keys = charged.flatMap(({ keyed }) => keyed ?? [])
  const [, rows, known, { now }] = await Promise.all([
    customPlanStatement(tx),
    lockPurchases(tx, tenant, ids),
    findAnswers(tx, tenant, keys),
    readPurchaseTerms(tx, tenant),
  ])
  return {
    rows: new Map<string, Purchase>(rows.map((row) => [row.id, row])),
    answers: commitAnswers(vault, known, tenant),
    now,
  }
}

export interface Written {
  readonly outcomes: Outcome<Reply>[]
  /** The purchases that changed, as they are now. */
  readonly changed: readonly Purchase[]
  readonly statements: Statement[]
}

/**
 * What the network said, to be written once: whoever asked in the meantime with the same key was told the same, so the
 * first to come back writes it and the others find it written. Answers the statements to be sent, and what to say.
 */
export function writeCharges(
  tx: Tx,
  tenant: TenantId,
  charged: readonly Charged[],
  { rows, now }: Pick<Found, 'rows' | 'now'>,
  answers: Answers,
): Written {
  const transitions: PurchaseTransition[] = []
  const outcomes = charged.map(({ id, attempt, outcome, keyed, answer }): Outcome<Reply> => {
    const row = rows.get(id)
    if (!row) throw new Error(`purchase ${id} is gone`)
    const open = row.charge === 'in_flight' && row.attempt === attempt
    const transition = open ? outcomeOf(row, outcome, now) : undefined
    if (transition) transitions.push(transition)
    const purchase = transition?.to ?? row
    if (!wasPaid(purchase)) return { failed: declined(outcome) }
    const said = { status: OK, body: answer(purchase), replayed: false }
    return { ok: transition ? answers.keep(keyed, OK, said.body) : said }
  })
  return {
    outcomes,
    changed: transitions.map(({ to }) => to),
    statements: [
      ...applyTransitionsStatements(tx, tenant, PURCHASES, transitions),
      ...answers.saveStatements(tx, tenant),
    ],
  }
}

const outcomeOf = (row: Purchase, outcome: ChargeOutcome, now: Date): PurchaseTransition =>
  'approved' in outcome
    ? capture(row, outcome.approved.reference, now)
    : decline(row, outcome.declined.code, outcome.declined.message, now)

function declined(outcome: ChargeOutcome): Problem {
  if (!('declined' in outcome)) {
    // Another process was told that the charge failed, and the purchase is free to be committed again.
    return problem('invalid_state', 'The purchase was not charged; commit it again.')
  }
  return problem('card_declined', `The card was declined: ${outcome.declined.message}.`)
}

import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import { type BatchFault, Problem, problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { lockOperating, postStatements, rememberAccountIds } from '../../ledger/index.ts'
import type { Database, Statement, Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayees, type Payee } from '../account-connections/index.ts'
import { type NewMessage, queueMessagesStatements } from '../messages/index.ts'
import { type Accepted, acceptPayout } from './decide.ts'
import { type Payout, reservedAmount } from './model.ts'
import type { PayoutInput } from './schema.ts'
import { type PayoutDeps, payoutMail } from './settle.ts'
import { findLastPosition, findPayout, insertPayoutsStatements } from './store.ts'

/** One POST: a single payout, or a batch that is all or nothing. */
export interface PayoutRequest {
  readonly entries: readonly Entry[]
  readonly isBatch: boolean
  /** The entries of a batch that are not valid by the schema. */
  readonly faults: readonly BatchFault[]
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes, by the schema of the route it came in on. */
  answer(payouts: readonly Payout[]): string
  /** A statement to be committed together with the payouts that the request creates. */
  readonly alsoStatement?: (tx: Tx, payouts: readonly Payout[]) => Statement
}

export interface Entry {
  /** The place of the entry in the request. */
  readonly index: number
  readonly input: PayoutInput
}

export type PayoutLane = LaneKind<PayoutRequest, Reply>

const CREATED = 201

interface Batch {
  readonly outcomes: Outcome<Reply>[]
  readonly accepted: Accepted[]
  readonly answers: Answers
  readonly alsoStatements: ((tx: Tx) => Statement)[]
}

/** The rows that the decisions rest on, read under the locks. */
type Found = Awaited<ReturnType<typeof read>>

/**
 * Creates all payouts that were requested while the previous transaction was committing, in one transaction: `operating`
 * is locked once, each table is read in one query, requests are decided one after the other, and rows written set-based.
 */
export function payoutLane(database: Database, deps: PayoutDeps): PayoutLane {
  const accountIds = rememberAccountIds(['operating', 'pending_payouts', 'fees_payable'])
  return decidingLane<PayoutRequest, Reply, Found, Batch & Decided<Reply>>(database, {
    name: 'payouts',
    weigh: ({ entries }) => entries.length,
    read: (tx, tenant, requests) => read(tx, tenant, requests, accountIds),
    decide(tx, tenant, requests, found) {
      const batch = decide(tenant, requests, found, deps)
      return { ...batch, statements: writeStatements(tx, tenant, batch, found, deps) }
    },
    async wasCommitted(tx, tenant, { accepted }) {
      const id = accepted[0]?.payout.id
      if (id === undefined) return false
      await lockOperating(tx, tenant)
      return (await findPayout(tx, tenant, id)) !== undefined
    },
  })
}

async function read(
  tx: Tx,
  tenant: TenantId,
  requests: readonly PayoutRequest[],
  accountIds: ReturnType<typeof rememberAccountIds>,
) {
  const ids = new Set(requests.flatMap(({ entries }) => entries.map(({ input }) => input.account_connection)))
  const keys = requests.flatMap(({ keyed }) => keyed ?? [])
  // Sent together and run one after the other: each query sees what was committed before the locks were granted.
  const [operating, accounts, settings, known, payees, lastPosition] = await Promise.all([
    lockOperating(tx, tenant),
    accountIds(tx, tenant),
    readTenant(tx, tenant),
    findAnswers(tx, tenant, keys),
    findPayees(tx, tenant, [...ids]),
    findLastPosition(tx, tenant),
  ])
  return { funds: operating.get('operating')?.balance ?? ZERO, accounts, settings, known, payees, lastPosition }
}

function decide(tenant: TenantId, requests: readonly PayoutRequest[], found: Found, deps: PayoutDeps): Batch {
  const { settings, known, payees } = found
  let { funds } = found
  const answers = createAnswers(deps.vault, known)
  const batch: Batch = { outcomes: [], accepted: [], answers, alsoStatements: [] }
  for (const request of requests) {
    try {
      const before = answers.before(request.keyed)
      if (before) {
        batch.outcomes.push({ ok: before })
        continue
      }
      const accepted = admit(request, payees, settings, deps, tenant)
      const needed = accepted.reduce((sum, { payout }) => add(sum, reservedAmount(payout)), ZERO)
      if (needed > funds) throw insufficient(needed, funds)
      funds = subtract(funds, needed)
      const payouts = accepted.map(({ payout }) => payout)
      const { alsoStatement } = request
      const ok = answers.keep(request.keyed, CREATED, request.answer(payouts))
      batch.accepted.push(...accepted)
      if (alsoStatement) batch.alsoStatements.push((tx) => alsoStatement(tx, payouts))
      batch.outcomes.push({ ok })
    } catch (failed) {
      batch.outcomes.push({ failed })
    }
  }
  return batch
}

const insufficient = (needed: Cents, funds: Cents): Problem =>
  problem(
    'insufficient_funds',
    `The operating account holds ${dollars(funds)}, but ${dollars(needed)} is needed with fees.`,
  )

function admit(
  { entries, isBatch, faults }: PayoutRequest,
  payees: Map<string, Payee>,
  settings: TenantSettings,
  deps: PayoutDeps,
  tenant: TenantId,
): Accepted[] {
  // The request was routed to the sandbox before its reset: sent again, it reaches the new one.
  if (settings.retired) throw unavailable('The sandbox has just been reset; send this again.')
  if (settings.payouts_stopped_because !== null) {
    throw unavailable('Payouts of this enterprise are paused while its books are being checked.')
  }
  const verdicts = entries.map(({ input }) =>
    acceptPayout(input, payees.get(input.account_connection), settings, deps.ach[settings.environment], tenant),
  )
  const [single] = verdicts
  if (!isBatch) {
    if (single instanceof Problem) throw single
    return [single as Accepted]
  }
  const refused = verdicts.flatMap((verdict, nth) => {
    const { index, input: request } = entries[nth] as Entry
    return verdict instanceof Problem ? [{ index, code: verdict.code, message: verdict.message, request }] : []
  })
  if (faults.length + refused.length > 0) throw batchInvalid([...faults, ...refused].sort((a, b) => a.index - b.index))
  return verdicts as Accepted[]
}

const batchInvalid = (details: readonly BatchFault[]): Problem =>
  problem('batch_invalid', {
    message: `No payouts were created: ${details.length} ${details.length === 1 ? 'entry fails' : 'entries fail'}, see \`details\`.`,
    details,
  })

/** The creator has no account yet, so the mail goes to the address of the connection. */
function claimMail(payout: Payout, payees: Map<string, Payee>, { enterprise_name }: TenantSettings): NewMessage[] {
  const recipient = payees.get(payout.account_connection)?.recipient
  return recipient ? [payoutMail(payout, recipient, recipient.email, enterprise_name)] : []
}

function writeStatements(
  tx: Tx,
  tenant: TenantId,
  { accepted, answers, alsoStatements }: Batch,
  { accounts, settings, payees, lastPosition }: Found,
  { vault }: PayoutDeps,
): Statement[] {
  const payouts = accepted.map(({ payout }) => payout)
  const transfers = accepted.flatMap(({ transfers }) => transfers.tenant)
  const unclaimed = payouts.filter(({ type }) => type === 'unclaimed')
  return [
    ...insertPayoutsStatements(tx, tenant, payouts, lastPosition),
    ...answers.saveStatements(tx, tenant),
    ...queueMessagesStatements(
      tx,
      tenant,
      settings,
      unclaimed.flatMap((payout) => claimMail(payout, payees, settings)),
      vault,
    ),
    ...alsoStatements.map((statement) => statement(tx)),
    // Last: payouts that are being sent wait for these accounts too.
    ...postStatements(tx, tenant, accounts, transfers),
  ]
}

import type { ApprovalRule } from '../../../../contracts/approvals.ts'
import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { add, ZERO } from '../../kernel/money.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import { lockOperating, postStatements, rememberAccountIds } from '../../ledger/index.ts'
import type { Database, Statement, Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayees, type Payee, withBankAccountAges } from '../account-connections/index.ts'
import {
  expiryFrom,
  insertApprovalsStatements,
  type NewApproval,
  newApproval,
  referenceTo,
} from '../approvals/index.ts'
import {
  addUsageStatements,
  insertMakersStatements,
  makersFor,
  type PaymentMaker,
  readTally,
  type UsageTally,
  whyToApprove,
} from '../limits/index.ts'
import { type NewMessage, queueMessagesStatements } from '../messages/index.ts'
import { admit, judge, type PayoutEntries, type Standing } from './admit.ts'
import type { Accepted } from './decide.ts'
import type { Payout, StoredPayout } from './model.ts'
import type { ShownStoredPayout } from './schema.ts'
import { type PayoutDeps, payoutMail } from './settle.ts'
import { findLastPosition, findPayout, insertPayoutsStatements } from './store.ts'
import { asPaidNow } from './transition.ts'

/** One POST: a single payout, or a batch that is all or nothing. */
export interface PayoutRequest extends PayoutEntries, Standing {
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes, by the schema of the route it came in on. */
  answer(payouts: readonly ShownStoredPayout[]): Utf8
  /** A statement to be committed together with the payouts that the request creates. */
  readonly alsoStatement?: (tx: Tx, payouts: readonly StoredPayout[]) => Statement
}

export type PayoutLane = LaneKind<PayoutRequest, Reply>

const CREATED = 201

interface Batch {
  readonly outcomes: Outcome<Reply>[]
  readonly accepted: Accepted[]
  /** The same as they are stored. */
  readonly stored: StoredPayout[]
  readonly approvals: NewApproval[]
  readonly answers: Answers
  readonly tally: UsageTally
  readonly makers: PaymentMaker[]
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
      return {
        ...batch,
        statements: insertPayoutsStatements(tx, tenant, batch.stored, found.lastPosition),
        further: () => furtherStatements(tx, tenant, batch, found, deps),
      }
    },
    async wasCommitted(tx, tenant, { accepted }) {
      const id = accepted[0]?.payout.id
      if (id === undefined) return false
      await lockOperating(tx, tenant)
      return (await findPayout(tx, tenant, id)) !== undefined
    },
    committed: (tenant, { accepted }) => logCreated(tenant, accepted, deps.log),
  })
}

/** One line for each transaction: a line for each payout would cost a third of the throughput. */
function logCreated(tenant: TenantId, accepted: readonly Accepted[], log: Logger): void {
  const [first] = accepted
  if (!first || !log.isLevelEnabled('info')) return
  const cents = accepted.reduce((sum, { payout }) => sum + payout.amount_in_cents, 0)
  log.info({ tenant, resource: first.payout.id, count: accepted.length, cents }, 'created payouts')
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
  const [operating, accounts, settings, known, found, lastPosition] = await Promise.all([
    lockOperating(tx, tenant),
    accountIds(tx, tenant),
    readTenant(tx, tenant),
    findAnswers(tx, tenant, keys),
    findPayees(tx, tenant, [...ids]),
    findLastPosition(tx, tenant),
  ])
  // A second round trip, of tenants with limits or a wait alone: the settings say so.
  const [payees, tally] = await Promise.all([
    withBankAccountAges(tx, tenant, settings, found),
    readTally(tx, tenant, settings, requests),
  ])
  const funds = operating.get('operating')?.balance ?? ZERO
  return { funds, accounts, settings, known, payees, tally, lastPosition }
}

function decide(tenant: TenantId, requests: readonly PayoutRequest[], found: Found, deps: PayoutDeps): Batch {
  const { settings, known, payees, tally } = found
  let { funds } = found
  const answers = createAnswers(deps.vault, known)
  const batch: Batch = {
    outcomes: [],
    accepted: [],
    stored: [],
    approvals: [],
    answers,
    tally,
    makers: [],
    alsoStatements: [],
  }
  for (const request of requests) {
    try {
      const before = answers.before(request.keyed)
      if (before) {
        batch.outcomes.push({ ok: before })
        continue
      }
      const { limits, rule } = judge(request, request, settings, tally)
      const awaitsUntil = rule && expiryFrom(settings)
      const { accepted, fundsLeft } = admit(request, { funds, settings, payees, awaitsUntil, limits }, deps, tenant)
      funds = fundsLeft
      const payouts = accepted.map(({ payout }) => payout)
      // Its activity is most of a payout: it is put into words once, for the row and for the answer.
      const stored = payouts.map((payout) => ({ ...payout, activity: JSON.stringify(payout.activity) }))
      const { alsoStatement, maker } = request
      const created = rule && approvalOf(rule, request, payouts, found, whyToApprove(limits))
      const ok = answers.keep(
        request.keyed,
        CREATED,
        request.answer(created ? shownAwaiting(created, stored, payees) : stored),
      )
      batch.accepted.push(...accepted)
      batch.stored.push(...stored)
      if (settings.payout_limits !== null) {
        tally.count(settings.payout_limits, payouts, maker, settings.now)
        batch.makers.push(...makersFor(settings.payout_limits, payouts, maker))
      }
      if (created) batch.approvals.push(created)
      if (alsoStatement) batch.alsoStatements.push((tx) => alsoStatement(tx, stored))
      batch.outcomes.push({ ok })
    } catch (failed) {
      batch.outcomes.push({ failed })
    }
  }
  return batch
}

function approvalOf(
  rule: ApprovalRule,
  { maker, isBatch }: PayoutRequest,
  payouts: readonly Payout[],
  { settings, payees }: Found,
  why: string,
): NewApproval {
  if (maker === undefined) throw new Error('a payout that nobody asks for falls under no rule')
  const amount = payouts.reduce((sum, { amount_in_cents }) => add(sum, amount_in_cents), ZERO)
  const [first] = payouts
  const ids = payouts.map(({ id }) => id)
  const subject = isBatch
    ? { type: 'payout_batch' as const, id: null, description: `${ids.length} payouts in one batch${why}` }
    : { type: 'payout' as const, id: first?.id ?? null, description: `Payout ${toPayee(first, payees)}${why}` }
  return {
    approval: newApproval(rule, maker, { ...subject, count: ids.length, amount }, settings),
    payouts: ids,
  }
}

function toPayee(payout: Payout | undefined, payees: Map<string, Payee>): string {
  const recipient = payout && payees.get(payout.account_connection)?.recipient
  return recipient ? `to ${recipient.first_name} <${recipient.email}>` : `to ${payout?.account_connection}`
}

const shownAwaiting = (
  { approval }: NewApproval,
  payouts: readonly StoredPayout[],
  payees: Map<string, Payee>,
): ShownStoredPayout[] =>
  payouts.map((payout) => ({
    ...asPaidNow(payout, payees.get(payout.account_connection)),
    approval: referenceTo(approval),
  }))

/** The creator has no account yet, so the mail goes to the address of the connection. */
function claimMail(payout: Payout, payees: Map<string, Payee>, { enterprise_name }: TenantSettings): NewMessage[] {
  const recipient = payees.get(payout.account_connection)?.recipient
  return recipient ? [payoutMail(payout, recipient, recipient.email, enterprise_name)] : []
}

/** Everything beside the payouts themselves, which PostgreSQL writes while these are being made. */
function furtherStatements(
  tx: Tx,
  tenant: TenantId,
  { accepted, approvals, answers, tally, makers, alsoStatements }: Batch,
  { accounts, settings, payees }: Found,
  { vault }: PayoutDeps,
): Statement[] {
  const transfers = accepted.flatMap(({ transfers }) => transfers.tenant)
  const unclaimed = accepted.filter(({ payout }) => payout.type === 'unclaimed')
  return [
    ...answers.saveStatements(tx, tenant),
    ...queueMessagesStatements(
      tx,
      tenant,
      settings,
      unclaimed.flatMap(({ payout }) => claimMail(payout, payees, settings)),
      vault,
    ),
    ...insertApprovalsStatements(tx, tenant, approvals),
    ...addUsageStatements(tx, tenant, tally.added()),
    ...insertMakersStatements(tx, tenant, makers),
    ...alsoStatements.map((statement) => statement(tx)),
    // Last: payouts that are being sent wait for these accounts too.
    ...postStatements(tx, tenant, accounts, transfers),
  ]
}

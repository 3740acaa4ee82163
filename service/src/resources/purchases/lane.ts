import { findAnswers, type Reply } from '../../http/index.ts'
import { unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { customPlanStatement, type Database, type Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { Lanes, Outcome } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import type { ChargeOrder, ChargeOutcome } from '../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { findBuyerIds } from '../buyers/index.ts'
import { applyTransitionsStatements } from '../transitions/index.ts'
import {
  type ChargeRequest,
  type ChargeResult,
  type ChargeStart,
  type CommitInput,
  commitAnswers,
  decideResults,
  decideStarts,
} from './charge.ts'
import { type CreateRequest, decideCreates } from './create.ts'
import type { PurchaseDeps } from './current.ts'
import type { PurchaseWithCard } from './model.ts'
import {
  findPurchase,
  holdLastPosition,
  insertPurchasesStatements,
  lockPurchasesWithCards,
  PURCHASES,
} from './store.ts'

export interface PurchaseLane {
  create(tenant: TenantId, request: CreateRequest): Promise<Reply>
  /** The first step of a commit. */
  startCharge(tenant: TenantId, request: ChargeRequest): Promise<ChargeStart>
  /** The last step of a commit. */
  recordResult(tenant: TenantId, result: ChargeResult): Promise<Reply>
}

/**
 * Commits a purchase in three steps: the intent is committed with a stable key; the network is called, outside any
 * transaction; its outcome is committed. A process that dies in between leaves a charge in flight, which the worker
 * settles by its key.
 */
export function createCommit(
  lane: PurchaseLane,
  charge: (order: ChargeOrder) => Promise<ChargeOutcome>,
  log: Logger,
): (tenant: TenantId, commit: CommitInput) => Promise<Reply> {
  return async (tenant, { id, keyed, answer }) => {
    const start = await lane.startCharge(tenant, { id, keyed })
    if ('reply' in start) return start.reply
    const { attempt, order } = start
    const outcome = await charge(order).catch((error: unknown) => {
      log.error({ err: error, tenant, resource: id }, 'a charge has no known outcome yet')
      throw unavailable(
        'The card network has not answered. Whether the card was charged is being found out: read the purchase in a minute.',
      )
    })
    return lane.recordResult(tenant, { id, attempt, outcome, keyed, answer })
  }
}

/** One step of one purchase. */
type LaneRequest =
  | { readonly create: CreateRequest }
  | { readonly start: ChargeRequest }
  | { readonly result: ChargeResult }

interface Batch extends Decided<Reply | ChargeStart> {
  /** A purchase that the batch created: after a lost reply to COMMIT it is looked for. */
  readonly created: string | undefined
}

/**
 * From so many purchases on, PostgreSQL may keep the plans of the lane's statements. A plan that is made while the table is
 * small reads all of it, and would be kept until the next statistics, however large the table has become.
 */
const KEEPS_PLANS_FROM = 1_000

/**
 * One lane for all steps of a tenant's purchases. Creating and committing a purchase takes three transactions, and most of
 * their time is the flush of the WAL. In one lane the steps of many purchases share a flush; in a lane for each step they
 * waited for one another's.
 */
export function createPurchaseLane(deps: PurchaseDeps & { database: Database; lanes: Lanes }): PurchaseLane {
  const { database, lanes } = deps
  let mostPurchases = 0
  const kind = decidingLane<LaneRequest, Reply | ChargeStart, Found, Batch>(database, {
    name: 'purchases',
    read: (tx, tenant, requests) => {
      // Planning takes longer than running the statements does.
      if (mostPurchases < KEEPS_PLANS_FROM) customPlanStatement(tx).execute()
      return read(tx, tenant, byStep(requests))
    },
    decide: (tx, tenant, requests, found) => {
      mostPurchases = Math.max(mostPurchases, found.lastPosition)
      return decide(tx, tenant, requests, found, deps)
    },
    async wasCommitted(tx, tenant, { created }) {
      if (created === undefined) return false
      await holdLastPosition(tx, tenant)
      return (await findPurchase(tx, tenant, created)) !== undefined
    },
  })
  return {
    create: (tenant, create) => lanes.submit(kind, tenant, { create }) as Promise<Reply>,
    startCharge: (tenant, start) => lanes.submit(kind, tenant, { start }) as Promise<ChargeStart>,
    recordResult: (tenant, result) => lanes.submit(kind, tenant, { result }) as Promise<Reply>,
  }
}

interface RequestsByStep {
  readonly creates: readonly CreateRequest[]
  readonly starts: readonly ChargeRequest[]
  readonly results: readonly ChargeResult[]
}

const byStep = (requests: readonly LaneRequest[]): RequestsByStep => ({
  creates: requests.flatMap((one) => ('create' in one ? [one.create] : [])),
  starts: requests.flatMap((one) => ('start' in one ? [one.start] : [])),
  results: requests.flatMap((one) => ('result' in one ? [one.result] : [])),
})

interface OutcomesByStep {
  readonly creates: readonly Outcome<Reply>[]
  readonly starts: readonly Outcome<ChargeStart>[]
  readonly results: readonly Outcome<Reply>[]
}

/** The outcomes in the order of the requests. */
function inOrder(
  requests: readonly LaneRequest[],
  { creates, starts, results }: OutcomesByStep,
): Outcome<Reply | ChargeStart>[] {
  const next = { create: creates.values(), start: starts.values(), result: results.values() }
  return requests.map((one) => {
    const step = 'create' in one ? 'create' : 'start' in one ? 'start' : 'result'
    return next[step].next().value as Outcome<Reply | ChargeStart>
  })
}

type Found = Awaited<ReturnType<typeof read>>

/**
 * Rows are locked by one statement, in the order of their ids, and before the counter, so that no two processes can wait
 * for each other. Sent together and run one after the other: each query sees what was committed before the locks were
 * granted.
 */
async function read(tx: Tx, tenant: TenantId, { creates, starts, results }: RequestsByStep) {
  const ids = [...new Set([...starts, ...results].map(({ id }) => id))]
  const buyers = [...new Set(creates.map(({ input }) => input.buyer))]
  const keys = [...creates, ...starts, ...results].flatMap(({ keyed }) => keyed ?? [])
  const [rows, lastPosition, terms, known, exist] = await Promise.all([
    ids.length === 0 ? new Map<string, PurchaseWithCard>() : lockPurchasesWithCards(tx, tenant, ids),
    creates.length === 0 ? 0 : holdLastPosition(tx, tenant),
    readPurchaseTerms(tx, tenant),
    findAnswers(tx, tenant, keys),
    buyers.length === 0 ? new Set<string>() : findBuyerIds(tx, tenant, buyers),
  ])
  return { rows, lastPosition, terms, known, buyers: exist }
}

/** Results are decided first: a purchase whose charge was just declined may be charged again by a start of this batch. */
function decide(
  tx: Tx,
  tenant: TenantId,
  requests: readonly LaneRequest[],
  found: Found,
  { vault, cardLeaseMs }: PurchaseDeps,
): Batch {
  const { creates, starts, results } = byStep(requests)
  const { terms, known, lastPosition } = found
  const rows = new Map(found.rows)
  const purchases = new Map([...rows].map(([id, { purchase }]) => [id, purchase]))
  // Shared by both steps: a retry of a commit whose result is in this very batch gets its answer.
  const answers = commitAnswers(vault, known, tenant)
  const recorded = decideResults(results, { rows: purchases, now: terms.now }, answers)
  for (const { to } of recorded.transitions) {
    rows.set(to.id, { ...(rows.get(to.id) as PurchaseWithCard), purchase: to })
  }
  const started = decideStarts(tenant, starts, { rows, answers, terms, leaseMs: cardLeaseMs })
  const created = decideCreates(creates, found, vault)
  return {
    outcomes: inOrder(requests, {
      creates: created.outcomes,
      starts: started.outcomes,
      results: recorded.outcomes,
    }),
    created: created.purchases[0]?.id,
    statements: [
      ...insertPurchasesStatements(tx, tenant, created.purchases, lastPosition),
      ...created.answers.saveStatements(tx, tenant),
      ...applyTransitionsStatements(tx, tenant, PURCHASES, recorded.transitions),
      ...answers.saveStatements(tx, tenant),
      ...applyTransitionsStatements(tx, tenant, PURCHASES, started.transitions),
    ],
  }
}

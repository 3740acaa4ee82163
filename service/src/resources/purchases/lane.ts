import { findAnswers, type Reply } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { customPlanStatement, type Database, type Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { Lanes, Outcome } from '../../platform/lanes.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { findBuyerIds } from '../buyers/index.ts'
import { applyTransitionsStatements } from '../transitions/index.ts'
import { type Charged, commitAnswers, type PurchaseDeps, writeCharges } from './charge.ts'
import { type BeginOrder, type Begun, type CommitSteps, decideBegins } from './commit.ts'
import { type CreateRequest, decideCreates } from './create.ts'
import {
  type Committable,
  findPurchase,
  holdLastPosition,
  insertPurchasesStatements,
  lockCommittable,
  PURCHASES,
} from './store.ts'

/** One step of one purchase. */
type Work = { readonly create: CreateRequest } | { readonly begin: BeginOrder } | { readonly end: Charged }

export interface PurchaseLane extends CommitSteps {
  create(tenant: TenantId, request: CreateRequest): Promise<Reply>
}

interface Parts {
  readonly creates: readonly CreateRequest[]
  readonly begins: readonly BeginOrder[]
  readonly ends: readonly Charged[]
}

interface Done extends Decided<Reply | Begun> {
  /** One that the batch created, by which a lost COMMIT reply is settled. */
  readonly created: string | undefined
}

/**
 * Everything that purchases of a tenant wait for goes in one lane. A pair of create and commit is three transactions, and
 * their time is that of the disk: in lanes of their own they waited for each other's writes to it.
 */
export function createPurchaseLane(deps: PurchaseDeps & { database: Database; lanes: Lanes }): PurchaseLane {
  const { database, lanes } = deps
  const kind = decidingLane<Work, Reply | Begun, Found, Done>(database, {
    name: 'purchases',
    read: (tx, tenant, works) => read(tx, tenant, partsOf(works)),
    decide: (tx, tenant, works, found) => decide(tx, tenant, works, found, deps),
    async wasCommitted(tx, tenant, { created }) {
      if (created === undefined) return false
      await holdLastPosition(tx, tenant)
      return (await findPurchase(tx, tenant, created)) !== undefined
    },
  })
  return {
    create: (tenant, create) => lanes.submit(kind, tenant, { create }) as Promise<Reply>,
    begin: (tenant, begin) => lanes.submit(kind, tenant, { begin }) as Promise<Begun>,
    end: (tenant, end) => lanes.submit(kind, tenant, { end }) as Promise<Reply>,
  }
}

const partsOf = (works: readonly Work[]): Parts => ({
  creates: works.flatMap((work) => ('create' in work ? [work.create] : [])),
  begins: works.flatMap((work) => ('begin' in work ? [work.begin] : [])),
  ends: works.flatMap((work) => ('end' in work ? [work.end] : [])),
})

interface Outcomes {
  readonly creates: readonly Outcome<Reply>[]
  readonly begins: readonly Outcome<Begun>[]
  readonly ends: readonly Outcome<Reply>[]
}

function inOrder(works: readonly Work[], { creates, begins, ends }: Outcomes): Outcome<Reply | Begun>[] {
  const next = { create: creates.values(), begin: begins.values(), end: ends.values() }
  return works.map((work) => {
    const name = 'create' in work ? 'create' : 'begin' in work ? 'begin' : 'end'
    return next[name].next().value as Outcome<Reply | Begun>
  })
}

type Found = Awaited<ReturnType<typeof read>>

/**
 * Rows are locked by one statement, in the order of their ids, and before the counter: so no two processes can wait for
 * each other. Sent together, run one after the other: each sees what was committed before the locks were granted.
 */
async function read(tx: Tx, tenant: TenantId, { creates, begins, ends }: Parts) {
  const ids = [...new Set([...begins, ...ends].map(({ id }) => id))]
  const buyers = [...new Set(creates.map(({ input }) => input.buyer))]
  const keys = [...creates, ...begins, ...ends].flatMap(({ keyed }) => keyed ?? [])
  const [, rows, lastPosition, terms, known, exist] = await Promise.all([
    customPlanStatement(tx),
    ids.length === 0 ? new Map<string, Committable>() : lockCommittable(tx, tenant, ids),
    creates.length === 0 ? 0 : holdLastPosition(tx, tenant),
    readPurchaseTerms(tx, tenant),
    findAnswers(tx, tenant, keys),
    buyers.length === 0 ? new Set<string>() : findBuyerIds(tx, tenant, buyers),
  ])
  return { rows, lastPosition, terms, known, buyers: exist }
}

/** Outcomes first: a purchase whose charge was declined a moment ago may be sent again by whoever stands behind. */
function decide(
  tx: Tx,
  tenant: TenantId,
  works: readonly Work[],
  found: Found,
  { vault, cardLeaseMs }: PurchaseDeps,
): Done {
  const parts = partsOf(works)
  const { terms, known, lastPosition } = found
  const rows = new Map(found.rows)
  const purchases = new Map([...rows].map(([id, { purchase }]) => [id, purchase]))
  // One set for both: who retries a commit whose charge is back in this very batch gets its answer.
  const answers = commitAnswers(vault, known, tenant)
  const ended = writeCharges(tx, tenant, parts.ends, { rows: purchases, now: terms.now }, answers)
  for (const purchase of ended.changed) rows.set(purchase.id, { ...(rows.get(purchase.id) as Committable), purchase })
  const begun = decideBegins(tenant, parts.begins, { rows, answers, terms, leaseMs: cardLeaseMs })
  const created = decideCreates(parts.creates, found, vault)
  return {
    outcomes: inOrder(works, { creates: created.outcomes, begins: begun.outcomes, ends: ended.outcomes }),
    created: created.purchases[0]?.id,
    statements: [
      ...insertPurchasesStatements(tx, tenant, created.purchases, lastPosition),
      ...created.answers.saveStatements(tx, tenant),
      ...ended.statements,
      ...applyTransitionsStatements(tx, tenant, PURCHASES, begun.sent),
    ],
  }
}

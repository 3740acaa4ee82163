import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Database } from '../../platform/database.ts'
import { runKinds } from '../../platform/due.ts'
import { comparesState } from '../../platform/list-conditions.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import type { ListFilter } from '../../platform/lists.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import { readTenant, tenantNow } from '../../tenants/index.ts'
import { lockCurrent, type PurchaseDeps } from './current.ts'
import { purchaseSteps } from './due.ts'
import { isDue, type Purchase, type PurchaseStatus, shares } from './model.ts'
import {
  countByStatus,
  findNewestPurchaseFields,
  findPurchaseFieldsById,
  findPurchaseFieldsByIds,
  findRecentPurchaseFields,
  type PurchaseFields,
  pastDue,
  sumByStatus,
  walkPurchaseFields,
} from './read.store.ts'
import { findPurchase, listPurchases } from './store.ts'
import { dueTransition } from './transition.ts'

// A purchase that is due (to be collected, to settle, to have its refund processed) is read as if the worker had moved it
// in time. The API's reads and counts record it before they answer; files and search only compute it.

export interface PurchaseReadDeps extends PurchaseDeps {
  readonly database: Database
}

export async function readPurchase(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  id: string,
): Promise<Purchase | undefined> {
  const purchase = await findPurchase(deps.database.sql, tenant, id)
  return purchase && (await recordDue(deps, tenant, [purchase]))[0]
}

export async function readPurchasePage(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Purchase>> {
  const isRecorded = comparesState(filter)
  if (isRecorded) await recordAllDue(deps, tenant)
  const found = await listPurchases(deps.database.sql, tenant, page, filter)
  return isRecorded ? found : { ...found, data: await recordDue(deps, tenant, found.data) }
}

/** More completed purchases are not added up for a page. */
const SUMMED_MAX = 100_000

/** How many purchases are in each status, and their totals; see `sumByStatus` for one that is missing. */
export async function countPurchases(
  deps: PurchaseReadDeps,
  tenant: TenantId,
): Promise<{
  readonly counts: Record<PurchaseStatus, number>
  readonly cents: Partial<Record<PurchaseStatus, number>>
}> {
  const { sql } = deps.database
  await recordAllDue(deps, tenant)
  const counts = await countByStatus(sql, tenant)
  return { counts, cents: await sumByStatus(sql, tenant, counts, SUMMED_MAX) }
}

async function recordDue(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  purchases: readonly Purchase[],
): Promise<readonly Purchase[]> {
  const { database } = deps
  if (purchases.every(({ due_at }) => due_at === null)) return purchases
  const now = await tenantNow(database.sql, tenant)
  const recorded = []
  for (const purchase of purchases) {
    const { id } = purchase
    recorded.push(
      isDue(purchase, now)
        ? (await database.transaction((tx) => lockCurrent(tx, tenant, id, deps))).purchase
        : purchase,
    )
  }
  return recorded
}

/** Applies all due steps of a tenant's purchases that need no call to the card network. */
async function recordAllDue(deps: PurchaseReadDeps, tenant: TenantId): Promise<void> {
  const { database } = deps
  const now = await tenantNow(database.sql, tenant)
  await runKinds(database, purchaseSteps(deps), tenant, now)
}

function asOf(fields: PurchaseFields, now: Date, cards: CardRail): PurchaseFields {
  if (!isDue(fields, now)) return asShown(fields)
  let purchase: Purchase = { ...fields, activity: [], card_token: null, commit_request: null }
  while (isDue(purchase, now)) purchase = dueTransition(purchase, cards).to
  return asShown(purchase)
}

/** The fee as the API shows it: none where nothing was charged. */
const asShown = (purchase: PurchaseFields): PurchaseFields => ({ ...purchase, fee_in_cents: shares(purchase).fee })

/** Every purchase, newest first, in short steps. */
export async function* walkPurchases(
  { database: { sql }, cards }: PurchaseReadDeps,
  tenant: TenantId,
  filter: WalkFilter,
): AsyncGenerator<PurchaseFields> {
  const { environment } = await readTenant(sql, tenant)
  yield* walkPurchaseFields(sql, tenant, filter, {
    now: () => tenantNow(sql, tenant),
    overdue: (now) => pastDue(sql, now),
    asOf: (purchase, now) => asOf(purchase, now, cards[environment]),
  })
}

/** Purchases whose id begins with these letters. */
export async function findPurchasesById(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<PurchaseFields[]> {
  return current(deps, tenant, await findPurchaseFieldsById(deps.database.sql, tenant, start, limit))
}

/** Purchases with these ids, newest first. */
export async function findPurchases(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  ids: readonly string[],
): Promise<PurchaseFields[]> {
  return current(deps, tenant, await findPurchaseFieldsByIds(deps.database.sql, tenant, ids))
}

/** The newest purchases of this amount. */
export async function findPurchasesByAmount(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  cents: number,
  limit: number,
): Promise<PurchaseFields[]> {
  return current(deps, tenant, await findRecentPurchaseFields(deps.database.sql, tenant, cents, limit))
}

/** The newest purchases of these buyers. */
export async function findNewestPurchases(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  buyers: readonly string[],
  limit: number,
): Promise<PurchaseFields[]> {
  return current(deps, tenant, await findNewestPurchaseFields(deps.database.sql, tenant, buyers, limit))
}

async function current(
  { database: { sql }, cards }: PurchaseReadDeps,
  tenant: TenantId,
  purchases: readonly PurchaseFields[],
): Promise<PurchaseFields[]> {
  if (purchases.length === 0) return []
  const { environment, now } = await readTenant(sql, tenant)
  return purchases.map((purchase) => asOf(purchase, now, cards[environment]))
}

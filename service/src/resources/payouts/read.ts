import { unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest, Walk } from '../../kernel/pages.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { ListSums } from '../../platform/list-pages.ts'
import type { ContentSearch } from '../../platform/list-search.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import type { ListFilter, Period } from '../../platform/lists.ts'
import { tenantNow } from '../../tenants/index.ts'
import { findPayees } from '../account-connections/index.ts'
import { findApprovalsOf } from '../approvals/index.ts'
import { withArrival } from './activity.ts'
import { cancelPastDeadline, readCurrent } from './commands.ts'
import { countByStatus, listPayouts, type StatusCounts, sumPayouts } from './lists.store.ts'
import {
  APPROVAL_CODE,
  approvalEnd,
  hasApproval,
  isAwaiting,
  isPastApproval,
  isPastClaim,
  type Payout,
  type StoredPayout,
  UNAPPROVED,
  UNCLAIMED,
} from './model.ts'
import {
  findNewestPayoutFields,
  findPayoutFieldsById,
  findPayoutFieldsByIds,
  findRecentPayoutFields,
  type PayoutFields,
  pastDeadline,
  walkPayoutFields,
} from './read.store.ts'
import { payoutUtf8, type ShownPayout, storedPayoutUtf8 } from './schema.ts'
import type { PayoutDeps } from './settle.ts'
import { findPastDeadline, findPayout, findStoredPayout, listPayoutsOfApproval } from './store.ts'
import { asPaidNow, release } from './transition.ts'

// Two deadlines hold for readers, however late the worker is: unclaimed for 30 days, or not approved in time, a payout is
// canceled.
// A single payout, a page and a count record it before they answer; files and search only compute it. What a `ready` payout
// is paid by is decided when it is initiated, so readers see the method that its connection has now.

export interface PayoutReadDeps extends PayoutDeps {
  readonly database: Database
}

/** Payouts that are canceled in one transaction. */
const CANCELED_AT_ONCE = 1_000
/** One read cancels the payouts of at most 19 rounds; the next read or the worker goes on. */
const ROUNDS_MAX = 20

function asOf(payout: PayoutFields, tenant: TenantId, now: Date): PayoutFields {
  if (isPastApproval(payout, now)) {
    return release({ ...payout, activity: [] }, tenant, 'expire', UNAPPROVED, approvalEnd(payout)).to
  }
  if (payout.due_at === null || !isPastClaim(payout, now)) return payout
  return release({ ...payout, activity: [] }, tenant, 'expire', UNCLAIMED, payout.due_at).to
}

/** Each `ready` payout as it would be paid now. */
export async function withMethods<P extends PayoutFields>(
  sql: Queryable,
  tenant: TenantId,
  payouts: readonly P[],
): Promise<P[]> {
  const ready = payouts.filter((payout) => payout.status === 'ready' && payout.type !== 'unclaimed')
  if (ready.length === 0) return [...payouts]
  const payees = await findPayees(sql, tenant, [...new Set(ready.map((payout) => payout.account_connection))])
  return payouts.map((payout) => asPaidNow(payout, payees.get(payout.account_connection)))
}

/** Each payout with the approval that it needed. Those that needed none, nearly always all, are not looked up. */
async function withApprovals(sql: Queryable, tenant: TenantId, payouts: readonly Payout[]): Promise<ShownPayout[]> {
  const ids = payouts.filter(hasApproval).map(({ id }) => id)
  if (ids.length === 0) return [...payouts]
  const approvals = await findApprovalsOf(sql, tenant, ids)
  return payouts.map((payout) => {
    const approval = approvals.get(payout.id)
    return approval ? { ...payout, approval } : payout
  })
}

export async function withApproval(sql: Queryable, tenant: TenantId, payout: Payout): Promise<ShownPayout> {
  if (!hasApproval(payout)) return payout
  const [shown = payout] = await withApprovals(sql, tenant, [payout])
  return shown
}

export async function readPayout(deps: PayoutReadDeps, tenant: TenantId, id: string): Promise<ShownPayout | undefined> {
  const found = await findPayout(deps.database.sql, tenant, id)
  return found && shownNow(deps, tenant, found)
}

async function shownNow(deps: PayoutReadDeps, tenant: TenantId, found: Payout): Promise<ShownPayout | undefined> {
  const payout = found.status === 'ready' ? await asOfNow(deps, tenant, found) : found
  return payout && withApproval(deps.database.sql, tenant, withWholeActivity(payout))
}

const withWholeActivity = (payout: Payout): Payout => ({ ...payout, activity: withArrival(payout) })

/** A row that several have read together, and the text that all of them are answered. */
type SharedRow = StoredPayout & { utf8?: Utf8 }

/** The same as the text of an answer. Where nothing depends on the moment or on other rows, the activity is not read. */
export async function readPayoutUtf8(deps: PayoutReadDeps, tenant: TenantId, id: string): Promise<Utf8 | undefined> {
  const stored: SharedRow | undefined = await findStoredPayout(deps.database.sql, tenant, id)
  if (!stored) return undefined
  if (stored.status !== 'ready' && !stored.activity.includes(APPROVAL_CODE)) {
    stored.utf8 ??= storedPayoutUtf8(stored)
    return stored.utf8
  }
  const payout = await shownNow(deps, tenant, { ...stored, activity: JSON.parse(stored.activity) })
  return payout && payoutUtf8(payout)
}

/** A `ready` payout: canceled where its deadline is over, else as it would be paid now. */
async function asOfNow(deps: PayoutReadDeps, tenant: TenantId, payout: Payout): Promise<Payout | undefined> {
  const { database } = deps
  const hasDeadline = payout.type === 'unclaimed' || isAwaiting(payout)
  if (hasDeadline) {
    const now = await tenantNow(database.sql, tenant)
    if (isPastClaim(payout, now) || isPastApproval(payout, now)) {
      return database.transaction((tx) => readCurrent(tx, tenant, payout.id, deps))
    }
  }
  return (await withMethods(database.sql, tenant, [payout]))[0]
}

export async function readPayoutPage(
  deps: PayoutReadDeps,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<ShownPayout>> {
  return afterCanceling(deps, tenant, async (sql) =>
    shownPage(sql, tenant, await listPayouts(sql, tenant, page, filter)),
  )
}

/** The sums of the payouts that match, as far as one request looks. */
export const readPayoutSums = (
  deps: PayoutReadDeps,
  tenant: TenantId,
  walk: Walk,
  filter: ListFilter,
): Promise<ListSums> => afterCanceling(deps, tenant, (sql) => sumPayouts(sql, tenant, walk, filter))

async function shownPage(sql: Queryable, tenant: TenantId, found: Page<Payout>): Promise<Page<ShownPayout>> {
  const payouts = await withMethods(sql, tenant, found.data.map(withWholeActivity))
  return { ...found, data: await withApprovals(sql, tenant, payouts) }
}

/** The payouts that an approval is about. */
export const readPayoutsOfApproval = (
  deps: PayoutReadDeps,
  tenant: TenantId,
  approval: string,
  page: PageRequest,
  period: Period,
): Promise<Page<ShownPayout>> =>
  afterCanceling(deps, tenant, async (sql) =>
    shownPage(sql, tenant, await listPayoutsOfApproval(sql, tenant, approval, page, period)),
  )

/** How many payouts are in each status, and their amounts; of those `sent` the books know the sum. */
export const countPayouts = (
  deps: PayoutReadDeps,
  tenant: TenantId,
): Promise<{ readonly counts: StatusCounts; readonly cents: Partial<StatusCounts> }> =>
  afterCanceling(deps, tenant, (sql) => countByStatus(sql, tenant))

/** Reads when no payout is past its deadline. Nearly always none is, so both are asked at once. */
async function afterCanceling<T>(
  deps: PayoutReadDeps,
  tenant: TenantId,
  read: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const { database } = deps
  return inRounds(async () => {
    const [found, past] = await Promise.all([
      read(database.sql),
      findPastDeadline(database.sql, tenant, CANCELED_AT_ONCE),
    ])
    if (past.length === 0) return { found }
    await database.transaction((tx) => cancelPastDeadline(tx, tenant, past, deps))
    return undefined
  })
}

/** Runs rounds until one has found its result; a request does so much and no more. */
export async function inRounds<T>(round: () => Promise<{ readonly found: T } | undefined>): Promise<T> {
  for (let nth = 0; nth < ROUNDS_MAX; nth++) {
    const result = await round()
    if (result) return result.found
  }
  throw unavailable('Payouts that nobody claimed or approved are still being canceled; retry in a moment.')
}

/** Every payout, newest first, in short steps. */
export const walkPayouts = (sql: Queryable, tenant: TenantId, filter: WalkFilter): AsyncGenerator<PayoutFields> =>
  walkPayoutFields(sql, tenant, filter, {
    now: () => tenantNow(sql, tenant),
    overdue: (now) => pastDeadline(sql, now),
    asOf: (payout, now) => asOf(payout, tenant, now),
    complete: (payouts) => withMethods(sql, tenant, payouts),
  })

/** Payouts whose id begins with these letters. */
export async function findPayoutsById(
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<PayoutFields[]> {
  return current(sql, tenant, await findPayoutFieldsById(sql, tenant, start, limit))
}

/** The newest payouts to these connections. */
export async function findNewestPayouts(
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
  limit: number,
): Promise<PayoutFields[]> {
  return current(sql, tenant, await findNewestPayoutFields(sql, tenant, connections, limit))
}

/** The newest payouts of this amount, or with these words in their description. */
export async function findPayoutsByContent(
  sql: Queryable,
  tenant: TenantId,
  content: ContentSearch,
  limit: number,
): Promise<PayoutFields[]> {
  return current(sql, tenant, await findRecentPayoutFields(sql, tenant, content, limit))
}

/** These payouts, newest first. */
export async function findPayouts(sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<PayoutFields[]> {
  return current(sql, tenant, await findPayoutFieldsByIds(sql, tenant, ids))
}

async function current(sql: Queryable, tenant: TenantId, payouts: readonly PayoutFields[]): Promise<PayoutFields[]> {
  if (payouts.length === 0) return []
  const now = await tenantNow(sql, tenant)
  return withMethods(
    sql,
    tenant,
    payouts.map((payout) => asOf(payout, tenant, now)),
  )
}

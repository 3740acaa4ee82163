import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { tenantNow } from '../../tenants/index.ts'
import { findApprovalReferences } from '../approvals/index.ts'
import { readCurrent } from './commands.ts'
import { isAwaiting, isPastApproval, type Withdrawal } from './model.ts'
import { booksOf } from './postings.ts'
import { findWithdrawalFieldsById, pastApproval, type WithdrawalFields, walkWithdrawalFields } from './read.store.ts'
import type { ShownWithdrawal } from './schema.ts'
import type { WithdrawalDeps } from './settle.ts'
import { findPastApproval, findWithdrawal, listWithdrawals } from './store.ts'
import { release } from './transition.ts'

// A withdrawal that was not approved in time is read as canceled, however late the worker is: a read records it first.

export interface WithdrawalReadDeps extends WithdrawalDeps {
  readonly database: Database
}

/** Recorded before a list is read, at most; more are left to the worker. */
const RECORDED_MAX = 100

/** Each withdrawal with the approval that it needed. */
export async function withApprovals(
  sql: Queryable,
  tenant: TenantId,
  withdrawals: readonly Withdrawal[],
): Promise<ShownWithdrawal[]> {
  const ids = withdrawals.flatMap(({ approval }) => approval ?? [])
  if (ids.length === 0) return withdrawals.map((withdrawal) => ({ withdrawal, approval: undefined }))
  const approvals = await findApprovalReferences(sql, tenant, ids)
  return withdrawals.map((withdrawal) => ({ withdrawal, approval: approvals.get(withdrawal.approval ?? '') }))
}

export async function withApproval(sql: Queryable, tenant: TenantId, withdrawal: Withdrawal): Promise<ShownWithdrawal> {
  const [shown = { withdrawal, approval: undefined }] = await withApprovals(sql, tenant, [withdrawal])
  return shown
}

export async function readWithdrawal(
  deps: WithdrawalReadDeps,
  tenant: TenantId,
  id: string,
): Promise<ShownWithdrawal | undefined> {
  const { database } = deps
  const found = await findWithdrawal(database.sql, tenant, id)
  if (!found) return undefined
  const isPast = isAwaiting(found) && isPastApproval(found, await tenantNow(database.sql, tenant))
  const current = isPast ? await database.transaction((tx) => readCurrent(tx, tenant, id, deps)) : found
  return withApproval(database.sql, tenant, current)
}

export async function readWithdrawalPage(
  deps: WithdrawalReadDeps,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<ShownWithdrawal>> {
  const { database } = deps
  for (const { id } of await findPastApproval(database.sql, tenant, RECORDED_MAX)) {
    await database.transaction((tx) => readCurrent(tx, tenant, id, deps))
  }
  const found = await listWithdrawals(database.sql, tenant, page, filter)
  return { ...found, data: await withApprovals(database.sql, tenant, found.data) }
}

/** A withdrawal as it must be read at that moment: one whose approval was not given in time is canceled. */
const asOf = (fields: WithdrawalFields, tenant: TenantId, now: Date): WithdrawalFields =>
  fields.awaits_until !== null && isPastApproval(fields, now)
    ? release({ ...fields, activity: [] }, booksOf(tenant), { event: 'expire', why: '' }, fields.awaits_until).to
    : fields

/** Every withdrawal, newest first, in short steps. */
export const walkWithdrawals = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
): AsyncGenerator<WithdrawalFields> =>
  walkWithdrawalFields(sql, tenant, filter, {
    now: () => tenantNow(sql, tenant),
    overdue: (now) => pastApproval(sql, now),
    asOf: (fields, now) => asOf(fields, tenant, now),
  })

/** Withdrawals whose id begins with these letters. */
export async function findWithdrawalsById(
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<WithdrawalFields[]> {
  const found = await findWithdrawalFieldsById(sql, tenant, start, limit)
  if (found.length === 0) return []
  const now = await tenantNow(sql, tenant)
  return found.map((fields) => asOf(fields, tenant, now))
}

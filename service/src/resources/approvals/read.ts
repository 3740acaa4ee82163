import { unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Database } from '../../platform/database.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { tenantNow } from '../../tenants/index.ts'
import { expireApproval } from './commands.ts'
import { type Approval, isPastExpiry } from './model.ts'
import type { ApprovalDeps } from './ports.ts'
import { findApproval, findPastExpiry, listApprovals } from './store.ts'

export interface ApprovalReadDeps extends Pick<ApprovalDeps, 'owners'> {
  readonly database: Database
}

/** One read expires at most so many approvals; the next read or the worker goes on. */
const EXPIRED_AT_ONCE = 200

/** However late the worker is, an approval whose time is over is read as expired. */
export async function readApproval(
  deps: ApprovalReadDeps,
  tenant: TenantId,
  id: string,
): Promise<Approval | undefined> {
  const { database } = deps
  const approval = await findApproval(database.sql, tenant, id)
  if (approval?.status !== 'awaiting') return approval
  if (!isPastExpiry(approval, await tenantNow(database.sql, tenant))) return approval
  return database.transaction(async (tx) => {
    await expireApproval(tx, tenant, id, deps)
    return findApproval(tx, tenant, id)
  })
}

export async function readApprovalPage(
  deps: ApprovalReadDeps,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Approval>> {
  const { database } = deps
  for (const { id } of await findPastExpiry(database.sql, tenant, EXPIRED_AT_ONCE)) {
    await database.transaction((tx) => expireApproval(tx, tenant, id, deps))
  }
  const [late] = await findPastExpiry(database.sql, tenant, 1)
  if (late) throw unavailable('Approvals whose time is over are still being given up; retry in a moment.')
  return listApprovals(database.sql, tenant, page, filter)
}

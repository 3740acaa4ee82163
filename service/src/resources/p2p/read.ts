import type { TenantId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/pages.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { runKinds } from '../../platform/due.ts'
import { comparesState } from '../../platform/list-conditions.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { tenantNow } from '../../tenants/index.ts'
import { p2pExpiry } from './due.ts'
import type { P2p } from './model.ts'
import { findP2pRowsById, findP2pRowsByIds, pastExpiry, walkP2pRows } from './read.store.ts'
import { findP2p } from './store.ts'
import { asOf } from './transition.ts'

// A payment that was not committed within ten minutes is read as expired, however late the worker is. Where rows are
// selected by status the expiry is recorded first; everywhere else it is only computed.

export async function readP2p(sql: Queryable, tenant: TenantId, id: string): Promise<P2p | undefined> {
  const payment = await findP2p(sql, tenant, id)
  return payment?.status === 'created' ? asOf(payment, await tenantNow(sql, tenant)) : payment
}

/** A page that `list` finds with the filter. */
export async function readP2pPage(
  database: Database,
  tenant: TenantId,
  filter: ListFilter,
  list: () => Promise<Page<P2p>>,
): Promise<Page<P2p>> {
  const now = await tenantNow(database.sql, tenant)
  if (comparesState(filter)) await runKinds(database, [p2pExpiry], tenant, now)
  const found = await list()
  return { ...found, data: found.data.map((payment) => asOf(payment, now)) }
}

/** Every payment, newest first, in short steps. */
export const walkP2ps = (sql: Queryable, tenant: TenantId, filter: WalkFilter): AsyncGenerator<P2p> =>
  walkP2pRows(sql, tenant, filter, {
    now: () => tenantNow(sql, tenant),
    overdue: (now) => pastExpiry(sql, now),
    asOf,
  })

/** Payments whose id begins with these letters. */
export async function findP2psById(sql: Queryable, tenant: TenantId, start: string, limit: number): Promise<P2p[]> {
  return current(sql, tenant, await findP2pRowsById(sql, tenant, start, limit))
}

/** Payments with these ids, newest first. */
export async function findP2ps(sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<P2p[]> {
  return current(sql, tenant, await findP2pRowsByIds(sql, tenant, ids))
}

async function current(sql: Queryable, tenant: TenantId, found: readonly P2p[]): Promise<P2p[]> {
  if (found.length === 0) return []
  const now = await tenantNow(sql, tenant)
  return found.map((payment) => asOf(payment, now))
}

import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx } from '../../platform/database.ts'
import { type ListFilter, readPage, takePositions } from '../../platform/lists.ts'
import type { ConnectionRow } from './model.ts'

const LIST = { table: 'account_connections', counter: 'account_connection' }

/** False when the external id is taken. */
export async function insertConnection(tx: Tx, tenant: TenantId, row: ConnectionRow): Promise<boolean> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  const inserted = await tx`
    insert into account_connections ${tx({ ...row, user_data: json(tx, row.user_data), tenant_id: tenant, position } as never)}
    on conflict (tenant_id, external_id) do nothing`
  return inserted.count === 1
}

export async function updateConnection(
  tx: Tx,
  tenant: TenantId,
  { id, status: from }: ConnectionRow,
  changes: Partial<ConnectionRow>,
): Promise<void> {
  const values = 'user_data' in changes ? { ...changes, user_data: json(tx, changes.user_data ?? null) } : changes
  const updated = await tx`
    update account_connections set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id} and status = ${from}`
  if (updated.count !== 1) throw new Error(`connection ${id} was not ${from}`)
}

export async function findConnection(sql: Queryable, tenant: TenantId, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow[]>`select * from account_connections where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function lockConnection(tx: Tx, tenant: TenantId, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx<ConnectionRow[]>`
    select * from account_connections where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

export async function findByExternalId(
  sql: Queryable,
  tenant: TenantId,
  externalId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow[]>`
    select * from account_connections where tenant_id = ${tenant} and external_id = ${externalId}`
  return row
}

export const listConnections = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<ConnectionRow>> => readPage<ConnectionRow>(sql, LIST, tenant, page, filter)

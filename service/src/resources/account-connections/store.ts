import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx } from '../../platform/database.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../platform/lists.ts'
import { namesOf } from '../../platform/rows.ts'
import type { ConnectionRow } from './model.ts'

/** Every column of a connection but its tenant and its position. */
export const COLUMNS = {
  id: true,
  external_id: true,
  status: true,
  type: true,
  submitted_type: true,
  first_name: true,
  last_name: true,
  email: true,
  business_name: true,
  display_name: true,
  requested_permissions: true,
  credit_granted: true,
  credit_expires_at: true,
  debit_granted: true,
  debit_expires_at: true,
  verification_prompt: true,
  verification_answer_digest: true,
  bank_sealed: true,
  destination: true,
  creator_id: true,
  verified_at: true,
  submitted_sealed: true,
  user_data: true,
  created_at: true,
  updated_at: true,
} as const satisfies Record<keyof ConnectionRow, true>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'account_connections', counter: 'account_connection', columns: COLUMN_NAMES }

/** False when the external id is taken. */
export async function insertConnection(tx: Tx, tenant: TenantId, row: ConnectionRow): Promise<boolean> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  const inserted = await tx`
    insert into account_connections ${tx({ ...row, user_data: json(row.user_data), tenant_id: tenant, position } as never)}
    on conflict (tenant_id, external_id) do nothing`
  return inserted.count === 1
}

export async function updateConnection(
  tx: Tx,
  tenant: TenantId,
  { id, status: from }: ConnectionRow,
  changes: Partial<ConnectionRow>,
): Promise<void> {
  const values = 'user_data' in changes ? { ...changes, user_data: json(changes.user_data ?? null) } : changes
  const updated = await tx`
    update account_connections set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id} and status = ${from}`
  if (updated.count !== 1) throw new Error(`connection ${id} was not ${from}`)
}

export const findConnection = findById<ConnectionRow>(LIST)

export async function lockConnection(tx: Tx, tenant: TenantId, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx<ConnectionRow[]>`
    select ${COLUMN_NAMES} from account_connections where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

export async function findByExternalId(
  sql: Queryable,
  tenant: TenantId,
  externalId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await sql<ConnectionRow[]>`
    select ${COLUMN_NAMES} from account_connections where tenant_id = ${tenant} and external_id = ${externalId}`
  return row
}

export const listConnections = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<ConnectionRow>> =>
  readList<ConnectionRow>(sql, { ...LIST, ownedBy: ['external_id'] }, tenant, page, filter)

import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx } from '../../platform/database.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../platform/lists.ts'
import { type ColumnType, namesOf } from '../../platform/rows.ts'
import type { StatefulResource } from '../transitions/index.ts'
import { connectionDetails } from './events.ts'
import type { ConnectionRow } from './model.ts'

/** Every column of a connection but its tenant and its position. */
export const COLUMNS = {
  id: 'text',
  external_id: 'text',
  status: 'text',
  type: 'text',
  submitted_type: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  business_name: 'text',
  display_name: 'text',
  requested_permissions: 'text[]',
  credit_granted: 'boolean',
  credit_expires_at: 'timestamptz',
  debit_granted: 'boolean',
  debit_expires_at: 'timestamptz',
  verification_prompt: 'text',
  verification_answer_digest: 'bytea',
  bank_sealed: 'bytea',
  destination: 'text',
  creator_id: 'text',
  verified_at: 'timestamptz',
  submitted_sealed: 'bytea',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof ConnectionRow, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'account_connections', counter: 'account_connection', columns: COLUMN_NAMES }
const { id: _id, created_at: _createdAt, ...CHANGED_COLUMNS } = COLUMNS

export const CONNECTIONS: StatefulResource<ConnectionRow> = {
  name: 'connection',
  table: 'account_connections',
  guards: ['status'],
  changes: CHANGED_COLUMNS,
  event: 'account_connection.update',
  details: connectionDetails,
}

/** False when the external id is taken. */
export async function insertConnection(tx: Tx, tenant: TenantId, row: ConnectionRow): Promise<boolean> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  const inserted = await tx`
    insert into account_connections ${tx({ ...row, user_data: json(row.user_data), tenant_id: tenant, position } as never)}
    on conflict (tenant_id, external_id) do nothing`
  return inserted.count === 1
}

/** Changes columns of a connection without an event of its states: an erasure, or the external id of a deleted one. */
export async function updateConnection(
  tx: Tx,
  tenant: TenantId,
  { id, status: from }: ConnectionRow,
  changes: Partial<Omit<ConnectionRow, 'status'>>,
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

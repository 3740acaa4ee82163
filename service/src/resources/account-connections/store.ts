import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx, texts } from '../../platform/database.ts'
import { type ListFilter, readPage, takePositions } from '../../platform/lists.ts'
import { namesOf } from '../../platform/rows.ts'
import type { ConnectionStatus, ConnectionType, Party, Payee, Permission, Recipient } from './model.ts'

export interface ConnectionRow {
  readonly id: Id<'accountConnection'>
  readonly external_id: string | null
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  readonly submitted_type: ConnectionType | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly business_name: string | null
  readonly display_name: string | null
  readonly requested_permissions: Permission[]
  readonly credit_granted: boolean
  readonly credit_expires_at: Date | null
  readonly debit_granted: boolean
  readonly debit_expires_at: Date | null
  readonly verification_prompt: string
  readonly verification_answer_digest: Buffer
  readonly bank_sealed: Buffer | null
  readonly destination: string | null
  readonly creator_id: Id<'creator'> | null
  readonly verified_at: Date | null
  readonly submitted_sealed: Buffer | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Every column of a connection but its tenant and its position. */
const COLUMNS = {
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
  id: Id<'accountConnection'>,
  from: ConnectionStatus,
  changes: Partial<ConnectionRow>,
): Promise<void> {
  const values = 'user_data' in changes ? { ...changes, user_data: json(changes.user_data ?? null) } : changes
  const updated = await tx`
    update account_connections set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id} and status = ${from}`
  if (updated.count !== 1) throw new Error(`connection ${id} was not ${from}`)
}

export async function findConnection(sql: Queryable, tenant: TenantId, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await sql<
    ConnectionRow[]
  >`select ${COLUMN_NAMES} from account_connections where tenant_id = ${tenant} and id = ${id}`
  return row
}

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
): Promise<Page<ConnectionRow>> => readPage<ConnectionRow>(sql, LIST, tenant, page, filter)

/** Whom each of these ids would pay. Not locked: whoever changes that holds the operating account, as payouts do. */
export async function findPayees(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Map<string, Payee>> {
  const rows = await tx<
    (Pick<
      ConnectionRow,
      | 'id'
      | 'status'
      | 'type'
      | 'credit_granted'
      | 'credit_expires_at'
      | 'destination'
      | 'creator_id'
      | 'first_name'
      | 'email'
    > & {
      requested: boolean
    })[]
  >`
    select id, status, type, credit_granted, credit_expires_at, destination, creator_id, first_name, email,
      'payment.credit' = any(requested_permissions) as requested
    from account_connections where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        type: row.type,
        credit: { granted: row.credit_granted, expiresAt: row.credit_expires_at },
        creditRequested: row.requested,
        destination: row.destination,
        creatorId: row.creator_id,
        recipient: row,
      },
    ]),
  )
}

/** Who stands behind these ids. Not locked: a P2P payment is judged again when it is processed. */
export async function findParties(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Party>> {
  const rows = await sql<(ConnectionRow & { mobile: string | null; verified_name: string | null })[]>`
    select connection.id, connection.status, connection.type, connection.first_name, connection.last_name,
      connection.credit_granted, connection.credit_expires_at, connection.debit_granted, connection.debit_expires_at,
      connection.creator_id, creator.mobile, creator.first_name || ' ' || creator.last_name as verified_name
    from account_connections connection
    left join creators creator on creator.tenant_id = (select bank_id from tenants where id = ${tenant})
      and creator.id = connection.creator_id
    where connection.tenant_id = ${tenant} and connection.id = any(${texts(ids)}::text[])`
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        type: row.type,
        name: `${row.first_name} ${row.last_name}`,
        credit: { granted: row.credit_granted, expiresAt: row.credit_expires_at },
        debit: { granted: row.debit_granted, expiresAt: row.debit_expires_at },
        creatorId: row.creator_id,
        mobile: row.mobile,
        verifiedName: row.verified_name,
      },
    ]),
  )
}

/** The sealed bank accounts of these connections. */
export async function findBankAccounts(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await tx<{ id: string; bank_sealed: Buffer }[]>`
    select id, bank_sealed from account_connections
    where tenant_id = ${tenant} and id = any(${[...ids]}::text[]) and bank_sealed is not null`
  return new Map(rows.map((row) => [row.id, row.bank_sealed]))
}

/** Whom to write to about these connections. */
export async function findRecipients(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Recipient>> {
  const rows = await tx<(Recipient & { id: string })[]>`
    select id, first_name, email from account_connections
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** The logins of these creators. */
export async function findCreatorEmails(tx: Tx, bank: TenantId, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from creators where tenant_id = ${bank} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row.email]))
}

/** A connection of a creator, with the enterprise it is to. */
export interface CreatorConnection extends ConnectionRow {
  readonly tenant_id: TenantId
  readonly enterprise: string
  /** The enterprise's clock. */
  readonly now: Date
}

/** All active connections of a creator to the enterprises of their bank, newest first. */
export function connectionsOfCreator(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<CreatorConnection[]> {
  return sql<CreatorConnection[]>`
    select connection.*, enterprise.name as enterprise, tenant_now(tenant.id) as now
    from tenants tenant
    join enterprises enterprise on enterprise.id = tenant.enterprise_id
    join account_connections connection on connection.tenant_id = tenant.id and connection.creator_id = ${creator}
    where tenant.bank_id = ${bank} and connection.status = 'active' and connection.type in ('direct', 'wallet')
    order by connection.updated_at desc limit 100`
}

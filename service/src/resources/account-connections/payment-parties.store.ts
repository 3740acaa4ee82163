import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { namesOf } from '../../platform/rows.ts'
import { bankOf, type TenantSettings, tenantsOfBank } from '../../tenants/index.ts'
import { findCreatorNames } from '../creators/index.ts'
import type { ConnectionRow, Party, Payee, Recipient } from './model.ts'
import { COLUMNS } from './store.ts'
import { suspensionOf } from './suspension.store.ts'

/**
 * These connections as destinations of payouts. Not locked: a change that concerns payouts locks the operating account, as
 * the creation of payouts does.
 */
export async function findPayees(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Payee>> {
  const rows = await sql<(ConnectionRow & { requested: boolean; suspended: string | null })[]>`
    select id, status, type, credit_granted, credit_expires_at, destination, creator_id, first_name, email,
      'payment.credit' = any(requested_permissions) as requested, ${suspensionOf(sql, tenant)} as suspended
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
        suspended: row.suspended,
        destination: row.destination,
        creatorId: row.creator_id,
        recipient: row,
      },
    ]),
  )
}

/** The same, and where new bank accounts wait, since when each has its own. Other tenants' payouts send no statement for it. */
export async function findPayeesToPay(
  sql: Queryable,
  tenant: TenantId,
  settings: Pick<TenantSettings, 'new_bank_account_wait_hours'>,
  ids: readonly string[],
): Promise<Map<string, Payee>> {
  return withBankAccountAges(sql, tenant, settings, await findPayees(sql, tenant, ids))
}

export async function withBankAccountAges(
  sql: Queryable,
  tenant: TenantId,
  { new_bank_account_wait_hours: hours }: Pick<TenantSettings, 'new_bank_account_wait_hours'>,
  payees: Map<string, Payee>,
): Promise<Map<string, Payee>> {
  const banked = [...payees.values()].filter(({ type }) => type === 'ach')
  if (hours === 0 || banked.length === 0) return payees
  const rows = await sql<{ account_connection: string; since: Date }[]>`
    select account_connection, since from connection_bank_accounts
    where tenant_id = ${tenant} and account_connection = any(${texts(banked.map(({ id }) => id))}::text[])`
  const known = new Map(rows.map(({ account_connection, since }) => [account_connection, since]))
  return new Map(
    [...payees].map(([id, payee]) => {
      const bankSince = known.get(id)
      return [id, bankSince === undefined ? payee : { ...payee, bankSince }]
    }),
  )
}

/** Notes that a connection has a new bank account. */
export async function noteBankAccount(tx: Tx, tenant: TenantId, connection: string, since: Date): Promise<void> {
  await tx`
    insert into connection_bank_accounts (tenant_id, account_connection, since)
    values (${tenant}, ${connection}, ${since})
    on conflict (tenant_id, account_connection) do update set since = excluded.since`
}

/** Forgets since when an erased connection had its bank account. */
export async function forgetBankAccount(tx: Tx, tenant: TenantId, connection: string): Promise<void> {
  await tx`delete from connection_bank_accounts where tenant_id = ${tenant} and account_connection = ${connection}`
}

/** These connections as parties of P2P payments. Not locked: a P2P payment is decided again when it is processed. */
export async function findParties(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Party>> {
  const rows = await sql<(ConnectionRow & { bank: TenantId })[]>`
    select id, status, type, first_name, last_name, credit_granted, credit_expires_at, debit_granted, debit_expires_at,
      creator_id, ${bankOf(sql, tenant)} as bank
    from account_connections where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  // A query of its own: the creators of a bank may be on another server than its enterprises.
  const creatorIds = rows.flatMap(({ creator_id }) => creator_id ?? [])
  const [first] = rows
  const creators = first && creatorIds.length > 0 ? await findCreatorNames(sql, first.bank, creatorIds) : new Map()
  const creatorOf = ({ creator_id }: ConnectionRow) => (creator_id === null ? undefined : creators.get(creator_id))
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
        mobile: creatorOf(row)?.mobile ?? null,
        verifiedName: creatorOf(row)?.verified_name ?? null,
      },
    ]),
  )
}

/** The sealed bank accounts of these connections, by connection; without those that have none. */
export async function findBankAccounts(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Buffer | 'suspended'>> {
  const rows = await tx<{ id: string; bank_sealed: Buffer; suspended: string | null }[]>`
    select id, bank_sealed, ${suspensionOf(tx, tenant)} as suspended from account_connections
    where tenant_id = ${tenant} and id = any(${[...ids]}::text[]) and bank_sealed is not null`
  return new Map(rows.map((row) => [row.id, row.suspended === null ? row.bank_sealed : 'suspended']))
}

/** Which of these connections are of businesses. */
export async function findBusinesses(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from account_connections
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[]) and business_name is not null`
  return new Set(rows.map(({ id }) => id))
}

/** The addressees of mail about these connections, by connection. */
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

/** A connection of a creator, with the enterprise on its other side. */
export interface CreatorConnection extends ConnectionRow {
  readonly tenant_id: TenantId
  readonly enterprise: string
  /** The tenant's clock. */
  readonly now: Date
}

/** All active connections of a creator to the enterprises of their bank, newest first. */
export async function connectionsOfCreator(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<CreatorConnection[]> {
  return sql<CreatorConnection[]>`
    select ${namesOf(COLUMNS, 'connection')}, connection.tenant_id, tenant.enterprise, tenant.now
    from ${tenantsOfBank(sql, bank)} tenant
    join account_connections connection on connection.tenant_id = tenant.id and connection.creator_id = ${creator}
    where connection.status = 'active' and connection.type in ('direct', 'wallet')
    order by connection.updated_at desc limit 100`
}

/** A FROM item: `tenant_id` and `id` of every connection of a creator, whatever its state, at all tenants of the bank. */
export const everyConnectionOf = (sql: Queryable, bank: TenantId, creator: Id<'creator'>): Statement => sql`(
    select connection.tenant_id, connection.id from ${tenantsOfBank(sql, bank)} tenant
    join account_connections connection on connection.tenant_id = tenant.id and connection.creator_id = ${creator})`

// Queries without parentheses, for other rooms' SQL that must join.

/** `id`: the active `direct` connections of a creator to one enterprise; contracts of these split the creator's deposits. */
export const activeDirectConnections = (sql: Queryable, tenant: TenantId, creator: string | null): Statement => sql`
  select id from account_connections
  where tenant_id = ${tenant} and creator_id = ${creator} and status = 'active' and type = 'direct'`

/** `type`: the method that a connection has now, by its id. */
export const typeOfConnection = (sql: Queryable, tenant: TenantId, id: Statement): Statement => sql`
  select connection.type from account_connections connection
  where connection.tenant_id = ${tenant} and connection.id = ${id}`

/** `creator_id`: the creators behind these connections, without connections that have none. */
export const creatorsOfConnections = (sql: Queryable, tenant: TenantId, ids: readonly string[]): Statement => sql`
  select creator_id from account_connections
  where tenant_id = ${tenant} and id = any(${texts(ids)}::text[]) and creator_id is not null`

/** `tenant_id` and `id` of every connection of every tenant: for the audit, which looks for payouts to none. */
export const allConnections = (sql: Queryable): Statement => sql`select tenant_id, id from account_connections`

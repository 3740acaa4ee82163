import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { beginsWith, beginsWithAnyCase, findByIdPrefix, findWhere } from '../../platform/list-search.ts'
import { type WalkFilter, walkList } from '../../platform/list-walk.ts'
import type { Condition } from '../../platform/lists.ts'
import type { ConnectionRow } from './model.ts'

// A connection's status has no deadline, so the stored row is what readers see.

/** The fields that files and search show of a connection: nothing sealed, no digest. */
export type ConnectionFields = Pick<ConnectionRow, (typeof CONNECTION_COLUMNS)[number]>

export const CONNECTION_COLUMNS = [
  'id',
  'external_id',
  'status',
  'type',
  'first_name',
  'last_name',
  'email',
  'business_name',
  'display_name',
  'destination',
  'user_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ConnectionRow)[]

const FIELDS = { table: 'account_connections', counter: 'account_connection', columns: CONNECTION_COLUMNS }

/** Every connection, newest first, in short steps. */
export const walkConnections = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
): AsyncGenerator<ConnectionFields> => walkList(sql, FIELDS, tenant, filter)

/** Connections whose id begins with these letters, in this case. */
export const findConnectionsById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<ConnectionFields[]> => findByIdPrefix<ConnectionFields>(sql, FIELDS, tenant, start, limit)

export const findConnectionsByExternalId = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<ConnectionFields[]> =>
  findWhere<ConnectionFields>(sql, FIELDS, tenant, beginsWith(sql, sql`external_id`, start), limit)

/** Connections whose full name, last name, e-mail address or business name begins with these letters, in any case. */
export async function findConnectionsByName(
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<ConnectionFields[]> {
  const conditions: Condition[] = [
    beginsWithAnyCase(sql, sql`first_name || ' ' || last_name`, start),
    beginsWithAnyCase(sql, sql`last_name`, start),
    beginsWithAnyCase(sql, sql`email`, start),
    sql`business_name is not null and ${beginsWithAnyCase(sql, sql`business_name`, start)}`,
  ]
  const found = await Promise.all(
    conditions.map((where) => findWhere<ConnectionFields>(sql, FIELDS, tenant, where, limit)),
  )
  return found.flat()
}

interface NamedRow {
  readonly id: string
  readonly name: string
}

/** The names of these connections, and of these creators by their newest connection. */
export async function findConnectionNames(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<NamedRow[]> {
  return await sql<NamedRow[]>`
    select id, first_name || ' ' || last_name as name from account_connections
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    union all
    (select distinct on (creator_id) creator_id, first_name || ' ' || last_name from account_connections
      where tenant_id = ${tenant} and creator_id = any(${texts(ids)}::text[]) order by creator_id, id desc)`
}

/** A connection, and the external id or e-mail address it was found by. */
export interface FoundPayee {
  readonly by: 'external_id' | 'email'
  readonly key: string
  readonly id: string
}

/** Connections by their external ids, and by the addresses, in small letters, of those that are not deleted. */
export async function findPayeesBy(
  sql: Queryable,
  tenant: TenantId,
  externalIds: readonly string[],
  emails: readonly string[],
): Promise<FoundPayee[]> {
  return await sql<FoundPayee[]>`
    select 'external_id' as by, external_id as key, id from account_connections
    where tenant_id = ${tenant} and external_id = any(${texts(externalIds)}::text[])
    union all
    select 'email', lower(email), id from account_connections
    where tenant_id = ${tenant} and (lower(email) collate "C") = any(${texts(emails)}::text[]) and status <> 'deleted'`
}

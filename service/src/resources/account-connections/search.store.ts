import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Statement, texts } from '../../platform/database.ts'
import { beginsWith } from '../../platform/prefix-search.ts'
import type { ConnectionStatus } from './model.ts'

/** A connection as a line of search results. */
export interface FoundConnection {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly status: ConnectionStatus
}

const find = (sql: Queryable, tenant: TenantId, where: Statement, limit: number): Promise<FoundConnection[]> =>
  sql<FoundConnection[]>`
    select id, first_name || ' ' || last_name as name, email, status
    from account_connections where tenant_id = ${tenant} and ${where} limit ${limit}`

/** Connections whose id or external id begins with `prefix`, in its letter case. A connection may be found twice. */
export async function findConnectionsByIdPrefix(
  sql: Queryable,
  tenant: TenantId,
  prefix: string,
  limit: number,
): Promise<FoundConnection[]> {
  const found = await Promise.all([
    find(sql, tenant, beginsWith(sql, sql`id`, prefix), limit),
    find(sql, tenant, beginsWith(sql, sql`external_id`, prefix), limit),
  ])
  return found.flat()
}

/**
 * Connections whose full name, last name, e-mail or business name begins with `prefix`, which is in lower case. The
 * expressions are those of the indexes. A connection may be found more than once.
 */
export async function findConnectionsByNamePrefix(
  sql: Queryable,
  tenant: TenantId,
  prefix: string,
  limit: number,
): Promise<FoundConnection[]> {
  const lower = (expression: Statement) => beginsWith(sql, sql`(lower(${expression}) collate "C")`, prefix)
  const found = await Promise.all([
    find(sql, tenant, lower(sql`first_name || ' ' || last_name`), limit),
    find(sql, tenant, lower(sql`last_name`), limit),
    find(sql, tenant, lower(sql`email`), limit),
    find(sql, tenant, sql`business_name is not null and ${lower(sql`business_name`)}`, limit),
  ])
  return found.flat()
}

export interface NamedId {
  readonly id: string
  readonly name: string
}

/** The names of these connections, and of these creators by their newest connection to this enterprise. */
export const findConnectionNames = (sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<NamedId[]> =>
  sql<NamedId[]>`
    select id, first_name || ' ' || last_name as name from account_connections
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    union all
    (select distinct on (creator_id) creator_id, first_name || ' ' || last_name from account_connections
      where tenant_id = ${tenant} and creator_id = any(${texts(ids)}::text[]) order by creator_id, id desc)`

/** A connection that a row of a pay file names by one of its keys. */
export interface KeyedConnection {
  readonly by: 'external_id' | 'email'
  readonly key: string
  readonly id: string
}

/** Connections with these external ids, and connections with these e-mails (in lower case) that are not deleted. */
export const findConnectionsByKeys = (
  sql: Queryable,
  tenant: TenantId,
  externalIds: readonly string[],
  emails: readonly string[],
): Promise<KeyedConnection[]> =>
  sql<KeyedConnection[]>`
    select 'external_id' as by, external_id as key, id from account_connections
    where tenant_id = ${tenant} and external_id = any(${texts(externalIds)}::text[])
    union all
    select 'email', lower(email), id from account_connections
    where tenant_id = ${tenant} and (lower(email) collate "C") = any(${texts(emails)}::text[]) and status <> 'deleted'`

import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/database.ts'

export interface Found {
  readonly type: 'account_connection' | 'payout' | 'buyer' | 'purchase' | 'p2p' | 'contract' | 'webhook'
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly status: string | null
}

/** After everything that begins with it, as bytes compare. */
const END = '\u{10FFFF}'

/** What begins with these letters, as a range that an index of bytes answers. */
const begins = (sql: Queryable, expression: Statement, start: string): Statement =>
  sql`${expression} >= ${start} and ${expression} < ${start + END}`

/** One of our tables, as a line of results shows it. */
interface Place {
  readonly type: Found['type']
  readonly table: string
  readonly title: (sql: Queryable) => Statement
  readonly subtitle: (sql: Queryable) => Statement
  readonly status: (sql: Queryable) => Statement
}

const money = (sql: Queryable, column: string): Statement =>
  sql`'$' || to_char(${sql(column)} / 100.0, 'FM99,999,999,990.00')`
const own = (column: string) => (sql: Queryable) => sql`${sql(column)}`
const NAME = (sql: Queryable): Statement => sql`first_name || ' ' || last_name`
const BUYER = (sql: Queryable): Statement =>
  sql`coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email, id)`

const CONNECTION: Place = {
  type: 'account_connection',
  table: 'account_connections',
  title: NAME,
  subtitle: own('email'),
  status: own('status'),
}
const BUYERS: Place = {
  type: 'buyer',
  table: 'buyers',
  title: BUYER,
  subtitle: own('email'),
  status: (sql) => sql`null`,
}
const PAYOUTS: Place = {
  type: 'payout',
  table: 'payouts',
  title: (sql) => money(sql, 'amount_in_cents'),
  subtitle: own('description'),
  status: own('status'),
}
const PURCHASES: Place = {
  type: 'purchase',
  table: 'purchases',
  title: (sql) => money(sql, 'total_in_cents'),
  subtitle: own('id'),
  status: own('status'),
}
const P2P: Place = { ...PAYOUTS, type: 'p2p', table: 'p2p_payments' }
const CONTRACTS: Place = {
  type: 'contract',
  table: 'contracts',
  title: (sql) => sql`'Contract over ' || replace(deposit_source, '_', ' ')`,
  subtitle: own('id'),
  status: own('status'),
}
const WEBHOOKS: Place = {
  type: 'webhook',
  table: 'webhooks',
  title: own('event'),
  subtitle: own('url'),
  status: (sql) => sql`case when disabled_at is null then 'active' else 'disabled' end`,
}

const PLACES: readonly Place[] = [CONNECTION, PAYOUTS, BUYERS, PURCHASES, P2P, CONTRACTS, WEBHOOKS]

function look(sql: Queryable, tenant: TenantId, place: Place, where: Statement, limit: number): Promise<Found[]> {
  const { type, table, title, subtitle, status } = place
  return sql<Found[]>`
    select ${type}::text as type, id, ${title(sql)} as title, ${subtitle(sql)} as subtitle, ${status(sql)} as status
    from ${sql(table)} where tenant_id = ${tenant} and ${where} limit ${limit}`
}

/** Ids and external ids are told apart by letters' case, so they come as they were typed. */
export async function findByIds(sql: Queryable, tenant: TenantId, text: string, limit: number): Promise<Found[]> {
  const byId = PLACES.map((place) => look(sql, tenant, place, begins(sql, sql`id`, text), limit))
  const byExternalId = [CONNECTION, BUYERS].map((place) =>
    look(sql, tenant, place, begins(sql, sql`external_id`, text), limit),
  )
  return (await Promise.all([...byId, ...byExternalId])).flat()
}

/** Names and addresses by their beginning, in small letters. */
export async function findByNames(sql: Queryable, tenant: TenantId, text: string, limit: number): Promise<Found[]> {
  const named = (place: Place, expression: Statement) =>
    look(sql, tenant, place, begins(sql, sql`(${expression} collate "C")`, text), limit)
  const found = await Promise.all([
    named(CONNECTION, sql`lower(first_name || ' ' || last_name)`),
    named(CONNECTION, sql`lower(last_name)`),
    named(CONNECTION, sql`lower(email)`),
    look(
      sql,
      tenant,
      CONNECTION,
      sql`business_name is not null and ${begins(sql, sql`(lower(business_name) collate "C")`, text)}`,
      limit,
    ),
    named(BUYERS, sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`),
    look(
      sql,
      tenant,
      BUYERS,
      sql`last_name is not null and ${begins(sql, sql`(lower(last_name) collate "C")`, text)}`,
      limit,
    ),
    look(sql, tenant, BUYERS, sql`email is not null and ${begins(sql, sql`(lower(email) collate "C")`, text)}`, limit),
    // At most one per event.
    look(sql, tenant, WEBHOOKS, sql`(starts_with(lower(url), ${text}) or starts_with(event, ${text}))`, limit),
  ])
  return found.flat()
}

/** Something that belongs to a connection or a buyer. */
export interface Owned extends Found {
  readonly owner: string
}

/** The newest payouts, purchases and contracts of whom was found. */
export async function findOf(
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
  buyers: readonly string[],
  limit: number,
): Promise<Owned[]> {
  const newest = (place: Place, column: string, ids: readonly string[]) => sql<Owned[]>`
    select owner_id as owner, ${place.type}::text as type, id, ${place.title(sql)} as title, ${place.subtitle(sql)} as subtitle,
      ${place.status(sql)} as status
    from unnest(${[...ids]}::text[]) as owner (owner_id)
    cross join lateral (
      select * from ${sql(place.table)} where tenant_id = ${tenant} and ${sql(column)} = owner_id
      order by position desc limit ${limit}
    ) newest
    order by position desc limit ${limit}`
  const found = await Promise.all([
    newest(PAYOUTS, 'account_connection', connections),
    newest(CONTRACTS, 'account_connection', connections),
    newest(PURCHASES, 'buyer', buyers),
  ])
  return found.flat()
}

/** What connections and buyers are called, and creators by a connection of theirs. */
export function findNames(sql: Queryable, tenant: TenantId, ids: readonly string[]) {
  return sql<{ id: string; name: string }[]>`
    select id, ${NAME(sql)} as name from account_connections where tenant_id = ${tenant} and id = any(${[...ids]}::text[])
    union all
    select id, ${BUYER(sql)} from buyers where tenant_id = ${tenant} and id = any(${[...ids]}::text[])
    union all
    (select distinct on (creator_id) creator_id, ${NAME(sql)} from account_connections
      where tenant_id = ${tenant} and creator_id = any(${[...ids]}::text[]) order by creator_id, id desc)`
}

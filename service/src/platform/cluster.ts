import type { Database, Queryable } from './database.ts'

/**
 * A cluster of PostgreSQL servers by Citus: the rows of a tenant are all on one server, in the shards of its number. The
 * service connects to the coordinator as to any PostgreSQL.
 */

/** Whole on every server, so that every query may join them. */
export const REFERENCE_TABLES = ['enterprises', 'tenants'] as const

/** Tables with a tenant that stay on the coordinator: a key is looked for before its tenant is known. */
const ON_COORDINATOR: ReadonlySet<string> = new Set(['api_keys'])

/** The table that all others are placed with. */
const FIRST = 'ledger_accounts'

/** Functions that statements on the other servers call. */
const FUNCTIONS = ['tenant_now(integer)', 'tenant_time(bigint)']

export const isDistributed = (table: string, hasTenant: boolean): boolean => hasTenant && !ON_COORDINATOR.has(table)

/** One step of the distribution: a line for people, and what it runs. */
export interface Step {
  readonly does: string
  readonly sql: string
}

interface Relation {
  readonly table: string
  readonly has_tenant: boolean
  /** `partmethod` of Citus: `h` is distributed by hash, `n` is copied to every node. Null: the coordinator's own table. */
  readonly method: 'h' | 'n' | null
}

interface Named {
  readonly table: string
  readonly name: string
  readonly definition: string
}

interface ForeignKey extends Named {
  readonly target: string
}

export interface Catalogue {
  readonly relations: readonly Relation[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly triggers: readonly Named[]
  /** Unique indexes without the tenant, of tables with one. `columns` are those of the key. */
  readonly uniques: readonly (Named & { readonly columns: string; readonly is_constraint: boolean })[]
  /** Functions that the other servers do not have yet. */
  readonly functions: readonly string[]
}

/** The worker nodes; `undefined` where the database has no Citus. */
export async function clusterNodes(sql: Queryable): Promise<number | undefined> {
  const [citus] = await sql`select 1 from pg_extension where extname = 'citus'`
  if (!citus) return undefined
  const [row] = await sql<{ nodes: number }[]>`
    select count(*)::int as nodes from pg_dist_node where noderole = 'primary' and isactive and groupid > 0`
  return row?.nodes
}

async function readCatalogue(sql: Queryable): Promise<Catalogue> {
  const relations = await sql<Relation[]>`
    select relation.relname as table, known.partmethod as method, exists (
      select 1 from pg_attribute where attrelid = relation.oid and attname = 'tenant_id' and not attisdropped) as has_tenant
    from pg_class relation left join pg_dist_partition known on known.logicalrelid = relation.oid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' order by relation.relname`
  const foreignKeys = await sql<ForeignKey[]>`
    select source.relname as table, conname as name, target.relname as target, pg_get_constraintdef(con.oid) as definition
    from pg_constraint con join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`
  const triggers = await sql<Named[]>`
    select relname as table, tgname as name, pg_get_triggerdef(tg.oid) as definition
    from pg_trigger tg join pg_class relation on relation.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`
  const uniques = await sql<Catalogue['uniques']>`
    select relation.relname as table, named.relname as name, pg_get_indexdef(indexrelid) as definition,
      con.oid is not null as is_constraint,
      (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index join pg_class relation on relation.oid = indrelid join pg_class named on named.oid = indexrelid
    join pg_attribute tenant on tenant.attrelid = indrelid and tenant.attname = 'tenant_id'
    left join pg_constraint con on con.conindid = indexrelid and con.contype = 'u'
    where indisunique and relation.relnamespace = 'public'::regnamespace and tenant.attnum <> all(indkey)`
  const functions = await sql<{ name: string }[]>`
    select name from unnest(${FUNCTIONS}::text[]) as wanted (name)
    where not exists (select 1 from pg_dist_object where objid = to_regprocedure(name)::oid and distribution_argument_index is null
      and classid = 'pg_proc'::regclass)`
  return { relations, foreignKeys, triggers, uniques, functions: functions.map(({ name }) => name) }
}

/** The steps that are left until every table is where it belongs; none for a database that is distributed. */
export async function planDistribution(sql: Queryable): Promise<Step[]> {
  return stepsOf(await readCatalogue(sql))
}

export function stepsOf({ relations, foreignKeys, triggers, uniques, functions }: Catalogue): Step[] {
  const spread = relations.filter(({ table, has_tenant }) => isDistributed(table, has_tenant))
  const isSpread = (table: string): boolean => spread.some((one) => one.table === table)
  const isReference = (table: string): boolean => REFERENCE_TABLES.some((name) => name === table)
  const fresh = spread.filter(({ method }) => method !== 'h')
  const isFresh = (table: string): boolean => fresh.some((one) => one.table === table)
  // Also those between the two: with one, a change of `tenants` locks `enterprises` behind it, which new enterprises lock first.
  const toReference = foreignKeys.filter(({ target }) => isReference(target))
  const between = foreignKeys.filter(({ table, target }) => isSpread(table) && isSpread(target) && isFresh(table))
  const moved = (table: string): number => (table === FIRST ? 0 : 1)
  return [
    ...[...toReference, ...between].map(dropForeignKey),
    ...triggers.filter(({ table }) => isSpread(table)).map(dropTrigger),
    ...uniques.filter(({ table }) => isSpread(table)).map(replaceUnique),
    ...relations.filter(({ table, method }) => isReference(table) && method !== 'n').map(makeReference),
    ...[...fresh].sort((a, b) => moved(a.table) - moved(b.table)).map(distribute),
    ...between.map(addForeignKey),
    ...functions.map(distributeFunction),
  ]
}

const dropForeignKey = ({ table, name, definition }: ForeignKey): Step => ({
  does: `drop the foreign key ${name}: ${definition}`,
  sql: `alter table ${table} drop constraint ${name}`,
})

const addForeignKey = ({ table, name, definition }: ForeignKey): Step => ({
  does: `add the foreign key ${name} again, within the tenant`,
  sql: `alter table ${table} add constraint ${name} ${definition}`,
})

const dropTrigger = ({ table, name }: Named): Step => ({
  does: `drop the trigger ${name}: there the rights of the service's user alone keep ${table} as it is`,
  sql: `drop trigger ${name} on ${table}`,
})

const replaceUnique = ({ table, name, columns, is_constraint }: Catalogue['uniques'][number]): Step => ({
  does: `make ${columns} of ${table} unique within the tenant`,
  sql: `${is_constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`};
create unique index ${name}_of_tenant on ${table} (tenant_id, ${columns});
create index ${name} on ${table} (${columns})`,
})

const makeReference = ({ table }: Relation): Step => ({
  does: `keep ${table} whole on every server`,
  sql: `select create_reference_table('${table}')`,
})

const distribute = ({ table }: Relation): Step => ({
  does: `distribute ${table} by tenant`,
  sql: `select create_distributed_table('${table}', 'tenant_id', colocate_with => '${table === FIRST ? 'none' : FIRST}');
select truncate_local_data_after_distributing_table('${table}')`,
})

const distributeFunction = (name: string): Step => ({
  does: `have ${name} on every server`,
  sql: `select create_distributed_function('${name}')`,
})

/** One connection for each server: what follows in the transaction must see what was done before it. */
const IN_SEQUENCE = `set local citus.multi_shard_modify_mode = 'sequential'`

/** Runs the whole plan in one transaction: a cluster is distributed, or it is as before. Answers the steps. */
export async function distributeTables(database: Database): Promise<readonly Step[]> {
  return database.transaction(async (tx) => {
    await tx.liftTimeLimits()
    const steps = await planDistribution(tx)
    if (steps.length > 0) await tx.unsafe(IN_SEQUENCE)
    for (const { sql } of steps) await tx.unsafe(sql)
    return steps
  })
}

/** Whether processes of the service are connected, beside these two pools of one connection each. */
export async function hasOtherConnections(one: Database, another: Database): Promise<boolean> {
  const pidOf = async ({ sql }: Database): Promise<number> => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    return (row as { pid: number }).pid
  }
  const others = await one.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name like 'tributary%'
      and pid <> all(${[await pidOf(one), await pidOf(another)]}::integer[])`
  return others.length > 0
}

/** Whether the tables of tenants have been distributed. */
export async function isDistributedDatabase(sql: Queryable): Promise<boolean> {
  if ((await clusterNodes(sql)) === undefined) return false
  const rows = await sql`select 1 from pg_dist_partition where logicalrelid = to_regclass(${FIRST})`
  return rows.length > 0
}

/** Distributes the tables that migrations have made since, where the others are distributed. */
export async function distributeNewTables(database: Database): Promise<void> {
  if (await isDistributedDatabase(database.sql)) await distributeTables(database)
}

const TO_REFERENCE = new RegExp(` references (?:${REFERENCE_TABLES.join('|')})\\b(?: ?\\(\\w+\\))?`, 'g')

/** A migration as it runs on a distributed database: in sequence, and without foreign keys to the reference tables. */
export const migrationOnCluster = (sql: string): string => `${IN_SEQUENCE};\n${sql.replaceAll(TO_REFERENCE, '')}`

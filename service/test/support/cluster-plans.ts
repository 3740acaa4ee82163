import type { TenantId } from '../../src/kernel/ids.ts'
import type { Database } from '../../src/platform/database.ts'

/** How a cluster would run a statement. */
export interface ClusterPlan {
  /** Of each of its parts, on how many shards it runs. None where only tables of the coordinator are asked. */
  readonly tasks: readonly number[]
  /** Rows would be sent between the servers to be joined. */
  readonly isRepartitioned: boolean
  /** Why `explain` has no plan of it. */
  readonly refusal?: string
}

/** A value of each type that a statement takes, as SQL. Whole numbers are the tenant's: one of them names it. */
const VALUES: Readonly<Record<string, (tenant: TenantId) => string>> = {
  integer: String,
  'integer[]': (tenant) => `array[${tenant}]`,
  smallint: () => '1',
  'smallint[]': () => 'array[1]::smallint[]',
  bigint: () => '1',
  'bigint[]': () => 'array[1]::bigint[]',
  real: () => '1',
  boolean: () => 'true',
  text: () => `'x'`,
  'text[]': () => `array['x']`,
  date: () => `'2030-01-01'`,
  'timestamp with time zone': () => `'2030-01-01'`,
  'timestamp with time zone[]': () => `array['2030-01-01']`,
  interval: () => `interval '1 minute'`,
  bytea: () => `'\\x00'`,
  json: () => `'{}'`,
  jsonb: () => `'{}'`,
}

/** What the coordinator's `explain` says of a statement with values of this tenant. Nothing is run. */
export async function planOnCluster({ sql }: Database, text: string, tenant: TenantId): Promise<ClusterPlan> {
  await sql.unsafe('deallocate all')
  try {
    await sql.unsafe(`prepare planned as ${text}`)
    const [row] = (await sql.unsafe(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'`,
    )) as { types: string[] }[]
    const values = row?.types.map((type) => `(${VALUES[type]?.(tenant) ?? 'null'})::${type}`) ?? []
    // With the values in their places: `explain execute` has no plan of an insert by a query.
    const given = text.replaceAll(/\$(\d+)/g, (_, nth: string) => values[Number(nth) - 1] as string)
    const rows = (await sql.unsafe(`explain (costs off) ${given}`)) as { 'QUERY PLAN': string }[]
    return readPlan(rows.map((line) => line['QUERY PLAN']).join('\n'))
  } catch (error) {
    return { tasks: [], isRepartitioned: false, refusal: (error as Error).message }
  }
}

export function readPlan(plan: string): ClusterPlan {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  return { tasks, isRepartitioned: /MapMergeJob|Map Task Count|repartition/i.test(plan) }
}

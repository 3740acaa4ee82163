import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Exported } from './model.ts'

export async function readLast(sql: Queryable, tenant: TenantId, { counter }: Exported): Promise<number> {
  const [row] = await sql<{ value: number }[]>`
    select value from counters where tenant_id = ${tenant} and kind = ${counter}`
  return row?.value ?? 0
}

/** Those in a range of positions that have all of these values, newest first. The range bounds what the step costs. */
export function readStep(
  sql: Queryable,
  tenant: TenantId,
  { table, columns, at }: Exported,
  range: { readonly low: number; readonly high: number },
  { created_after, created_before, ...equal }: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, unknown>[]> {
  const conditions = Object.entries(equal).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`and ${sql(name)} = ${value}`],
  )
  const after = created_after === undefined ? sql`` : sql`and ${sql(at)} > ${new Date(created_after)}`
  const before = created_before === undefined ? sql`` : sql`and ${sql(at)} < ${new Date(created_before)}`
  return sql<Record<string, unknown>[]>`
    select ${sql([...columns])} from ${sql(table)}
    where tenant_id = ${tenant} and position > ${range.low} and position <= ${range.high}
      ${conditions.length === 0 ? sql`` : conditions} ${after} ${before}
    order by position desc`
}

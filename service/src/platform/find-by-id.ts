import type { TenantId } from '../kernel/ids.ts'
import { type Queryable, type Sql, texts } from './database.ts'
import { groupedRead } from './grouped-read.ts'
import type { ListedTable } from './lists.ts'

type Find<Row> = (sql: Queryable, tenant: TenantId, id: string) => Promise<Row | undefined>

/** Finds a row by its id. Reads that need no transaction share a query with those that come at the same time. */
export function findById<Row extends { readonly id: string }>({
  table,
  columns,
}: Pick<ListedTable, 'table' | 'columns'>): Find<Row> {
  const grouped = new WeakMap<Sql, ReturnType<typeof groupedRead<Row>>>()

  function groupedOn(sql: Sql): ReturnType<typeof groupedRead<Row>> {
    const known = grouped.get(sql)
    if (known) return known
    // One look-up of the primary key per id, whatever the planner believes of the table's size.
    const read = groupedRead<Row>(
      (tenant, ids) => sql<Row[]>`
        select ${columns} from unnest(${texts(ids)}::text[]) as wanted (wanted_id) cross join lateral (
          select ${columns} from ${sql(table)} where tenant_id = ${tenant} and id = wanted_id limit 1
        ) found`,
    )
    grouped.set(sql, read)
    return read
  }

  const readAlone: Find<Row> = async (sql, tenant, id) => {
    const [row] = await sql<Row[]>`select ${columns} from ${sql(table)} where tenant_id = ${tenant} and id = ${id}`
    return row
  }

  return (sql, tenant, id) => (sql.isTransaction ? readAlone(sql, tenant, id) : groupedOn(sql)(tenant, id))
}

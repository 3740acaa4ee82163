import type { TenantId } from '../kernel/ids.ts'
import { oneByOne } from './one-by-one.ts'

type ReadMany<Row> = (tenant: TenantId, ids: readonly string[]) => Promise<readonly Row[]>
type ReadOne<Row> = (tenant: TenantId, id: string) => Promise<Row | undefined>

interface Group<Row> {
  readonly ids: Set<string>
  readonly rows: Promise<ReadonlyMap<string, Row>>
}

/** Ids of one query; the next ones wait for another, so that no query grows without bound. */
const IDS_MAX = 200

/**
 * Concurrent reads of rows by id share a query, which starts after they arrived: nothing is cached, and no caller sees a
 * state older than its own call.
 */
export function groupedRead<Row extends { readonly id: string }>(readMany: ReadMany<Row>): ReadOne<Row> {
  /** The group of each tenant that grows until its query starts. */
  const waiting = new Map<TenantId, Group<Row>>()
  const start = oneByOne<TenantId>()

  function open(tenant: TenantId): Group<Row> {
    const ids = new Set<string>()
    const found = start(tenant, () => {
      if (waiting.get(tenant) === group) waiting.delete(tenant)
      return readMany(tenant, [...ids])
    })
    const group = { ids, rows: found.then((rows) => new Map(rows.map((row) => [row.id, row]))) }
    waiting.set(tenant, group)
    return group
  }

  return (tenant, id) => {
    const known = waiting.get(tenant)
    const group = known && known.ids.size < IDS_MAX ? known : open(tenant)
    group.ids.add(id)
    return group.rows.then((rows) => rows.get(id))
  }
}

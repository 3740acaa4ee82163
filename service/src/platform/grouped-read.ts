import type { TenantId } from '../kernel/ids.ts'
import { nextTurn } from './slices.ts'

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
 * state older than its own call. A group waits for the tenant's query that is under way, and
 * for the rest of a turn of the event loop.
 */
export function groupedRead<Row extends { readonly id: string }>(readMany: ReadMany<Row>): ReadOne<Row> {
  const waiting = new Map<TenantId, Group<Row>>()
  /** The end of the query of each tenant that is under way: the next group grows until then. */
  const underWay = new Map<TenantId, Promise<unknown>>()

  function open(tenant: TenantId): Group<Row> {
    const ids = new Set<string>()
    const rows = startOf(tenant).then(() => {
      if (waiting.get(tenant) === group) waiting.delete(tenant)
      const reading = readMany(tenant, [...ids])
      const ended = reading.then(
        () => {},
        () => {},
      )
      underWay.set(tenant, ended)
      void ended.then(() => {
        if (underWay.get(tenant) === ended) underWay.delete(tenant)
      })
      return reading.then((found) => new Map(found.map((row) => [row.id, row])))
    })
    const group = { ids, rows }
    waiting.set(tenant, group)
    return group
  }

  const startOf = async (tenant: TenantId): Promise<void> => {
    await underWay.get(tenant)
    // Requests that are on other sockets by now are read in this turn and go along: half as many queries under load.
    await nextTurn()
  }

  return (tenant, id) => {
    const known = waiting.get(tenant)
    const group = known && known.ids.size < IDS_MAX ? known : open(tenant)
    group.ids.add(id)
    return group.rows.then((rows) => rows.get(id))
  }
}

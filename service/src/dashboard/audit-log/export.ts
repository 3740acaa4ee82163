import type { CsvCell } from '../../kernel/csv.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { EXAMINED_MAX } from '../../platform/list-pages.ts'
import { type AuditFilter, type AuditRow, type AuditSpan, readHead, rowsAfter } from './store.ts'

const ROWS_AT_ONCE = 1_000

export const AUDIT_COLUMNS = [
  'position',
  'at',
  'environment',
  'person_id',
  'person',
  'action',
  'subject',
  'details',
  'address',
  'request_id',
  'hash',
] as const satisfies readonly (keyof AuditRow)[]

/** A row as every export and the API write it. The hash lets a copy elsewhere prove later what the log held. */
export const viewRow = ({ at, hash, ...row }: AuditRow) => ({ ...row, at: iso(at), hash: hash.toString('hex') })

export const toCells = (row: AuditRow): CsvCell[] => {
  const view = viewRow(row)
  return AUDIT_COLUMNS.map((column) => (column === 'details' ? JSON.stringify(view.details) : view[column]))
}

/** The rows of a span, oldest first, in short steps. Rows that are written meanwhile are not among them. */
export async function* walkRows(
  sql: Queryable,
  chain: string,
  { after }: AuditSpan,
  filter: AuditFilter = {},
): AsyncGenerator<AuditRow> {
  const { position: upTo } = await readHead(sql, chain)
  for (let from = after; from < upTo; ) {
    const rows = await rowsAfter(sql, chain, { after: from, upTo }, ROWS_AT_ONCE, filter)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    from = rows.at(-1)?.position ?? upTo
  }
}

export interface FollowedRows {
  readonly rows: readonly AuditRow[]
  /** Where to go on: nothing before it is missing. */
  readonly nextAfter: number
  readonly hasMore: boolean
}

/**
 * The next rows after a position, for a reader that comes back; no more than a request may look at. The head is read first: a row and its head are committed
 * together, so every row up to the head is there to be read.
 */
export async function readFollowing(
  sql: Queryable,
  chain: string,
  { after, limit }: { readonly after: number; readonly limit: number },
  filter: AuditFilter,
): Promise<FollowedRows> {
  const { position: head } = await readHead(sql, chain)
  const upTo = Math.min(head, after + EXAMINED_MAX)
  const found = await rowsAfter(sql, chain, { after, upTo }, limit + 1, filter)
  const rows = found.slice(0, limit)
  const isFull = found.length > limit
  // Rows that the filter leaves out need not be looked at again.
  const nextAfter = isFull ? (rows.at(-1)?.position ?? after) : Math.max(after, upTo)
  return { rows, hasMore: isFull || upTo < head, nextAfter }
}

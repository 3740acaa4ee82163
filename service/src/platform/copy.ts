import { iso } from '../kernel/time.ts'
import type { Statement, Tx } from './database.ts'
import type { Columns, ColumnType, RowOf } from './rows.ts'

/**
 * Many new rows by `copy … from stdin`: PostgreSQL reads them without arrays to take apart and without a plan, and logs
 * them page by page. It costs half of an `insert … select` from arrays. Columns that are not named have their defaults.
 *
 *     copyStatement(tx, { table: 'payouts', every: { tenant_id: tenant }, counted: { position: last } }, payouts, NEW)
 */
interface Target {
  readonly table: string
  /** Values that all rows share. A default that calls the clock makes PostgreSQL write row by row: name it here. */
  readonly every: Readonly<Record<string, number | string | Date>>
  /** Columns that count the rows, each with the number before the first row's. */
  readonly counted?: Readonly<Record<string, number>>
}

export function copyStatement<const C extends Columns>(
  tx: Tx,
  target: Target,
  rows: readonly RowOf<C>[],
  columns: C,
): Statement {
  const { table, every, counted = {} } = target
  const names = [...Object.keys(every), ...Object.keys(counted), ...Object.keys(columns)]
  return tx.copy(`copy ${table} (${names.join(', ')}) from stdin`, linesOf(target, rows, columns))
}

function linesOf<C extends Columns>({ every, counted = {} }: Target, rows: readonly RowOf<C>[], columns: C): string {
  const shared = Object.values(every).map((value) => (value instanceof Date ? iso(value) : escaped(String(value))))
  const head = shared.map((text) => `${text}\t`).join('')
  const counts = Object.values(counted)
  const names = Object.keys(columns)
  const writers = names.map((name) => WRITERS[columns[name] as ColumnType])
  let lines = ''
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[nth] as Record<string, never>
    lines += head
    for (const before of counts) lines += `${before + nth + 1}\t`
    for (let at = 0; at < names.length; at++) {
      const value = row[names[at] as string] as never
      if (at > 0) lines += '\t'
      lines += value === null ? NULL : (writers[at] as (value: never) => string)(value)
    }
    lines += '\n'
  }
  return lines
}

const NULL = '\\N'

/** Characters that have a meaning in the text format. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Looking for each character by itself takes a fraction of the time of an expression. */
const hasSpecial = (text: string): boolean =>
  text.includes('\\') || text.includes('\n') || text.includes('\t') || text.includes('\r')

const escaped = (text: string): string =>
  hasSpecial(text) ? text.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char] as string) : text

/** JSON has its control characters escaped already. */
const escapedJson = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text)

const WRITERS: Record<ColumnType, (value: never) => string> = {
  text: escaped,
  smallint: String,
  integer: String,
  bigint: String,
  real: String,
  boolean: String,
  timestamptz: iso,
  json: (value: object) => escapedJson(JSON.stringify(value)),
  json_text: escapedJson,
  jsonb: (value: object) => escapedJson(JSON.stringify(value)),
  bytea: (value: Uint8Array) => `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`,
}

import type { Utf8 } from '../kernel/utf8.ts'
import type { Statement, Tx } from './database.ts'
import type { Columns, ColumnType, RowOf } from './rows.ts'

/**
 * Many new rows by `copy … from stdin`: PostgreSQL reads them without arrays to take apart and without a plan, and logs
 * them page by page. It costs half of an `insert … select` from arrays. Columns that are not named have their defaults.
 *
 *     copyStatement(tx, { table: 'payouts', every: { tenant_id: tenant }, counted: { position: last } }, payouts, NEW)
 *
 * The rows go in PostgreSQL's binary format, whose numbers, times and bytes are not read digit by digit. It has no casts: a
 * column's type here is its type in the table, but for `json_text` and `utf8`, which fit a column of text or of JSON.
 */
interface Target {
  readonly table: string
  /** Values that all rows share. A default that calls the clock makes PostgreSQL write row by row: name it here. */
  readonly every: Readonly<Record<string, number | string | Date>>
  /** Columns of type `bigint` that count the rows, each with the number before the first row's. */
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
  return tx.copy(`copy ${table} (${names.join(', ')}) from stdin (format binary)`, bytesOf(target, rows, columns))
}

function bytesOf<C extends Columns>({ every, counted = {} }: Target, rows: readonly RowOf<C>[], columns: C): Buffer {
  const shared = Object.values(every)
  const counts = Object.values(counted)
  const { putRow, columnCount } = rowWriterOf(columns)
  at = 0
  SIGNATURE.copy(bytes)
  at = SIGNATURE.length
  // The part that every row begins with: the number of its columns, and the values that all share.
  const headFrom = at
  putShort(shared.length + counts.length + columnCount)
  for (const value of shared) putShared(value)
  const headLength = at - headFrom
  at = headFrom
  for (let nth = 0; nth < rows.length; nth++) {
    reserve(headLength)
    if (nth > 0) bytes.copyWithin(at, headFrom, headFrom + headLength)
    at += headLength
    for (const before of counts) putBigint(before + nth + 1)
    putRow(rows[nth] as object)
  }
  putShort(END)
  return Buffer.from(bytes.subarray(0, at))
}

interface RowWriter {
  readonly putRow: (row: object) => void
  readonly columnCount: number
}

const rowWriters = new WeakMap<Columns, RowWriter>()

/**
 * The function that writes the named columns of a row. It is compiled, with each column read by its own name: one function
 * for all tables would look every column of every row up anew. The names are those of our own SQL.
 */
function rowWriterOf(columns: Columns): RowWriter {
  const known = rowWriters.get(columns)
  if (known) return known
  const names = Object.keys(columns)
  const steps = names.map((name, nth) => {
    const value = `row[${JSON.stringify(name)}]`
    return `if (${value} === null) putNull(); else put${nth}(${value});`
  })
  const factory = new Function(
    'putNull',
    ...names.map((_, nth) => `put${nth}`),
    `return (row) => { ${steps.join(' ')} }`,
  )
  const putRow = factory(putNull, ...names.map((name) => WRITERS[columns[name] as ColumnType])) as RowWriter['putRow']
  const writer = { putRow, columnCount: names.length }
  rowWriters.set(columns, writer)
  return writer
}

/** Eleven bytes by which PostgreSQL knows the format, then no flags and no extension. */
const SIGNATURE = Buffer.from([...Buffer.from('PGCOPY\n'), 0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const END = -1

// Rows are written here one batch after the other, and copied: nothing waits in between.
let bytes = Buffer.allocUnsafe(1 << 16)
let at = 0

function reserve(more: number): void {
  if (at + more <= bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, at + more))
  bytes.copy(larger, 0, 0, at)
  bytes = larger
}

function putShort(value: number): void {
  reserve(2)
  at = bytes.writeInt16BE(value, at)
}

function putNull(): void {
  reserve(4)
  at = bytes.writeInt32BE(-1, at)
}

function putSmallint(value: number): void {
  reserve(6)
  at = bytes.writeInt16BE(value, bytes.writeInt32BE(2, at))
}

function putInteger(value: number): void {
  reserve(8)
  at = bytes.writeInt32BE(value, bytes.writeInt32BE(4, at))
}

const HIGH = 2 ** 32

function putBigint(value: number): void {
  reserve(12)
  const high = bytes.writeInt32BE(8, at)
  at = bytes.writeUInt32BE(value >>> 0, bytes.writeInt32BE(Math.floor(value / HIGH), high))
}

function putReal(value: number): void {
  reserve(8)
  at = bytes.writeFloatBE(value, bytes.writeInt32BE(4, at))
}

function putBoolean(value: boolean): void {
  reserve(5)
  at = bytes.writeUInt8(value ? 1 : 0, bytes.writeInt32BE(1, at))
}

/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

function putTime(value: Date): void {
  const micros = (value.getTime() - EPOCH_MS) * 1_000
  if (Number.isSafeInteger(micros)) {
    putBigint(micros)
    return
  }
  // Beyond the year 2285, or no time at all, which is refused here.
  reserve(12)
  at = bytes.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1_000n, bytes.writeInt32BE(8, at))
}

function putText(text: string): void {
  // A UTF-16 unit takes three bytes at most.
  reserve(4 + 3 * text.length)
  const from = at + 4
  const written = bytes.write(text, from)
  bytes.writeInt32BE(written, at)
  at = from + written
}

function putUtf8(text: Utf8): void {
  reserve(4 + text.length)
  const from = bytes.writeInt32BE(text.length, at)
  at = from + bytes.write(text, from, 'latin1')
}

const JSONB_VERSION = 1

function putJsonb(value: object): void {
  const text = JSON.stringify(value)
  reserve(5 + 3 * text.length)
  const from = bytes.writeUInt8(JSONB_VERSION, at + 4)
  const written = bytes.write(text, from)
  bytes.writeInt32BE(1 + written, at)
  at = from + written
}

function putBytes(value: Uint8Array): void {
  reserve(4 + value.length)
  const from = bytes.writeInt32BE(value.length, at)
  bytes.set(value, from)
  at = from + value.length
}

/** The type that PostgreSQL knows `text` by. */
const TEXT_OID = 25

/** An array: dimensions, whether it has nulls, type; size and first index of the one dimension; then the texts. */
function putTexts(texts: readonly string[]): void {
  reserve(24)
  const from = at + 4
  const hasAny = texts.length > 0
  at = bytes.writeInt32BE(TEXT_OID, bytes.writeInt32BE(0, bytes.writeInt32BE(hasAny ? 1 : 0, from)))
  if (hasAny) at = bytes.writeInt32BE(1, bytes.writeInt32BE(texts.length, at))
  for (const text of texts) putText(text)
  bytes.writeInt32BE(at - from, from - 4)
}

function putShared(value: number | string | Date): void {
  if (value instanceof Date) putTime(value)
  else if (typeof value === 'number') putInteger(value)
  else putText(value)
}

const WRITERS: Record<ColumnType, (value: never) => void> = {
  text: putText,
  'text[]': putTexts,
  smallint: putSmallint,
  integer: putInteger,
  bigint: putBigint,
  real: putReal,
  boolean: putBoolean,
  timestamptz: putTime,
  json: (value: object) => putText(JSON.stringify(value)),
  json_text: putText,
  utf8: putUtf8,
  jsonb: putJsonb,
  bytea: putBytes,
}

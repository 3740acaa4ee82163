import { fromUtf8, type Utf8 } from '../kernel/utf8.ts'
import { type Builder, json, jsonTexts, type Parameter, Part, plain, texts } from './sql.ts'

/**
 * Rows in, SQL out: many rows as one statement's input, by column name and type, so that two columns cannot be swapped.
 *
 *     insert into payouts (tenant_id, ${namesOf(NEW)}) select ${tenant}, ${namesOf(NEW)} from ${rowsOf(payouts, NEW)} as new
 *     update payouts payout set ${setOf(CHANGED, 'new')} from ${rowsOf(changes, { id: 'text', ...CHANGED })} as new where …
 */

/** The values that a column of each type takes. */
interface Types {
  text: string | null
  'text[]': readonly string[] | null
  smallint: number | null
  integer: number | null
  bigint: number | null
  real: number | null
  boolean: boolean | null
  timestamptz: Date | null
  json: object | null
  /** A text column whose value is JSON already. */
  json_text: string | null
  /** A text column whose value is UTF-8 already. */
  utf8: Utf8 | null
  jsonb: object | null
  bytea: Uint8Array | null
}

export type ColumnType = keyof Types

/** Columns of a table, each with its type. */
export type Columns = Readonly<Record<string, ColumnType>>

/** A row that has these columns; it may have others. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: Types[C[Name]] }

interface Writer {
  /** The column's values as one parameter. */
  write(values: readonly never[]): Parameter
  /** The parameter as an array, and an element of it as a value of the column. */
  array(parameter: string): string
  element?(name: string): string
}

const isoOrNull = (value: Date | null): string | null => value?.toISOString() ?? null
const hexOrNull = (value: Uint8Array | null): string | null =>
  value === null ? null : Buffer.from(value).toString('hex')

const plainArray = (type: ColumnType): Writer => ({
  write: (values: readonly (number | null)[]) => plain(values),
  array: (parameter) => `${parameter}::${type}[]`,
})

const separated = (parameter: string): string => `string_to_array(${parameter}, E'\\x1f', 'null')`

/** Quoting JSON in an array, and reading it back, costs more than writing the row: it is taken apart by a separator. */
const jsonArray = (type: ColumnType): Writer => ({
  write: (values: readonly (object | null)[]) => jsonTexts(values.map(json)),
  array: separated,
  element: (name) => `${name}::${type}`,
})

const WRITERS: Record<ColumnType, Writer> = {
  text: { write: (values: readonly (string | null)[]) => texts(values), array: (parameter) => `${parameter}::text[]` },
  // PostgreSQL's arrays of arrays are rectangles, so each is a text of its own.
  'text[]': {
    write: (values: readonly (readonly string[] | null)[]) => texts(values.map((value) => value && texts(value))),
    array: (parameter) => `${parameter}::text[]`,
    element: (name) => `${name}::text[]`,
  },
  smallint: plainArray('smallint'),
  integer: plainArray('integer'),
  bigint: plainArray('bigint'),
  real: plainArray('real'),
  boolean: {
    write: (values: readonly (boolean | null)[]) => plain(values.map((value) => value && String(value)) as string[]),
    array: (parameter) => `${parameter}::boolean[]`,
  },
  timestamptz: {
    write: (values: readonly (Date | null)[]) => plain(values.map(isoOrNull)),
    array: (parameter) => `${parameter}::timestamptz[]`,
  },
  json: jsonArray('json'),
  json_text: {
    write: (values: readonly (string | null)[]) => jsonTexts(values),
    array: separated,
  },
  utf8: {
    write: (values: readonly (Utf8 | null)[]) => texts(values.map((value) => value && fromUtf8(value))),
    array: (parameter) => `${parameter}::text[]`,
  },
  jsonb: jsonArray('jsonb'),
  bytea: {
    write: (values: readonly (Uint8Array | null)[]) => texts(values.map(hexOrNull)),
    array: (parameter) => `${parameter}::text[]`,
    element: (name) => `decode(${name}, 'hex')`,
  },
}

class RowsPart<C extends Columns> extends Part {
  readonly #rows: readonly RowOf<C>[]
  readonly #columns: C
  constructor(rows: readonly RowOf<C>[], columns: C) {
    super()
    this.#rows = rows
    this.#columns = columns
  }
  override writeTo(builder: Builder): void {
    const { params } = builder
    builder.text += rowsText(this.#columns, params.length + 1)
    for (const name in this.#columns) {
      params.push(writerOf(this.#columns, name).write(this.#rows.map((row) => row[name]) as never[]))
    }
  }
}

/** Texts by their columns and the number of their first parameter: put together once, not for each statement. */
const rowsTexts = new WeakMap<Columns, string[]>()

function rowsText(columns: Columns, first: number): string {
  const known = rowsTexts.get(columns) ?? []
  if (known.length === 0) rowsTexts.set(columns, known)
  known[first] ??= composeRows(columns, first)
  return known[first]
}

function composeRows(columns: Columns, first: number): string {
  const names = Object.keys(columns)
  const arrays = names.map((name, nth) => writerOf(columns, name).array(`$${first + nth}`))
  const elements = names.map((name) => {
    const element = writerOf(columns, name).element?.(name)
    return element ? `${element} as ${name}` : name
  })
  return `(select ${elements.join(', ')}, ordinal from unnest(${arrays.join(', ')}) with ordinality as item (${names.join(', ')}, ordinal))`
}

const writerOf = (columns: Columns, name: string): Writer => WRITERS[columns[name] as ColumnType]

/** The rows as a table expression with these columns and `ordinal`, which counts them from 1; the caller names it. */
export const rowsOf = <const C extends Columns>(rows: readonly RowOf<C>[], columns: C): Part =>
  new RowsPart(rows, columns)

const FEW = 8

/**
 * The same for rows that are usually few, without `ordinal`. Their number is part of the text, so that PostgreSQL keeps the plan:
 * of arrays it expects ten rows until it sees them, and plans anew each time, because two are cheaper.
 */
export const fewRowsOf = <const C extends Columns>(rows: readonly RowOf<C>[], columns: C): Part =>
  rows.length > FEW ? new RowsPart(rows, columns) : new ValuesPart(rows, columns)

class ValuesPart extends Part {
  readonly #rows: readonly Readonly<Record<string, unknown>>[]
  readonly #columns: Columns
  constructor(rows: readonly Readonly<Record<string, unknown>>[], columns: Columns) {
    super()
    this.#rows = rows
    this.#columns = columns
  }
  override writeTo(builder: Builder): void {
    const names = Object.keys(this.#columns)
    const lines = this.#rows.map((row) => {
      const values = names.map((name) => {
        const type = this.#columns[name] as ColumnType
        const value = row[name] as never
        builder.params.push(value === null ? null : SCALARS[type](value))
        return `$${builder.params.length}::${typeNameOf(type)}`
      })
      return `(${values.join(', ')})`
    })
    builder.text += `(select ${names.join(', ')} from (values ${lines.join(', ')}) as item (${names.join(', ')}))`
  }
}

const typeNameOf = (type: ColumnType): string => (type === 'json_text' || type === 'utf8' ? 'text' : type)

/** A value of a column as one parameter; the text says its type. */
const SCALARS: Record<ColumnType, (value: never) => Parameter> = {
  text: (value: string) => value,
  'text[]': texts,
  smallint: String,
  integer: String,
  bigint: String,
  real: String,
  boolean: String,
  timestamptz: (value: Date) => value.toISOString(),
  json,
  json_text: (value: string) => value,
  utf8: fromUtf8,
  jsonb: json,
  bytea: (value: Uint8Array) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime())

class ColumnsPart extends Part {
  readonly #values: Readonly<Record<string, readonly unknown[]>>
  readonly #columns: Columns
  constructor(values: Readonly<Record<string, readonly unknown[]>>, columns: Columns) {
    super()
    this.#values = values
    this.#columns = columns
  }
  override writeTo(builder: Builder): void {
    const arrays: string[] = []
    const names: string[] = []
    const elements: string[] = []
    for (const name in this.#columns) {
      const type = this.#columns[name] as ColumnType
      const values = this.#values[name] as readonly never[]
      const parameter = `$${builder.params.length + 1}`
      const first = values[0]
      // The first column is always an array: it says how many rows there are.
      if (names.length > 0 && values.every((value) => isSame(value, first))) {
        elements.push(`${parameter}::${typeNameOf(type)} as ${name}`)
        builder.params.push(first === null ? null : SCALARS[type](first as never))
        continue
      }
      const { write, array, element } = WRITERS[type]
      arrays.push(array(parameter))
      names.push(name)
      elements.push(element ? `${element(name)} as ${name}` : name)
      builder.params.push(write(values))
    }
    builder.text += `(select ${elements.join(', ')} from unnest(${arrays.join(', ')}) as item (${names.join(', ')}))`
  }
}

/**
 * The same from the values of each column, and without `ordinal`. A column whose values are all equal is one parameter:
 * rows that take the same step of their states have most of them in common.
 */
export const columnsOf = (values: Readonly<Record<string, readonly unknown[]>>, columns: Columns): Part =>
  new ColumnsPart(values, columns)

/** SQL written in the program, such as the description of a column, never from input. */
class TextPart extends Part {
  readonly #text: string
  constructor(text: string) {
    super()
    this.#text = text
  }
  override writeTo(builder: Builder): void {
    builder.text += this.#text
  }
}

/**
 * Sorts rows that were looked up by their keys. By the column itself, the planner would rather walk through all rows of
 * the tenant in the order of the index than look up a few and sort them.
 */
export const sortedBy = (column: string): Part => new TextPart(`${column} || ''`)

/** `id, status`, or `payout.id, payout.status`: instead of `*`, which a prepared statement must not have. */
export const namesOf = (columns: Readonly<Record<string, unknown>>, table?: string): Part =>
  new TextPart(
    Object.keys(columns)
      .map((name) => (table === undefined ? name : `${table}.${name}`))
      .join(', '),
  )

/** The same with some columns as text: JSON that is only handed on need not be read. */
export const namesWithTexts = (columns: Readonly<Record<string, unknown>>, texts: readonly string[]): Part =>
  new TextPart(
    Object.keys(columns)
      .map((name) => (texts.includes(name) ? `${name}::text as ${name}` : name))
      .join(', '),
  )

/** `status = new.status, due_at = new.due_at`, and columns that are computed by an expression. */
export const setOf = (columns: Columns, source: string, computed: Readonly<Record<string, string>> = {}): Part =>
  new TextPart(
    [
      ...Object.keys(columns).map((name) => `${name} = ${source}.${name}`),
      ...Object.entries(computed).map(([name, expression]) => `${name} = ${expression}`),
    ].join(', '),
  )

/** The columns of these names. */
export const pick = <const C extends Columns, const Name extends keyof C>(
  columns: C,
  names: readonly Name[],
): { readonly [N in Name]: C[N] } => Object.fromEntries(names.map((name) => [name, columns[name]])) as never

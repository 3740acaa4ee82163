/**
 * SQL as it is written at the call sites: sql`select id from payouts where tenant_id = ${tenant}`. A value becomes a
 * parameter, a statement inside a statement becomes a part of it. Nothing is sent until the statement is awaited.
 */

/** The rows of a reply, and how many rows the command returned or changed. */
export type Result<Rows extends readonly unknown[] = Row[]> = Rows & {
  readonly count: number
  readonly command: string
}

/** biome-ignore lint/suspicious/noExplicitAny: a row whose type the caller did not name can hold any column */
export type Row = Record<string, any>

/** A statement with its parameters, as PostgreSQL gets it. */
export interface Query {
  readonly text: string
  readonly params: readonly Parameter[]
  /** Sent as a plain text, which may hold several commands, and never prepared. */
  readonly isPlain?: boolean
  /** The rows of a `copy … from stdin`, in PostgreSQL's binary format; see copy.ts. */
  readonly copied?: Buffer
}

/** PostgreSQL parses a text by the type it wants; bytes are sent in their binary form. */
export type Parameter = string | Buffer | null

export type Send = (query: Query) => Promise<Result>

/** A value or a part of a statement, as it may stand in `${…}`. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | Part
  | readonly Part[]
  | readonly (string | number | boolean | Date | null)[]

export interface Builder {
  text: string
  readonly params: Parameter[]
}

/** A piece of SQL that only makes sense inside a statement. */
export abstract class Part {
  abstract writeTo(builder: Builder): void
}

/** A statement is sent when it is awaited, and only once; inside another statement it is a part of that one. */
export class Statement<Rows extends readonly unknown[] = Row[]> extends Part implements Promise<Result<Rows>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #strings: readonly string[]
  readonly #values: readonly Value[]
  readonly #send: Send
  #reply: Promise<Result<Rows>> | undefined

  constructor(strings: readonly string[], values: readonly Value[], send: Send) {
    super()
    this.#strings = strings
    this.#values = values
    this.#send = send
  }

  override writeTo(builder: Builder): void {
    const [first = '', ...rest] = this.#strings
    builder.text += first
    for (const [nth, text] of rest.entries()) {
      writeValue(builder, this.#values[nth] as Value)
      builder.text += text
    }
  }

  toQuery(): Query {
    if (this.#values.every(isPlainValue)) {
      return { text: plainTextOf(this.#strings), params: this.#values.map(parameterOf) }
    }
    const builder: Builder = { text: '', params: [] }
    this.writeTo(builder)
    return builder
  }

  /** Sends the statement now, so that it goes out before all that are sent later. */
  execute(): this {
    if (!this.#reply) {
      this.#reply = this.#send(this.toQuery()) as Promise<unknown> as Promise<Result<Rows>>
      // A transaction itself checks every statement for failure, also those that nobody awaits.
      this.#reply.catch(() => {})
    }
    return this
  }

  #sent(): Promise<Result<Rows>> {
    this.execute()
    return this.#reply as Promise<Result<Rows>>
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what sends it
  then<A = Result<Rows>, B = never>(
    onReply?: ((result: Result<Rows>) => A | PromiseLike<A>) | null,
    onFailure?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#sent().then(onReply, onFailure)
  }

  catch<B = never>(onFailure?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Result<Rows> | B> {
    return this.#sent().catch(onFailure)
  }

  finally(onEnd?: (() => void) | null): Promise<Result<Rows>> {
    return this.#sent().finally(onEnd)
  }
}

/** A text made by the program: several commands at once, or one that cannot have parameters. */
class PlainStatement<Rows extends readonly unknown[] = Row[]> extends Statement<Rows> {
  readonly #text: string
  readonly #params: readonly Value[]

  constructor(text: string, params: readonly Value[], send: Send) {
    super([text], [], send)
    this.#text = text
    this.#params = params
  }

  override toQuery(): Query {
    return { text: this.#text, params: this.#params.map((value) => parameterOf(value)), isPlain: true }
  }
}

/** A `copy … from stdin` with the rows that it reads. */
class CopyStatement extends Statement {
  readonly #query: Query

  constructor(text: string, rows: Buffer, send: Send) {
    super([text], [], send)
    this.#query = { text, params: [], copied: rows }
  }

  override toQuery(): Query {
    return this.#query
  }
}

class Identifiers extends Part {
  readonly #names: readonly string[]
  constructor(names: readonly string[]) {
    super()
    this.#names = names
  }
  override writeTo(builder: Builder): void {
    builder.text += this.#names.map(quoted).join(', ')
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** After `set`, `"a" = $1, "b" = $2`; elsewhere, as in an insert, `("a", "b") values ($1, $2), ($3, $4)`. */
class NamedValues extends Part {
  readonly #rows: readonly Row[]
  readonly #names: readonly string[]
  constructor(rows: readonly Row[], names: readonly string[]) {
    super()
    this.#rows = rows
    this.#names = names
  }
  override writeTo(builder: Builder): void {
    const [first = {}] = this.#rows
    if (/\bset\s*$/.test(builder.text)) {
      writeJoined(builder, this.#names, (name) => {
        builder.text += `${quoted(name)} = `
        writeValue(builder, first[name])
      })
      return
    }
    builder.text += `(${this.#names.map(quoted).join(', ')}) values `
    writeJoined(builder, this.#rows, (row) => {
      builder.text += '('
      writeJoined(builder, this.#names, (name) => writeValue(builder, row[name]))
      builder.text += ')'
    })
  }
}

/** A value that is written as `$1` and nothing else. */
const isPlainValue = (value: Value): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

const plainTexts = new WeakMap<readonly string[], string>()

/** The text of a template all of whose values are plain: always the same, so it is put together once. */
function plainTextOf(strings: readonly string[]): string {
  const known = plainTexts.get(strings)
  if (known !== undefined) return known
  const text = strings.reduce((before, string, nth) => `${before}$${nth}${string}`)
  plainTexts.set(strings, text)
  return text
}

function writeJoined<Item>(builder: Builder, items: readonly Item[], write: (item: Item) => void): void {
  for (const [nth, item] of items.entries()) {
    if (nth > 0) builder.text += ', '
    write(item)
  }
}

function writeValue(builder: Builder, value: Value): void {
  if (value instanceof Part) {
    value.writeTo(builder)
    return
  }
  if (Array.isArray(value) && value[0] instanceof Part) {
    for (const [nth, part] of value.entries()) {
      // `$1and` is a syntax error.
      if (nth > 0) builder.text += ' '
      ;(part as Part).writeTo(builder)
    }
    return
  }
  builder.params.push(parameterOf(value))
  builder.text += `$${builder.params.length}${castOf(value)}`
}

/** PostgreSQL infers the type of a text from its place; where the place says nothing, it would stay a text. */
function castOf(value: Value): string {
  if (value instanceof Date) return '::timestamptz'
  if (typeof value === 'boolean') return '::boolean'
  if (value instanceof Uint8Array) return '::bytea'
  return ''
}

function parameterOf(value: Value): Parameter {
  if (value === null || typeof value === 'string') return value
  if (value === undefined) throw new TypeError('undefined is no value for PostgreSQL: say null')
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayOf(value)
  if (typeof value === 'object') throw new TypeError('an object is no value for PostgreSQL: use json()')
  return String(value)
}

const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? quote(value) : parameterOf(value as Value))).join(',')}}`

// A control character would need an escape that PostgreSQL reads differently from JSON.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for
const CONTROL = /[\u0000-\u001f]/

/** Texts without anything to quote, such as ids and states, which are most of what is written. */
const NOTHING_TO_QUOTE = /^(?!null$)[\w.:-]+$/i

function quote(value: string): string {
  if (NOTHING_TO_QUOTE.test(value)) return value
  return CONTROL.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : JSON.stringify(value)
}

/** A `text[]` as PostgreSQL writes it. Quoting is the same as JSON's, which is native. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`

// JSON text never has this character unescaped.
const SEPARATOR = '\u001f'

/**
 * JSON texts, taken apart by `string_to_array`: quoting a text full of quotes, and reading it back, costs more than
 * writing the row. A null is JSON's own.
 */
export const jsonTexts = (values: readonly (string | null)[]): string =>
  values.map((value) => value ?? 'null').join(SEPARATOR)

/** An array of numbers, times or our own ids, none of which needs quoting. */
export const plain = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** A value for a `json` or `jsonb` column. */
export const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** The tag: SQL with values in it, names of tables and columns, and rows to insert or set. */
export interface SqlTag {
  <Rows extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Value[]): Statement<Rows>
  (name: string): Part
  (names: readonly string[]): Part
  (row: object | readonly object[], names?: readonly string[]): Part
  /** A text made by the program, never from input. */
  unsafe<Rows extends readonly unknown[] = Row[]>(text: string, params?: readonly Value[]): Statement<Rows>
  /** A `copy … from stdin` made by the program, and its rows; see copy.ts. */
  copy(text: string, rows: Buffer): Statement
}

export function sqlTag(send: Send): SqlTag {
  const tag = (first: TemplateStringsArray | string | readonly string[] | object, ...rest: unknown[]): Part => {
    if (isTemplate(first)) return new Statement(first, rest as Value[], send)
    if (typeof first === 'string') return new Identifiers([first])
    if (Array.isArray(first) && typeof first[0] === 'string') return new Identifiers(first as string[])
    const rows = (Array.isArray(first) ? first : [first]) as Row[]
    return new NamedValues(rows, (rest[0] as string[] | undefined) ?? Object.keys(rows[0] ?? {}))
  }
  const unsafe = (text: string, params: readonly Value[] = []) => new PlainStatement(text, params, send)
  const copy = (text: string, rows: Buffer) => new CopyStatement(text, rows, send)
  return Object.assign(tag, { unsafe, copy }) as unknown as SqlTag
}

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

import pg from 'pg'
import { type DriverField, type ReadRow, rowReader } from './row-reader.ts'
import type { Parameter, Result, Row } from './sql.ts'

/** A statement that a connection prepares once and then knows by its name. */
export interface Prepared {
  readonly name: string
  /** The driver compares texts by identity first. */
  readonly text: string
}

const NO_ROWS = rowReader([])

/** The part of the driver's connection that a query writes to. */
export interface DriverConnection {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(message: Prepared): void
  close(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: readonly Parameter[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(): void
  sync(): void
  endCopyFrom(): void
  readonly stream: { write(bytes: Buffer): unknown }
}

/** Has PostgreSQL prepare a statement, unless it has on this connection. One without a name is prepared for this use alone. */
export function parseOnce(connection: DriverConnection, { name, text }: Prepared): void {
  const { parsedStatements, submittedNamedStatements } = connection
  if (name === '') {
    connection.parse({ name, text })
    return
  }
  if (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined) return
  connection.parse({ name, text })
  submittedNamedStatements[name] = text
}

/**
 * Makes a class one of the driver's queries, as which alone it takes it. The driver's own constructor is not run: it
 * prepares a result and listeners that are not used, for every statement.
 */
export function asDriverQuery(query: { readonly prototype: object }): void {
  Object.setPrototypeOf(query.prototype, pg.Query.prototype)
}

/** Our memory of a connection. */
interface Memory {
  /**
   * By the name of the statement on this connection. The columns cannot change: PostgreSQL refuses with 0A000 if the table
   * did.
   */
  readonly readers: Map<string, ReadRow>
  /** The present names of statements that were planned anew, by their first ones, and when they were given. */
  readonly renamed: Map<string, { readonly name: string; readonly at: number }>
  /** When the last statement that was sent alone had been answered. */
  answeredAt: number
}

const memories = new WeakMap<DriverConnection, Memory>()

function memoryOf(connection: DriverConnection): Memory {
  const known = memories.get(connection)
  if (known) return known
  const fresh = { readers: new Map(), renamed: new Map(), answeredAt: 0 }
  memories.set(connection, fresh)
  return fresh
}

/** Longer than it takes to find some rows by an index. */
const SLOW_MS = 20
/** A statement that is slow for other reasons is planned no more often than this. */
const KEPT_MS = 10_000

/**
 * A prepared statement on its way through the driver. The driver's own query asks PostgreSQL to describe the rows each
 * time, which costs both sides more than a short read itself; this one asks once per connection and statement.
 */
export class PreparedQuery {
  // The driver reads these.
  /** The first one, until it is sent. */
  name: string
  readonly text: string
  readonly callback: (error: unknown, result?: Result) => void

  readonly #firstName: string
  readonly #params: readonly Parameter[]
  readonly #rows: Row[] = []
  #read: ReadRow | undefined
  #memory: Memory | undefined
  /** Where and when it was sent, unless with others in a transaction: there it may have waited for a lock. */
  #alone: { readonly connection: DriverConnection; readonly at: number } | undefined
  #tag = ''
  #fault: unknown

  constructor(
    { name, text }: Prepared,
    params: readonly Parameter[],
    callback: (error: unknown, result?: Result) => void,
  ) {
    this.name = name
    this.#firstName = name
    this.text = text
    this.#params = params
    this.callback = callback
  }

  submit(connection: DriverConnection): null {
    this.#alone = { connection, at: performance.now() }
    this.write(connection)
    connection.sync()
    return null
  }

  /** Without asking for an answer. */
  write(connection: DriverConnection): void {
    const memory = memoryOf(connection)
    const name = this.#presentName(memory)
    this.name = name
    this.#memory = memory
    parseOnce(connection, this)
    connection.bind({ statement: name, values: this.#params })
    this.#read = memory.readers.get(name)
    if (!this.#read) connection.describe({ type: 'P', name: '' })
    connection.execute()
  }

  handleRowDescription({ fields }: { readonly fields: readonly DriverField[] }): void {
    this.#read = rowReader(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push((this.#read as ReadRow)(fields))
    } catch (error) {
      this.#fault ??= error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text
    const memory = this.#memory
    if (memory && this.name === this.#presentName(memory)) memory.readers.set(this.name, this.#read ?? NO_ROWS)
  }

  handleReadyForQuery(): void {
    if (this.#alone) this.#forgetIfSlow(this.#alone.connection, this.#alone.at)
    if (this.#fault === undefined) this.callback(null, resultOf(this.#rows, this.#tag))
    else this.callback(this.#fault)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  #presentName({ renamed }: Memory): string {
    return renamed.get(this.#firstName)?.name ?? this.#firstName
  }

  /**
   * Has a statement that took long planned anew when it is sent again. PostgreSQL keeps a plan until a table's statistics
   * change, which takes a minute: one from when the table was empty reads all of it, although thousands of rows have come
   * since. It gets another name, because others may have been sent by the old one and not be answered yet.
   */
  #forgetIfSlow(connection: DriverConnection, sentAt: number): void {
    const memory = memoryOf(connection)
    const now = performance.now()
    // Statements wait for one another on a connection.
    const since = Math.max(sentAt, memory.answeredAt)
    memory.answeredAt = now
    const known = memory.renamed.get(this.#firstName)
    if (now - since < SLOW_MS || this.name !== this.#presentName(memory)) return
    if (known && now - known.at < KEPT_MS) return
    connection.close({ type: 'S', name: this.name })
    delete connection.parsedStatements[this.name]
    memory.readers.delete(this.name)
    memory.renamed.set(this.#firstName, { name: `${this.#firstName}_${Math.round(now)}`, at: now })
  }
}

asDriverQuery(PreparedQuery)

/** The command's tag is `INSERT 0 5`, `SELECT 3` or `COMMIT`: its first word, and the number it ends with. */
export function resultOf(rows: Row[], tag: string): Result {
  const end = tag.indexOf(' ')
  const count = end < 0 ? 0 : Number(tag.slice(tag.lastIndexOf(' ') + 1))
  // `count` and `command` are not enumerable, so that the rows compare and print as rows alone.
  Object.defineProperty(rows, 'count', { value: Number.isNaN(count) ? 0 : count })
  Object.defineProperty(rows, 'command', { value: end < 0 ? tag : tag.slice(0, end) })
  return rows as Result
}

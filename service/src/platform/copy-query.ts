import { asDriverQuery, type DriverConnection, type Prepared, parseOnce, resultOf } from './prepared-query.ts'
import type { Result } from './sql.ts'

const COPY_DATA = 'd'.charCodeAt(0)
const HEAD_BYTES = 5
const NO_PARAMS: readonly never[] = []

/** The head of the one message that the rows are: its letter, and its length without the letter. */
function headOf(rows: Buffer): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  head[0] = COPY_DATA
  head.writeInt32BE(rows.length + HEAD_BYTES - 1, 1)
  return head
}

/**
 * A `copy … from stdin` on its way through the driver. The rows follow the statement at once: were it refused, PostgreSQL
 * would read past them.
 */
export class CopyQuery {
  // The driver reads these.
  readonly name: string
  readonly text: string
  readonly callback: (error: unknown, result?: Result) => void

  readonly #rows: Buffer
  #tag = ''

  constructor({ name, text }: Prepared, rows: Buffer, callback: (error: unknown, result?: Result) => void) {
    this.name = name
    this.text = text
    this.#rows = rows
    this.callback = callback
  }

  submit(connection: DriverConnection): null {
    this.write(connection)
    connection.sync()
    return null
  }

  /** Without asking for an answer. */
  write(connection: DriverConnection): void {
    parseOnce(connection, this)
    connection.bind({ statement: this.name, values: NO_PARAMS })
    connection.execute()
    connection.stream.write(headOf(this.#rows))
    connection.stream.write(this.#rows)
    connection.endCopyFrom()
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleCopyInResponse(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text
  }

  handleReadyForQuery(): void {
    this.callback(null, resultOf([], this.#tag))
  }

  handleError(error: unknown): void {
    this.callback(error)
  }
}

asDriverQuery(CopyQuery)

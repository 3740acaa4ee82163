import { asDriverQuery, resultOf } from './prepared-query.ts'
import type { Result } from './sql.ts'

/** The part of the driver's connection that a copy writes to. */
interface DriverConnection {
  query(text: string): void
  endCopyFrom(): void
  readonly stream: { write(bytes: Buffer): unknown }
}

const COPY_DATA = 'd'.charCodeAt(0)
const HEAD_BYTES = 5

/** The rows as one message of the protocol: its letter, its length without the letter, and the text. */
function dataMessage(rows: string): Buffer {
  const length = Buffer.byteLength(rows)
  const message = Buffer.allocUnsafe(HEAD_BYTES + length)
  message[0] = COPY_DATA
  message.writeInt32BE(length + HEAD_BYTES - 1, 1)
  message.write(rows, HEAD_BYTES)
  return message
}

/**
 * A `copy … from stdin` on its way through the driver. The rows follow the statement at once: were it refused, PostgreSQL
 * would read past them.
 */
export class CopyQuery {
  // The driver reads these.
  readonly text: string
  readonly callback: (error: unknown, result?: Result) => void

  readonly #rows: string
  #tag = ''

  constructor(text: string, rows: string, callback: (error: unknown, result?: Result) => void) {
    this.text = text
    this.#rows = rows
    this.callback = callback
  }

  submit(connection: DriverConnection): null {
    connection.query(this.text)
    connection.stream.write(dataMessage(this.#rows))
    connection.endCopyFrom()
    return null
  }

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

import type { CopyQuery } from './copy-query.ts'
import { asDriverQuery, type DriverConnection, type PreparedQuery } from './prepared-query.ts'

type Part = PreparedQuery | CopyQuery

/**
 * Statements of one transaction that are answered together: PostgreSQL says once that it is ready, not after each. Every such
 * word is a write to the socket on its side, and a turn of the event loop on ours. After one that fails PostgreSQL reads past
 * the others, `commit` too. The first ones may leave before the others are made.
 */
export class QueryGroup {
  // The driver reads it.
  readonly callback = (): void => {}
  readonly #parts: Part[] = []
  #connection: DriverConnection | undefined
  #isWhole = false
  #answered = 0

  add(parts: readonly Part[]): void {
    this.#parts.push(...parts)
    if (this.#connection) for (const part of parts) part.write(this.#connection)
  }

  /** Nothing follows any more: PostgreSQL is asked to answer. */
  end(): void {
    this.#isWhole = true
    this.#connection?.sync()
  }

  // The driver remembers by these two which statement it has prepared: the one that is being answered.
  get name(): string {
    return this.#current.name
  }

  get text(): string {
    return this.#current.text
  }

  get #current(): Part {
    return this.#parts[Math.min(this.#answered, this.#parts.length - 1)] as Part
  }

  submit(connection: DriverConnection): null {
    this.#connection = connection
    for (const part of this.#parts) part.write(connection)
    if (this.#isWhole) connection.sync()
    return null
  }

  handleRowDescription(message: Parameters<PreparedQuery['handleRowDescription']>[0]): void {
    this.#current.handleRowDescription(message)
  }

  handleDataRow(message: Parameters<PreparedQuery['handleDataRow']>[0]): void {
    this.#current.handleDataRow(message)
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(message: { readonly text: string }): void {
    this.#current.handleCommandComplete(message)
    this.#answered++
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) part.handleReadyForQuery()
  }

  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: DriverConnection): void {
    for (const [nth, part] of this.#parts.entries()) {
      if (nth < this.#answered) {
        part.handleReadyForQuery()
        continue
      }
      // PostgreSQL has not read it, and so has not prepared it.
      if (parsedStatements[part.name] === undefined) delete submittedNamedStatements[part.name]
      part.handleError(error)
    }
  }
}

asDriverQuery(QueryGroup)

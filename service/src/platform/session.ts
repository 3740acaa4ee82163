import pg from 'pg'
import { UnsafeInteger } from './connection.ts'
import type { Query, Result, Row } from './sql.ts'

/** A connection that ended, or never came to be, or did not answer in time: the caller should retry. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST'
}

const AWAY = new Set([
  'CONNECTION_LOST',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '55000', // the database is not accepting connections
])

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The database cannot be reached or is going away: the caller should retry, nothing is known to be wrong. */
export const isDatabaseAway = (error: unknown): boolean => AWAY.has(errorCode(error))

/** PostgreSQL itself refused a statement, so the transaction is known to have rolled back. */
export const isRolledBack = (error: unknown): boolean => error instanceof pg.DatabaseError && !isDatabaseAway(error)

/** The driver's own errors have no code: they all say that the connection is gone. */
export function withCode(error: unknown): unknown {
  if (error instanceof UnsafeInteger || errorCode(error) !== '') return error
  return new ConnectionLost(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * feature_not_supported says that a plan no longer fits its table, invalid_sql_statement_name that a prepared statement is
 * gone. The driver prepares a statement once per connection, so only a new connection can run it again.
 */
const SPOILS_CONNECTION = new Set(['0A000', '26000'])

function spoilsConnection(error: unknown): boolean {
  if (error instanceof UnsafeInteger) return false
  return !(error instanceof pg.DatabaseError) || isDatabaseAway(error) || SPOILS_CONNECTION.has(errorCode(error))
}

interface Prepared {
  readonly name: string
  /** The driver compares texts by identity first. */
  readonly text: string
}

const prepared = new Map<string, Prepared>()
/** Far more than the program has; a text that varies without end must not fill the memory of the server. */
const PREPARED_MAX = 4_000

function preparedOf(text: string): Prepared | { readonly text: string } {
  const known = prepared.get(text)
  if (known || prepared.size >= PREPARED_MAX) return known ?? { text }
  const fresh = { name: `s${prepared.size}`, text }
  prepared.set(text, fresh)
  return fresh
}

/**
 * One connection while it is checked out. Statements are sent at once, without waiting for the replies to earlier ones.
 * The connection goes back to the pool only when no reply is outstanding and no transaction is open; otherwise it is
 * closed, so that no statement can ever run in another's transaction.
 */
export class Session {
  /** The first statement that failed. */
  failure: unknown
  replyTimeoutMs: number
  readonly #client: pg.PoolClient
  readonly #onFailure: ((error: unknown) => void) | undefined
  #outstanding = 0
  #isSpoiled = false
  #hasEnded = false

  constructor(client: pg.PoolClient, replyTimeoutMs: number, onFailure?: (error: unknown) => void) {
    this.#client = client
    this.#onFailure = onFailure
    this.replyTimeoutMs = replyTimeoutMs
  }

  send({ text, params, isPlain = false }: Query): Promise<Result> {
    if (this.#hasEnded) return Promise.reject(new Error('the transaction of this statement has ended'))
    const how = isPlain ? { text } : preparedOf(text)
    const config = { ...how, values: params as unknown[], query_timeout: this.replyTimeoutMs }
    return new Promise((resolve, reject) => {
      this.#outstanding++
      const onReply = (error: unknown, result: pg.QueryResult | pg.QueryResult[]): void => {
        this.#outstanding--
        if (error) reject(this.#failed(withCode(error)))
        else resolve(resultOf(result))
      }
      this.#client.query({ ...config, callback: onReply } as never)
    })
  }

  #failed(error: unknown): unknown {
    this.failure ??= error
    this.#onFailure?.(error)
    if (spoilsConnection(error)) this.#isSpoiled = true
    return error
  }

  discard(): void {
    this.#isSpoiled = true
  }

  end(): void {
    this.#hasEnded = true
    const isIdle = this.#outstanding === 0 && transactionStatus(this.#client) === 'I'
    if (isIdle && !this.#isSpoiled) this.#client.release()
    else {
      this.#client.release(true)
      closeSocket(this.#client)
    }
  }
}

interface DriverClient {
  getTransactionStatus(): string | null
  readonly connection: { readonly stream: { destroy(): void } }
}

const transactionStatus = (client: pg.PoolClient): string | null =>
  (client as unknown as DriverClient).getTransactionStatus()

/** Closes the socket without waiting for replies that may never come. */
export const closeSocket = (client: pg.PoolClient): void =>
  (client as unknown as DriverClient).connection.stream.destroy()

function resultOf(result: pg.QueryResult | pg.QueryResult[]): Result {
  const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
  // `count` and `command` are not enumerable, so that the rows compare and print as rows alone.
  return Object.defineProperties(last.rows as Row[], {
    count: { value: last.rowCount ?? 0 },
    command: { value: last.command },
  }) as Result
}

import pg from 'pg'
import { UnsafeInteger } from './connection.ts'
import { CopyQuery } from './copy-query.ts'
import { addressOf, type HostAddress, NoWritableHost } from './database-hosts.ts'
import { closeSocket, driverOf } from './driver.ts'
import { Flight } from './flights.ts'
import { type Prepared, PreparedQuery, resultOf } from './prepared-query.ts'
import { QueryGroup } from './query-group.ts'
import type { Query, Result } from './sql.ts'
import { currentSpan } from './traces.ts'

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
  '08000', // connection_exception, also of a cluster's coordinator that cannot reach the server of the rows
  '08001', // sqlclient_unable_to_establish_sqlconnection
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  '08007', // transaction_resolution_unknown
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '57P04', // database_dropped
  '25P03', // idle_in_transaction_session_timeout
  '55000', // the database is not accepting connections
  '25006', // read_only_sql_transaction: the server is no longer the one that takes writes
])

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A row with this unique key is there already (unique_violation). */
export const isDuplicate = (error: unknown): boolean => errorCode(error) === '23505'

/** The database cannot be reached or is going away: the caller should retry, nothing is known to be wrong. */
export const isDatabaseAway = (error: unknown): boolean => AWAY.has(errorCode(error))

/** PostgreSQL itself refused a statement, so the transaction is known to have rolled back. */
export const isRolledBack = (error: unknown): boolean => error instanceof pg.DatabaseError && !isDatabaseAway(error)

/**
 * A cluster's coordinator commits on the one server that a transaction has written to, and lost the reply: it rolls back its
 * own part and says so by an error, but the server may have committed.
 */
const isCommitUnknown = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === 'XX000' &&
  /^(could not commit transaction for shard|failure on connection marked as essential)/.test(error.message)

/** Errors of the driver and of the network, as opposed to PostgreSQL's: they all say that the connection is gone. */
export function withCode(error: unknown): unknown {
  const isTold = (error instanceof pg.DatabaseError && !isCommitUnknown(error)) || error instanceof NoWritableHost
  if (isTold || error instanceof UnsafeInteger || isDatabaseAway(error)) return error
  return new ConnectionLost(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * feature_not_supported says that a plan no longer fits its table, invalid_sql_statement_name that a prepared statement is
 * gone. The driver prepares a statement once per connection, so only a new connection can run it again.
 */
const SPOILS_CONNECTION = new Set(['0A000', '26000'])

function spoilsConnection(error: unknown): boolean {
  if (error instanceof UnsafeInteger) return false
  if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') return true
  return isDatabaseAway(error) || SPOILS_CONNECTION.has(errorCode(error))
}

/** The server that we are connected to takes no writes any more. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006'

const prepared = new Map<string, Prepared>()
/** Far more than the program has; a text that varies without end must not fill the memory of the server. */
const PREPARED_MAX = 4_000

/** The statement under a name of its own; none for a text beyond the limit. */
function preparedOf(text: string): Prepared | undefined {
  const known = prepared.get(text)
  if (known || prepared.size >= PREPARED_MAX) return known
  const fresh = { name: `s${prepared.size}`, text }
  prepared.set(text, fresh)
  return fresh
}

/** The texts of all statements that this process has sent with parameters, each once. */
export const sentTexts = (): Iterable<string> => prepared.keys().filter((text) => !text.startsWith('copy '))

export interface SessionListeners {
  readonly onEnd: () => void
  /** Called with every error, also where the caller goes on in spite of it. */
  readonly onFailure: (error: unknown) => void
}

/**
 * One connection while it is checked out. Statements are sent at once, without waiting for the replies to earlier ones.
 * The connection goes back to the pool only when no reply is outstanding and no transaction is open; otherwise it is
 * closed, so that no statement can ever run in another's transaction.
 */
export class Session {
  /** The first statement that failed. */
  failure: unknown
  /** How long PostgreSQL may take for a reply, from the reply before it or from the first statement. */
  replyTimeoutMs: number
  /** Statements that are sent in one turn of the event loop are answered together. Only within a transaction. */
  isGrouping = false
  readonly #client: pg.PoolClient
  readonly #onFailure: (error: unknown) => void
  #outstanding = 0
  #waitingSince = 0
  #isCorked = false
  #group: (PreparedQuery | CopyQuery)[] = []
  /** The group whose first statements have left. */
  #begun: QueryGroup | undefined
  #flight: Flight | undefined
  #isSpoiled = false
  #hasEnded = false

  readonly #onEnd: () => void

  constructor(client: pg.PoolClient, replyTimeoutMs: number, { onEnd, onFailure }: SessionListeners) {
    this.#client = client
    this.#onFailure = onFailure
    this.replyTimeoutMs = replyTimeoutMs
    this.#onEnd = onEnd
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Statements that were sent and not answered. */
  get outstanding(): number {
    return this.#outstanding
  }

  /** How long nothing has been answered, while something is outstanding. */
  waitingMs(now: number): number {
    return this.#outstanding === 0 ? 0 : now - this.#waitingSince
  }

  get host(): HostAddress {
    return addressOf(this.#client)
  }

  /** The connection must not be used for anything new. */
  get isSpoiled(): boolean {
    return this.#isSpoiled || !driverOf(this.#client)._queryable
  }

  send(query: Query): Promise<Result> {
    if (this.#hasEnded) return Promise.reject(new Error('the transaction of this statement has ended'))
    const flight = this.#join()
    return new Promise((resolve, reject) => {
      if (this.#outstanding++ === 0) this.#waitingSince = performance.now()
      this.#cork()
      const onReply = (error: unknown, result?: Result): void => {
        this.#outstanding--
        this.#waitingSince = performance.now()
        flight?.replied(query.text, error)
        if (error) reject(this.#failed(withCode(error)))
        else resolve(result as Result)
      }
      try {
        this.#submit(query, onReply)
      } catch (error) {
        onReply(error)
      }
    })
  }

  #submit(query: Query, onReply: OnReply): void {
    const driven = this.isGrouping ? preparedQueryOf(query, onReply) : undefined
    if (driven) {
      this.#group.push(driven)
      return
    }
    this.#sendGroup()
    submit(this.#client, query, onReply)
  }

  /**
   * Lets the statements so far leave at once: PostgreSQL works on them while the others of this turn of the event loop are
   * being made. They are still answered together.
   */
  flush(): void {
    if (!this.isGrouping || this.#group.length === 0) return
    const { stream } = driverOf(this.#client).connection
    this.#begun = this.#handGroup()
    stream.uncork()
    stream.cork()
  }

  #sendGroup(): void {
    if (this.#group.length > 0 || this.#begun) this.#handGroup().end()
    this.#begun = undefined
  }

  #handGroup(): QueryGroup {
    const group = this.#begun ?? new QueryGroup()
    group.add(this.#group)
    this.#group = []
    if (!this.#begun) this.#client.query(group as never)
    return group
  }

  /** The flight of the next statement, where its trace is kept: the one that has not left yet, or another. */
  #join(): Flight | undefined {
    const span = currentSpan()
    if (!span) return undefined
    if (this.#flight?.part !== span || this.#flight.isOver) this.#flight = new Flight(span)
    this.#flight.sent()
    return this.#flight
  }

  /** Sends the end of a transaction. A statement behind it would be a transaction of its own, so none is sent any more. */
  sendLast(query: Query): Promise<Result> {
    const sent = this.send(query)
    this.#hasEnded = true
    return sent
  }

  /** Ends a transaction that PostgreSQL has left open after a statement of a group that failed. */
  async rollBack(): Promise<void> {
    if (this.isSpoiled) return
    this.isGrouping = false
    this.#hasEnded = false
    await this.sendLast({ text: 'rollback', params: [] }).catch(() => {})
  }

  /** Statements that are sent in one turn of the event loop leave in one write. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = driverOf(this.#client).connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#sendGroup()
      this.#flight = undefined
      stream.uncork()
    })
  }

  #failed(error: unknown): unknown {
    this.failure ??= error
    if (spoilsConnection(error)) this.#isSpoiled = true
    this.#onFailure(error)
    return error
  }

  closeIfOverdue(now: number): void {
    if (this.waitingMs(now) >= this.replyTimeoutMs) this.close()
  }

  /** Closes the connection at once: everything outstanding on it fails as lost. */
  close(): void {
    this.#isSpoiled = true
    closeSocket(this.#client)
  }

  discard(): void {
    this.#isSpoiled = true
  }

  end(): void {
    this.#hasEnded = true
    this.#onEnd()
    const isIdle = this.#outstanding === 0 && driverOf(this.#client).getTransactionStatus() === 'I'
    if (isIdle && !this.#isSpoiled) this.#client.release()
    else {
      this.#client.release(true)
      closeSocket(this.#client)
    }
  }
}

type OnReply = (error: unknown, result?: Result) => void

/** The statement as one that the connection prepares; none where it is a plain text. */
function preparedQueryOf(
  { text, params, isPlain = false, copied }: Query,
  onReply: OnReply,
): PreparedQuery | CopyQuery | undefined {
  const statement = isPlain ? undefined : preparedOf(text)
  if (copied !== undefined) return new CopyQuery(statement ?? { name: '', text }, copied, onReply)
  return statement && new PreparedQuery(statement, params, onReply)
}

function submit(client: pg.PoolClient, query: Query, onReply: OnReply): void {
  const driven = preparedQueryOf(query, onReply)
  if (driven) {
    client.query(driven as never)
    return
  }
  const { text, params } = query
  const callback = (error: unknown, reply: pg.QueryResult | pg.QueryResult[]): void => {
    if (error) onReply(error)
    else onReply(null, lastOf(reply))
  }
  client.query({ text, values: params, callback } as never)
}

/** A text of several commands is answered by the result of the last. */
function lastOf(reply: pg.QueryResult | pg.QueryResult[]): Result {
  const last = Array.isArray(reply) ? (reply.at(-1) as pg.QueryResult) : reply
  return resultOf(last.rows, `${last.command} ${last.rowCount ?? 0}`)
}

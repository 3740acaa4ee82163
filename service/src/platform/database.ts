import pg from 'pg'
import { poolSettings, REPLY_GRACE_MS, STATEMENT_TIMEOUT_MS, types } from './connection.ts'
import type { Logger } from './logs.ts'
import { openConnections } from './open-connections.ts'
import { Readers } from './readers.ts'
import { errorCode, type Session } from './session.ts'
import { type Query, type Result, type Send, type SqlTag, type Statement, sqlTag } from './sql.ts'

export { errorCode, isDatabaseAway, isDuplicate, isRolledBack } from './session.ts'
export { json, jsonTexts, type Part, plain, type Statement, texts } from './sql.ts'

/** The pool: for reads that need no transaction. */
export interface Sql extends SqlTag {
  readonly isTransaction: false
}

/** An open transaction. Required by everything that writes, never optional. */
export interface Tx extends SqlTag {
  readonly isTransaction: true
  /**
   * Runs work when everything else of the transaction is done, for locks that must be taken late. Statements that it adds to
   * those given go out with `commit`, so that all locks are held for one round trip less.
   */
  beforeCommit(work: EndWork): void
  /** The same, when all that `beforeCommit` was given is done, which takes nothing more then. */
  lastBeforeCommit(work: EndWork): void
  /** Called when the transaction is committed, for the log: what is told there has happened. */
  afterCommit(tell: () => void): void
  /** For work that may take as long as it takes, such as an audit or a migration. */
  liftTimeLimits(): Promise<void>
  /** The log of the process that opened the database, for money that moves. */
  readonly log?: Logger | undefined
}

type EndWork = (withCommit: Statement[]) => Promise<unknown>

/** The statements that end a transaction in two steps. */
export interface Writes {
  readonly statements: readonly Statement[]
  /**
   * Called when those have left: PostgreSQL works on them while these are being made, which go out with `commit`. Where this
   * throws, nothing is kept.
   */
  readonly further?: () => readonly Statement[]
}

/** For reads, which may run in a transaction or outside of one. */
export type Queryable = Sql | Tx

/** One connection outside of any transaction, for state that belongs to a session, such as an advisory lock. */
export interface Reserved extends SqlTag {
  /** The connection is closed afterwards rather than given back, and with it goes its state. */
  discard(): void
  /** For work that may take as long as it takes; the connection is closed afterwards. */
  liftTimeLimits(): Promise<void>
}

export interface Database {
  readonly sql: Sql
  /** One statement outside of a transaction; `sql` sends by it. */
  readonly send: Send
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same in two round trips: `begin` goes out with the reads, `commit` with the writes, and nothing can be waited for
   * in between. On a busy process each round trip waits for its turn among the requests, so that four of them took longer
   * than the work.
   */
  twoSteps<Found>(read: (tx: Tx) => Promise<Found>, write: (tx: Tx, found: Found) => Writes): Promise<void>
  /**
   * Reads of one moment. PostgreSQL itself refuses whatever would write or lock a row, and the type leaves out functions
   * that need a transaction to do so.
   */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  reserve<T>(work: (connection: Reserved) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly applicationName?: string
  /** How long a connection is kept before it is replaced; null for one whose session state matters. */
  readonly lifetimeSeconds?: number | null
  /** The role whose rights every statement has; see service-role.ts. */
  readonly role?: string
  /** Whether a server that takes no writes will do: a standby that is only read. */
  readonly isReadOnly?: boolean
  /** How long a statement may take. */
  readonly statementTimeoutMs?: number
  /** Called with every error, also where the caller goes on in spite of it. */
  readonly onFailure?: (error: unknown) => void
  /** Called with the time that a caller has waited for a connection. */
  readonly onWait?: (ms: number) => void
  /** Told of the money that transactions move. */
  readonly log?: Logger
}

const LIFETIME_SECONDS = 3_600
const CLOSING_MS = 5_000

/** in_failed_sql_transaction */
const ABORTED = '25P02'

const BEGIN: Query = { text: 'begin', params: [] }
const BEGIN_SNAPSHOT: Query = { text: 'begin isolation level repeatable read, read only', params: [] }
const COMMIT: Query = { text: 'commit', params: [] }
const ROLLBACK: Query = { text: 'rollback', params: [] }

export function openDatabase(options: DatabaseOptions): Database {
  const {
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    lifetimeSeconds = LIFETIME_SECONDS,
    applicationName = 'tributary',
  } = options
  const { config, hosts } = poolSettings({ ...options, applicationName })
  const pool = new pg.Pool({
    ...config,
    types,
    maxLifetimeSeconds: lifetimeSeconds ?? 0,
    statement_timeout: statementTimeoutMs,
    pipeline: true,
  } as pg.PoolConfig)
  const replyTimeoutMs = statementTimeoutMs + REPLY_GRACE_MS
  const { onFailure, onWait, log } = options
  const { checkOut, closeAll, stopWatching } = openConnections({ pool, hosts, replyTimeoutMs, onFailure, onWait })
  const hasFree = (): boolean => pool.idleCount > 0 || pool.totalCount < options.connectionsMax
  const readers = new Readers({
    readersMax: Math.floor(options.connectionsMax / 2),
    checkOut,
    hasFree,
    isAwaited: () => pool.waitingCount > 0,
  })

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (!hasFree()) readers.yieldOne()
    const session = await checkOut()
    try {
      return await work(session)
    } finally {
      session.end()
    }
  }

  const sendAlone: Send = (query) => withSession((session) => session.send(query))
  // A write may wait for a lock, so no read is queued behind one. The only connection of a pool is never held for reads.
  const send: Send = (query) => (options.connectionsMax > 1 && isRead(query) ? readers.send(query) : sendAlone(query))

  return {
    send,
    sql: Object.assign(sqlTag(send), { isTransaction: false as const }),
    transaction: (work) => withSession((session) => runTransaction(session, work, log)),
    snapshot: (work) => withSession((session) => runSnapshot(session, work)),
    twoSteps: (read, write) => withSession((session) => runTwoSteps(session, read, write)),
    reserve: (work) => withSession((session) => work(reservedOf(session))),
    async close() {
      const overdue = setTimeout(closeAll, CLOSING_MS)
      readers.close()
      await pool.end().finally(() => {
        clearTimeout(overdue)
        stopWatching()
      })
    },
  }
}

/** Whether a statement only reads, as far as its first word says. */
export const isRead = ({ text, isPlain = false }: Query): boolean => !isPlain && /^\s*select\b/i.test(text)

const tagOf = (session: Session): SqlTag => sqlTag((query) => session.send(query))

const reservedOf = (session: Session): Reserved =>
  Object.assign(tagOf(session), {
    discard: () => session.discard(),
    async liftTimeLimits() {
      session.discard()
      session.replyTimeoutMs = Number.POSITIVE_INFINITY
      await session.send({ text: 'set statement_timeout = 0; set lock_timeout = 0', params: [], isPlain: true })
    },
  })

type Ending = Pick<Tx, 'beforeCommit' | 'lastBeforeCommit' | 'afterCommit'>

const transactionOf = (session: Session, ending: Ending, log?: Logger): Tx =>
  Object.assign(tagOf(session), {
    isTransaction: true as const,
    log,
    ...ending,
    async liftTimeLimits() {
      session.replyTimeoutMs = Number.POSITIVE_INFINITY
      await session.send({
        text: 'set local statement_timeout = 0; set local lock_timeout = 0',
        params: [],
        isPlain: true,
      })
    },
  })

async function runTransaction<T>(session: Session, work: (tx: Tx) => Promise<T>, log?: Logger): Promise<T> {
  // Awaited: were it refused, the statements sent behind it would each be a transaction of its own.
  await session.send(BEGIN)
  session.isGrouping = true
  const lateWorks: EndWork[] = []
  const lastWorks: EndWork[] = []
  const tells: (() => void)[] = []
  const withCommit: Statement[] = []
  let isLast = false
  const ending: Ending = {
    beforeCommit(work) {
      // It would be lost, and the transaction committed without it.
      if (isLast) throw new Error('the last work of a transaction leaves nothing to be done before it')
      lateWorks.push(work)
    },
    lastBeforeCommit: (work) => void lastWorks.push(work),
    afterCommit: (tell) => void tells.push(tell),
  }
  let result: T
  try {
    result = await work(transactionOf(session, ending, log))
    for (const work of lateWorks) await work(withCommit)
    isLast = true
    for (const work of lastWorks) await work(withCommit)
  } catch (error) {
    await session.sendLast(ROLLBACK).catch(() => {})
    // After one that nobody waited for has failed, the next statement says only that the transaction is aborted.
    throw errorCode(error) === ABORTED ? (session.failure ?? error) : error
  }
  await commit(session, withCommit)
  for (const tell of tells) {
    try {
      tell()
    } catch (err) {
      log?.error({ err }, 'could not tell of a transaction that was committed')
    }
  }
  return result
}

async function runSnapshot<T>(session: Session, work: (sql: Sql) => Promise<T>): Promise<T> {
  await session.send(BEGIN_SNAPSHOT)
  try {
    return await work(Object.assign(tagOf(session), { isTransaction: false as const }))
  } finally {
    // There is nothing to commit.
    await session.sendLast(ROLLBACK).catch(() => {})
  }
}

function refuseEnding(): never {
  throw new Error('a transaction in two steps sends its last statements itself')
}

const TWO_STEPS_ENDING: Ending = {
  beforeCommit: refuseEnding,
  lastBeforeCommit: refuseEnding,
  afterCommit: refuseEnding,
}

async function runTwoSteps<Found>(
  session: Session,
  read: (tx: Tx) => Promise<Found>,
  write: (tx: Tx, found: Found) => Writes,
): Promise<void> {
  const tx = transactionOf(session, TWO_STEPS_ENDING)
  session.isGrouping = true
  const begun = session.send(BEGIN)
  let last: readonly Statement[]
  try {
    const [found] = await Promise.all([read(tx), begun])
    const { statements, further } = write(tx, found)
    for (const statement of statements) statement.execute()
    if (further) session.flush()
    last = further?.() ?? []
  } catch (error) {
    await session.sendLast(ROLLBACK).catch(() => {})
    throw error
  }
  await commit(session, last)
}

/**
 * After a statement that failed, PostgreSQL reads past those of its group, or refuses those behind it and takes `commit` for
 * `rollback`, without an error: the first failure is the cause, whether it was awaited or not.
 */
async function commit(session: Session, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) statement.execute()
  const ended: Result | undefined = await session.sendLast(COMMIT).catch(() => undefined)
  if (session.failure !== undefined) {
    await session.rollBack()
    throw session.failure
  }
  if (ended?.command !== 'COMMIT') throw new Error(`COMMIT was answered by ${ended?.command}`)
}

/**
 * Makes PostgreSQL plan for the table as it is now. A plan that was cached while the table was small keeps reading all of
 * it; this happened for keys in an array, whose number the planner cannot know.
 */
export const customPlanStatement = (tx: Tx): Statement => tx`set local plan_cache_mode = force_custom_plan`

/**
 * Makes PostgreSQL find by an index each row that the transaction names. Where a batch is a good part of its table, as in a
 * young enterprise, the planner would read the whole table for each batch, which takes longer than it believes.
 */
export const byIndexStatement = (tx: Tx): Statement => tx`
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`

/** Makes PostgreSQL join by a hash, until `joinAsBeforeStatement`. */
export const joinByHashStatement = (tx: Tx): Statement => tx`
  select set_config('tributary.hashjoin', current_setting('enable_hashjoin'), true),
    set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`

export const joinAsBeforeStatement = (tx: Tx): Statement => tx`
  select set_config('enable_hashjoin', current_setting('tributary.hashjoin'), true),
    set_config('enable_nestloop', 'on', true)`

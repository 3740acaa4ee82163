import postgres from 'postgres'
import { type Statement, twoSteps } from './two-steps.ts'

export type { Statement } from './two-steps.ts'

/** What every connection parses beyond the driver's defaults: bigint as a number, refused when it would lose digits. */
const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number): string => String(value),
    parse: (text: string): number => {
      const value = Number(text)
      if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is no safe integer`)
      return value
    },
  },
}

type Types = { bigint: number }

/** The pool: for reads that need no transaction. */
export type Sql = postgres.Sql<Types>
/** An open transaction. Required by everything that writes, never optional. */
export type Tx = postgres.TransactionSql<Types>
/** Either: for reads. */
export type Queryable = Sql | Tx

export interface Database {
  readonly sql: Sql
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same in two round trips: nothing can be waited for between what is read and what is written. */
  twoSteps<Found>(
    read: (tx: Tx) => Promise<Found>,
    write: (tx: Tx, found: Found) => readonly Statement[],
  ): Promise<void>
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
}

/** libpq's `?host=/folder` (a Unix socket) is not the driver's, so it is taken out of the URL here. */
function target(url: string): { url: string; host?: string } {
  const [head = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const host = params.get('host')
  if (!host?.startsWith('/')) return { url }
  params.delete('host')
  const rest = params.toString()
  return { url: head.replace('@/', '@localhost/') + (rest ? `?${rest}` : ''), host }
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url: plainUrl, host } = target(options.url)
  const sql = postgres<typeof types>(plainUrl, {
    ...(host ? { host } : {}),
    max: options.connectionsMax,
    max_lifetime: options.lifetimeSeconds === undefined ? 3_600 : options.lifetimeSeconds,
    types,
    connect_timeout: 5,
    // Short, so that a database that comes back is noticed within a second rather than after the driver's growing waits.
    backoff: (retries: number) => Math.min(1, 0.1 * 2 ** retries),
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'tributary',
      ...(options.role ? { role: options.role } : {}),
      TimeZone: 'UTC',
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  })
  return {
    sql: sql as unknown as Sql,
    transaction: <T>(work: (tx: Tx) => Promise<T>) => sql.begin((tx) => work(tx as unknown as Tx)) as Promise<T>,
    async twoSteps(read, write) {
      const connection = await sql.reserve()
      const tx = connection as unknown as Tx
      try {
        await twoSteps(
          connection,
          () => read(tx),
          (found) => write(tx, found),
        )
      } finally {
        connection.release()
      }
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

const AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
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
export const isRolledBack = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !isDatabaseAway(error)

/**
 * Plans for the table as it is now. A plan that is kept from when a table was small reads all of it for ever; found for
 * keys in an array, which the planner cannot count ahead.
 */
export const customPlanStatement = (tx: Tx): Statement => tx`set local plan_cache_mode = force_custom_plan`

const JSON_OID = 114

/** A value for a `json` column, which keeps it as it was written. */
export const json = (sql: Queryable, value: object | null): unknown =>
  value === null ? null : sql.typed(value as never, JSON_OID)

// A control character would need an escape that PostgreSQL reads differently from JSON.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for
const CONTROL = /[\u0000-\u001f]/

const quote = (value: string): string =>
  CONTROL.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : JSON.stringify(value)

/**
 * A `text[]` as PostgreSQL writes it. The driver's own way took a fifth of the creation of a payout; quoting is the same
 * as JSON's, which is native.
 */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`

// JSON never holds it bare.
const SEPARATOR = '\u001f'

/**
 * JSON texts, taken apart by `string_to_array`: quoting what is full of quotes, and reading it back, costs more than
 * writing the row. A null is JSON's own.
 */
export const jsonTexts = (values: readonly (string | null)[]): string =>
  values.map((value) => value ?? 'null').join(SEPARATOR)

/** Numbers, times, and ids of ours: nothing to quote. */
export const plain = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

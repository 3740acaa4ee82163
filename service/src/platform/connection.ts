import pg from 'pg'
import { DatabaseHosts, requireWritable } from './database-hosts.ts'
import { splitHosts } from './host-list.ts'

export interface ConnectionOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly applicationName: string
  /** The role whose rights every statement has; see service-role.ts. */
  readonly role?: string | undefined
}

export const STATEMENT_TIMEOUT_MS = 30_000
/** A reply may take longer than its statement: PostgreSQL's own refusal comes first, and only a lost reply takes this long. */
export const REPLY_GRACE_MS = 5_000
export const REPLY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + REPLY_GRACE_MS
/** Shorter than the statement time-out, so that waiting for a lock has an error of its own. */
const LOCK_TIMEOUT_MS = 25_000
const IDLE_IN_TRANSACTION_MS = 60_000
/** Also how long a caller waits for a free connection of the pool. */
const CONNECT_TIMEOUT_MS = 10_000

export interface PoolSettings {
  readonly config: pg.PoolConfig
  readonly hosts: DatabaseHosts
}

/** The settings that every connection to PostgreSQL has, whichever pool it is in. */
export function poolSettings({ url, connectionsMax, applicationName, role }: ConnectionOptions): PoolSettings {
  const { urls, options } = splitHosts(url)
  const settings = ['TimeZone=UTC', ...(role ? [`role=${role}`] : [])].map((setting) => `-c ${setting}`)
  const config = {
    connectionString: urls[0] as string,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: [...(options ? [options] : []), ...settings].join(' '),
  }
  const hosts = new DatabaseHosts(config, urls)
  const { Client } = hosts
  return { config: { ...config, max: connectionsMax, idleTimeoutMillis: 0, Client, onConnect: requireWritable }, hosts }
}

const parseInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new UnsafeInteger(text)
  return value
}

/** A bigint that a double cannot hold: an error, never a rounded number. */
export class UnsafeInteger extends RangeError {
  constructor(text: string) {
    super(`bigint ${text} is no safe integer`)
  }
}

const UTC = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/

/** Milliseconds are cut off, not rounded: a time read back is never later than the one that was stored. */
function parseTime(text: string): Date {
  const [, year, month, day, hour, minute, second, fraction = ''] = UTC.exec(text) ?? []
  if (year === undefined) return new Date(text)
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms),
  )
}

const parseJson = (text: string): unknown => JSON.parse(text)
const parseNumber = (text: string): number => Number(text)
const parseDate = (text: string): Date => new Date(text)

/** Parsers by the oid of the type. A type that is not listed stays the text that PostgreSQL writes. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'], // boolean
  [17, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
  [20, parseInteger], // bigint
  [21, parseNumber], // smallint
  [23, parseNumber], // integer
  [26, parseNumber], // oid
  [114, parseJson], // json
  [700, parseNumber], // real
  [701, parseNumber], // double precision
  [1082, parseDate], // date
  [1184, parseTime], // timestamptz
  [3802, parseJson], // jsonb
])

/** Parsers of the elements of an array; the driver itself splits the array. */
const ARRAYS = new Map<number, (text: string) => unknown>([
  [1000, PARSERS.get(16) as (text: string) => unknown],
  [1005, parseNumber],
  [1007, parseNumber],
  [1009, (text) => text],
  [1015, (text) => text],
  [1016, parseInteger],
  [1185, parseTime],
])

const asText = (text: string): string => text
const readTexts = pg.types.getTypeParser(1009 as never, 'text') as unknown as (text: string) => (string | null)[]

function arrayParser(oid: number): ((text: string) => unknown) | undefined {
  const parse = ARRAYS.get(oid)
  return parse && ((text) => readTexts(text).map((item) => (item === null ? null : parse(item))))
}

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => PARSERS.get(oid) ?? arrayParser(oid) ?? asText) as never,
}

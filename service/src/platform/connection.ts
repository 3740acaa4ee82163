import pg from 'pg'
import { DatabaseHosts, requireWritable } from './database-hosts.ts'
import { splitHosts } from './host-list.ts'

export interface ConnectionOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly applicationName: string
  /** The role whose rights every statement has; see service-role.ts. */
  readonly role?: string | undefined
  /** Whether a server that takes no writes will do. */
  readonly isReadOnly?: boolean
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
export function poolSettings(wanted: ConnectionOptions): PoolSettings {
  const { url, connectionsMax, applicationName, role, isReadOnly = false } = wanted
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
  const hosts = new DatabaseHosts(config, urls, isReadOnly)
  const { Client } = hosts
  const onConnect = isReadOnly ? undefined : requireWritable
  return {
    config: { ...config, max: connectionsMax, idleTimeoutMillis: 0, Client, ...(onConnect && { onConnect }) },
    hosts,
  }
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

const ZERO = '0'.charCodeAt(0)
const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

/** `2026-11-15 10:20:30.456789+00`, with six digits of a second or fewer: all but times beyond the year 9999. */
const isUsualTime = (text: string): boolean =>
  text[4] === '-' && text[10] === ' ' && (text[19] === '.' || text[19] === '+') && text.endsWith('+00')

/**
 * Milliseconds are cut off, not rounded: a time read back is never later than the one that was stored. Read digit by
 * digit, because a row has five times, and an expression takes three times as long.
 */
function readTime(text: string): Date {
  if (!isUsualTime(text)) return new Date(text)
  const digits = text.length - '2026-11-15 10:20:30.+00'.length
  const ms =
    (digits > 0 ? digit(text, 20) * 100 : 0) +
    (digits > 1 ? digit(text, 21) * 10 : 0) +
    (digits > 2 ? digit(text, 22) : 0)
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      ms,
    ),
  )
}

/** The last two texts are known: rows that were written together have their times in common. Each has a `Date` of its own. */
function parseTime(text: string): Date {
  if (text === lastTime.text) return new Date(lastTime.ms)
  if (text === otherTime.text) return new Date(otherTime.ms)
  const read = readTime(text)
  otherTime = lastTime
  lastTime = { text, ms: read.getTime() }
  return read
}

let lastTime = { text: '', ms: Number.NaN }
let otherTime = lastTime

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

/** The parser of types that are not listed. */
export const asText = (text: string): string => text
const readTexts = pg.types.getTypeParser(1009 as never, 'text') as unknown as (text: string) => (string | null)[]

function arrayParser(oid: number): ((text: string) => unknown) | undefined {
  const parse = ARRAYS.get(oid)
  return parse && ((text) => readTexts(text).map((item) => (item === null ? null : parse(item))))
}

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => PARSERS.get(oid) ?? arrayParser(oid) ?? asText) as never,
}

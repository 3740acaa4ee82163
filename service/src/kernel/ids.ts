import { randomFillSync } from 'node:crypto'
import type { Brand } from './brand.ts'

/** A tenant is one enterprise in one environment. Its id is internal and never on the wire. */
export type TenantId = Brand<number, 'TenantId'>

export const PREFIXES = {
  enterprise: 'ent',
  apiKey: 'key',
  request: 'req',
  webhook: 'wh',
  accountConnection: 'acon',
  creator: 'cre',
  payout: 'pay',
  buyer: 'buy',
  purchase: 'pch',
  refund: 'rfd',
  dispute: 'dsp',
  connectLink: 'clk',
  connectSession: 'cse',
  creatorSession: 'crs',
  creatorPasskey: 'cpk',
  embedOrigin: 'emb',
  achFile: 'ach',
  event: 'evt',
  delivery: 'dlv',
  message: 'msg',
  funding: 'fun',
  p2p: 'p2p',
  contract: 'con',
  deposit: 'dep',
  split: 'spl',
  person: 'per',
  personSession: 'pse',
  operator: 'opr',
  invitation: 'inv',
  payFile: 'pfl',
  approval: 'apr',
  withdrawal: 'wdr',
  creatorBankAccount: 'cba',
  alert: 'alr',
  wire: 'wir',
} as const

export type Kind = keyof typeof PREFIXES
export type Id<K extends Kind> = Brand<string, K>

// Crockford's alphabet: no i, l, o, u, so that an id survives being read aloud.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_PAIRS = 8

/** Every two characters of the alphabet, for ten random bits each. */
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31))

// One system call fetches random bits for 256 ids: a call per id would cost more than the rest of `newId`.
const pool = new Uint16Array(RANDOM_PAIRS * 256)
let poolOffset = pool.length

let timeMs = -1
let timePart = ''

function encodeTime(ms: number): string {
  let rest = ms
  let text = ''
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/**
 * The kind's prefix and a time-ordered opaque string (48 bits of time, 80 random bits), so that inserts stay local in
 * their index. The process's clock is only used for this order; nothing reads a time back out of an id.
 */
export function newId<K extends Kind>(kind: K): Id<K> {
  const now = Date.now()
  if (now !== timeMs) {
    timeMs = now
    timePart = encodeTime(now)
  }
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  let id = `${PREFIXES[kind]}_${timePart}`
  for (let i = 0; i < RANDOM_PAIRS; i++) id += PAIRS[(pool[poolOffset++] as number) & 1_023]
  return id as Id<K>
}

const KNOWN_PREFIXES: ReadonlySet<string> = new Set(Object.values(PREFIXES))

/** Whether a string has the form of an id of any kind. */
export const isAnyId = (value: string): boolean =>
  value.length <= 64 && /^[a-z0-9]+_[0-9a-z]+$/.test(value) && KNOWN_PREFIXES.has(value.slice(0, value.indexOf('_')))

/** Whether a string has the form of an id of that kind. Any other string is unknown without a query. */
export function isId<K extends Kind>(kind: K, value: string): value is Id<K> {
  return value.startsWith(`${PREFIXES[kind]}_`) && value.length <= 64 && /^[a-z0-9]+_[0-9a-z]+$/.test(value)
}

import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '../kernel/environment.ts'

const MARKS: Record<Environment, string> = { sandbox: 'sk_sandbox_', production: 'sk_live_' }
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_CHARACTERS = 32
const SHOWN_CHARACTERS = 4

/** 32 characters of 62: 190 bits. */
export function newKey(environment: Environment): string {
  return MARKS[environment] + encode(randomBytes(SECRET_CHARACTERS * 2))
}

/** Letters and digits from twice as many random bytes; the unevenness left by the division is far below one bit. */
export function encode(bytes: Buffer): string {
  let text = ''
  for (let i = 0; i + 1 < bytes.length; i += 2) text += ALPHABET.charAt(bytes.readUInt16BE(i) % ALPHABET.length)
  return text
}

export const keyMark = (environment: Environment): string => MARKS[environment]

/** What a person may see of a key afterwards, to tell one from another: of a short one at most a third of its secret. */
export function keyPrefix(key: string): string {
  const mark = Object.values(MARKS).find((candidate) => key.startsWith(candidate)) ?? ''
  const third = Math.floor((key.length - mark.length) / 3)
  return key.slice(0, mark.length + Math.min(SHOWN_CHARACTERS, third))
}

/** A random key of 190 bits needs no slow hash: there is nothing to guess. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

export function environmentOfKey(key: string): Environment | undefined {
  if (key.startsWith(MARKS.sandbox)) return 'sandbox'
  return key.startsWith(MARKS.production) ? 'production' : undefined
}

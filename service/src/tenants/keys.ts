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

/** Letters and digits, one for every two random bytes; the bias of the modulo is far below one bit. */
export function encode(bytes: Buffer): string {
  let text = ''
  for (let i = 0; i + 1 < bytes.length; i += 2) text += ALPHABET.charAt(bytes.readUInt16BE(i) % ALPHABET.length)
  return text
}

export const keyMark = (environment: Environment): string => MARKS[environment]

/** The part of a key that stays visible, to tell keys apart: at most a third of the secret of a short key. */
export function keyPrefix(key: string): string {
  const mark = Object.values(MARKS).find((candidate) => key.startsWith(candidate)) ?? ''
  const third = Math.floor((key.length - mark.length) / 3)
  return key.slice(0, mark.length + Math.min(SHOWN_CHARACTERS, third))
}

/** A random key of 190 bits needs no slow hash: it cannot be guessed. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/**
 * The hash of a key that is restricted from the start. A process of version 0.1, which may still run during an upgrade,
 * knows no restriction: it looks for the plain hash, finds nothing and refuses the key.
 */
export const hashRestrictedKey = (key: string): Buffer => hashKey(`restricted:${key}`)

/** The hashes that a key can be stored under. */
export const keyHashes = (key: string): readonly [Buffer, Buffer] => [hashKey(key), hashRestrictedKey(key)]

export function environmentOfKey(key: string): Environment | undefined {
  if (key.startsWith(MARKS.sandbox)) return 'sandbox'
  return key.startsWith(MARKS.production) ? 'production' : undefined
}

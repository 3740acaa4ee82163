import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../platform/database.ts'
import { isWithin, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'

const RANDOM_BYTES = 16
const TIME_BYTES = 4
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES
const LIFE_SECONDS = 300

/** Kept as long as a challenge lives. */
const USED: TryLimit = { name: 'creator passkey challenge', max: 1, seconds: LIFE_SECONDS }

const PURPOSE = 'creator passkey'

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000)

/**
 * A challenge that carries its own proof, so that strangers who ask for one write nothing. `use` says what it is for: a
 * challenge to add a passkey names the session, which must have given the password for it. `now` is the database's time.
 */
export function newChallenge(use: string, now: Date, vault: Vault): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  randomBytes(RANDOM_BYTES).copy(head)
  head.writeUInt32BE(secondsOf(now) + LIFE_SECONDS, RANDOM_BYTES)
  return Uint8Array.from(Buffer.concat([head, vault.digest(PURPOSE, `${use} ${head.toString('base64url')}`)]))
}

/** Whether a challenge, in base64url, was given for this use and still lives. */
export function isOwnChallenge(challenge: string, use: string, now: Date, vault: Vault): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= HEAD_BYTES) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.readUInt32BE(RANDOM_BYTES) < secondsOf(now)) return false
  return matches(vault, `${use} ${head.toString('base64url')}`, bytes.subarray(HEAD_BYTES))
}

/** A proof under a key that the vault no longer has is a wrong one. */
function matches(vault: Vault, text: string, digest: Buffer): boolean {
  return vault.digests(PURPOSE, text).some((own) => own.length === digest.length && timingSafeEqual(own, digest))
}

/** True for the first answer to a challenge, however many come at once. */
export const isFirstAnswer = (sql: Queryable, vault: Vault, challenge: string): Promise<boolean> =>
  isWithin(sql, vault, USED, challenge)

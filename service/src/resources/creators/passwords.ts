import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

interface Cost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 32 MiB, three passes: OWASP rates it equal to its first choice. Stored with each hash, so that it can be raised. */
const COST: Cost = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const stretch = (password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> =>
  derive(password.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r })

/** `scrypt$15$8$3$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await stretch(password, salt, COST)
  return ['scrypt', COST.logN, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** A hash that no password has. It is compared for an unknown e-mail, so that the answer takes as long as for a known one. */
const NO_PASSWORD_HASH = `scrypt$${COST.logN}$${COST.r}$${COST.p}$${Buffer.alloc(SALT_BYTES).toString('base64url')}$${Buffer.alloc(HASH_BYTES).toString('base64url')}`

export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (stored ?? NO_PASSWORD_HASH).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const given = await stretch(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(given, expected) && stored !== null && stored !== undefined
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { TenantId } from '../kernel/ids.ts'
import { StartError } from './start-error.ts'

/** The place that a sealed value is bound to: moved to another, it does not open. */
export interface Place {
  readonly tenant: TenantId
  readonly row: string
  readonly field: string
}

export interface Vault {
  /** The id of the current key; every value that it seals or digests begins with it. */
  readonly keyId: Buffer
  seal(place: Place, plain: string): Buffer
  /** Gives the same bytes for the same text: for values that are no secret but must not be forged, as in a URL. */
  sealStable(place: Place, plain: string): Buffer
  open(place: Place, sealed: Buffer): string
  /** A keyed digest, for texts that must be compared but never read: codes, answers, request bodies. */
  digest(purpose: string, text: string): Buffer
  /** Digests by the current key and each older one, to look up a row whose digest may be of an older key. */
  digests(purpose: string, text: string): readonly [current: Buffer, ...older: Buffer[]]
  matches(purpose: string, text: string, digest: Buffer): boolean
  /** A stable secret of this vault, e.g. the demo key, that therefore need not be stored. */
  derive(purpose: string, bytes: number): Buffer
}

const KEY_BYTES = 32
const ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
// Without this length Node accepts a shorter tag, which could be guessed.
const GCM = { authTagLength: TAG_BYTES }

interface VaultKey {
  readonly id: Buffer
  /** A key object: from bytes Node makes one at each use, which costs four times the cipher. */
  readonly sealing: KeyObject
  readonly digesting: HmacKey
  readonly deriving: Buffer
}

const subkey = (key: Buffer, purpose: string, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `tributary ${purpose}`, bytes))

function parseKey(text: string): VaultKey {
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) {
    throw new StartError('VAULT_KEY must be 32 bytes in base64: make one with `openssl rand -base64 32`.')
  }
  return {
    id: createHash('sha256').update(key).digest().subarray(0, ID_BYTES),
    sealing: createSecretKey(subkey(key, 'seal')),
    digesting: hmacKey(subkey(key, 'digest')),
    deriving: subkey(key, 'derive'),
  }
}

const BLOCK_BYTES = 64

/** Used again for each digest, which is done before the next begins. */
const outerText = Buffer.alloc(BLOCK_BYTES + KEY_BYTES)

/** The two blocks that HMAC begins with, made once per key. */
interface HmacKey {
  readonly inner: Buffer
  readonly outer: Buffer
}

function hmacKey(key: Buffer): HmacKey {
  const padded = (pad: number): Buffer =>
    Buffer.from(Array.from({ length: BLOCK_BYTES }, (_, i) => pad ^ (key[i] ?? 0)))
  return { inner: padded(0x36), outer: padded(0x5c) }
}

/**
 * HMAC-SHA-256 by its definition, over one-shot hashes: `createHmac` makes a key object each time, which took 15 % of the
 * creation of a payout. A test compares the two.
 */
function hmac({ inner, outer }: HmacKey, message: string): Buffer {
  const text = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(message))
  inner.copy(text)
  text.write(message, BLOCK_BYTES)
  outer.copy(outerText)
  // As texts of one letter a byte: a buffer for each hash takes longer than the hash.
  outerText.write(hash('sha256', text, 'binary'), BLOCK_BYTES, 'latin1')
  return Buffer.from(hash('sha256', outerText, 'binary'), 'latin1')
}

export const newVaultKey = (): string => randomBytes(KEY_BYTES).toString('base64')

const bind = (place: Place): Buffer => Buffer.from(`${place.tenant}\0${place.row}\0${place.field}`)

/** AES-256-GCM. The first key of the comma-separated list seals; the others still open what they sealed. */
export function openVault(keys: string): Vault {
  const ring = keys.split(',').map((text) => parseKey(text.trim()))
  const current = ring[0] as VaultKey

  function keyOf(bytes: Buffer): VaultKey {
    const id = bytes.subarray(0, ID_BYTES)
    const key = ring.find((candidate) => candidate.id.equals(id))
    if (!key) throw new Error(`no vault key with id ${id.toString('hex')}: is an old key missing from VAULT_KEY?`)
    return key
  }

  const mac = (key: VaultKey, purpose: string, text: string): Buffer => hmac(key.digesting, `${purpose}\0${text}`)

  const digestBy = (key: VaultKey, purpose: string, text: string): Buffer =>
    Buffer.concat([key.id, mac(key, purpose, text)])

  function sealWith(iv: Buffer, place: Place, plain: string): Buffer {
    const cipher = createCipheriv('aes-256-gcm', current.sealing, iv, GCM).setAAD(bind(place))
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([current.id, iv, cipher.getAuthTag(), text])
  }

  return {
    keyId: current.id,
    seal: (place, plain) => sealWith(randomBytes(IV_BYTES), place, plain),
    // An IV that follows from the text is used again for that text only.
    sealStable: (place, plain) =>
      sealWith(mac(current, `iv ${bind(place)}`, plain).subarray(0, IV_BYTES), place, plain),
    open(place, sealed) {
      const key = keyOf(sealed)
      const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES)
      const tag = sealed.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, iv, GCM).setAAD(bind(place)).setAuthTag(tag)
      return (
        decipher.update(sealed.subarray(ID_BYTES + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    digest: (purpose, text) => digestBy(current, purpose, text),
    digests: (purpose, text) => [
      digestBy(current, purpose, text),
      ...ring.slice(1).map((key) => digestBy(key, purpose, text)),
    ],
    matches(purpose, text, digest) {
      const expected = mac(keyOf(digest), purpose, text)
      const given = digest.subarray(ID_BYTES)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    derive: (purpose, bytes) => Buffer.from(hkdfSync('sha256', current.deriving, Buffer.alloc(0), purpose, bytes)),
  }
}

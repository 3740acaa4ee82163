import type { Key, PrivateKey, PublicKey } from 'openpgp'

/** A key that cannot be used, or a file that cannot be opened: a sentence for the person who can mend it. */
export class PgpFault extends Error {
  override readonly name = 'PgpFault'
}

/** The package is loaded only where a bank asks for PGP. */
export const loadPgp = () => import('openpgp')

const BLOCK = /-----BEGIN PGP [A-Z ]+-----[\s\S]*?-----END PGP [A-Z ]+-----/g

/** Every key of a file, armored or not. A file of several blocks holds the keys of a rotation. */
async function readKeys(bytes: Buffer): Promise<Key[]> {
  const pgp = await loadPgp()
  const blocks = bytes.toString('latin1').match(BLOCK)
  try {
    if (!blocks) return await pgp.readKeys({ binaryKeys: bytes })
    return (await Promise.all(blocks.map((armoredKeys) => pgp.readKeys({ armoredKeys })))).flat()
  } catch {
    return []
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** The date on which a key ends; undefined for one that does not. */
export async function endOf(key: Key): Promise<Date | undefined> {
  const end = await key.getExpirationTime().catch(() => null)
  return end instanceof Date ? end : undefined
}

/** The reason why no key of a file can be used: when each has expired, or what the library says. */
async function reasonOf(key: Key, error: unknown): Promise<string> {
  const end = await endOf(key)
  const why = end && end <= new Date() ? `it expired on ${day(end)}` : (error as Error).message
  return `key ${key.getFingerprint().toUpperCase()}: ${why}`
}

/** The first key that passes; a fault with the reasons of all where none does. */
async function firstUsable<Kind extends Key>(
  keys: readonly Kind[],
  use: (key: Kind) => Promise<unknown>,
  fault: string,
): Promise<Kind> {
  const reasons: string[] = []
  for (const key of keys) {
    const error: unknown = await use(key).then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    if (error === undefined) return key
    reasons.push(await reasonOf(key, error))
  }
  throw new PgpFault(`${fault}: ${reasons.join('; ')}.`)
}

export interface BankKeys {
  /** The key that our files are encrypted to. */
  readonly recipient: PublicKey
  /** Any of these may have signed the bank's files. */
  readonly signers: readonly PublicKey[]
}

export async function readBankKeys(setting: string, bytes: Buffer): Promise<BankKeys> {
  const keys = await readKeys(bytes)
  if (keys.length === 0) throw new PgpFault(`${setting} holds no OpenPGP key.`)
  if (keys.some((key) => key.isPrivate())) {
    throw new PgpFault(`${setting} holds a private key; the bank gives its public one.`)
  }
  const recipient = await firstUsable(keys, (key) => key.getEncryptionKey(), `${setting} has no key to encrypt to`)
  return { recipient, signers: keys }
}

export interface OwnKeys {
  /** The key that signs our files. */
  readonly signer: PrivateKey
  /** Any of these may open the bank's files, also one that has expired. */
  readonly openers: readonly PrivateKey[]
}

export async function readOwnKeys(setting: string, bytes: Buffer, passphrase?: string): Promise<OwnKeys> {
  const keys = await readKeys(bytes)
  if (keys.length === 0) throw new PgpFault(`${setting} holds no OpenPGP key.`)
  const locked = keys.filter((key) => key.isPrivate())
  if (locked.length < keys.length) throw new PgpFault(`${setting} holds a public key; ours must be the private one.`)
  const openers = await Promise.all(locked.map((key) => unlock(setting, key, passphrase)))
  await firstUsable(openers, (key) => key.getDecryptionKeys(undefined, null), `${setting} has no key that opens files`)
  const signer = await firstUsable(openers, (key) => key.getSigningKey(), `${setting} has no key that signs`)
  return { signer, openers }
}

async function unlock(setting: string, key: PrivateKey, passphrase: string | undefined): Promise<PrivateKey> {
  if (key.isDecrypted()) return key
  if (!passphrase) throw new PgpFault(`${setting} is locked: set ACH_PGP_KEY_PASSPHRASE.`)
  const pgp = await loadPgp()
  return pgp.decryptKey({ privateKey: key, passphrase }).catch(() => {
    throw new PgpFault(`ACH_PGP_KEY_PASSPHRASE does not open ${setting}.`)
  })
}

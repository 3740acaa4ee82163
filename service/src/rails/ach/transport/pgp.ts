import { HOUR_MS } from '../../../kernel/time.ts'
import { type BankKeys, endOf, loadPgp, type OwnKeys, PgpFault } from './pgp-keys.ts'

/** Encrypts the files of the exchange with a bank; without a key of one side, its direction stays plain. */
export interface FileCipher {
  /** Encrypted to the bank's key; signed where we have a key of our own. */
  encrypt?(bytes: Buffer): Promise<Buffer>
  /** Opened with our key. Fails with a `PgpFault` where that, or the bank's signature, is not right. */
  decrypt?(bytes: Buffer): Promise<Buffer>
  /** The date on which the first of the keys in use ends. */
  endsAt(): Promise<Date | undefined>
}

export interface CipherKeys {
  readonly bank?: BankKeys
  readonly own?: OwnKeys
  /** Whether the bank's files must carry its signature. */
  readonly mustBeSigned: boolean
}

/** A file of the bank is at most a few megabytes; a message that unpacks to more is an attack. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
/** By how much the bank's clock may be ahead of ours. */
const SKEW_MS = HOUR_MS

export function pgpCipher({ bank, own, mustBeSigned }: CipherKeys): FileCipher {
  if (own && mustBeSigned && !bank) {
    throw new PgpFault('ACH_PGP_BANK_KEY_FILE is needed to check signatures; `ACH_PGP_SIGNED=off` does without.')
  }
  return {
    ...(bank ? { encrypt: (bytes: Buffer) => encrypt(bytes, bank, own) } : {}),
    ...(own ? { decrypt: (bytes: Buffer) => decrypt(bytes, own, mustBeSigned ? bank : undefined) } : {}),
    async endsAt() {
      const keys = [...(bank ? [bank.recipient] : []), ...(own ? [own.signer] : [])]
      const ends = (await Promise.all(keys.map(endOf))).filter((end) => end !== undefined)
      return ends.sort((a, b) => a.getTime() - b.getTime())[0]
    },
  }
}

async function encrypt(bytes: Buffer, { recipient }: BankKeys, own: OwnKeys | undefined): Promise<Buffer> {
  const pgp = await loadPgp()
  const armored = await pgp.encrypt({
    message: await pgp.createMessage({ binary: new Uint8Array(bytes) }),
    encryptionKeys: recipient,
    ...(own ? { signingKeys: own.signer } : {}),
    format: 'armored',
  })
  return Buffer.from(armored, 'latin1')
}

const ARMOR = '-----BEGIN PGP MESSAGE-----'
/** Every packet of OpenPGP begins with this bit, and no text of an ACH file has it. */
const isBinaryMessage = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x80) !== 0

async function decrypt(bytes: Buffer, { openers }: OwnKeys, signedBy: BankKeys | undefined): Promise<Buffer> {
  const pgp = await loadPgp()
  const isArmored = bytes.subarray(0, 64).toString('latin1').trimStart().startsWith(ARMOR)
  if (!isArmored && !isBinaryMessage(bytes))
    throw new PgpFault('it is not encrypted, and ACH_PGP_KEY_FILE asks for that')
  try {
    const message = isArmored
      ? await pgp.readMessage({ armoredMessage: bytes.toString('latin1') })
      : await pgp.readMessage({ binaryMessage: new Uint8Array(bytes) })
    const { data } = await pgp.decrypt({
      message: message as Awaited<ReturnType<typeof pgp.readMessage<Uint8Array>>>,
      decryptionKeys: [...openers],
      ...(signedBy ? { verificationKeys: [...signedBy.signers], expectSigned: true } : {}),
      format: 'binary',
      date: new Date(Date.now() + SKEW_MS),
      config: { maxDecompressedMessageSize: UNPACKED_BYTES_MAX },
    })
    return Buffer.from(data as Uint8Array)
  } catch (error) {
    throw new PgpFault(`it cannot be opened: ${(error as Error).message}`)
  }
}

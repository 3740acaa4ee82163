import { createMessage, encrypt, generateKey, readKey, readPrivateKey } from 'openpgp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CipherKeys, pgpCipher } from './pgp.ts'
import { readBankKeys, readOwnKeys } from './pgp-keys.ts'

interface Pair {
  readonly publicKey: string
  readonly privateKey: string
}

const pair = (name: string): Promise<Pair> => generateKey({ userIDs: [{ name }] })

let bank: Pair
let ours: Pair

beforeAll(async () => {
  bank = await pair('Bank')
  ours = await pair('Ours')
})

const keysOf = async (more: Partial<CipherKeys> = {}): Promise<CipherKeys> => ({
  bank: await readBankKeys('BANK', Buffer.from(bank.publicKey)),
  own: await readOwnKeys('OWN', Buffer.from(ours.privateKey)),
  mustBeSigned: true,
  ...more,
})

/** A file of the bank's, for us. */
async function fromBank(text: string, signer: Pair | undefined): Promise<Buffer> {
  const message = await createMessage({ binary: new Uint8Array(Buffer.from(text)) })
  const encryptionKeys = await readKey({ armoredKey: ours.publicKey })
  const signed = signer ? { signingKeys: await readPrivateKey({ armoredKey: signer.privateKey }) } : {}
  return Buffer.from(await encrypt({ message, encryptionKeys, ...signed, format: 'armored' }))
}

describe('PGP between us and a bank', () => {
  it('opens what the bank has signed, and nothing else', async () => {
    const { decrypt } = pgpCipher(await keysOf())
    expect((await decrypt?.(await fromBank('returns', bank)))?.toString()).toBe('returns')
    await expect(decrypt?.(await fromBank('returns', undefined))).rejects.toThrow('it cannot be opened')
    await expect(decrypt?.(await fromBank('returns', ours))).rejects.toThrow('it cannot be opened')
    await expect(decrypt?.(Buffer.from('101 121042882'))).rejects.toThrow('it is not encrypted')
    const trusting = pgpCipher(await keysOf({ mustBeSigned: false }))
    expect((await trusting.decrypt?.(await fromBank('returns', undefined)))?.toString()).toBe('returns')
  })

  it('encrypts to the bank alone', async () => {
    const { encrypt: seal, decrypt } = pgpCipher(await keysOf())
    const sealed = (await seal?.(Buffer.from('payouts'))) as Buffer
    expect(sealed.toString()).not.toContain('payouts')
    await expect(decrypt?.(sealed)).rejects.toThrow('it cannot be opened')
    const theirs = {
      bank: await readBankKeys('OURS', Buffer.from(ours.publicKey)),
      own: await readOwnKeys('BANK', Buffer.from(bank.privateKey)),
    }
    expect((await pgpCipher({ ...theirs, mustBeSigned: true }).decrypt?.(sealed))?.toString()).toBe('payouts')
  })

  it('without a key of one side leaves its direction plain', async () => {
    const { bank: theirs, own } = await keysOf()
    expect(pgpCipher({ ...(theirs ? { bank: theirs } : {}), mustBeSigned: true }).decrypt).toBeUndefined()
    expect(pgpCipher({ ...(own ? { own } : {}), mustBeSigned: false }).encrypt).toBeUndefined()
    expect(() => pgpCipher({ ...(own ? { own } : {}), mustBeSigned: true })).toThrow('ACH_PGP_BANK_KEY_FILE is needed')
  })
})

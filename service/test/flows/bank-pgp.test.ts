import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bankCipher } from '../../src/app/bank-files.ts'
import { goLive } from '../../src/app/go-live/go-live.ts'
import { readConfig } from '../../src/config.ts'
import { type Entry, readAch, writeAch } from '../../src/rails/ach/nacha/index.ts'
import type { BankFolders } from '../../src/rails/ach/transport/port.ts'
import {
  achConnection,
  answerFile,
  ORIGINATOR,
  type Producer,
  producer,
  startBank,
  type TestBank,
} from '../support/bank.ts'
import { type Gpg, hasGpg, startGpg } from '../support/gpg.ts'
import { paid, read } from '../support/payouts.ts'
import { startTributaryd, temporaryHome } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

const OURS = 'Acme Pay'
const BANK = 'First Bank'
const SECRET = 'open sesame'

let gpg: Gpg
let running: RunningService
let bank: TestBank
let acme: Producer
let keys: {
  readonly ACH_PGP_BANK_KEY_FILE: string
  readonly ACH_PGP_KEY_FILE: string
  readonly ACH_PGP_KEY_PASSPHRASE: string
}

const cipherOf = (changes: Record<string, string | undefined> = {}) => bankCipher(readConfig({ ...keys, ...changes }))

describe.skipIf(!hasGpg)('files with PGP, and GnuPG at the bank', () => {
  beforeAll(async () => {
    gpg = startGpg()
    gpg.makeKey(BANK)
    gpg.makeKey(OURS, { passphrase: SECRET })
    keys = {
      ACH_PGP_BANK_KEY_FILE: gpg.publicKeys(BANK),
      ACH_PGP_KEY_FILE: gpg.privateKey(OURS, SECRET),
      ACH_PGP_KEY_PASSPHRASE: SECRET,
    }
    running = await startService({}, undefined, { role: 'api' })
    bank = await startBank(running)
    acme = await producer(running, 'Acme')
  })

  const standing = async () => (await readdir(bank.out)).sort()

  /** A payout in a file that is made and has not left. */
  async function made(amount: number, at: string): Promise<string> {
    await bank.setClock(`${at}T14:30:00Z`)
    const { id } = await paid(acme.client, await achConnection(acme.client), amount)
    await bank.setClock(`${at}T15:00:00Z`)
    await bank.make()
    return id
  }

  async function entryIn(name: string): Promise<Entry> {
    const { text } = gpg.decrypt(await readFile(join(bank.out, name)))
    return readAch(Buffer.from(text, 'latin1')).file.batches.flatMap(({ entries }) => entries)[0] as Entry
  }

  const returnOf = (entry: Entry): string =>
    writeAch(answerFile([{ entry, returned: 'R23' }], ORIGINATOR.companyIdentification))

  it('what leaves can be opened by the bank alone, and carries our signature', async () => {
    const id = await made(4_321, '2026-11-17')
    const before = await standing()
    await bank.transmit({ cipher: await cipherOf() })
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('sent')
    const [name = ''] = (await standing()).filter((one) => !before.includes(one))
    expect(name).toBe('tributary-20261117-A.ach.pgp')
    const bytes = await readFile(join(bank.out, name))
    expect(bytes.toString('latin1')).not.toContain('PAYOUT')
    const { text, said } = gpg.decrypt(bytes)
    expect(said).toMatch(new RegExp(`Good signature from "${OURS}"`))
    expect(readAch(Buffer.from(text, 'latin1')).file.batches[0]?.entries[0]?.amount).toBe(4_321)

    await writeFile(
      join(bank.in, 'answer.pgp'),
      gpg.encrypt(returnOf(await entryIn(name)), OURS, ['--sign', '-u', BANK]),
    )
    await bank.receive({ cipher: await cipherOf() })
    expect((await read(acme.client, id)).status).toBe('returned')
  })

  it('a process that dies at the rename leaves a file that the next one knows by what it has uploaded', async () => {
    const id = await made(555, '2026-11-18')
    const cipher = await cipherOf()
    const dying: BankFolders = {
      ...bank.folders,
      async renameOut(from, to) {
        await bank.folders.renameOut(from, to)
        throw new Error('killed')
      },
    }
    await bank.transmit({ cipher, folders: dying })
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('pending')
    await bank.transmit({ cipher })
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('sent')
    expect((await standing()).filter((name) => name.includes('20261118'))).toEqual(['tributary-20261118-A.ach.pgp'])
  })

  it('another file under its name at the bank stops it', async () => {
    const id = await made(556, '2026-11-19')
    await writeFile(join(bank.out, 'tributary-20261119-A.ach.pgp'), gpg.encrypt('something else', BANK))
    await bank.transmit({ cipher: await cipherOf() })
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('pending')
    const [row] = await running.database.sql`select status, why from ach_files where name = 'tributary-20261119-A.ach'`
    expect(row).toEqual({
      status: 'conflict',
      why: "the bank's folder holds other bytes under the name tributary-20261119-A.ach.pgp",
    })
  })

  it('a file that is plain, not signed, or for somebody else is not read until the keys are right', async () => {
    const id = await made(777, '2026-11-20')
    await bank.transmit({ cipher: await cipherOf() })
    await bank.sweep([acme.tenant])
    const text = returnOf(await entryIn('tributary-20261120-A.ach.pgp'))
    gpg.makeKey('Stranger')
    const cases: [string, Buffer, RegExp][] = [
      ['plain.ach', Buffer.from(text, 'latin1'), /plain\.ach: it is not encrypted/],
      ['unsigned.pgp', gpg.encrypt(text, OURS), /unsigned\.pgp: it cannot be opened: .*not signed/],
      ['strange.pgp', gpg.encrypt(text, OURS, ['--sign', '-u', 'Stranger']), /strange\.pgp: it cannot be opened: .*/],
      ['other.pgp', gpg.encrypt(text, 'Stranger', ['--sign', '-u', BANK]), /other\.pgp: it cannot be opened: .*/],
    ]
    for (const [name, bytes, fault] of cases) {
      await writeFile(join(bank.in, name), bytes)
      await expect(bank.receive({ cipher: await cipherOf() })).rejects.toThrow(fault)
    }
    expect((await read(acme.client, id)).status).toBe('sent')
    expect(await running.database.sql`select 1 from ach_files where name like '%strange%'`).toEqual([])
    // The bank does not sign: a setting says so, and the waiting file is read in the next round, the same one only once.
    await expect(bank.receive({ cipher: await cipherOf({ ACH_PGP_SIGNED: 'off' }) })).rejects.toThrow(
      /(?=.*plain\.ach)(?=.*other\.pgp)/,
    )
    expect((await read(acme.client, id)).status).toBe('returned')
  })

  it('keys are replaced without a gap: a file of several has the new one first', async () => {
    gpg.makeKey('Newer Bank')
    const rotated = { ACH_PGP_BANK_KEY_FILE: gpg.publicKeys('Newer Bank', BANK) }
    const cipher = await cipherOf(rotated)
    const sealed = (await cipher?.encrypt?.(Buffer.from('to the new key'))) as Buffer
    expect(gpg.decrypt(sealed).text).toBe('to the new key')
    for (const signer of [BANK, 'Newer Bank']) {
      const bytes = gpg.encrypt('signed by either', OURS, ['--armor', '--sign', '-u', signer])
      expect((await cipher?.decrypt?.(bytes))?.toString()).toBe('signed by either')
    }
  })

  it('wrong and expired keys are refused at the start, in a sentence', async () => {
    const old = gpg.makeKey('Expired Bank', { made: '20200101T000000', days: 30 })
    gpg.makeKey('Expired Pay', { made: '20200101T000000', days: 30 })
    const garbage = join(gpg.folder, 'garbage')
    await writeFile(garbage, 'no key at all')
    const theirs = 'ACH_PGP_BANK_KEY_FILE'
    const cases: [Record<string, string | undefined>, string][] = [
      [
        { [theirs]: gpg.publicKeys('Expired Bank') },
        `${theirs} has no key to encrypt to: key ${old}: it expired on 2020-01-31.`,
      ],
      [{ [theirs]: keys.ACH_PGP_KEY_FILE }, `${theirs} holds a private key; the bank gives its public one.`],
      [{ [theirs]: garbage }, `${theirs} holds no OpenPGP key.`],
      [
        { [theirs]: undefined },
        'ACH_PGP_BANK_KEY_FILE is needed to check signatures; `ACH_PGP_SIGNED=off` does without.',
      ],
      [{ ACH_PGP_KEY_FILE: keys[theirs] }, 'ACH_PGP_KEY_FILE holds a public key; ours must be the private one.'],
      [{ ACH_PGP_KEY_PASSPHRASE: 'wrong' }, 'ACH_PGP_KEY_PASSPHRASE does not open ACH_PGP_KEY_FILE.'],
      [{ ACH_PGP_KEY_PASSPHRASE: undefined }, 'ACH_PGP_KEY_FILE is locked: set ACH_PGP_KEY_PASSPHRASE.'],
      [{ ACH_PGP_KEY_FILE: gpg.privateKey('Expired Pay') }, 'ACH_PGP_KEY_FILE has no key that signs: key '],
    ]
    for (const [changes, sentence] of cases) await expect(cipherOf(changes)).rejects.toThrow(sentence)
    await expect(cipherOf({ [theirs]: '/nowhere' })).rejects.toThrow(`${theirs} cannot be read`)

    const line = async (changes: Record<string, string>) => {
      const { lines } = await goLive(running.database, readConfig({ ...keys, ...changes }))
      return lines.find((one) => one.includes('PGP keys'))
    }
    const WHAT = 'The PGP keys of the exchange with the bank can be used for two more weeks'
    expect(await line({})).toBe(`pass  ${WHAT}`)
    gpg.makeKey('Ending Bank', { days: 5 })
    expect(await line({ [theirs]: gpg.publicKeys('Ending Bank') })).toBe(
      `FAIL  ${WHAT}: a key is valid for 4 more days`,
    )
    expect(await line({ [theirs]: garbage })).toBe(`FAIL  ${WHAT}: ${theirs} holds no OpenPGP key.`)
    expect((await goLive(running.database, readConfig({}))).lines).toContain(`skip  ${WHAT}: the bank has given no key`)

    const service = startTributaryd(['worker'], {
      ...{ DATABASE_URL: running.databaseUrl, VAULT_KEY, TRIBUTARY_HOME: await temporaryHome() },
      ...{ ACH_OUT: bank.out, ACH_IN: bank.in, [theirs]: gpg.publicKeys('Expired Bank') },
      ACH_DESTINATION: ORIGINATOR.destination,
      ACH_DESTINATION_NAME: ORIGINATOR.destinationName,
      ACH_ORIGIN: ORIGINATOR.origin,
      ACH_ORIGIN_NAME: ORIGINATOR.originName,
      ACH_COMPANY_ID: ORIGINATOR.companyIdentification,
      ACH_ROUTING_NUMBER: ORIGINATOR.routingNumber,
    })
    expect(await service.ended).not.toBe(0)
    expect(service.output()).toContain(`${theirs} has no key to encrypt to: key ${old}: it expired on 2020-01-31.`)
  })
})

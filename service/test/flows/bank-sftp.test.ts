import { execFileSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAch, writeAch } from '../../src/rails/ach/nacha/index.ts'
import type { BankFolders } from '../../src/rails/ach/transport/port.ts'
import { type SftpSettings, sftpTransport } from '../../src/rails/ach/transport/sftp.ts'
import { achConnection, answerFile, ORIGINATOR, producer, startBank } from '../support/bank.ts'
import { startService } from '../support/service.ts'
import { ensureSshd, type Sshd, startSshd } from '../support/sshd.ts'

const SSHD = ensureSshd()

let bankServer: Sshd
let root: string
let settings: SftpSettings

describe.skipIf(!SSHD)('over SFTP, to a real OpenSSH server', () => {
  const open: BankFolders[] = []
  const transport = (changes: Partial<SftpSettings> = {}): BankFolders => {
    const folders = sftpTransport({ ...settings, ...changes })
    open.push(folders)
    return folders
  }

  beforeAll(async () => {
    bankServer = await startSshd(SSHD as string)
    root = bankServer.root
    settings = {
      ...bankServer.place,
      privateKey: await readFile(bankServer.keyFile, 'utf8'),
      out: join(root, 'out'),
      in: join(root, 'in'),
    }
  })
  afterAll(async () => {
    await Promise.all(open.map((folders) => folders.close()))
    await bankServer?.stop()
  })

  it('writes, reads, renames and lists', async () => {
    const folders = transport()
    expect(await folders.readOut('nothing')).toBeUndefined()
    await folders.writeOut('.a.part', Buffer.from('hello'))
    expect((await folders.readOut('.a.part'))?.toString()).toBe('hello')
    await folders.renameOut('.a.part', 'a')
    expect(await readFile(join(root, 'out/a'), 'utf8')).toBe('hello')
    expect((await stat(join(root, 'out/a'))).mode & 0o777).toBe(0o600)
    expect(await folders.readOut('.a.part')).toBeUndefined()
    await expect(folders.renameOut('.a.part', 'b')).rejects.toThrow()
    // A fault closes the connection; the next call opens another.
    await writeFile(join(root, 'in/returns.ach'), 'from the bank')
    await writeFile(join(root, 'in/.hidden'), 'x')
    expect(await folders.listIn()).toEqual([{ name: 'returns.ach', size: 13, modifiedMs: expect.any(Number) }])
    expect((await folders.readIn('returns.ach')).toString()).toBe('from the bank')
  })

  it('signs in with a key that has a passphrase', async () => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'open sesame', '-f', join(root, 'locked')])
    await writeFile(join(root, 'authorized'), await readFile(join(root, 'locked.pub')), { flag: 'a' })
    const privateKey = await readFile(join(root, 'locked'), 'utf8')
    await expect(transport({ privateKey }).listOut()).rejects.toThrow()
    expect(await transport({ privateKey, passphrase: 'open sesame' }).listOut()).toBeInstanceOf(Array)
  })

  it('a folder that is not there is a fault, not an absent file', async () => {
    await expect(transport({ out: join(root, 'gone') }).readOut('a')).rejects.toThrow(/No such file/)
  })

  it('a file never replaces another one by its name', async () => {
    const folders = transport()
    await folders.writeOut('there', Buffer.from('old'))
    await folders.writeOut('.new.part', Buffer.from('new'))
    await expect(folders.renameOut('.new.part', 'there')).rejects.toThrow()
    expect((await folders.readOut('there'))?.toString()).toBe('old')
  })

  it('a server with another host key is not spoken to', async () => {
    const other = `SHA256:${Buffer.alloc(32, 1).toString('base64').replace(/=+$/, '')}`
    await expect(transport({ hostKey: other }).listIn()).rejects.toThrow(/[Hh]ost/)
  })

  it('brings a payout to the bank, and its return back', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const acme = await producer(running, 'Acme')
    const bank = await startBank(running)
    await bank.setClock('2026-11-17T14:30:00Z')
    const connection = await achConnection(acme.client)
    const { body } = await acme.client.post('/payout', { account_connection: connection, amount_in_cents: 4_321 })
    await bank.setClock('2026-11-17T15:00:00Z')
    await bank.make()
    await bank.transmit(transport())
    await bank.sweep([acme.tenant])
    const file = readAch(await readFile(join(root, 'out/tributary-20261117-A.ach'))).file
    const [entry] = file.batches.flatMap(({ entries }) => entries)
    expect(entry?.amount).toBe(4_321)
    expect((await acme.client.get(`/payout/${body.id}`)).body.status).toBe('sent')
    const answer = answerFile(
      [{ entry: entry as NonNullable<typeof entry>, returned: 'R02' }],
      ORIGINATOR.companyIdentification,
    )
    await writeFile(join(root, 'in/answer.ach'), writeAch(answer))
    await bank.receive(transport())
    expect((await acme.client.get(`/payout/${body.id}`)).body.status).toBe('returned')
  })
})

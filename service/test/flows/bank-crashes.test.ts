import { rename } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { nextCutoff } from '../../src/rails/ach/calendar.ts'
import type { BankFolders } from '../../src/rails/ach/transport/port.ts'
import { confirmMissing, listKept, retryFile } from '../../src/resources/bank-files/index.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let acme: Producer

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  acme = await producer(running, 'Acme')
  bank = await startBank(running)
})

class Crash extends Error {}

const missing = () => running.database.sql<{ name: string }[]>`select name from ach_files where status = 'missing'`
const delivered = (name: string) => running.database.transaction((tx) => confirmMissing(tx, bank.id, name))

/** Mulberry32: the same crashes in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The folders of a process that dies at the nth call: before it happens, after it, or in the middle of a write. */
function dying(folders: BankFolders, nth: number, how: 'before' | 'after' | 'half'): BankFolders {
  let calls = 0
  const dies = async <T>(work: () => Promise<T>, half?: () => Promise<void>): Promise<T> => {
    if (calls++ !== nth) {
      if (calls > nth) throw new Crash('the process is gone')
      return work()
    }
    if (how === 'after') await work()
    if (how === 'half') await half?.()
    throw new Crash('the process dies here')
  }
  return {
    ...folders,
    readOut: (name) => dies(() => folders.readOut(name)),
    writeOut: (name, bytes) =>
      dies(
        () => folders.writeOut(name, bytes),
        () => folders.writeOut(name, bytes.subarray(0, Math.floor(bytes.length / 2))),
      ),
    renameOut: (from, to) => dies(() => folders.renameOut(from, to)),
  }
}

it('crashes between assignment, upload, rename and confirmation, 100 times: the bank has each payout once', async () => {
  const next = random(20_261_116)
  const connection = await achConnection(acme.client)
  const payouts: string[] = []
  let asked = 0
  let clock = new Date('2027-01-04T14:00:00Z')
  await bank.setClock(clock.toISOString())
  for (let round = 0; round < 100; round++) {
    const made = await acme.client.post('/payout', { account_connection: connection, amount_in_cents: 100 + round })
    expect(made.status, made.text).toBe(201)
    payouts.push(made.body.id)
    // Each round goes to its own cut-off.
    clock = nextCutoff(clock).at
    await bank.setClock(new Date(clock.getTime() + 60_000).toISOString())
    expect(await bank.make()).toBe(1)
    const deaths = Math.floor(next() * 3) + 1
    for (let death = 0; death < deaths; death++) {
      const how = (['before', 'after', 'half'] as const)[Math.floor(next() * 3)] as 'before'
      await bank.transmit(dying(bank.folders, Math.floor(next() * 7), how))
      // The bank takes what stands there under its real name, at any moment.
      if (next() < 0.4) await bank.take()
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    await bank.transmit()
    if (next() < 0.5) await bank.take()
    // A process died at the rename, and the bank had taken the file before the next one looked: a person asks the bank.
    for (const { name } of await missing()) {
      expect(await bank.taken()).toContain(name)
      expect(await delivered(name)).toBe(true)
      asked++
    }
    await bank.sweep([acme.tenant])
  }
  expect(asked).toBeGreaterThan(0)
  const entries = await bank.entries()
  const seen = payouts.map((id) => entries.filter(({ individualIdentification: tail }) => id.endsWith(tail)).length)
  expect(seen).toEqual(payouts.map(() => 1))
  expect(entries.length).toBe(payouts.length)
  // Nothing is left of the uploads that died.
  expect((await bank.folders.listOut()).filter((name) => name.startsWith('.'))).toEqual([])
  const rows = await running.database
    .sql`select status from payouts where tenant_id = ${acme.tenant} and status <> 'sent'`
  expect([...rows]).toEqual([])
  expect(await auditEverything(running.database)).toEqual([])
})

it('a process that dies while it makes a file leaves no file and no assignment behind', async () => {
  await bank.setClock('2028-01-03T14:30:00Z')
  const connection = await achConnection(acme.client)
  const made = await acme.client.post('/payout', { account_connection: connection, amount_in_cents: 5 })
  await bank.setClock('2028-01-03T16:00:00Z')
  await running.database.sql`alter table ach_entries add constraint test_crash check (amount_in_cents <> 5)`
  await expect(bank.make()).rejects.toThrow(/test_crash/)
  const [row] = await running.database
    .sql`select ach_file from payouts where tenant_id = ${acme.tenant} and id = ${made.body.id}`
  expect(row?.ach_file).toBeNull()
  await running.database.sql`alter table ach_entries drop constraint test_crash`
  expect(await bank.make()).toBe(1)
  await bank.transmit()
})

it('two workers at once make and deliver each file once', async () => {
  await bank.setClock('2028-02-01T14:30:00Z')
  const connection = await achConnection(acme.client)
  const before = (await bank.entries()).length
  for (let n = 0; n < 20; n++)
    await acme.client.post('/payout', { account_connection: connection, amount_in_cents: 10 + n })
  await bank.setClock('2028-02-01T16:00:00Z')
  await Promise.all([bank.make(), bank.make(), bank.make()])
  await Promise.all([bank.transmit(undefined, 60_000), bank.transmit(undefined, 60_000)])
  await bank.sweep([acme.tenant])
  expect((await bank.entries()).length).toBe(before + 20)
})

it('other bytes under the name of a file stop it for a person, and nothing is overwritten', async () => {
  await bank.setClock('2028-03-01T14:30:00Z')
  const connection = await achConnection(acme.client)
  await acme.client.post('/payout', { account_connection: connection, amount_in_cents: 77 })
  await bank.setClock('2028-03-01T15:45:00Z')
  await bank.take()
  await bank.make()
  await bank.folders.writeOut('tributary-20280301-A.ach', Buffer.from('somebody else'))
  await bank.transmit()
  const [file] = await running.database.sql`select status, why from ach_files where name = 'tributary-20280301-A.ach'`
  expect(file).toMatchObject({ status: 'conflict', why: expect.stringContaining('other bytes') })
  expect((await bank.folders.readOut('tributary-20280301-A.ach'))?.toString()).toBe('somebody else')

  // Once a person has taken it away, the file goes there after all.
  await bank.folders.removeOut('tributary-20280301-A.ach')
  const retry = () => running.database.transaction((tx) => retryFile(tx, bank.id, 'tributary-20280301-A.ach'))
  expect([await retry(), await retry()]).toEqual([true, false])
  await bank.transmit()
  const [delivered] = await bank.files()
  expect(delivered?.file.batches.flatMap(({ entries }) => entries.map(({ amount }) => amount))).toEqual([77])
})

/** A process uploads a file, and dies before it renames it. */
async function uploaded(day: string, amount: number): Promise<{ name: string; payout: string }> {
  await bank.setClock(`${day}T14:30:00Z`)
  const connection = await achConnection(acme.client)
  const { body } = await acme.client.post('/payout', { account_connection: connection, amount_in_cents: amount })
  await bank.setClock(`${day}T16:00:00Z`)
  await bank.take()
  await bank.make()
  const dead = async () => {
    throw new Crash('the process dies here')
  }
  await bank.transmit({ ...bank.folders, renameOut: dead })
  await new Promise((resolve) => setTimeout(resolve, 3))
  return { name: `tributary-${day.replaceAll('-', '')}-A.ach`, payout: body.id }
}

const fileOf = async (name: string) => {
  const [file] = await running.database.sql`select status, why from ach_files where name = ${name}`
  return file
}

const statusOf = async (payout: string): Promise<string> => {
  await bank.sweep([acme.tenant])
  return (await acme.client.get(`/payout/${payout}`)).body.status
}

it("a bank's folder that is gone delivers nothing; when it is back, the file goes on", async () => {
  const { name, payout } = await uploaded('2028-11-06', 81)
  await rename(bank.out, `${bank.out}-away`)
  await bank.transmit()
  expect(await fileOf(name)).toMatchObject({ status: 'renaming', why: expect.stringContaining('ENOENT') })
  expect(await statusOf(payout)).toBe('pending')
  await rename(`${bank.out}-away`, bank.out)
  await new Promise((resolve) => setTimeout(resolve, 3))
  await bank.transmit()
  expect(await fileOf(name)).toEqual({ status: 'delivered', why: null })
  expect(await statusOf(payout)).toBe('sent')
})

it('a file under neither of its names waits for a person, who has it tried again or says that the bank has it', async () => {
  const { name, payout } = await uploaded('2028-12-04', 82)
  const lose = async (): Promise<void> => {
    for (const part of await bank.folders.listOut()) await bank.folders.removeOut(part)
    await bank.transmit()
  }
  await lose()
  expect((await fileOf(name))?.status).toBe('missing')
  expect(await statusOf(payout)).toBe('pending')
  expect(await listKept(running.database.sql, bank.id)).toContainEqual(
    expect.objectContaining({ name, ordinal: null, why: expect.stringContaining('ask the bank') }),
  )
  expect(await running.database.transaction((tx) => retryFile(tx, bank.id, name))).toBe(true)
  expect(await delivered(name)).toBe(false)
  await bank.transmit()
  expect((await bank.files()).map((file) => file.name)).toEqual([name])
  expect(await statusOf(payout)).toBe('sent')

  const other = await uploaded('2029-01-08', 83)
  await lose()
  expect([await delivered(other.name), await delivered(other.name)]).toEqual([true, false])
  expect(await fileOf(other.name)).toEqual({ status: 'delivered', why: null })
  expect(await statusOf(other.payout)).toBe('sent')
  expect(await missing()).toHaveLength(0)
  expect(await auditEverything(running.database)).toEqual([])
})

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { returnCodes } from '../../src/rails/ach/return-codes.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let acme: Producer
let globex: Producer

beforeAll(async () => {
  running = await startService()
  acme = await producer(running, 'Acme Records')
  globex = await producer(running, 'Globex 音楽')
  bank = await startBank(running)
})

const entryFor = async (payout: string) => {
  const found = (await bank.entries()).filter((entry) => payout.endsWith(entry.individualIdentification))
  expect(found.length).toBe(1)
  return found[0] as (typeof found)[number]
}

const kept = async (): Promise<string[]> => {
  const rows = await running.database.sql<
    { why: string }[]
  >`select why from ach_received where status = 'kept' order by file, ordinal`
  return rows.map(({ why }) => why)
}

const balance = async (producer: Producer): Promise<number> =>
  (await producer.client.get('/enterprise')).body.operating_account.balance_in_cents

/** Pays, makes the file, brings it to the bank, and lets the payouts be sent. */
async function send(producer: Producer, connection: string, amounts: readonly number[]): Promise<string[]> {
  const ids = []
  for (const amount of amounts) ids.push((await paid(producer.client, connection, amount)).id)
  await nextDay()
  await bank.make()
  await bank.transmit()
  await bank.sweep([acme.tenant, globex.tenant])
  return ids
}

/** The same return, as if a debit came back: code and totals. */
const asDebit = (text: string, amount: number): string => {
  const [none, all] = [0, amount].map((cents) => String(cents).padStart(12, '0'))
  return text.replaceAll(/^621/gm, '626').replaceAll(`${none}${all}`, `${all}${none}`)
}

let day = 0

/** Past every cut-off of the payouts made so far. */
const nextDay = async (): Promise<void> => {
  day += 5
  await bank.setClock(new Date(Date.UTC(2026, 11, 1 + day, 12)).toISOString())
}

describe('files to the bank', () => {
  it('a payout waits for its cut-off, leaves in a file, and is sent only when the bank has it', async () => {
    await bank.setClock('2026-11-16T14:30:00Z')
    const connection = await achConnection(acme.client, { name_on_account: 'Zoë Müller', account_number: '12345678' })
    const other = await achConnection(globex.client, { account_type: 'savings' })
    const one = await paid(acme.client, connection, 12_500)
    const two = await paid(globex.client, other, 700)
    expect(one.status).toBe('pending')
    expect(await bank.make()).toBe(0)

    await bank.setClock('2026-11-16T15:00:00Z')
    expect(await bank.make()).toBe(1)
    expect(await bank.make()).toBe(0)
    expect(await bank.files()).toEqual([])
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, one.id)).status).toBe('pending')

    await bank.transmit()
    await bank.sweep([acme.tenant, globex.tenant])
    const [made] = await bank.files()
    expect(made?.name).toBe('tributary-20261116-A.ach')
    expect(
      made?.file.batches.map(({ header }) => [header.companyName, header.effectiveEntryDate, header.serviceClassCode]),
    ).toEqual([
      ['Acme Records', '261116', '220'],
      ['Tributary', '261116', '220'],
    ])
    expect(made?.file.batches.flatMap(({ entries }) => entries)).toMatchObject([
      {
        transactionCode: '22',
        individualName: 'Zoe Muller',
        amount: 12_500,
        accountNumber: '12345678',
        traceNumber: '121042880000001',
      },
      { transactionCode: '32', amount: 700, traceNumber: '121042880000002' },
    ])
    const sent = await read(acme.client, one.id)
    expect(sent).toMatchObject({ status: 'sent', destination: 'Checking ••••5678' })
    expect((await read(globex.client, two.id)).status).toBe('sent')
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('a name that ACH cannot carry fails with the reason, and the money comes back', async () => {
    const before = await balance(acme)
    const connection = await achConnection(acme.client, { name_on_account: '李小龙' })
    const [id] = await send(acme, connection, [500])
    const failed = await read(acme.client, id as string)
    expect(failed.status).toBe('error')
    expect(failed.activity.find((entry: { type: string }) => entry.type === 'error').entry).toContain(
      'ACH cannot carry: 李 小 龙',
    )
    expect(await balance(acme)).toBe(before)
  })

  it('more than a million dollars does not go same-day', async () => {
    await bank.setClock('2026-12-01T15:00:00Z')
    const connection = await achConnection(acme.client)
    await paid(acme.client, connection, 100_000_001)
    await bank.setClock('2026-12-01T21:50:00Z')
    expect(await bank.make()).toBe(0)
    await bank.setClock('2026-12-02T00:30:00Z')
    expect(await bank.make()).toBe(1)
    await bank.transmit()
    const files = await bank.files()
    expect(files.at(-1)?.file.batches[0]?.header.effectiveEntryDate).toBe('261202')
    await bank.sweep([acme.tenant])
  })
})

describe('a file that leaves late', () => {
  const made = async () => {
    const [file] = await running.database.sql<{ id: string; name: string; day: string }[]>`
      select id, name, to_char(day, 'YYYY-MM-DD') as day from ach_files where direction = 'out' order by id desc limit 1`
    return file
  }

  it('gets new dates first, and goes to the bank once, readable by its owner alone', async () => {
    await bank.setClock('2026-12-03T14:30:00Z')
    const { id } = await paid(acme.client, await achConnection(acme.client), 4_242)
    await bank.setClock('2026-12-03T15:00:00Z')
    await bank.make()
    const before = await made()
    expect(before).toMatchObject({ name: 'tributary-20261203-A.ach', day: '2026-12-03' })

    // The bank could not be reached until all windows of the next day had passed.
    await bank.setClock('2026-12-05T02:00:00Z')
    await bank.transmit()
    await bank.sweep([acme.tenant])
    const after = await made()
    expect(after).toEqual({ id: before?.id, name: 'tributary-20261204-A.ach', day: '2026-12-07' })
    const [left] = (await bank.files()).filter(({ file }) => file.batches[0]?.entries[0]?.amount === 4_242)
    expect(left).toMatchObject({
      name: 'tributary-20261204-A.ach',
      file: { header: { fileCreationDate: '261204', fileCreationTime: '2100', fileIdModifier: 'A' } },
    })
    expect(left?.file.batches[0]?.header.effectiveEntryDate).toBe('261207')
    expect((await stat(join(bank.out, 'tributary-20261204-A.ach'))).mode & 0o777).toBe(0o600)
    expect((await read(acme.client, id)).status).toBe('sent')
    expect(await entryFor(id)).toMatchObject({ amount: 4_242 })
  })
})

describe('what comes back', () => {
  it('every return code gives the payout back, with its meaning in the log', async () => {
    const connection = await achConnection(acme.client)
    const codes = returnCodes()
    const before = await balance(acme)
    const ids = await send(
      acme,
      connection,
      codes.map((_, nth) => 1_000 + nth),
    )
    const answers = []
    for (const [nth, id] of ids.entries()) answers.push({ entry: await entryFor(id), returned: codes[nth] as string })
    await bank.answer(answers)
    await bank.receive()
    for (const [nth, id] of ids.entries()) {
      const payout = await read(acme.client, id)
      expect(payout.status).toBe('returned')
      const entry = payout.activity.find((one: { status: string; code?: string }) => one.code !== undefined)
      expect(entry).toMatchObject({ code: codes[nth], status: 'returned' })
      expect(entry.entry).toMatch(/^Returned by the bank: (?!no reason given)/)
    }
    // The fees stay.
    expect(await balance(acme)).toBe(before - codes.length * 25)
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('the same file twice changes nothing, under another name neither', async () => {
    const connection = await achConnection(acme.client)
    const [id] = await send(acme, connection, [4_200])
    const text = await bank.answer([{ entry: await entryFor(id as string), returned: 'R02' }], 'twice.ach')
    await bank.receive()
    const after = await balance(acme)
    const rows = (await kept()).length
    await bank.put('twice-again.ach', text)
    await bank.put('twice.ach', text)
    await bank.receive()
    await bank.receive()
    expect(await balance(acme)).toBe(after)
    expect((await kept()).length).toBe(rows)
  })

  it('a return of what is returned already, of another amount, of nothing we sent, of another originator or of a debit is kept for a person', async () => {
    const connection = await achConnection(acme.client)
    const [one, two] = (await send(acme, connection, [900, 901])) as [string, string]
    const first = await entryFor(one)
    const second = await entryFor(two)
    await bank.answer([{ entry: first, returned: 'R01' }])
    await bank.receive()
    const before = await balance(acme)
    const already = (await kept()).length
    await bank.answer([{ entry: first, returned: 'R03' }])
    await bank.receive()
    await bank.answer([{ entry: { ...second, amount: 5 }, returned: 'R03' }])
    await bank.receive()
    await bank.answer([{ entry: { ...second, traceNumber: '121042889999999' }, returned: 'R03' }])
    await bank.receive()
    await bank.answer([{ entry: second, returned: 'R03' }], undefined, '9999999999')
    await bank.receive()
    await bank.answer([{ entry: second, returned: 'R99' }])
    await bank.receive()
    const text = await bank.answer([{ entry: second, returned: 'R03' }], 'debit.ach')
    await bank.put('debit.ach', asDebit(text, 901))
    await bank.receive()
    expect((await kept()).slice(already)).toEqual([
      expect.stringMatching(/this one is `returned`/),
      `5 cents came back for payout ${two} of 901`,
      'nothing was sent under the trace number 121042889999999',
      'it answers to another originator, 9999999999',
      'line 4: addenda 99: the return code R99 is unknown',
      `the code 26 gives no credit back, as payout ${two} was`,
    ])
    expect(await balance(acme)).toBe(before)
    expect((await read(acme.client, two)).status).toBe('sent')
  })

  it('a malformed entry is kept and the others are applied; a malformed file is kept whole', async () => {
    const connection = await achConnection(acme.client)
    const [one, two] = (await send(acme, connection, [910, 911])) as [string, string]
    const entries = [await entryFor(one), await entryFor(two)]
    const text = await bank.answer(
      entries.map((entry) => ({ entry, returned: 'R03' })),
      'half.ach',
    )
    await bank.put('half.ach', text.replace('799R03', '799X03'))
    const already = (await kept()).length
    await bank.receive()
    expect((await kept()).slice(already)).toEqual([expect.stringMatching(/^line 4: addenda 99: return code must be/)])
    expect([(await read(acme.client, one)).status, (await read(acme.client, two)).status]).toEqual(['sent', 'returned'])
    await bank.put('whole.ach', text.replace('000000', '00x000'))
    await bank.receive()
    const [file] = await running.database.sql`select status, why from ach_files where name = 'whole.ach'`
    expect(file).toMatchObject({ status: 'refused', why: expect.stringMatching(/^line \d+: /) })
  })

  it('a notification of change corrects the bank details; the next payout goes there, and both are told', async () => {
    const connection = await achConnection(acme.client, { account_number: '55551111' })
    const [id] = (await send(acme, connection, [300])) as [string]
    await bank.answer([{ entry: await entryFor(id), changed: 'C03', data: '121042882   777788889999' }])
    await bank.receive()
    expect((await acme.client.get(`/account-connection/${connection}`)).body.destination).toBe('Checking ••••9999')
    expect((await read(acme.client, id)).status).toBe('sent')
    const [next] = (await send(acme, connection, [301])) as [string]
    expect(await entryFor(next)).toMatchObject({ routingNumber: '121042882', accountNumber: '777788889999' })
    const events = await running.database.sql`
      select type from events where tenant_id = ${acme.tenant} and resource = ${connection}`
    expect(events.map(({ type }) => type)).toEqual(['account_connection.update'])
    const messages = await running.database
      .sql`select facts from messages where tenant_id = ${acme.tenant} and kind = 'bank_corrected' order by sequence`
    // The enterprise's leads to the creator's page.
    expect(messages.map(({ facts }) => [facts.own, facts.connection])).toEqual([
      [true, undefined],
      [false, connection],
    ])
    // What is no account number stays out of the vault.
    const already = (await kept()).length
    await bank.answer([{ entry: await entryFor(next), changed: 'C01', data: 'SEE LETTER' }])
    await bank.receive()
    expect((await acme.client.get(`/account-connection/${connection}`)).body.destination).toBe('Checking ••••9999')
    // The old account is not the connection's any more: the same correction again waits for a person.
    await bank.answer([{ entry: await entryFor(id), changed: 'C01', data: '12' }])
    await bank.receive()
    expect((await kept()).slice(already)).toEqual([
      'C01 gives no valid account_number',
      'the account connection has another bank account by now',
    ])
  })
})

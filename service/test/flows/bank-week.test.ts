import { beforeAll, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import { bankingDate } from '../../src/rails/ach/calendar.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import { agrees, reconcile, setBalance } from '../../src/resources/bank-files/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import {
  achConnection,
  creditEntry,
  incomingFile,
  type Producer,
  producer,
  startBank,
  type TestBank,
} from '../support/bank.ts'
import { read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let acme: Producer
let other: Producer

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  acme = await producer(running, 'Acme')
  other = await producer(running, 'Other')
  bank = await startBank(running)
})

/** What happens in the week of Thanksgiving 2026, by the clock of New York. */
async function at(eastern: string): Promise<void> {
  // A moment past it: the machine's own clock may be set back a little meanwhile.
  await bank.setClock(`${eastern}:00.200-05:00`)
  await bank.make()
  await bank.transmit()
  await bank.sweep([acme.tenant])
  await bank.receive()
}

async function pay(connection: string, amount: number): Promise<string> {
  const made = await acme.client.post('/payout', { account_connection: connection, amount_in_cents: amount })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

const statusOf = async (id: string): Promise<string> => (await read(acme.client, id)).status
const days = async () =>
  (await bank.files()).map(({ name, file }) => [
    name,
    file.batches[0]?.header.effectiveEntryDate,
    file.batches.flatMap(({ entries }) => entries.map(({ amount }) => amount)),
  ])

it('a banking week across a holiday: cut-offs, files, returns, reconciliation to the cent', async () => {
  const connection = await achConnection(acme.client)
  await at('2026-11-23T09:00')
  const monday = await pay(connection, 100_00)
  await at('2026-11-23T09:59')
  expect(await statusOf(monday)).toBe('pending')
  await at('2026-11-23T10:00')
  expect(await statusOf(monday)).toBe('sent')
  const evening = await pay(connection, 250_00)
  await at('2026-11-23T14:15')

  await at('2026-11-24T17:00')
  const late = await pay(connection, 33_33)
  await at('2026-11-24T19:30')
  expect(await statusOf(late)).toBe('sent')

  // Wednesday evening goes to Friday: Thursday is Thanksgiving.
  await at('2026-11-25T19:00')
  const beforeHoliday = await pay(connection, 70_00)
  await at('2026-11-25T19:30')
  const onHoliday = await pay(connection, 80_00)
  await at('2026-11-26T12:00')
  expect(await statusOf(onHoliday)).toBe('pending')
  await at('2026-11-27T10:00')
  expect(await statusOf(onHoliday)).toBe('sent')
  expect(await days()).toEqual([
    ['tributary-20261123-A.ach', '261123', [100_00]],
    ['tributary-20261123-B.ach', '261123', [250_00]],
    ['tributary-20261124-A.ach', '261125', [33_33]],
    ['tributary-20261125-A.ach', '261127', [70_00]],
    ['tributary-20261127-A.ach', '261127', [80_00]],
  ])

  // On Friday one comes back, and a top-up arrives.
  const entries = await bank.entries()
  const back = entries.find(({ individualIdentification: tail }) => evening.endsWith(tail))
  await bank.answer([{ entry: back as (typeof entries)[number], returned: 'R02' }], 'friday-returns.ach')
  await bank.put(
    'friday-credits.ach',
    writeAch(incomingFile([creditEntry(1, operatingNumber(acme.tenant), 500_00)], '1234567890')),
  )
  await at('2026-11-27T11:00')
  expect(await statusOf(evening)).toBe('returned')
  expect(await statusOf(beforeHoliday)).toBe('sent')

  const { database } = running
  const opening = 1_000_000_00
  const balances: Record<string, number> = {
    '2026-11-20': opening,
    '2026-11-23': opening - 350_00,
    '2026-11-25': opening - 383_33,
    '2026-11-27': opening - 383_33 - 150_00 + 250_00 + 500_00,
  }
  await database.transaction(async (tx) => {
    for (const [day, balance] of Object.entries(balances)) await setBalance(tx, bank.id, bankingDate(day), balance)
  })
  const found = async (day: string) => reconcile(database.sql, bank.id, bankingDate(day))
  for (const day of ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']) {
    const result = await found(day)
    expect(result.differences, day).toEqual([])
    expect(agrees(result), day).toBe(true)
  }
  expect((await found('2026-11-27')).sums).toEqual([
    { kind: 'credit', entries: 1, said: 500_00, posted: 500_00 },
    { kind: 'payout', entries: 2, said: 150_00, posted: 150_00 },
    { kind: 'return', entries: 1, said: 250_00, posted: 250_00 },
  ])
  expect((await found('2026-11-27')).balance).toEqual({ since: '2026-11-25', moved: 600_00, expected: 600_00 })

  // An enterprise sees what is its own.
  const own = (tenant: TenantId) => reconcile(database.sql, bank.id, bankingDate('2026-11-27'), tenant)
  expect(await own(acme.tenant)).toEqual({ ...(await found('2026-11-27')), balance: undefined })
  expect((await own(other.tenant)).sums).toEqual([])

  // A cent too much at the bank is seen, and so is an entry that nobody could place.
  await database.transaction((tx) => setBalance(tx, bank.id, bankingDate('2026-11-27'), 1))
  expect(agrees(await found('2026-11-27'))).toBe(false)
  await bank.put('stray.ach', writeAch(incomingFile([creditEntry(1, '4711', 9)], '1234567890')))
  await at('2026-11-27T12:00')
  expect((await found('2026-11-27')).differences).toMatchObject([
    { name: 'stray.ach', kind: 'credit', said: 9, posted: 0, why: 'there is no account with this number' },
  ])
  expect(await auditEverything(database)).toEqual([])
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { cents } from '../../src/kernel/money.ts'
import { post } from '../../src/ledger/index.ts'
import { type Entry, writeAch } from '../../src/rails/ach/nacha/index.ts'
import { reconcileDays } from '../../src/resources/bank-files/index.ts'
import { operatingNumber, tenantNow } from '../../src/tenants/index.ts'
import {
  achConnection,
  creditEntry,
  incomingFile,
  type Producer,
  producer,
  startBank,
  type TestBank,
} from '../support/bank.ts'
import { runOperator } from '../support/operator.ts'
import { paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let acme: Producer

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  acme = await producer(running, 'Acme')
  bank = await startBank(running)
})

const operator = (...words: string[]) => runOperator(running, ...words)

/** The id of a file, by its name. */
const fileId = async (name: string): Promise<string> =>
  (await running.database.sql`select id from ach_files where name = ${name}`)[0]?.id

describe('reconcile', () => {
  it('a file that was refused is a difference of its day until a person has dealt with it', async () => {
    await bank.setClock('2026-11-16T15:00:00Z')
    await bank.put('broken.ach', 'nothing that a bank would write')
    await bank.receive()
    const found = await operator('reconcile', '2026-11-16')
    expect(found.output).toMatch(/^ {2}DIFFERS {3}broken\.ach was refused: line 1: /m)
    expect(found.output).not.toContain('no files')
    expect(found.output).not.toContain('Everything agrees')
    expect(found.code).toBe(1)

    expect(await operator('ach', 'resolve', await fileId('broken.ach'))).toMatchObject({ code: 0 })
    const after = await operator('reconcile', '2026-11-16')
    expect(after.output).toMatch(/^ {2}resolved {2}broken\.ach was refused: line 1: /m)
    expect(after.code).toBe(0)
  })
})

it('days on which banks rest, and days to come, are refused', async () => {
  await bank.setClock('2026-11-16T16:00:00Z')
  for (const words of [['reconcile'], ['ach', 'balance']]) {
    const on = async (day: string) => (await operator(...words, day, ...(words.length > 1 ? ['100'] : []))).output
    expect(await on('2026-11-15')).toBe('2026-11-15 is no banking day: banks are closed.')
    expect(await on('2026-11-11')).toBe('2026-11-11 is no banking day: banks are closed.')
    expect(await on('2026-11-17')).toBe('2026-11-17 is in the future: the current banking day is 2026-11-16.')
    expect(await on('2026-02-30')).toContain('DAY must be a day like')
    expect(await on('2026-11-13')).toContain('2026-11-13')
  }
})

describe('ach resolve', () => {
  it('leaves a file of ours that was stopped to `ach retry`, and its payouts leave then', async () => {
    await bank.setClock('2026-11-17T14:30:00Z')
    const { id } = await paid(acme.client, await achConnection(acme.client), 700)
    await bank.setClock('2026-11-17T15:00:00Z')
    await bank.make()
    const name = 'tributary-20261117-A.ach'
    await writeFile(join(bank.out, name), 'of somebody else')
    await bank.transmit()

    const file = await fileId(name)
    const refused = await operator('ach', 'resolve', file)
    expect(refused.output).toContain(`use \`ach retry ${name}\``)
    expect(refused.code).toBe(1)
    expect((await operator('ach', 'kept')).output).toContain(file)

    await bank.folders.removeOut(name)
    expect((await operator('ach', 'retry', name)).code).toBe(0)
    await bank.transmit()
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('sent')
  })
})

describe('ach apply', () => {
  const entryFor = async (payout: string): Promise<Entry> =>
    (await bank.entries()).find(({ individualIdentification: tail }) => payout.endsWith(tail)) as Entry

  const ownDay = async (day: string) =>
    (await reconcileDays(running.database.sql, acme.tenant, bank.id, 90)).find((one) => one.day === day)

  it('books a kept return of the payout that a person names, once, and only as much as was sent', async () => {
    await bank.setClock('2026-11-18T14:30:00Z')
    const connection = await achConnection(acme.client)
    const { id: one } = await paid(acme.client, connection, 900)
    const { id: two } = await paid(acme.client, connection, 901)
    await bank.setClock('2026-11-18T15:00:00Z')
    await bank.make()
    await bank.transmit()
    await bank.sweep([acme.tenant])
    await bank.answer(
      [{ entry: { ...(await entryFor(one)), traceNumber: '121042889999999' }, returned: 'R03' }],
      'a.ach',
    )
    await bank.answer([{ entry: await entryFor(two), returned: 'R02' }], 'b.ach', '9999999999')
    await bank.receive()
    const [a, b] = [await fileId('a.ach'), await fileId('b.ach')]
    expect((await operator('reconcile', '2026-11-18')).code).toBe(1)

    expect((await operator('ach', 'apply', a, '0')).output).toContain('nothing was sent under 121042889999999')
    expect((await operator('ach', 'apply', a, '0', 'po_nothing')).output).toContain('no file carried po_nothing')
    expect((await operator('ach', 'apply', a, '0', two)).output).toContain(
      `900 cents came back for payout ${two} of 901`,
    )
    expect((await operator('ach', 'apply', a, '0', one)).output).toBe(`Booked: ${one}.`)
    expect((await operator('ach', 'apply', a, '0', one)).output).toContain('nothing of that name waits')
    expect((await operator('ach', 'apply', b, '0')).output).toBe(`Booked: ${two}.`)
    // The audit log has the payout, its amount, and what was tried in vain.
    const deeds = await running.database.sql`
      select action, subject, details->>'amount_in_cents' as amount from operator_audit_log
      where action like 'bank.apply%' order by position`
    expect(deeds).toEqual([
      ...Array(3).fill({ action: 'bank.apply.refused', subject: null, amount: null }),
      { action: 'bank.apply', subject: one, amount: '900' },
      { action: 'bank.apply.refused', subject: null, amount: null },
      { action: 'bank.apply', subject: two, amount: '901' },
    ])
    for (const [id, code] of [
      [one, 'R03'],
      [two, 'R02'],
    ] as const) {
      const payout = await read(acme.client, id)
      expect(payout.status).toBe('returned')
      expect(payout.activity).toContainEqual(expect.objectContaining({ code }))
    }
    expect((await operator('reconcile', '2026-11-18')).code).toBe(0)

    // The same return once more, kept: it is not taken for booked because the payout is.
    await bank.answer([{ entry: await entryFor(two), returned: 'R04' }], 'c.ach')
    await bank.receive()
    const c = await fileId('c.ach')
    expect((await operator('ach', 'apply', c, '0')).output).toContain('this one is `returned`')
    const { output } = await operator('reconcile', '2026-11-18')
    expect(output).toMatch(new RegExp(`DIFFERS {3}c\\.ach {2}return ${two}: file \\$9\\.01, books \\$0\\.00`))
    // Two came back and were booked; the third the enterprise sees too, until a person has dealt with it.
    expect(await ownDay('2026-11-18')).toMatchObject({ returned: 3, returned_amount: 2_702, returned_booked: 1_801 })
    expect((await operator('ach', 'resolve', c, '0')).code).toBe(0)
    expect(await ownDay('2026-11-18')).toMatchObject({ returned: 2, returned_amount: 1_801, returned_booked: 1_801 })
    const resolved = await operator('reconcile', '2026-11-18')
    expect(resolved.output).toMatch(/^ {2}resolved {2}c\.ach/m)
    expect(resolved.code).toBe(0)
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('books a credit that looks like one that came before, and none without an account', async () => {
    await bank.setClock('2026-11-19T15:00:00Z')
    const balance = async () => (await acme.client.get('/enterprise')).body.operating_account.balance_in_cents
    const before = await balance()
    const credit = creditEntry(1, operatingNumber(acme.tenant), 250)
    await bank.put('first.ach', writeAch(incomingFile([credit], '1234567890')))
    await bank.receive()
    await bank.put('again.ach', writeAch(incomingFile([credit, creditEntry(2, '4711', 9)], '1234567890')))
    await bank.receive()
    expect(await balance()).toBe(before + 250)
    const again = await fileId('again.ach')
    expect((await operator('ach', 'apply', again, '0')).code).toBe(0)
    expect((await operator('ach', 'apply', again, '0')).code).toBe(1)
    expect(await balance()).toBe(before + 500)
    expect((await operator('ach', 'apply', again, '1')).output).toContain('there is no account with this number')
    expect(await auditEverything(running.database)).toEqual([])
  })
})

// Last, because it writes into the books what no command has.
it('what is booked as if by ACH, but in no file, is a difference of its day', async () => {
  // A Saturday's belongs to Monday.
  await bank.setClock('2026-11-21T16:00:00Z')
  const { database } = running
  const at = await tenantNow(database.sql, bank.id)
  const amount = cents(333)
  await database.transaction(async (tx) => {
    const topUp = { kind: 'top_up', debit: 'funding', credit: 'operating' } as const
    await post(tx, acme.tenant, [{ ...topUp, sourceId: 'fun_alone', amount, at }])
    const sent = { kind: 'payout.sent.bank', debit: `due_from:${acme.tenant}`, credit: 'ach_clearing' } as const
    await post(tx, bank.id, [{ ...sent, sourceId: 'po_alone', amount, at }])
  })
  expect((await operator('reconcile', '2026-11-20')).output).not.toContain('alone')
  const { code, output } = await operator('reconcile', '2026-11-23')
  expect(output).toContain('DIFFERS   no file  credit fun_alone: file $0.00, books $3.33')
  expect(output).toContain('DIFFERS   no file  payout po_alone: file $0.00, books $3.33')
  expect(code).toBe(1)
})

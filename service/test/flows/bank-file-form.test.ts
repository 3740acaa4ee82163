import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { type Entry, writeAch } from '../../src/rails/ach/nacha/index.ts'
import type { Originator } from '../../src/resources/bank-files/index.ts'
import { achConnection, answerFile, ORIGINATOR, producer, startBank, type TestBank } from '../support/bank.ts'
import { runOperator } from '../support/operator.ts'
import { paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let files = 0

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  bank = await startBank(running)
})

const operator = (...words: string[]) => runOperator(running, ...words)
const audit = () => auditEverything(running.database)

/** The bank puts a file; answers the id it is stored under. */
async function receive(text: string): Promise<string> {
  const name = `words-${files++}.ach`
  await bank.put(name, text)
  await bank.receive()
  return (await running.database.sql`select id from ach_files where name = ${name}`)[0]?.id
}

describe('the form of our files', () => {
  const bankWith = (originator: Partial<Originator>) => ({ ...ORIGINATOR, ...originator })

  it('is CCD to businesses and PPD to people, with the description and a balancing debit where the bank wants them', async () => {
    const acme = await producer(running, 'Formal')
    await bank.setClock('2026-11-24T14:30:00Z')
    const [man, shop] = [await achConnection(acme.client), await achConnection(acme.client)]
    await acme.client.put(`/account-connection/${shop}`, { business_name: 'Shop LLC' })
    for (const [connection, amount, description] of [
      [man, 1_000, 'Royalties for Müller'],
      [shop, 2_000, '音楽'],
    ] as const) {
      await acme.client.post('/payout', { account_connection: connection, amount_in_cents: amount, description })
    }
    await bank.setClock('2026-11-24T15:00:00Z')
    const offset = {
      routing_number: ORIGINATOR.routingNumber,
      account_number: '99887766',
      account_type: 'checking',
    } as const
    await bank.make(bankWith({ hasAddenda: true, offset }))
    await bank.transmit()
    await bank.sweep([acme.tenant])
    const batches = (await bank.files())
      .flatMap(({ file }) => file.batches)
      .filter(({ header }) => header.companyName === 'Formal')
    expect(batches.map(({ header }) => [header.standardEntryClassCode, header.serviceClassCode])).toEqual([
      ['PPD', '200'],
      ['CCD', '200'],
    ])
    const [people, businesses] = batches.map(({ entries }) => entries)
    expect(people).toMatchObject([
      { transactionCode: '22', amount: 1_000, addenda: [{ type: '05', paymentInformation: 'Royalties for Muller' }] },
      { transactionCode: '27', amount: 1_000, accountNumber: '99887766', individualIdentification: 'OFFSET' },
    ])
    expect(businesses).toMatchObject([
      { transactionCode: '22', amount: 2_000, addenda: [] },
      { transactionCode: '27', amount: 2_000 },
    ])
    expect((await operator('reconcile', '2026-11-24')).output).toContain('payout')
    expect(await audit()).toEqual([])
  })

  it('tests a new bank account by an entry without money first, where the bank wants it', async () => {
    const acme = await producer(running, 'Careful payer')
    const prenoting = bankWith({ hasPrenotes: true })
    await bank.setClock('2026-11-30T14:30:00Z')
    const [right, wrong] = [
      await achConnection(acme.client, { account_number: '31415926' }),
      await achConnection(acme.client, { account_number: '27182818' }),
    ]
    const good = (await paid(acme.client, right, 1_111)).id
    const bad = (await paid(acme.client, wrong, 2_222)).id
    const entries = async () =>
      (await bank.files()).flatMap(({ file }) =>
        file.batches.flatMap((batch) => (batch.header.companyName === 'Careful payer' ? batch.entries : [])),
      )
    await bank.setClock('2026-11-30T15:00:00Z')
    await bank.make(prenoting)
    await bank.transmit()
    await bank.sweep([acme.tenant])
    expect(await entries()).toMatchObject([
      { transactionCode: '23', amount: 0, accountNumber: '31415926' },
      { transactionCode: '23', amount: 0, accountNumber: '27182818' },
    ])
    expect([(await read(acme.client, good)).status, (await read(acme.client, bad)).status]).toEqual([
      'pending',
      'pending',
    ])
    const [, second] = (await entries()) as [Entry, Entry]
    await receive(writeAch(answerFile([{ entry: second, returned: 'R03' }], ORIGINATOR.companyIdentification)))

    // The third banking day after it settled is 3 December.
    await bank.setClock('2026-12-02T22:00:00Z')
    expect(await bank.make(prenoting)).toBe(0)
    await bank.setClock('2026-12-03T15:00:00Z')
    expect(await bank.make(prenoting)).toBe(1)
    await bank.transmit()
    await bank.sweep([acme.tenant])
    expect((await entries()).slice(2)).toMatchObject([{ transactionCode: '22', amount: 1_111 }])
    expect([(await read(acme.client, good)).status, (await read(acme.client, bad)).status]).toEqual(['sent', 'error'])
    for (const day of ['2026-11-30', '2026-12-03'])
      expect((await operator('reconcile', day)).output).not.toContain('DIFFERS')
    expect(await audit()).toEqual([])
  })
})

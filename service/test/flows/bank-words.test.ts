import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { connectionDeps } from '../../src/app/resource-deps.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { type AchFile, type Entry, writeAch } from '../../src/rails/ach/nacha/index.ts'
import { completeConnect } from '../../src/resources/account-connections/index.ts'
import { acceptContract } from '../../src/resources/contracts/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import {
  achConnection,
  answerFile,
  creditEntry,
  incomingFile,
  ORIGINATOR,
  type Producer,
  producer,
  startBank,
  type TestBank,
} from '../support/bank.ts'
import { runOperator } from '../support/operator.ts'
import { operating, type SignedInOperator } from '../support/operators.ts'
import { paid, person, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'

let running: RunningService
let bank: TestBank
let files = 0

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  bank = await startBank(running)
})

const operator = (...words: string[]) => runOperator(running, ...words)
const enterprise = async ({ client }: Producer) => (await client.get('/enterprise')).body
const balance = async (of: Producer): Promise<number> => (await enterprise(of)).operating_account.balance_in_cents
const audit = () => auditEverything(running.database)

/** The bank puts a file; answers the id it is stored under. */
async function receive(text: string): Promise<string> {
  const name = `words-${files++}.ach`
  await bank.put(name, text)
  await bank.receive()
  return (await running.database.sql`select id from ach_files where name = ${name}`)[0]?.id
}

const dated = (file: AchFile, effectiveEntryDate: string): AchFile => ({
  ...file,
  batches: file.batches.map((batch) => ({ ...batch, header: { ...batch.header, effectiveEntryDate } })),
})

const credit = (of: Producer, amount: number, from: string, effective = '261116', nth = 1): string =>
  writeAch(dated(incomingFile([creditEntry(nth, operatingNumber(of.tenant), amount)], from), effective))

/** Sends a payout to the bank; answers its entry in the file. */
async function sent(of: Producer, amount: number, connection?: string): Promise<{ id: string; entry: Entry }> {
  const { id } = await paid(of.client, connection ?? (await achConnection(of.client)), amount)
  await running.database.sql`update payouts set batch_at = (
    select tenant_time(clock_offset_ms) from tenants where id = ${of.tenant}) where tenant_id = ${of.tenant} and id = ${id}`
  await bank.make()
  await bank.transmit()
  await bank.sweep([of.tenant])
  const entry = (await bank.entries()).find(({ individualIdentification: tail }) => id.endsWith(tail)) as Entry
  return { id, entry }
}

/** A creator with an account of ours. */
async function withAccount(of: Producer): Promise<{ connection: string; creator: string; account: string }> {
  const { body } = await of.client.post('/account-connection', person())
  const deps = connectionDeps(vault, createLogger('silent'))
  await running.database.transaction((tx) =>
    completeConnect(tx, of.tenant, body.id, { type: 'direct', outcome: 'approved', mobile: '+12025550123' }, deps),
  )
  const [row] = await running.database.sql`
    with connected as materialized (
      select creator_id from account_connections where tenant_id = ${of.tenant} and id = ${body.id})
    select id, account_number from creators
    where tenant_id = ${bank.id} and id in (select creator_id from connected)`
  return { connection: body.id, creator: row?.id, account: row?.account_number }
}

const inBook = async (code: string): Promise<number> =>
  (
    await running.database.sql`
      select credits - debits as balance from ledger_accounts where tenant_id = ${bank.id} and code = ${code}`
  )[0]?.balance ?? 0

describe('a file from the bank', () => {
  it('is read when it is addressed to our own id at the bank, and refused for another id', async () => {
    const acme = await producer(running, 'Addressee', 0)
    await bank.setClock('2026-11-16T15:00:00Z')
    const text = credit(acme, 700, 'ADDRESSED')
    const to = (id: string) => text.replace(` ${ORIGINATOR.routingNumber}`, id)
    await receive(to('9999999999'))
    expect(await balance(acme)).toBe(0)
    await receive(to(ORIGINATOR.origin))
    expect(await balance(acme)).toBe(700)
  })
})

describe('a credit', () => {
  it('is incoming until its settlement date, and then available once', async () => {
    const acme = await producer(running, 'Patient', 0)
    await bank.setClock('2026-11-16T15:00:00Z')
    await receive(credit(acme, 5_000, 'SLOWPAYER', '261117'))
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 0 },
      incoming_in_cents: 5_000,
    })
    expect((await operator('reconcile', '2026-11-16')).output).toMatch(/credit\s/)
    await bank.sweep([bank.id])
    expect(await balance(acme)).toBe(0)
    expect(await audit()).toEqual([])

    await bank.setClock('2026-11-17T13:29:00Z')
    await bank.sweep([bank.id])
    expect(await balance(acme)).toBe(0)
    await bank.setClock('2026-11-17T13:30:00Z')
    await Promise.all([bank.sweep([bank.id]), bank.sweep([bank.id])])
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 5_000 },
      incoming_in_cents: 0,
    })
    expect(await audit()).toEqual([])
  })

  it('of a trusted sender is available as soon as it arrives', async () => {
    const acme = await producer(running, 'Trusting', 0)
    await bank.setClock('2026-11-17T15:00:00Z')
    expect((await operator('ach', 'trust', 'GOODPAYER', 'on')).code).toBe(0)
    expect((await operator('ach', 'trusted')).output).toBe('GOODPAYER')
    await receive(credit(acme, 300, 'GOODPAYER', '261119'))
    expect(await balance(acme)).toBe(300)
    expect((await operator('ach', 'trust', 'GOODPAYER', 'off')).code).toBe(0)
    await receive(credit(acme, 400, 'GOODPAYER', '261119', 2))
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 300 },
      incoming_in_cents: 400,
    })
  })

  it('to a creator waits as well, and is split on its date', async () => {
    const acme = await producer(running, 'Splitter', 0)
    await bank.setClock('2026-11-17T15:00:00Z')
    const { connection, creator, account } = await withAccount(acme)
    const { body: contract } = await acme.client.post('/contract', {
      account_connection: connection,
      type: 'deposit_split',
      deposit_source: 'video_ads',
      split_percent_amount: 10,
    })
    await running.database.transaction((tx) => acceptContract(tx, acme.tenant, contract.id, '127.0.0.1'))
    expect((await operator('ach', 'source', 'ADSINC', 'video_ads')).code).toBe(0)
    const entries = [creditEntry(1, account, 2_000)]
    await receive(writeAch(dated(incomingFile(entries, 'ADSINC'), '261118')))
    await receive(writeAch(dated(incomingFile(entries, 'NOBODY'), '261118')))
    expect([await inBook(`creator:${creator}`), await inBook('creators_incoming')]).toEqual([0, 4_000])
    expect(await audit()).toEqual([])

    await bank.setClock('2026-11-18T14:00:00Z')
    await bank.sweep([bank.id])
    expect([await inBook(`creator:${creator}`), await inBook('creators_incoming')]).toEqual([3_800, 0])
    expect(await balance(acme)).toBe(200)
    expect((await operator('reconcile', '2026-11-17')).code).toBe(0)
    expect(await audit()).toEqual([])
  })
})

describe('what no rule books', () => {
  it('a return with a code that nobody knows is booked as the return of its payout', async () => {
    const acme = await producer(running, 'Unknown code')
    await bank.setClock('2026-11-19T14:30:00Z')
    const { id, entry } = await sent(acme, 1_234)
    const text = writeAch(answerFile([{ entry, returned: 'R23' }], ORIGINATOR.companyIdentification))
    const file = await receive(text.replace('799R23', '799R99'))
    expect((await operator('ach', 'apply', file, '0')).output).toContain('say as what it is to be booked: return,')
    expect((await operator('ach', 'apply', file, '0', 'return')).output).toBe(`Booked: ${id}.`)
    expect((await operator('ach', 'apply', file, '0', 'return')).output).toContain('nothing of that name waits')
    const { status, activity } = await read(acme.client, id)
    expect(status).toBe('returned')
    expect(activity).toContainEqual(expect.objectContaining({ code: 'R99', entry: expect.stringMatching(/^Returned/) }))
    expect(await audit()).toEqual([])
  })

  it('money that is taken back after it was spent is a receivable, which the next credits repay first', async () => {
    const acme = await producer(running, 'Spender', 0)
    await bank.setClock('2026-11-19T15:00:00Z')
    await receive(credit(acme, 1_000, 'REVERSER'))
    const connection = await achConnection(acme.client)
    await paid(acme.client, connection, 900)
    const before = await balance(acme)
    const debit = { ...creditEntry(7, operatingNumber(acme.tenant), 1_000), transactionCode: '27' }
    const file = await receive(writeAch(incomingFile([debit], 'REVERSER')))
    const wrong = await operator('ach', 'apply', file, '0', 'credit')
    expect(wrong.output).toContain('a debit can be booked as taken_back, not as credit')
    expect((await operator('ach', 'apply', file, '0')).output).toBe(`Booked: ${file}.0.`)
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 0 },
      receivables_in_cents: 1_000 - before,
    })
    expect(await audit()).toEqual([])

    await receive(credit(acme, 600, 'REVERSER', '261116', 8))
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 0 },
      receivables_in_cents: 1_000 - before - 600,
    })
    await receive(credit(acme, 600, 'REVERSER', '261116', 9))
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: before + 200 },
      receivables_in_cents: 0,
    })
    expect(await audit()).toEqual([])
  })

  it('money taken back from a creator who has spent it is repaid by what the creator is paid next', async () => {
    const acme = await producer(running, 'Creator debt')
    await bank.setClock('2026-11-19T15:30:00Z')
    const { connection, creator, account } = await withAccount(acme)
    const debit = { ...creditEntry(1, account, 800), transactionCode: '27' }
    const file = await receive(writeAch(incomingFile([debit], 'TAKER')))
    expect((await operator('ach', 'apply', file, '0', 'taken_back', account)).code).toBe(0)
    expect([await inBook(`creator:${creator}`), await inBook(`receivable:${creator}`)]).toEqual([0, -800])
    await paid(acme.client, connection, 1_000)
    await bank.setClock('2026-11-19T15:31:00Z')
    await bank.sweep([acme.tenant])
    expect([await inBook(`creator:${creator}`), await inBook(`receivable:${creator}`)]).toEqual([200, 0])
    expect(await audit()).toEqual([])
  })

  it('money is taken back from an account that was closed meanwhile, and no money goes there', async () => {
    const acme = await producer(running, 'Closed account')
    await bank.setClock('2026-11-19T15:40:00Z')
    const { creator, account } = await withAccount(acme)
    await running.database.sql`update creators set account_opened_at = null where id = ${creator}`
    const debit = { ...creditEntry(2, account, 300), transactionCode: '27' }
    const file = await receive(writeAch(incomingFile([debit], 'TAKER')))
    const booked = await operator('ach', 'apply', file, '0')
    expect(booked.output).toBe(`Booked: ${file}.0.`)
    expect(await inBook(`receivable:${creator}`)).toBe(-300)
    const wire = (direction: string, reference: string) =>
      operator('ach', 'wire', direction, account, '100', reference, '2026-11-19')
    expect((await wire('out', 'CLOSED-1')).code).toBe(0)
    expect((await wire('in', 'CLOSED-2')).output).toContain('There is no account with this number')
    expect(await inBook(`receivable:${creator}`)).toBe(-400)
    expect(await audit()).toEqual([])
  })

  it('a correction that names another account is taken where a person says so', async () => {
    const acme = await producer(running, 'Corrected')
    await bank.setClock('2026-11-20T14:30:00Z')
    const connection = await achConnection(acme.client, { account_number: '55551111' })
    const { id, entry } = await sent(acme, 300, connection)
    const wrong = { ...entry, accountNumber: '66661111', traceNumber: '121042889999999' }
    const file = await receive(
      writeAch(answerFile([{ entry: wrong, changed: 'C01', data: '777788889999' }], ORIGINATOR.companyIdentification)),
    )
    expect((await operator('ach', 'apply', file, '0')).output).toContain('nothing was sent under 121042889999999')
    expect((await operator('ach', 'apply', file, '0', id)).output).toBe(`Booked: ${connection}.`)
    expect((await acme.client.get(`/account-connection/${connection}`)).body.destination).toBe('Checking ••••9999')
  })
})

describe('a wire', () => {
  it('is booked once for each reference, explains the balance of its day, and what the account lacks is owed', async () => {
    const acme = await producer(running, 'Wired', 0)
    const account = operatingNumber(acme.tenant)
    await bank.setClock('2026-11-23T15:00:00Z')
    for (const [day, cents] of [
      ['2026-11-20', '1000000'],
      ['2026-11-23', '1003000'],
    ] as const) {
      expect((await operator('ach', 'balance', day, cents)).code).toBe(0)
    }
    const differs = await operator('reconcile', '2026-11-23')
    expect(differs.code).toBe(1)
    const twice = await Promise.all([
      operator('ach', 'wire', 'in', account, '5000', 'FED-1', '2026-11-23'),
      operator('ach', 'wire', 'in', account, '5000', 'FED-1', '2026-11-23'),
    ])
    expect(twice.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(await balance(acme)).toBe(5_000)
    expect((await operator('ach', 'wire', 'out', account, '2000', 'FED-2', '2026-11-23')).code).toBe(0)
    expect(await balance(acme)).toBe(3_000)
    const { code, output } = await operator('reconcile', '2026-11-23')
    expect(output).toContain('wire')
    expect(code, output).toBe(0)
    expect((await operator('ach', 'wire', 'out', account, '4000', 'FED-3', '2026-11-23')).code).toBe(0)
    expect(await enterprise(acme)).toMatchObject({
      operating_account: { balance_in_cents: 0 },
      receivables_in_cents: 1_000,
    })
    expect((await operator('ach', 'wire', 'in', '4711', '1', 'FED-4', '2026-11-23')).output).toContain('no account')
    expect(await audit()).toEqual([])
  })

  it('and a debit that are nobody else’s, as charges of the bank, are booked as our own, and the balance agrees', async () => {
    const acme = await producer(running, 'Charged', 0)
    await bank.setClock('2026-11-23T20:00:00Z')
    const before = await inBook('bank_charges')
    expect((await operator('ach', 'wire', 'out', 'bank', '2500', 'ANALYSIS', '2026-11-23')).code).toBe(0)
    expect((await operator('ach', 'wire', 'out', 'bank', '2500', 'ANALYSIS', '2026-11-23')).output).toContain('before')
    expect((await operator('ach', 'wire', 'in', 'bank', '300', 'INTEREST', '2026-11-23')).code).toBe(0)
    // An entry cannot name our own account by itself: only an operator can.
    const taking = { ...creditEntry(31, 'bank', 700), transactionCode: '27' }
    const file = await receive(writeAch(incomingFile([taking], 'CHARGER')))
    expect((await operator('ach', 'apply', file, '0')).output).toContain('no account with this number')
    expect((await operator('ach', 'apply', file, '0', 'taken_back', 'bank')).output).toBe(`Booked: ${file}.0.`)
    expect((await inBook('bank_charges')) - before).toBe(-2_500 + 300 - 700)
    expect(await balance(acme)).toBe(0)
    expect((await operator('reconcile', '2026-11-23')).output).not.toContain(file)
    expect(await audit()).toEqual([])
  })

  it('waits for a second operator where a rule of four eyes says so', async () => {
    const acme = await producer(running, 'Two pairs of eyes', 0)
    const at = (path: string): string => `/operator/api${path}`
    const treasurer: SignedInOperator = await operating(running, 'treasurer', { name: 'Tess' })
    const admin: SignedInOperator = await operating(running, 'admin', { name: 'Ada' })
    const rules = { bank_entry_from_in_cents: 100, fees: false, bank_account: false, reason: 'the auditors ask' }
    expect((await admin.post(at('/four-eyes'), rules)).status).toBe(200)
    const wire = { direction: 'in', account: operatingNumber(acme.tenant), amount_in_cents: 900, reference: 'FED-9' }
    const body = { ...wire, day: '2026-11-23', reason: 'on the statement' }
    expect((await treasurer.post(at('/bank/wire'), { ...body, reason: undefined })).status).toBe(400)
    const asked = await treasurer.post(at('/bank/wire'), body)
    expect([asked.status, await balance(acme)]).toEqual([202, 0])
    const decision = { approval: asked.body.approval, decision: 'approve' }
    expect((await admin.post(at('/approvals/decide'), decision)).status).toBe(200)
    expect(await balance(acme)).toBe(900)

    // A correction has no amount of its own, and leads later payments of any amount elsewhere.
    await bank.setClock('2026-11-23T14:30:00Z')
    const connection = await achConnection(acme.client, { account_number: '55552222' })
    const { id, entry } = await sent(acme, 300, connection)
    const wrong = { ...entry, accountNumber: '66662222', traceNumber: '121042889999998' }
    const answer = [{ entry: wrong, changed: 'C01', data: '777788881111' }]
    const file = await receive(writeAch(answerFile(answer, ORIGINATOR.companyIdentification)))
    const correction = { file, ordinal: 0, payout: id, reason: 'the bank called' }
    expect((await treasurer.post(at('/bank/book'), correction)).status).toBe(202)
    expect((await acme.client.get(`/account-connection/${connection}`)).body.destination).toBe('Checking ••••2222')
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { connectionDeps, payoutDeps } from '../../src/app/resource-deps.ts'
import type { Id } from '../../src/kernel/ids.ts'
import { cents } from '../../src/kernel/money.ts'
import type { Tx } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { completeConnect } from '../../src/resources/account-connections/index.ts'
import { reconcile } from '../../src/resources/bank-files/index.ts'
import {
  addBankAccount,
  findCreatorBankAccount,
  proveBankAccount,
  withdraw,
} from '../../src/resources/creator-withdrawals/index.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import type { Client } from '../support/client.ts'
import { runOperator } from '../support/operator.ts'
import { paid, person, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'
import { ACCOUNT, accountFile, held, readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

const log = createLogger('silent')
const deps = payoutDeps(vault, log)

let running: RunningService
let bank: TestBank
let acme: Producer & { readonly id: string; readonly treasury: Client }

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  const made = await producer(running, 'Acme Records')
  bank = await startBank(running)
  const [row] = await running.database.sql<{ id: string }[]>`
    select enterprise_id as id from tenants where id = ${made.tenant}`
  const id = row?.id ?? ''
  acme = { ...made, id, treasury: await withdrawingKey(running, id, 'production') }
})

/** Registers the account by the operator's command, which reads it from a file. */
const register = async (account: object | string) =>
  runOperator(running, 'bank-account', 'set', acme.id, 'production', await accountFile(account))

let day = 0
/** Makes the file of everything made so far, and brings it to the bank. */
async function leave(): Promise<void> {
  day += 5
  await bank.setClock(new Date(Date.UTC(2026, 11, 1 + day, 12)).toISOString())
  await bank.make()
  await bank.transmit()
}

const sweep = () => bank.sweep([acme.tenant])

const entryFor = async (id: string) => {
  const found = (await bank.entries()).filter((entry) => id.endsWith(entry.individualIdentification))
  expect(found.length).toBe(1)
  return found[0] as (typeof found)[number]
}

describe("the enterprise's bank account", () => {
  it('is registered by the operator from a file, and shown by its last digits alone', async () => {
    const first = await register(ACCOUNT)
    expect(first).toEqual({ code: 0, output: 'Withdrawals go to Checking ••••2333.' })
    const { output } = await register({ ...ACCOUNT, account_type: 'savings' })
    expect(output).toBe('Withdrawals go to Savings ••••2333, no longer to Checking ••••2333.')
    const rows = await running.database.sql`select details from audit_log where action = 'bank_account.set'`
    expect(JSON.stringify(rows)).toContain('••••2333')
    expect(JSON.stringify(rows)).not.toContain(ACCOUNT.account_number)
    await register(ACCOUNT)
  })

  it.each([
    [{ ...ACCOUNT, routing_number: '021000022' }, '`routing_number`'],
    [{ ...ACCOUNT, account_number: '' }, '`account_number`'],
    [{ ...ACCOUNT, ssn: '123-45-6789' }, '`ssn`'],
    ['no JSON', 'must hold a JSON object'],
  ])('%j is refused', async (account, why) => {
    const { code, output } = await register(account)
    expect([code, output]).toEqual([1, expect.stringContaining(why)])
    expect(output).not.toContain(ACCOUNT.account_number)
  })
})

describe('a withdrawal in production', () => {
  it('leaves in a batch of its own, CCD, beside the payouts, and is sent once the bank has the file', async () => {
    await bank.setClock('2026-11-16T14:30:00Z')
    const before = await held(acme.treasury)
    const { id, status } = await withdrawn(acme.treasury, 5_000_000)
    const payout = await paid(acme.client, await achConnection(acme.client), 700)
    expect(status).toBe('pending')
    await bank.setClock('2026-11-16T15:00:00Z')
    expect(await bank.make()).toBe(1)
    await sweep()
    expect((await readWithdrawal(acme.treasury, id)).status).toBe('pending')
    await bank.transmit()
    await sweep()
    const [made] = await bank.files()
    expect(
      made?.file.batches.map(({ header, entries }) => [
        header.standardEntryClassCode,
        header.companyEntryDescription.trim(),
        header.companyName.trim(),
        entries.map(({ amount, individualName, accountNumber }) => [amount, individualName, accountNumber]),
      ]),
    ).toEqual([
      ['PPD', 'PAYOUT', 'Acme Records', [[700, expect.any(String), expect.any(String)]]],
      ['CCD', 'WITHDRAWAL', 'Acme Records', [[5_000_000, 'Acme Records Inc', '000111222333']]],
    ])
    expect(await readWithdrawal(acme.treasury, id)).toMatchObject({ status: 'sent', destination: 'Checking ••••2333' })
    expect((await read(acme.client, payout.id)).status).toBe('sent')
    const after = await held(acme.treasury)
    expect(after).toEqual({ operating: before.operating - 5_000_000 - 725, pending: 0 })
    const { sums, differences } = await reconcile(running.database.sql, bank.id, '2026-11-16' as never)
    expect(differences).toEqual([])
    expect(sums.map(({ kind, said, posted }) => [kind, said, posted])).toEqual([
      ['payout', 700, 700],
      ['withdrawal', 5_000_000, 5_000_000],
    ])
    expect(await auditEverything(running.database)).toEqual([])
  })

  it("comes back by the bank's return, whole, and only once", async () => {
    const before = await held(acme.treasury)
    const { id } = await withdrawn(acme.treasury, 12_345)
    await leave()
    const entry = await entryFor(id)
    // Before the sweep: the return itself finds that the file has left.
    await bank.answer([{ entry, returned: 'R02' }])
    await bank.answer([{ entry, returned: 'R03' }])
    await bank.receive()
    expect(await readWithdrawal(acme.treasury, id)).toMatchObject({ status: 'returned' })
    expect(await held(acme.treasury)).toEqual(before)
    const rows = await running.database.sql<{ status: string; why: string | null }[]>`
      select status, why from ach_received where about = ${id} order by status`
    expect(rows.map(({ status, why }) => [status, why])).toEqual([
      ['applied', null],
      ['kept', expect.stringContaining('Only a `sent` withdrawal can be returned')],
    ])
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('whose account no file can carry fails with the reason, and the money comes back', async () => {
    const before = await held(acme.treasury)
    await register({ ...ACCOUNT, name_on_account: '李小龙' })
    const { id } = await withdrawn(acme.treasury, 500)
    await leave()
    const failed = await readWithdrawal(acme.treasury, id)
    expect(failed).toMatchObject({ status: 'error', failure_code: 'bank_account_unsendable' })
    expect(await held(acme.treasury)).toEqual(before)
    await register(ACCOUNT)
  })

  it('of a file that another process has delivered is sent by the next round', async () => {
    await register(ACCOUNT)
    const { id } = await withdrawn(acme.treasury, 600)
    await leave()
    // A process that knows of payouts alone delivers the file, and tells no withdrawal of it.
    await running.database.sql`update withdrawals set due_at = null where id = ${id}`
    await sweep()
    expect((await readWithdrawal(acme.treasury, id)).status).toBe('pending')
    await bank.transmit()
    await sweep()
    expect((await readWithdrawal(acme.treasury, id)).status).toBe('sent')
  })

  it("a correction of the enterprise's account waits for the operator, who books it", async () => {
    const { id } = await withdrawn(acme.treasury, 700)
    await leave()
    await sweep()
    await bank.answer([{ entry: await entryFor(id), changed: 'C01', data: '99988877766' }])
    await bank.receive()
    const { output } = await runOperator(running, 'ach', 'kept')
    expect(output).toContain('bank-account set')
    const [kept] = await running.database.sql`select file, ordinal from ach_received where about = ${id}`
    const booked = await runOperator(running, 'ach', 'apply', kept?.file, String(kept?.ordinal))
    expect(booked).toEqual({ code: 0, output: `Booked: ${acme.id}.` })
    expect(await withdrawn(acme.treasury, 100)).toMatchObject({ destination: 'Checking ••••7766' })
    const again = await runOperator(running, 'ach', 'apply', kept?.file, String(kept?.ordinal))
    expect(again.output).toContain('nothing of that name waits')
    await register(ACCOUNT)
  })
})

describe("a creator's withdrawal in production", () => {
  /** A creator with money in an account of the bank's book. */
  async function richCreator() {
    const { database } = running
    const made = await acme.client.post('/account-connection', person())
    const { id: connection } = made.body
    await database.transaction((tx) =>
      completeConnect(tx, acme.tenant, connection, { type: 'direct', outcome: 'approved' }, connectionDeps(vault, log)),
    )
    const [row] = await database.sql<{ creator: Id<'creator'> }[]>`
      select creator_id as creator from account_connections where tenant_id = ${acme.tenant} and id = ${connection}`
    await paid(acme.client, connection, 10_000)
    await bank.setClock(new Date(Date.UTC(2026, 11, 2 + day, 12)).toISOString())
    await sweep()
    const creator = row?.creator as Id<'creator'>
    const balance = async () => {
      const rows = await database.sql<{ balance: number }[]>`
        select credits - debits as balance from ledger_accounts where code = ${`creator:${creator}`}`
      return rows[0]?.balance
    }
    return { owner: { tenant_id: bank.id, id: creator }, balance }
  }

  const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => running.database.transaction(work)
  const sweepBank = () => bank.sweep([bank.id])

  it('is proven by two entries in a file, leaves under our own name, and comes back to the creator', async () => {
    const { owner, balance } = await richCreator()
    expect(await balance()).toBe(10_000)
    await act((tx) => addBankAccount(tx, owner, { ...ACCOUNT, account_number: '555666777888' }, deps))
    const proofs = await running.database.sql<{ id: string; amount: number }[]>`
      select id, amount_in_cents as amount from creator_withdrawals where purpose = 'proof'`
    expect(proofs.every(({ amount }) => amount >= 1 && amount <= 99)).toBe(true)
    const amounts = proofs.map(({ amount }) => amount) as [number, number]
    await expect(act((tx) => proveBankAccount(tx, owner, amounts, deps))).rejects.toThrow('have not been sent yet')
    await leave()
    await sweepBank()
    for (const { id, amount } of proofs) expect((await entryFor(id)).amount).toBe(amount)
    expect((await act((tx) => proveBankAccount(tx, owner, amounts, deps))).status).toBe('proven')

    const { id } = await act((tx) => withdraw(tx, owner, cents(4_000), deps))
    expect(await balance()).toBe(6_000)
    await leave()
    await sweepBank()
    const batch = (await bank.files())
      .flatMap(({ file }) => file.batches)
      .find(({ entries }) => entries.some(({ individualIdentification: own }) => id.endsWith(own)))
    expect(batch?.header).toMatchObject({
      standardEntryClassCode: 'PPD',
      companyEntryDescription: expect.stringContaining('WITHDRAWAL'),
      companyName: expect.stringContaining('Tributary'),
    })
    const statusOf = async () =>
      (await running.database.sql`select status from creator_withdrawals where id = ${id}`)[0]?.status
    expect(await statusOf()).toBe('sent')
    expect(await auditEverything(running.database)).toEqual([])

    // The bank has taken the money, and corrects the account: the next withdrawal goes there.
    await bank.answer([{ entry: await entryFor(id), changed: 'C01', data: '444333222' }])
    await bank.receive()
    const next = await act((tx) => withdraw(tx, owner, cents(500), deps))
    expect(next.destination).toBe('Checking ••••3222')
    await leave()
    await sweepBank()
    expect((await entryFor(next.id)).accountNumber.trim()).toBe('444333222')
    const told = await running.database
      .sql`select 1 from messages where tenant_id = ${bank.id} and kind = 'login_changed'`
    expect(told.length).toBe(1)

    await bank.answer([
      { entry: await entryFor(id), returned: 'R02' },
      { entry: await entryFor(next.id), returned: 'R23' },
    ])
    await bank.receive()
    expect([await statusOf(), await balance()]).toEqual(['returned', 10_000])
    expect(await findCreatorBankAccount(running.database.sql, bank.id, owner.id)).toMatchObject({ status: 'suspended' })
    expect(await auditEverything(running.database)).toEqual([])
  })
})

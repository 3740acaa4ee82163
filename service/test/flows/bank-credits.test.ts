import { beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { connectionDeps } from '../../src/app/resource-deps.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { newVaultKey, openVault } from '../../src/platform/vault.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import { completeConnect } from '../../src/resources/account-connections/index.ts'
import { acceptContract } from '../../src/resources/contracts/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import { creditEntry, incomingFile, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { person } from '../support/payouts.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'
import { vault } from '../support/vault.ts'

let running: RunningService
let bank: TestBank
let acme: Producer

beforeAll(async () => {
  running = await startService()
  acme = await producer(running, 'Acme Records')
  await producer(running, 'Globex 音楽')
  bank = await startBank(running)
})

const kept = async (): Promise<string[]> => {
  const rows = await running.database.sql<
    { why: string }[]
  >`select why from ach_received where status = 'kept' order by file, ordinal`
  return rows.map(({ why }) => why)
}

const balance = async (producer: Producer): Promise<number> =>
  (await producer.client.get('/enterprise')).body.operating_account.balance_in_cents

describe('money from outside', () => {
  it('tops the operating account up by its number; other numbers, banks and debits are kept for a person', async () => {
    const before = await balance(acme)
    const already = (await kept()).length
    const entries = [
      creditEntry(1, operatingNumber(acme.tenant), 12_345),
      creditEntry(2, '4711', 99),
      { ...creditEntry(3, operatingNumber(acme.tenant), 99), routingNumber: '021000021' },
      { ...creditEntry(4, operatingNumber(acme.tenant), 99), transactionCode: '27' },
      { ...creditEntry(5, operatingNumber(acme.tenant), 0), transactionCode: '23' },
    ]
    await bank.put('credits.ach', writeAch(incomingFile(entries, '1234567890')))
    await bank.receive()
    expect(await balance(acme)).toBe(before + 12_345)
    // The bank sends it once more, in a file of other bytes.
    await bank.put('credits-again.ach', writeAch(incomingFile(entries.slice(0, 1), '1234567890')))
    await bank.receive()
    expect(await balance(acme)).toBe(before + 12_345)
    // And once more, when the vault has another key.
    await bank.put('credits-late.ach', writeAch(incomingFile(entries.slice(0, 1), '1234567890')))
    await bank.receive(bank.folders, openVault(`${newVaultKey()},${VAULT_KEY}`))
    expect(await balance(acme)).toBe(before + 12_345)
    expect((await kept()).slice(already)).toEqual([
      'there is no account with this number',
      'it is for an account at 021000021, not at ours',
      'debits of our accounts are not honoured',
      'the same credit came before, in credits.ach',
      'the same credit came before, in credits.ach',
    ])
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('only payments into checking and savings accounts are booked; other credits are kept for a person', async () => {
    const before = await balance(acme)
    const already = (await kept()).length
    const codes = ['22', '23', '24', '32', '33', '34', '42', '43', '44', '52', '53', '54']
    const entries = codes.map((_, nth) => creditEntry(nth + 1, operatingNumber(acme.tenant), 1_000 + nth))
    // We do not write a prenote with an amount; a bank that errs does.
    const left = [...codes]
    const text = writeAch(incomingFile(entries, 'CODES')).replaceAll(/^622/gm, () => `6${left.shift()}`)
    const empty = ['22', '23', '24', '33'].map((transactionCode, nth) => ({
      ...creditEntry(nth + 1, operatingNumber(acme.tenant), 0),
      transactionCode,
    }))
    await bank.put('codes.ach', text)
    await bank.receive()
    await bank.put('empty.ach', writeAch(incomingFile(empty, 'EMPTY')))
    await bank.receive()
    expect(await balance(acme)).toBe(before + 1_000 + 1_003)
    const other = (code: string) => `the code ${code} is no payment into a checking or savings account`
    const prenote = (code: string) => expect.stringContaining(`the code ${code} is a prenotification's`)
    expect((await kept()).slice(already)).toEqual([
      ...['24', '34', '42', '44', '52', '54'].map(other),
      ...['23', '33', '43', '53'].map(prenote),
      ...['22', '24'].map((code) => expect.stringContaining(`the code ${code} of the class PPD needs an amount`)),
    ])
    expect(await auditEverything(running.database)).toEqual([])
  })

  it('a deposit to a creator is split by the contracts of its source', async () => {
    const { creator, account, contract } = await contracted(acme, 'music_distribution', 10)
    const before = await balance(acme)
    await running.database.sql`
      insert into ach_deposit_sources values (${bank.id}, 'MUSICINC', 'music_distribution') on conflict do nothing`
    await bank.put('deposit.ach', writeAch(incomingFile([creditEntry(1, account, 20_000)], 'MUSICINC')))
    await bank.put('other.ach', writeAch(incomingFile([creditEntry(1, account, 700)], 'SOMEBODY')))
    await bank.receive()
    expect(await balance(acme)).toBe(before + 2_000)
    const [row] = await running.database.sql`
      select credits - debits as balance from ledger_accounts where tenant_id = ${bank.id} and code = ${`creator:${creator}`}`
    expect(row?.balance).toBe(18_700)
    const { body } = await acme.client.get(`/contract/${contract}`)
    expect(body.activity.at(-1).entry).toMatch(/^\$20\.00 of deposit dep_\w+ of \$200\.00 split/)
    expect(await auditEverything(running.database)).toEqual([])
  })
})

/** A creator with an account and a contract that splits what comes from a source. */
async function contracted(producer: Producer, source: string, percent: number) {
  const { body: connection } = await producer.client.post('/account-connection', person())
  await running.database.transaction((tx) =>
    completeConnect(
      tx,
      producer.tenant,
      connection.id,
      { type: 'direct', outcome: 'approved', mobile: '+12025550123' },
      connectionDeps(vault, createLogger('silent')),
    ),
  )
  const { body: contract } = await producer.client.post('/contract', {
    account_connection: connection.id,
    type: 'deposit_split',
    deposit_source: source,
    split_percent_amount: percent,
  })
  await running.database.transaction((tx) => acceptContract(tx, producer.tenant, contract.id, '127.0.0.1'))
  const [row] = await running.database.sql`
    with connected as materialized (
      select creator_id from account_connections where tenant_id = ${producer.tenant} and id = ${connection.id})
    select id, account_number from creators
    where tenant_id = ${bank.id} and id in (select creator_id from connected)`
  return { creator: row?.id as string, account: row?.account_number as string, contract: contract.id as string }
}

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accounts, advance, at, auditClean, connected, paid, standStill, timePasses } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

afterEach(() => auditClean(running.database))

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** The next full hour. */
const FULL_HOUR = Date.parse('2031-03-10T11:00:00.000Z') - Date.parse(at(0))

describe('fees', () => {
  const collected = async (enterprise: string) => {
    const rows = await running.database.sql<{ amount: number; at: Date }[]>`
      select amount_in_cents as amount, at from ledger_transfers transfer
      join tenants tenant on tenant.id = transfer.tenant_id
      where tenant.enterprise_id = ${enterprise} and environment = 'sandbox' and kind = 'fees.collected.bank' order by at`
    return rows.map((row) => [row.amount, row.at.toISOString()])
  }

  it("go into the bank's book each full hour, once", async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    for (let nth = 0; nth < 3; nth++) await paid(sandbox, connection, 100)
    await timePasses(running.database, enterprise, FULL_HOUR - 1)
    await paid(sandbox, connection, 100)
    expect(await accounts(running.database, enterprise, 'fees')).toEqual([0])
    expect(await accounts(running.database, enterprise, 'fees_payable')).toEqual([100])
    await advance(sandbox, 1)
    await paid(sandbox, connection, 100)
    await advance(sandbox, 7_200)
    expect(await collected(enterprise)).toEqual([
      [100, at(FULL_HOUR)],
      [25, at(FULL_HOUR + HOUR)],
    ])
    expect(await accounts(running.database, enterprise, 'fees')).toEqual([125])
    expect(await accounts(running.database, enterprise, 'fees_payable')).toEqual([0])
  })

  it('given back before they were collected do not make a later one be collected too soon', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const { id } = await paid(sandbox, connection, 100)
    await sandbox.post('/sandbox/payout-error', { payout: id })
    await advance(sandbox, (5 * HOUR) / SECOND)
    expect(await collected(enterprise)).toEqual([])
    await paid(sandbox, connection, 100)
    await advance(sandbox, HOUR / SECOND)
    expect(await collected(enterprise)).toEqual([[25, at(FULL_HOUR + 5 * HOUR)]])
  })
})

it('a fee given back before the hour leaves no debt for the fees after it', async () => {
  const { sandbox, id: enterprise } = await running.enterprise()
  const connection = await connected(sandbox, 'ach')
  const failing = await paid(sandbox, connection, 100)
  await paid(sandbox, connection, 100)
  await sandbox.post('/sandbox/payout-error', { payout: failing.id })
  await advance(sandbox, HOUR / SECOND)
  expect(await accounts(running.database, enterprise, 'fees')).toEqual([25])
  await paid(sandbox, connection, 100)
  await advance(sandbox, HOUR / SECOND)
  expect(await accounts(running.database, enterprise, 'fees')).toEqual([50])
})

describe('fees of a collected payout that fails later', () => {
  it('are paid by the next ones, and only what is owed after that is collected, on its own hour', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    await running.database.sql`
      update tenants set fee_payout_direct_in_cents = 10 where enterprise_id = ${enterprise} and environment = 'sandbox'`
    const connection = await connected(sandbox, 'direct')
    const pass = (ms: number) => timePasses(running.database, enterprise, ms)
    const dates = async () => {
      const rows = await running.database.sql<{ at: Date }[]>`
        select at from ledger_transfers transfer join tenants tenant on tenant.id = transfer.tenant_id
        where tenant.enterprise_id = ${enterprise} and kind = 'fees.collected' order by at`
      return rows.map((row) => row.at.toISOString())
    }
    // Collected on the hour, while the payment is still on its way.
    await pass(FULL_HOUR - 1_400)
    const first = await paid(sandbox, connection, 100)
    await pass(400)
    await advance(sandbox, 1)
    expect(await dates()).toEqual([at(FULL_HOUR)])
    await pass(100)
    expect((await sandbox.post('/sandbox/payout-error', { payout: first.id })).status).toBe(200)
    expect(await accounts(running.database, enterprise, 'fees_payable')).toEqual([-10])
    await paid(sandbox, connection, 100)
    expect(await accounts(running.database, enterprise, 'fees_payable')).toEqual([0])
    await advance(sandbox, (5 * HOUR) / SECOND)
    await paid(sandbox, connection, 100)
    await advance(sandbox, (2 * HOUR) / SECOND)
    expect(await dates()).toEqual([at(FULL_HOUR), at(FULL_HOUR + 6 * HOUR)])
    expect(await accounts(running.database, enterprise, 'fees')).toEqual([20])
  })
})

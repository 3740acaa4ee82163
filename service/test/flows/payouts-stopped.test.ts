import { beforeAll, describe, expect, it } from 'vitest'
import { auditOnce, sweepOnce } from '../../src/app/worker.ts'
import { findTenantsDue } from '../../src/platform/due.ts'
import { createLogger, type Logger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { feesDue } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import {
  advance,
  at,
  auditClean,
  balances,
  change,
  connected,
  history,
  invited,
  legacyMethod,
  OPENING,
  paid,
  read,
  remove,
  standStill,
} from '../support/payouts.ts'
import { runOperator } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

const silent = createLogger('silent')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const FULL_HOUR = Date.parse('2031-03-10T11:00:00.000Z') - Date.parse(at(0))
const due = [
  payoutsDue({ vault: openVault(VAULT_KEY), ach: { sandbox: sandboxAch, production: sandboxAch }, log: silent }),
  feesDue,
]

let running: RunningService

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  await standStill(running)
})

const operator = (...words: string[]) => runOperator(words, { DATABASE_URL: running.databaseUrl, VAULT_KEY })

/** The audit finds a mismatch, which is mended before anything else happens; the stop stays. */
async function stopped(enterprise: string): Promise<void> {
  const tamper = (by: number) => running.database.sql`
    update ledger_accounts account set credits = credits + ${by} from tenants tenant
    where tenant.id = account.tenant_id and enterprise_id = ${enterprise} and environment = 'sandbox'
      and code = 'fees_payable'`
  await tamper(1)
  await auditOnce(running.database, silent)
  await tamper(-1)
}

async function tenantOf(enterprise: string): Promise<number> {
  const [row] = await running.database.sql`
    select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox'`
  return row?.id
}

describe('while the audit has stopped payouts', () => {
  const connect = (client: Client, id: string) =>
    client.post('/sandbox/connect', { account_connection: id, type: 'direct' })

  it('no money leaves and everything that gives it back goes on; afterwards all goes on as of when it was due', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const [direct, deleted, claiming] = [
      await connected(sandbox, 'direct'),
      await connected(sandbox, 'direct'),
      await invited(sandbox),
    ]
    // Each its own account: the first return suspends it.
    const toBank = (account_number: string) =>
      invited(sandbox, { legacy_payout_method: legacyMethod({ account_number }) })
    const [bank, other] = [await toBank('9123'), await toBank('9124')]
    const returning = await paid(sandbox, bank, 100)
    await advance(sandbox, Math.ceil(FULL_HOUR / SECOND))
    const start = Date.parse((await sandbox.get('/sandbox/clock')).body.now) - Date.parse(at(0))

    const dated = await paid(sandbox, direct, 100, { date: at(DAY) })
    const given = await paid(sandbox, direct, 100, { date: at(DAY) })
    const ending = await paid(sandbox, deleted, 100, { date: at(DAY) })
    const arriving = await paid(sandbox, direct, 100)
    const failing = await paid(sandbox, direct, 100)
    const leaving = await paid(sandbox, other, 100)
    const unclaimed = await paid(sandbox, await invited(sandbox), 100)
    const claimed = await paid(sandbox, claiming, 100)
    await stopped(enterprise)
    await connect(sandbox, claiming)
    expect(await read(sandbox, claimed.id)).toMatchObject({ status: 'ready', type: 'direct', updated_at: at(start) })

    await advance(sandbox, (31 * DAY) / SECOND)
    const statuses = async (...payouts: { id: string }[]) =>
      Promise.all(payouts.map(async ({ id }) => (await read(sandbox, id)).status))
    expect(await statuses(dated, claimed, arriving, leaving)).toEqual(['ready', 'ready', 'pending', 'pending'])
    expect(await statuses(returning, unclaimed)).toEqual(['returned', 'canceled'])
    const found = await findTenantsDue(running.database.sql, due.slice(0, 1), 'all')
    expect([...found.keys()]).not.toContain(await tenantOf(enterprise))

    expect((await change(sandbox, dated.id, { description: 'held' })).body).toMatchObject({ status: 'ready' })
    expect((await change(sandbox, given.id, { status: 'canceled' })).body).toMatchObject({ status: 'canceled' })
    expect((await sandbox.post('/sandbox/payout-error', { payout: failing.id })).body).toMatchObject({
      status: 'error',
    })
    await remove(sandbox, deleted)
    expect(await statuses(ending)).toEqual(['canceled'])

    expect((await operator('payouts', 'resume', enterprise, 'sandbox')).output).toContain('Payouts go on.')
    await advance(sandbox, 1)
    expect(await statuses(dated, claimed, arriving, leaving)).toEqual(['sent', 'sent', 'sent', 'returned'])
    expect(history(await read(sandbox, dated.id)).slice(2)).toEqual([
      ['pending', at(DAY)],
      ['sent', at(DAY + 2 * SECOND)],
    ])
    expect(history(await read(sandbox, claimed.id)).slice(3)).toEqual([
      ['pending', at(start)],
      ['sent', at(start + 2 * SECOND)],
    ])
    expect(history(await read(sandbox, leaving.id)).at(-2)).toEqual(['sent', at(FULL_HOUR + HOUR)])
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 300 - 50, pending: 0 })
    await auditClean(running.database)
  })
})

describe("a mismatch in the bank's book", () => {
  const ask = async ({ production }: { production: Client }) =>
    (await production.post('/payout', { account_connection: 'acon_unknown', amount_in_cents: 1 })).status

  it('stops every tenant of that bank, and one command lets them go on, but for those with a mismatch of their own', async () => {
    const [one, two, own] = [await running.enterprise(), await running.enterprise(), await running.enterprise()]
    const all = async () => [await ask(one), await ask(two), await ask(own)]
    expect(await all()).toEqual([404, 404, 404])
    await running.database.sql`
      update tenants set payouts_stopped_because = 'something of its own'
      where enterprise_id = ${own.id} and environment = 'production'`
    const tamper = (by: number) => running.database.sql`
      update ledger_accounts account set credits = credits + ${by} from tenants tenant
      where tenant.id = account.tenant_id and enterprise_id is null and code = 'fees'`
    await tamper(1)
    await auditOnce(running.database, silent)
    expect(await all()).toEqual([503, 503, 503])
    // A sandbox is its own bank.
    expect((await one.sandbox.post('/payout', { account_connection: 'x', amount_in_cents: 1 })).status).toBe(404)

    const resumed = await operator('payouts', 'resume', one.id, 'production')
    expect(resumed).toMatchObject({ code: 0 })
    expect(resumed.output).toContain('payouts resume bank production')
    expect(await ask(one)).toBe(503)
    expect((await operator('payouts', 'resume', 'bank', 'production')).code).toBe(0)
    expect(await all()).toEqual([404, 404, 503])
    // Found again, as long as it stays.
    await auditOnce(running.database, silent)
    expect(await all()).toEqual([503, 503, 503])
    await tamper(-1)
    await operator('payouts', 'resume', 'bank', 'production')
    await auditOnce(running.database, silent)
    expect(await all()).toEqual([404, 404, 503])
  })
})

it('what fails with one tenant is logged and keeps no other waiting', async () => {
  const [bad, good] = [await running.enterprise(), await running.enterprise()]
  const payouts = []
  for (const { sandbox } of [bad, good]) payouts.push(await paid(sandbox, await connected(sandbox, 'direct'), 100))
  const [broken, sound] = payouts
  await running.database.sql`update payouts set creator_id = 'cre_nobody' where id = ${broken.id}`
  for (const { id } of [bad, good]) {
    // Far enough that the payout is due by the clock of the database too.
    await running.database.sql`
      update tenants set clock_offset_ms = ${10 * 366 * DAY} where enterprise_id = ${id} and environment = 'sandbox'`
  }
  const logged: { tenant?: number }[] = []
  const log = { error: (facts: { tenant?: number }) => logged.push(facts) } as unknown as Logger
  await sweepOnce(running.database, due, log)
  expect(logged.map(({ tenant }) => tenant)).toEqual([await tenantOf(bad.id)])
  expect(await read(good.sandbox, sound.id)).toMatchObject({ status: 'sent' })
  expect(await read(bad.sandbox, broken.id)).toMatchObject({ status: 'pending' })
})

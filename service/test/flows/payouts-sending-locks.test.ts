import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { sweepOnce } from '../../src/app/worker.ts'
import { lockAccounts } from '../../src/ledger/index.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { lockEvents } from '../../src/resources/events/index.ts'
import { holdLocks, isAccountFree } from '../support/held-locks.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { auditClean, balances, OPENING, paid, read } from '../support/payouts.ts'
import { becomeDue, due, log, payingEnterprise } from '../support/sending.ts'
import { type RunningService, startService } from '../support/service.ts'

// `pending_payouts` is the last lock of all, after the counter of events: creating and sending payouts share it.

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' }, undefined, { role: 'api' })
})

const enterprise = () => payingEnterprise(running)

/** A worker's connections, beside those that the test looks through. */
function workers(): Database {
  const database = openDatabase({ url: running.databaseUrl, connectionsMax: 3 })
  onTestFinished(() => database.close())
  return database
}

const somebodyWaits = () => expect.poll(() => countLockWaits(running.database), { timeout: 20_000 }).toBeGreaterThan(0)

it('a payout is created while a sending waits for the counter of events', async () => {
  const { sandbox, tenant, creator } = await enterprise()
  const sending = await paid(sandbox, creator, 100)
  await becomeDue(running, tenant)
  const release = await holdLocks(running.database, (tx) => lockEvents(tx, tenant))
  const swept = sweepOnce(workers(), due, log)
  await somebodyWaits()
  expect(await paid(sandbox, creator, 200)).toMatchObject({ status: 'pending' })
  await release()
  await swept
  expect(await read(sandbox, sending.id)).toMatchObject({ status: 'sent' })
  await auditClean(running.database)
})

it('a change of a payout that waits for the counter of events holds no account that sending needs', async () => {
  const { sandbox, tenant, creator } = await enterprise()
  const date = new Date(Date.now() + 86_400_000).toISOString()
  const { body } = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 100, date })
  const release = await holdLocks(running.database, (tx) => lockEvents(tx, tenant))
  const canceled = sandbox.put(`/payout/${body.id}`, { status: 'canceled' })
  await somebodyWaits()
  expect(await isAccountFree(running.database, tenant, 'pending_payouts')).toBe(true)
  await release()
  expect((await canceled).body).toMatchObject({ status: 'canceled' })
  expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  await auditClean(running.database)
})

it('a worker of an earlier release, which takes them in the other order, costs a deadlock at most, and no cent', async () => {
  const { sandbox, tenant, creator } = await enterprise()
  const payout = await paid(sandbox, creator, 100)
  await becomeDue(running, tenant)
  const goOn = Promise.withResolvers<void>()
  const hasAccount = Promise.withResolvers<void>()
  const earlier = running.database.transaction(async (tx) => {
    await lockAccounts(tx, tenant, ['pending_payouts', 'due_to_bank'])
    hasAccount.resolve()
    await goOn.promise
    await lockEvents(tx, tenant)
  })
  await hasAccount.promise
  const database = workers()
  const swept = sweepOnce(database, due, log)
  await somebodyWaits()
  goOn.resolve()
  await Promise.allSettled([earlier, swept])
  await sweepOnce(database, due, log)
  expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
  expect(await balances(sandbox)).toEqual({ operating: OPENING - 100, pending: 0 })
  const { body } = await sandbox.get(`/event?resource=${payout.id}`)
  expect(body.data).toHaveLength(1)
  await auditClean(running.database)
})

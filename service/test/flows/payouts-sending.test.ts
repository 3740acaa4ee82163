import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sweepOnce } from '../../src/app/worker.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import { dueFrom, lockAccounts, lockOperating } from '../../src/ledger/index.ts'
import type { Tx } from '../../src/platform/database.ts'
import { openDatabase } from '../../src/platform/database.ts'
import type { TimedKind } from '../../src/platform/due.ts'
import { feesDue, resumePayouts, stopPayouts, tenantNow } from '../../src/tenants/index.ts'
import { agreed, deposit } from '../support/contracts.ts'
import { holdLocks, isAccountFree } from '../support/held-locks.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { auditClean, balances, connected, OPENING, paid, read, remove } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { becomeDue, due, log, payingEnterprise } from '../support/sending.ts'
import { type RunningService, startService } from '../support/service.ts'

// Creating and changing payouts holds `operating`; sending them holds their rows. Each test has one of the two held by a
// transaction of its own, and looks at who waits.

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' }, undefined, { role: 'api' })
})

const enterprise = () => payingEnterprise(running)

const secondsAhead = async (tenant: TenantId, seconds: number): Promise<string> =>
  new Date((await tenantNow(running.database.sql, tenant)).getTime() + seconds * 1_000).toISOString()

const holding = (lock: (tx: Tx) => Promise<unknown>) => holdLocks(running.database, lock)

/** Another worker that has sent what is due first, and not committed yet. */
const sendingBy = (tenant: TenantId) => async (tx: Tx) => {
  const [kind] = due as [TimedKind]
  expect(await kind.runBesideRequests?.(tx, tenant, await tenantNow(tx, tenant), 1)).toMatchObject({ moved: 1 })
}

const rowOf = async (tx: Tx, id: string) => {
  const [payout] = await tx<{ tenant_id: TenantId }[]>`select tenant_id from payouts where id = ${id}`
  await tx`select from payouts where tenant_id = ${payout?.tenant_id ?? 0} and id = ${id} for no key update`
}

/** Somebody waits for a lock in this database. */
const isAnybodyWaiting = async (): Promise<boolean> => (await countLockWaits(running.database)) > 0

async function expectToWait<T>(work: Promise<T>, release: () => Promise<void>): Promise<T> {
  await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
  await release()
  return work
}

describe('sending and creating payouts', () => {
  it('a payout is sent while `operating` is held', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding((tx) => lockOperating(tx, tenant))
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
    await release()
    await auditClean(running.database)
  })

  it('a payout is created while others are being sent', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const sending = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    await holding((tx) => rowOf(tx, sending.id))
    expect(await paid(sandbox, creator, 200)).toMatchObject({ status: 'pending' })
  })

  it('a payout is created while a sending waits for the books of the bank', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const sending = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding((tx) => lockAccounts(tx, tenant, [dueFrom(tenant)]))
    const database = openDatabase({ url: running.databaseUrl, connectionsMax: 3 })
    onTestFinished(() => database.close())
    const swept = sweepOnce(database, due, log)
    await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
    expect(await paid(sandbox, creator, 200)).toMatchObject({ status: 'pending' })
    await release()
    await swept
    expect(await read(sandbox, sending.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })

  it('a payout that another worker is sending is left to it, and nothing waits', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const [theirs, ours] = [await paid(sandbox, creator, 100), await paid(sandbox, creator, 200)]
    await becomeDue(running, tenant)
    const release = await holding((tx) => rowOf(tx, theirs.id))
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, ours.id)).toMatchObject({ status: 'sent' })
    expect(await read(sandbox, theirs.id)).toMatchObject({ status: 'pending' })
    await release()
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, theirs.id)).toMatchObject({ status: 'sent' })
  })

  it('many workers at once send each payout once', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const entry = { account_connection: creator, amount_in_cents: 100 }
    await sandbox.post('/payout/batch', { payouts: Array(900).fill(entry) })
    await becomeDue(running, tenant)
    const worker = async (): Promise<void> => {
      const database = openDatabase({ url: running.databaseUrl, connectionsMax: 3 })
      while (await sweepOnce(database, due, log));
      await database.close()
    }
    await Promise.all([worker(), worker(), worker()])
    await sweepOnce(running.database, due, log)
    const [sent] = await running.database.sql`
      select count(*)::int as payouts, count(distinct source_id)::int as sources, sum(amount_in_cents)::int as amount
      from ledger_transfers where tenant_id = ${tenant} and kind = 'payout.sent'`
    expect(sent).toEqual({ payouts: 900, sources: 900, amount: 90_000 })
    await auditClean(running.database)
  })

  it('a payout that comes due between those that are sent is not passed over', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const later = new Date(Date.now() + 30_000).toISOString()
    const scheduled = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 100, date: later })
    const atOnce = await paid(sandbox, creator, 200)
    await becomeDue(running, tenant)
    while (await sweepOnce(running.database, due, log));
    expect(await read(sandbox, atOnce.id)).toMatchObject({ status: 'sent' })
    expect(await read(sandbox, scheduled.body.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('who moves money of the enterprise and of its bank', () => {
  it('takes the books of the bank first: a request that initiates and sends a payout', async () => {
    const { sandbox, tenant } = await enterprise()
    const creator = await connected(sandbox, 'ach')
    const date = await secondsAhead(tenant, 5)
    const { body } = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 100, date })
    await becomeDue(running, tenant, 3_610)
    const release = await holding((tx) => lockAccounts(tx, tenant, [dueFrom(tenant)]))
    const changed = sandbox.put(`/payout/${body.id}`, { description: 'late' })
    await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
    expect(await isAccountFree(running.database, tenant, 'fees_payable')).toBe(true)
    await release()
    expect((await changed).body).toMatchObject({ status: 'sent' })
  })

  it('takes the books of the bank first: the collection of fees', async () => {
    const { sandbox, tenant } = await enterprise()
    await paid(sandbox, await connected(sandbox, 'ach'), 100)
    await running.database.sql`update tenants set clock_offset_ms = clock_offset_ms + 3600000 where id = ${tenant}`
    const release = await holding((tx) => lockAccounts(tx, tenant, [dueFrom(tenant)]))
    const collected = running.database.transaction(async (tx) =>
      (feesDue as TimedKind).run(tx, tenant, await tenantNow(tx, tenant), 1, 'waited for'),
    )
    await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
    expect(await isAccountFree(running.database, tenant, 'fees_payable')).toBe(true)
    await release()
    expect(await collected).toBe(1)
    await auditClean(running.database)
  })

  it('takes the books of the bank first: the split of a deposit', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    await agreed(sandbox, creator, { split_percent_amount: 10 })
    const release = await holding((tx) => lockAccounts(tx, tenant, [dueFrom(tenant)]))
    const arrived = deposit(sandbox, creator, 1_000)
    await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
    expect(await isAccountFree(running.database, tenant, 'due_to_bank')).toBe(true)
    await release()
    expect((await arrived).body).toMatchObject({ splits: [{ amount_in_cents: 100 }], remaining_in_cents: 900 })
    await auditClean(running.database)
  })
})

describe('a payout whose date has come', () => {
  it('keeps no other waiting while another transaction holds it', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const soon = new Date(Date.now() + 1_000).toISOString()
    const scheduled = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 100, date: soon })
    const atOnce = await paid(sandbox, creator, 200)
    await becomeDue(running, tenant)
    const release = await holding((tx) => rowOf(tx, scheduled.body.id))
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, atOnce.id)).toMatchObject({ status: 'sent' })
    expect(await read(sandbox, scheduled.body.id)).toMatchObject({ status: 'ready' })
    await release()
    while (await sweepOnce(running.database, due, log));
    expect(await read(sandbox, scheduled.body.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('a worker that needs `operating`', () => {
  it('does not wait for a payout that another worker is sending', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const theirs = await paid(sandbox, creator, 100)
    const date = await secondsAhead(tenant, 3)
    const scheduled = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 200, date })
    await becomeDue(running, tenant)
    const release = await holding((tx) => rowOf(tx, theirs.id))
    const database = openDatabase({ url: running.databaseUrl, connectionsMax: 3 })
    onTestFinished(() => database.close())
    let isSwept = false
    const swept = sweepOnce(database, due, log).then(() => {
      isSwept = true
    })
    await expect.poll(async () => isSwept || (await isAnybodyWaiting()), { timeout: 20_000 }).toBe(true)
    expect(isSwept).toBe(true)
    await swept
    expect(await read(sandbox, scheduled.body.id)).not.toMatchObject({ status: 'ready' })
    expect(await read(sandbox, theirs.id)).toMatchObject({ status: 'pending' })
    await release()
    while (await sweepOnce(running.database, due, log));
    expect(await read(sandbox, theirs.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('a payout that is being sent keeps waiting', () => {
  it('a change of it, which then finds it sent', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding(sendingBy(tenant))
    const canceled = await expectToWait(sandbox.put(`/payout/${payout.id}`, { status: 'canceled' }), release)
    expect(canceled.body).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })

  it('the sandbox clock, which answers when it is sent', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding(sendingBy(tenant))
    const advanced = await expectToWait(sandbox.post('/sandbox/clock/advance', { seconds: 60 }), release)
    expect(advanced.status).toBe(200)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
  })

  it('the sandbox clock, also where more are due than it takes at once', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = { account_connection: creator, amount_in_cents: 100 }
    expect((await sandbox.post('/payout/batch', { payouts: Array(1_000).fill(payout) })).status).toBe(201)
    await becomeDue(running, tenant)
    const release = await holding(sendingBy(tenant))
    const advanced = await expectToWait(sandbox.post('/sandbox/clock/advance', { seconds: 60 }), release)
    expect(advanced.status).toBe(200)
    expect((await sandbox.get('/payout?status=sent&page_size=1')).body.pagination.total).toBe(1_000)
    await auditClean(running.database)
  })

  it('nothing of its connection: a direct payout goes to the creator it was initiated to', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding((tx) => rowOf(tx, payout.id))
    await remove(sandbox, creator)
    await release()
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('payouts that the audit has stopped', () => {
  it('are not sent, and are sent when it allows them again', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    await stopPayouts(running.database.sql, tenant, 'a test')
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending' })
    await running.database.transaction((tx) => resumePayouts(tx, tenant))
    await sweepOnce(running.database, due, log)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
  })

  it('are not sent by a step that had begun before, and waited for them', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding((tx) => rowOf(tx, payout.id))
    const [kind] = due as [TimedKind]
    const moved = running.database.transaction(async (tx) =>
      kind.run(tx, tenant, await tenantNow(tx, tenant), 10, 'waited for'),
    )
    await expect.poll(isAnybodyWaiting, { timeout: 20_000 }).toBe(true)
    await stopPayouts(running.database.sql, tenant, 'a test')
    await release()
    expect(await moved).toBe(0)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending' })
  })
})

describe('a sandbox that is reset while its payouts are sent', () => {
  it('does not wait for a sending, which ends in the old books without a notification', async () => {
    const { sandbox, tenant, creator, id } = await enterprise()
    const webhook = (await sandbox.post('/webhook', { url: 'https://example.com/', event: 'payout.update' })).body.id
    const payout = await paid(sandbox, creator, 100)
    await becomeDue(running, tenant)
    const release = await holding(sendingBy(tenant))
    const admin = await signedIn(running, id, 'admin')
    expect((await admin.post('/dashboard/api/sandbox/reset')).body).toMatchObject({ reset: true })
    await release()
    const { sql } = running.database
    const [sent] = await sql`select status from payouts where tenant_id = ${tenant} and id = ${payout.id}`
    expect(sent).toEqual({ status: 'sent' })
    await expect.poll(() => balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    expect((await sandbox.get('/event')).body.data).toEqual([])
    expect((await sandbox.get(`/webhook/${webhook}/delivery`)).body.data).toEqual([])
    await auditClean(running.database)
  })
})

describe('everything at once', () => {
  it('creating, canceling, claiming and sending never wait for each other in a circle', async () => {
    const { sandbox, tenant, creator } = await enterprise()
    const before = await balances(sandbox)
    const deadlocks = async (): Promise<number> =>
      (
        await running.database.sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`
      )[0]?.n
    const deadlocksBefore = await deadlocks()
    let isOver = false
    const worker = async (): Promise<void> => {
      while (!isOver) await sweepOnce(running.database, due, log)
    }
    const workers = [worker(), worker()]
    for (let round = 0; round < 15; round++) {
      const created = await Promise.all(Array.from({ length: 20 }, () => paid(sandbox, creator, 100)))
      const date = new Date(Date.now() + 86_400_000).toISOString()
      const scheduled = await sandbox.post('/payout', { account_connection: creator, amount_in_cents: 50, date })
      const soon = { account_connection: creator, amount_in_cents: 100, date: await secondsAhead(tenant, 5) }
      const late = await Promise.all(Array.from({ length: 5 }, () => sandbox.post('/payout', soon)))
      await becomeDue(running, tenant)
      await Promise.all([
        ...created.slice(0, 5).map(({ id }) => sandbox.put(`/payout/${id}`, { description: `round ${round}` })),
        // Initiated and sent by the request itself, where no worker has been there before it.
        ...late.map(({ body }) => sandbox.put(`/payout/${body.id}`, { description: `late in round ${round}` })),
        sandbox.put(`/payout/${scheduled.body.id}`, { status: 'canceled' }),
        sandbox.post('/sandbox/clock/advance', { seconds: 3 }),
        paid(sandbox, creator, 100),
      ])
    }
    isOver = true
    await Promise.all(workers)
    expect(await deadlocks()).toBe(deadlocksBefore)
    expect((await balances(sandbox)).operating).toBe(before.operating - 15 * 26 * 100)
    await auditClean(running.database)
  })
})

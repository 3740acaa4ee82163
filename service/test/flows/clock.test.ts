import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepOnce } from '../../src/app/worker.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import { unlessHeld, whileHolding } from '../../src/platform/locks.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { clockLock } from '../../src/tenants/index.ts'
import { advance, balances, connected, invited, OPENING, paid, read } from '../support/payouts.ts'
import { bought, buyerWith, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

const log = createLogger('silent')
const due = [payoutsDue({ vault: openVault(VAULT_KEY), ach: { sandbox: sandboxAch, production: sandboxAch }, log })]

let running: RunningService

beforeAll(async () => {
  // Without a worker of its own: what becomes due is done by the calls of the tests.
  running = await startService({}, undefined, { role: 'api' })
})

describe('the sandbox clock', () => {
  it("is PostgreSQL's until it is advanced, and never the process's", async () => {
    const { sandbox } = await running.enterprise()
    const [row] = await running.database.sql<{ now: Date }[]>`select clock_timestamp() as now`
    const { now } = (await sandbox.get('/sandbox/clock')).body
    expect(Math.abs(Date.parse(now) - (row?.now.getTime() ?? 0))).toBeLessThan(5_000)
  })

  it('moves only its own tenant, and resource times follow it', async () => {
    const [one, two] = [await running.enterprise(), await running.enterprise()]
    const before = Date.parse((await one.sandbox.get('/sandbox/clock')).body.now)
    const advanced = await one.sandbox.post('/sandbox/clock/advance', { seconds: 31_622_400 })
    expect(advanced.body.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(advanced.body.now) - before).toBeGreaterThanOrEqual(31_622_400_000)
    expect(Date.parse((await two.sandbox.get('/sandbox/clock')).body.now) - before).toBeLessThan(60_000)
    const hook = await one.sandbox.post('/webhook', { url: 'https://example.com/', event: 'payout.update' })
    const [row] = await running.database.sql<
      { created_at: Date }[]
    >`select created_at from webhooks where id = ${hook.body.id}`
    expect(row?.created_at.getTime()).toBeGreaterThanOrEqual(Date.parse(advanced.body.now))
  })

  it('fifty advances at once all count, and a retried one counts once', async () => {
    const { sandbox } = await running.enterprise()
    const before = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    await Promise.all(Array.from({ length: 50 }, () => sandbox.post('/sandbox/clock/advance', { seconds: 3_600 })))
    for (let i = 0; i < 3; i++)
      await sandbox.post('/sandbox/clock/advance', { seconds: 3_600 }, { idempotencyKey: 'once' })
    const after = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    expect(Math.floor((after - before) / 3_600_000)).toBe(51)
  })

  it('of more tenants than there are connections advance at once, and none waits for ever', async () => {
    const small = await startService({ DATABASE_CONNECTIONS: '3' })
    const tenants = await Promise.all(Array.from({ length: 12 }, () => small.enterprise()))
    const answers = await Promise.all(
      tenants.flatMap(({ sandbox }) => [1, 2].map(() => sandbox.post('/sandbox/clock/advance', { seconds: 60 }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200))
  })

  it('ends a hundred years ahead', async () => {
    const { sandbox } = await running.enterprise()
    for (let year = 0; year < 100; year++) {
      expect((await sandbox.post('/sandbox/clock/advance', { seconds: 31_622_400 })).status).toBe(200)
    }
    const answer = await sandbox.post('/sandbox/clock/advance', { seconds: 31_622_400 })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: 'seconds', code: 'out_of_range' }] } })
  })

  it('is set to a moment, does what is due by then, and never goes back', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await paid(sandbox, await invited(sandbox), 100)
    const to = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const moved = await sandbox.post('/sandbox/clock/advance', { to })
    expect(moved.status).toBe(200)
    const late = Date.parse(moved.body.now) - Date.parse(to)
    expect([late >= 0, late < 60_000]).toEqual([true, true])
    expect((await read(sandbox, id)).status).toBe('canceled')
    const bodies = [
      [{ to: new Date(Date.parse(to) - 1_000).toISOString() }, 'to', 'out_of_range'],
      [{ to: new Date(Date.parse(to) + 367 * 86_400_000).toISOString() }, 'to', 'out_of_range'],
      [{ to: 'tomorrow' }, 'to', 'invalid_format'],
      [{ to, seconds: 1 }, 'to', 'conflict'],
      [{}, 'seconds', 'required'],
    ]
    for (const [body, param, code] of bodies) {
      const refused = await sandbox.post('/sandbox/clock/advance', body)
      expect([body, refused.status, refused.body.errors]).toMatchObject([body, 400, [{ param, code }]])
    }
    const after = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    expect(after - Date.parse(moved.body.now)).toBeLessThan(60_000)
  })

  it('waits for what a worker is doing: rows that another transaction holds are done before the answer', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await bought(sandbox, await buyerWith(sandbox))
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const worker = running.database.transaction(async (tx) => {
      const [purchase] = await tx<{ tenant_id: number }[]>`select tenant_id from purchases where id = ${id}`
      await tx`select 1 from purchases where tenant_id = ${purchase?.tenant_id ?? 0} and id = ${id} for no key update`
      held.resolve()
      await release.promise
    })
    await held.promise
    const advanced = advance(sandbox, SETTLED_SECONDS)
    await Promise.race([advanced, setTimeout(500)])
    release.resolve()
    await Promise.all([advanced, worker])
    expect((await balances(sandbox)).operating).toBeGreaterThan(OPENING)
  })

  it('has a sandbox to itself while it is advanced: a worker leaves it alone, and its step is waited for', async () => {
    const { id: enterprise, sandbox } = await running.enterprise()
    const { id } = await paid(sandbox, await connected(sandbox, 'direct'), 100)
    const [row] = await running.database.sql<{ id: TenantId }[]>`
      update tenants set clock_offset_ms = 60000 where enterprise_id = ${enterprise} and environment = 'sandbox'
      returning id`
    const tenant = row?.id as TenantId
    const step = () => unlessHeld(running.database, clockLock(tenant), async () => 'worked')
    const order: string[] = []
    await whileHolding(running.database, clockLock(tenant), async () => {
      expect(await step()).toBeUndefined()
      expect(await sweepOnce(running.database, due, log)).toBeUndefined()
      expect((await read(sandbox, id)).status).toBe('pending')
    })
    const began = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const working = unlessHeld(running.database, clockLock(tenant), async () => {
      began.resolve()
      await end.promise
      order.push('step')
    })
    await began.promise
    expect(await step()).toBe('worked')
    const advanced = advance(sandbox, 1).then(() => order.push('advance'))
    await Promise.race([advanced, setTimeout(300)])
    end.resolve()
    await Promise.all([working, advanced])
    expect(order).toEqual(['step', 'advance'])
    expect((await read(sandbox, id)).status).toBe('sent')
  })

  it('is set once, however often the call is retried, by two at once in either order', async () => {
    const { sandbox } = await running.enterprise()
    const [one, other] = [20, 10].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    const answers = await Promise.all([one, other].map((to) => sandbox.post('/sandbox/clock/advance', { to })))
    expect(answers[0]?.status).toBe(200)
    expect([200, 400]).toContain(answers[1]?.status)
    const now = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    expect(now - Date.parse(one as string)).toBeLessThan(60_000)
    expect(now).toBeGreaterThanOrEqual(Date.parse(one as string))
  })
})

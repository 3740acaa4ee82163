import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { startWorker, sweepOnce } from '../../src/app/worker.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import { createScopes } from '../../src/platform/activity.ts'
import type { DueKind } from '../../src/platform/due.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

const log = createLogger('silent')
const vault = openVault(VAULT_KEY)
const due = [payoutsDue({ vault, ach: { sandbox: sandboxAch, production: sandboxAch }, log })]

let running: RunningService

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
})

/** A payout that a worker would send now. By the database alone: the clock's own route would do what becomes due. */
async function duePayout() {
  const { id: enterprise, sandbox } = await running.enterprise()
  const payout = await paid(sandbox, await connected(sandbox, 'direct'), 100)
  await running.database.sql`
    update tenants set clock_offset_ms = 60000 where enterprise_id = ${enterprise} and environment = 'sandbox'`
  return { enterprise, status: async () => (await read(sandbox, payout.id)).status }
}

const activeIds = async (): Promise<string[]> => {
  const rows = await running.database.sql<{ id: string }[]>`
    select tenant.enterprise_id as id from tenant_activity activity join tenants tenant on tenant.id = activity.tenant_id`
  return rows.map(({ id }) => id)
}

it('a tenant in which something happens is announced, and a worker that looks at active ones finds its work', async () => {
  const { enterprise, status } = await duePayout()
  await expect.poll(activeIds).toContain(enterprise)
  expect(await sweepOnce(running.database, due, log, 'active')).toBe('more')
  expect(await status()).toBe('sent')
})

it('work whose announcement was lost is found when all tenants are looked at', async () => {
  const { enterprise, status } = await duePayout()
  await expect.poll(activeIds).toContain(enterprise)
  await running.database
    .sql`update tenant_activity set active_at = (active_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'`
  expect(await sweepOnce(running.database, due, log, 'active')).toBeUndefined()
  expect(await status()).not.toBe('sent')
  expect(await sweepOnce(running.database, due, log, 'all')).toBe('more')
  expect(await status()).toBe('sent')
})

/** A kind that always has more to do for one tenant, and counts. */
async function endlessWork() {
  const { enterprise } = await duePayout()
  const rows = await running.database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox'`
  const counted = { searches: 0, steps: 0 }
  const endless: DueKind = {
    name: 'endless',
    stepMs: () => 1,
    tenantsStatement: (sql) => {
      counted.searches++
      return sql`select id from unnest(${rows.map(({ id }) => id)}::integer[]) as tenant (id)`
    },
    nextStatement: (sql) => sql`select clock_timestamp() - interval '1 hour' as at`,
    run: async () => ++counted.steps,
  }
  return { endless, counted }
}

it('a tenant that has more to do takes further steps, while these have taken less time than the search for them', async () => {
  const { endless, counted } = await endlessWork()
  expect(await sweepOnce(running.database, [endless], log)).toBe('more')
  expect(counted).toEqual({ searches: 1, steps: 1 })
  // The search takes from 0 to 100, each step 40.
  const times = [0, 100, 100, 140, 180, 220, 260]
  expect(await sweepOnce(running.database, [endless], log, 'all', () => times.shift() ?? 300)).toBe('more')
  expect(counted).toEqual({ searches: 2, steps: 4 })
})

it('a worker that knows who has more to do goes on with them, and looks for others with the next poll', async () => {
  const { endless, counted } = await endlessWork()
  const { database } = running
  const metrics = createMetrics().background
  const worker = startWorker({ database, log, due: [endless], pollMs: 1_000, vault, metrics })
  onTestFinished(() => worker.stop())
  await expect.poll(() => counted.searches, { timeout: 20_000, interval: 10 }).toBe(2)
  expect(counted.steps).toBeGreaterThan(counted.searches)
})

it('few tenants are all looked at with every poll; of many, all at first and the active ones then', async () => {
  const few = createScopes(running.database)
  expect([await few(), await few(), await few()]).toEqual(['all', 'all', 'all'])
  const many = createScopes(running.database, 1)
  expect([await many(), await many(), await many()]).toEqual(['all', 'active', 'active'])
})

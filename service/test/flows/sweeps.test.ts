import { beforeAll, expect, it } from 'vitest'
import { sweepOnce } from '../../src/app/worker.ts'
import { findTenantsDue } from '../../src/platform/due.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { connect } from '../support/database.ts'
import { auditClean, connected, paid, read } from '../support/payouts.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

const log = createLogger('silent')
const due = [payoutsDue({ vault: openVault(VAULT_KEY), ach: { sandbox: sandboxAch, production: sandboxAch }, log })]

let running: RunningService

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
})

const sentOf = async (enterprise: string): Promise<number> => {
  const [row] = await running.database.sql`
    select count(*)::int as sent from payouts
    where status = 'sent' and tenant_id = (select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox')`
  return row?.sent
}

it('whoever has much due keeps no other waiting: each has its turn, then each its next', async () => {
  const [busy, quiet] = [await running.enterprise(), await running.enterprise()]
  const entry = { account_connection: await connected(busy.sandbox, 'direct'), amount_in_cents: 100 }
  expect((await busy.sandbox.post('/payout/batch', { payouts: Array(1_200).fill(entry) })).status).toBe(201)
  const lone = await paid(quiet.sandbox, await connected(quiet.sandbox, 'direct'), 100)
  // By the database alone: the clock's own route would do what becomes due.
  await running.database.sql`
    update tenants set clock_offset_ms = 60000 where enterprise_id in (${busy.id}, ${quiet.id}) and environment = 'sandbox'`

  expect(await sweepOnce(running.database, due, log)).toBe('more')
  expect(await sentOf(busy.id)).toBe(500)
  expect(await read(quiet.sandbox, lone.id)).toMatchObject({ status: 'sent' })

  expect(await sweepOnce(running.database, due, log)).toBe('more')
  expect(await sweepOnce(running.database, due, log)).toBe('more')
  expect(await sentOf(busy.id)).toBe(1_200)
  expect(await sweepOnce(running.database, due, log)).toBeUndefined()
  await auditClean(running.database)
})

it('payouts that are due later are not read to learn that none is due', async () => {
  const { sandbox } = await running.enterprise()
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const entry = { account_connection: await connected(sandbox, 'direct'), amount_in_cents: 100, date }
  const made = await sandbox.post('/payout/batch', { payouts: Array(1_000).fill(entry) })
  expect(made.status).toBe(201)
  await running.database.sql`analyze payouts`
  // Whatever plan another connection keeps from when the table was small.
  const fresh = connect(running.databaseUrl, { connectionsMax: 1 })
  const rows = await fresh.transaction(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    expect(await findTenantsDue(tx, due, 'all')).toEqual(new Map())
    const [row] = await tx<{ rows: number }[]>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_xact_user_tables where relname = 'payouts'`
    return row?.rows
  })
  expect(rows).toBe(0)
})

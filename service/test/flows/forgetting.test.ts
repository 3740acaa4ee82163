import { describe, expect, it } from 'vitest'
import { deleteOldRows } from '../../src/app/worker.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import { connect } from '../support/database.ts'
import { readableLog } from '../support/logged.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

const MANY = 40_000

/** A webhook with deliveries and requests, most of them young, and a connection that counts what is read. */
async function desk() {
  const running = await startService({}, undefined, { role: 'api' })
  const { id: enterprise, sandbox } = await running.enterprise()
  const { url } = await startReceiver()
  const made = await sandbox.post('/webhook', { url, event: 'payout.update' })
  await sandbox.post('/webhook', { url, event: 'buyer.update' })
  const database = connect(running.databaseUrl, { connectionsMax: 1 })
  const { sql } = database
  const tenant = await database.transaction((tx) => requireTenant(tx, enterprise, 'sandbox'))

  async function deliveries(webhook: string, prefix: string, count: number, status: string, age: string) {
    await sql`
      insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at, changed_at)
      select ${tenant}, ${webhook}, ${prefix} || n, n, 'po_' || n, ${status}, now(), now(), now() - ${age}::interval
      from generate_series(1, ${count}) n`
    await sql`
      insert into delivery_attempts (tenant_id, webhook_id, delivery_id, attempt, at, duration_ms, status)
      select ${tenant}, ${webhook}, ${prefix} || n, 1, now(), 5, 200 from generate_series(1, ${count}) n`
  }
  const requests = (prefix: string, count: number, age: string) => sql`
    insert into request_log (tenant_id, id, at, method, path, status, duration_ms)
    select ${tenant}, ${prefix} || n, now() - ${age}::interval, 'GET', '/payout', 200, 1 from generate_series(1, ${count}) n`
  /** How many of them there are, by the first letters of their ids. */
  async function kept(table: 'deliveries' | 'request_log') {
    const rows = await sql<{ prefix: string; count: number }[]>`
      select rtrim(id, '0123456789') as prefix, count(*)::int as count from ${sql(table)}
      where id not like 'req\\_%' group by 1 order by 1`
    return Object.fromEntries(rows.map(({ prefix, count }) => [prefix, count]))
  }
  return { database, webhook: made.body.id as string, deliveries, requests, kept }
}

describe('once an hour', () => {
  it('goes what is done and old, what belongs to no webhook any more, and old requests', async () => {
    const { database, webhook, deliveries, requests, kept } = await desk()
    await deliveries(webhook, 'young', 3, 'delivered', '29 days')
    await deliveries(webhook, 'old', 3, 'delivered', '31 days')
    await deliveries(webhook, 'dead', 3, 'dead', '31 days')
    await deliveries(webhook, 'open', 3, 'waiting', '31 days')
    for (const gone of ['wh_0', `${webhook}0`, 'wh_zzz']) await deliveries(gone, 'orphan', 3, 'due', '1 day')
    await requests('young', 3, '1 day')
    await requests('old', 3, '400 days')
    const { log, lines } = readableLog('error')
    await deleteOldRows(database, log)
    expect(await kept('deliveries')).toEqual({ open: 3, young: 3 })
    expect(
      await database.sql`select distinct rtrim(delivery_id, '0123456789') as id from delivery_attempts order by 1`,
    ).toEqual([{ id: 'open' }, { id: 'young' }])
    expect(await kept('request_log')).toEqual({ young: 3 })
    expect(lines).toEqual([])
  })

  it('reads by its indexes what is to go, not everything that stays', async () => {
    const { database, webhook, deliveries, requests, kept } = await desk()
    const { sql } = database
    await deliveries(webhook, 'old', 10, 'delivered', '31 days')
    await deliveries(webhook, 'young', MANY, 'delivered', '1 day')
    await deliveries('wh_0', 'orphan', 10, 'due', '1 day')
    await requests('old', 10, '400 days')
    await requests('young', MANY, '1 day')
    for (const table of ['deliveries', 'delivery_attempts', 'request_log']) await sql.unsafe(`vacuum analyze ${table}`)
    const readWhole = async () => {
      await sql`select pg_stat_force_next_flush()`
      const rows = await sql<{ relname: string; read: number }[]>`
        select relname, seq_tup_read::int as read from pg_stat_user_tables
        where relname in ('deliveries', 'delivery_attempts', 'request_log') order by 1`
      return rows.map(({ relname, read }) => [relname, read])
    }
    const before = await readWhole()
    await deleteOldRows(database, readableLog().log)
    expect(await readWhole()).toEqual(before)
    expect(await kept('deliveries')).toEqual({ young: MANY })
    expect(await kept('request_log')).toEqual({ young: MANY })
  })

  it('one that fails keeps none of the others', async () => {
    const { database, webhook, deliveries, requests, kept } = await desk()
    await deliveries(webhook, 'old', 3, 'delivered', '31 days')
    await deliveries('wh_0', 'orphan', 3, 'due', '1 day')
    await requests('old', 3, '400 days')
    await database.sql`alter table deliveries rename changed_at to changed`
    const { log, lines } = readableLog('error')
    await deleteOldRows(database, log)
    await database.sql`alter table deliveries rename changed to changed_at`
    expect(await kept('deliveries')).toEqual({ old: 3 })
    expect(await kept('request_log')).toEqual({})
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('could not delete old deliveries')
  })
})

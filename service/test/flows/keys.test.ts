import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, flagKey, requireTenant, revokeKey } from '../../src/tenants/index.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService()
  second = await startService({}, running.databaseUrl)
})

describe('API keys', () => {
  it('several are valid at a time, and a revoked one is refused in every process within a second', async () => {
    const acme = await running.enterprise()
    const { id, key } = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, acme.id, 'sandbox'), 'sandbox', 'Second'),
    )
    const clients = [running, second].map((process) => process.client('sandbox', key))
    for (const client of clients) expect((await client.get('/enterprise')).status).toBe(200)
    await running.database.transaction((tx) => revokeKey(tx, id))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const client of clients) {
      const answer = await client.get('/enterprise')
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect(answer.body.message).toContain('was revoked')
    }
    expect((await acme.sandbox.get('/enterprise')).status).toBe(200)
  })

  it('are stored as a prefix and a hash, never whole', async () => {
    const { keys } = await running.enterprise()
    const rows = await running.database.sql<{ prefix: string; hash: Buffer }[]>`select * from api_keys`
    expect(JSON.stringify(rows)).not.toContain(keys.sandbox)
    expect(keys.sandbox).toMatch(/^sk_sandbox_[A-Za-z0-9]{32}$/)
    expect(keys.production).toMatch(/^sk_live_[A-Za-z0-9]{32}$/)
    expect(rows.map(({ prefix }) => prefix)).toContain(keys.sandbox.slice(0, 'sk_sandbox_'.length + 4))
  })

  it('remember when they were last used', async () => {
    const { id, sandbox } = await running.enterprise()
    await sandbox.get('/enterprise')
    const used = async () => {
      const [row] = await running.database.sql`
        select last_used_at from api_keys join tenants on tenants.id = tenant_id
        where enterprise_id = ${id} and environment = 'sandbox'`
      return row?.last_used_at
    }
    await expect.poll(used).toBeInstanceOf(Date)
  })

  it('of one tenant are marked as used or sent in plain text, none of another that has the same id', async () => {
    const { database } = running
    const [mine, other] = [await running.enterprise(), await running.enterprise()]
    const tenants = await database.transaction(async (tx) => ({
      mine: await requireTenant(tx, mine.id, 'sandbox'),
      other: await requireTenant(tx, other.id, 'sandbox'),
    }))
    await database.sql`
      update api_keys set id = (select id from api_keys where tenant_id = ${tenants.mine}) where tenant_id = ${tenants.other}`
    const marks = async (tenant: number) => {
      const [row] = await database.sql`
        select id, last_used_at is not null as used, flagged_at is not null as flagged from api_keys where tenant_id = ${tenant}`
      return row as { id: string; used: boolean; flagged: boolean }
    }
    await mine.sandbox.get('/enterprise')
    await expect.poll(async () => (await marks(tenants.mine)).used).toBe(true)
    await flagKey(database.sql, tenants.mine, (await marks(tenants.mine)).id)
    expect(await marks(tenants.mine)).toMatchObject({ used: true, flagged: true })
    expect(await marks(tenants.other)).toMatchObject({ used: false, flagged: false })
  })
})

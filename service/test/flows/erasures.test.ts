import { beforeAll, describe, expect, it } from 'vitest'
import { erasePayFileRows } from '../../src/dashboard/index.ts'
import { askErasure, eraseDue } from '../../src/resources/erasures/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { readableLog } from '../support/logged.ts'
import { advance, auditClean, connected, invited, legacyMethod, paid, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'

const YEAR = 31_622_400
const deps = { vault, eraseElsewhere: erasePayFileRows }

/** Texts that occur nowhere else, so that the tables can be searched for them. */
const PERSON = {
  first_name: 'Wilhelmina',
  last_name: 'Vergessen',
  email: 'wilhelmina.vergessen@example.com',
  business_name: 'Vergessen & Daughters',
  display_name: 'Minnie-the-Moocher',
  verification_prompt: 'Which street did Wilhelmina live in?',
  user_data: { nickname: 'Quirlewanz' },
}
const EVIDENCE = ['Wilhelmina', 'Vergessen', 'wilhelmina.vergessen@example.com', 'Vergessen & Daughters']
const UNNEEDED = ['Minnie-the-Moocher', 'Which street', 'Quirlewanz']

let running: RunningService

beforeAll(async () => {
  // Without a worker nothing is swept while the tables are searched.
  running = await startService({}, undefined, { role: 'api' })
})

async function shop() {
  const { id, sandbox } = await running.enterprise()
  const tenant = await running.database.transaction((tx) => requireTenant(tx, id, 'sandbox'))
  const erase = (connection: string) => running.database.transaction((tx) => askErasure(tx, tenant, connection, deps))
  return { id, sandbox, tenant, erase }
}

/** Kept for a time that ends by itself, by the database's clock: 7 and 30 days. */
const EXPIRING = ['idempotency_answers', 'request_log']

/** The tables of a tenant in which any of these texts stands. */
async function tablesWith(tenant: number, words: readonly string[]): Promise<string[]> {
  const { sql } = running.database
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'
    order by 1`
  const found: string[] = []
  for (const { name } of tables.filter((one) => !EXPIRING.includes(one.name))) {
    const rows = await sql`
      select 1 from ${sql(name)} t where tenant_id = ${tenant}
        and exists (select 1 from unnest(${[...words]}::text[]) word where t::text like '%' || word || '%') limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

const due = async (): Promise<string[]> => {
  const { log, lines } = readableLog('error')
  await eraseDue(running.database, deps, log)
  return lines
}

const pass = async (client: Client, years: number): Promise<void> => {
  for (let nth = 0; nth < years; nth++) await advance(client, YEAR)
}

describe('a creator who asks to be forgotten', () => {
  it('keeps everything while the connection stands', async () => {
    const { sandbox, erase } = await shop()
    const connection = await invited(sandbox, PERSON)
    await expect(erase(connection)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(erase('acon_none')).rejects.toMatchObject({ code: 'not_found' })
    expect((await sandbox.get(`/account-connection/${connection}`)).body).toMatchObject({ first_name: 'Wilhelmina' })
  })

  it('who was never paid is forgotten at once', async () => {
    const { sandbox, tenant, erase } = await shop()
    const connection = await connected(sandbox, 'ach', { ...PERSON, legacy_payout_method: legacyMethod() })
    await sandbox.put(`/account-connection/${connection}`, { display_name: 'Minnie-the-Moocher II' })
    await sandbox.post('/connect/invite', { account_connection: connection })
    await remove(sandbox, connection)
    expect(await tablesWith(tenant, [...EVIDENCE, ...UNNEEDED])).not.toEqual([])
    expect(await erase(connection)).toEqual({ connection, kept_until: null, erased: true })
    expect(await tablesWith(tenant, [...EVIDENCE, ...UNNEEDED])).toEqual([])
    expect((await sandbox.get(`/account-connection/${connection}`)).body).toMatchObject({
      status: 'deleted',
      first_name: 'Erased',
      last_name: 'Erased',
      email: 'erased@erased.invalid',
    })
  })

  it('who was paid is forgotten but for the evidence, and seven years later wholly, with the login', async () => {
    const { sandbox, tenant, erase } = await shop()
    const connection = await connected(sandbox, 'direct', { ...PERSON, external_id: 'creator-4711' })
    const payout = await paid(sandbox, connection, 1_234)
    await advance(sandbox, 3_600)
    await remove(sandbox, connection)
    const asked = await erase(connection)
    expect(asked).toMatchObject({ connection, erased: false })
    expect(await tablesWith(tenant, UNNEEDED)).toEqual([])
    expect((await sandbox.get(`/account-connection/${connection}`)).body).toMatchObject({
      first_name: 'Wilhelmina',
      external_id: 'creator-4711',
    })
    // Asked again, nothing changes; and before its time nothing goes.
    expect(await erase(connection)).toEqual(asked)
    await pass(sandbox, 6)
    await due()
    expect((await sandbox.get(`/account-connection/${connection}`)).body.first_name).toBe('Wilhelmina')

    await pass(sandbox, 1)
    expect(await due()).toEqual([])
    // Money is in the account: its owner must be able to sign in and withdraw it.
    expect(await tablesWith(tenant, EVIDENCE)).toEqual(['creators'])
    const balance = (
      await running.database.sql<{ cents: number }[]>`
      select (credits - debits)::int as cents from ledger_accounts
      where tenant_id = ${tenant} and code like 'creator:%'`
    )[0]?.cents as number
    await running.database.sql`update account_connections set status = 'active' where id = ${connection}`
    const taken = await sandbox.post('/sandbox/withdrawal', {
      account_connection: connection,
      amount_in_cents: balance,
    })
    expect(taken.status, taken.text).toBe(200)
    await running.database.sql`update account_connections set status = 'deleted' where id = ${connection}`
    await due()
    expect(await tablesWith(tenant, EVIDENCE)).not.toEqual([])
    await advance(sandbox, 7 * 86_400)
    expect(await due()).toEqual([])
    expect(await tablesWith(tenant, EVIDENCE)).toEqual([])
    expect((await sandbox.get(`/payout/${payout.id}`)).body).toMatchObject({ status: 'sent', amount_in_cents: 1_234 })
    const events = (await sandbox.get(`/event?resource=${connection}`)).body.data
    expect(events.at(-1)).toMatchObject({ type: 'account_connection.update', changes: {} })
    await auditClean(running.database)
  })

  it('stays known to others: a login goes with its last connection', async () => {
    const { sandbox, tenant, erase } = await shop()
    const [first, second] = [await connected(sandbox, 'wallet', PERSON), await connected(sandbox, 'wallet', PERSON)]
    await running.database.sql`
      update ledger_accounts set credits = debits where tenant_id = ${tenant} and code like 'creator:%'`
    await remove(sandbox, first)
    await erase(first)
    expect(await tablesWith(tenant, EVIDENCE)).toEqual(['account_connections', 'creators'])
    await remove(sandbox, second)
    await Promise.all([erase(second), erase(second)])
    expect(await tablesWith(tenant, EVIDENCE)).toEqual([])
  })

  it('one erasure that fails is told, and keeps no other', async () => {
    const { sandbox, tenant, erase } = await shop()
    const made = [await connected(sandbox, 'ach', PERSON), await connected(sandbox, 'ach', PERSON)]
    for (const connection of made) {
      await paid(sandbox, connection, 100)
      await advance(sandbox, 7 * 86_400)
      await remove(sandbox, connection)
      await erase(connection)
    }
    await pass(sandbox, 8)
    const { log, lines } = readableLog('error')
    const broken = {
      vault,
      eraseElsewhere: async (_tx: unknown, _tenant: number, id: string) => {
        if (id === made[0]) throw new Error('broken')
      },
    }
    await eraseDue(running.database, broken, log)
    expect(lines.filter((line) => line.includes(made[0] as string))).toHaveLength(1)
    const rows = await running.database.sql<{ id: string }[]>`
      select account_connection as id from creator_erasures where tenant_id = ${tenant} and ended_at is not null`
    expect(rows.map(({ id }) => id)).toEqual([made[1]])
  })
})

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { erasePayFileRows } from '../../src/dashboard/index.ts'
import type { Id, TenantId } from '../../src/kernel/ids.ts'
import { cents } from '../../src/kernel/money.ts'
import type { BankingDate } from '../../src/rails/ach/calendar.ts'
import { askErasure, eraseDue } from '../../src/resources/erasures/index.ts'
import { bookByHand, creditAccount, findAccount } from '../../src/resources/incoming-money/index.ts'
import { requireTenant, tenantNow } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { readableLog } from '../support/logged.ts'
import { advance, auditClean, connected, invited, legacyMethod, paid, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'

const YEAR = 31_622_400
const DAY = '2026-11-16' as BankingDate
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

/** A creator with an account, which `empty` withdraws whole. */
async function withAccount(client: Client, tenant: TenantId) {
  const connection = await connected(client, 'direct', PERSON)
  const [row] = await running.database.sql<{ creator: Id<'creator'>; number: string; balance: number }[]>`
    select creator.id as creator, account_number as number, (credits - debits)::int as balance
    from account_connections connection
    join creators creator on creator.tenant_id = ${tenant} and creator.id = connection.creator_id
    join ledger_accounts book on book.tenant_id = ${tenant} and book.code = 'creator:' || creator.id
    where connection.tenant_id = ${tenant} and connection.id = ${connection}`
  if (!row) throw new Error('the creator has no account')
  const empty = async (): Promise<void> => {
    const order = { account_connection: connection, amount_in_cents: row.balance }
    expect((await client.post('/sandbox/withdrawal', order)).status).toBe(200)
    await advance(client, 14 * 86_400)
  }
  return { connection, number: row.number, account: { creator: row.creator }, empty }
}

/** Transactions of this database that wait for a lock of another. */
const waitingTransactions = (): Promise<number> => countLockWaits(running.database)

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
    await advance(sandbox, 4 * 86_400)
    // It was sent, and the bank can still return it.
    await due()
    expect(await tablesWith(tenant, EVIDENCE)).not.toEqual([])
    await advance(sandbox, 10 * 86_400)
    expect(await due()).toEqual([])
    expect(await tablesWith(tenant, EVIDENCE)).toEqual([])
    expect((await sandbox.get(`/payout/${payout.id}`)).body).toMatchObject({ status: 'sent', amount_in_cents: 1_234 })
    const events = (await sandbox.get(`/event?resource=${connection}`)).body.data
    expect(events.at(-1)).toMatchObject({ type: 'account_connection.update', changes: {} })
    await auditClean(running.database)
  })

  it('keeps the login while a credit is on its way, or money is owed', async () => {
    const { sandbox, tenant, erase } = await shop()
    const { connection, account, empty } = await withAccount(sandbox, tenant)
    await empty()
    const book = { account, amount: cents(700), sourceId: 'file.1' }
    const availableAt = new Date((await tenantNow(running.database.sql, tenant)).getTime() + 3 * 86_400_000)
    await running.database.transaction((tx) =>
      creditAccount(tx, tenant, { ...book, depositSource: undefined, availableAt }),
    )
    await remove(sandbox, connection)
    expect(await erase(connection)).toMatchObject({ erased: true })
    expect(await tablesWith(tenant, EVIDENCE)).toEqual(['creators'])
    await advance(sandbox, 3 * 86_400)
    await running.database.transaction((tx) =>
      bookByHand(tx, tenant, { ...book, sourceId: 'file.2', kind: 'taken_back', amount: cents(900), day: DAY }),
    )
    await due()
    expect(await tablesWith(tenant, EVIDENCE)).toEqual(['creators'])
    await running.database.transaction((tx) =>
      bookByHand(tx, tenant, {
        ...book,
        sourceId: 'file.3',
        kind: 'wire_in',
        amount: cents(200),
        day: DAY,
        reference: 'W1',
      }),
    )
    expect(await due()).toEqual([])
    expect(await tablesWith(tenant, EVIDENCE)).toEqual([])
    await auditClean(running.database)
  })

  it('whose login is gone has no account: a credit that comes at the same moment waits, and is kept for a person', async () => {
    const { sandbox, tenant } = await shop()
    const { connection, account, number, empty } = await withAccount(sandbox, tenant)
    await empty()
    await remove(sandbox, connection)
    expect(await findAccount(running.database.sql, tenant, number)).toEqual(account)
    const credit = { account, amount: cents(700), depositSource: undefined, availableAt: undefined }
    const [committed, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Also where the credit does not wait and the test fails: nothing can be closed under an open transaction.
    onTestFinished(() => committed.resolve())
    const erasing = running.database.transaction(async (tx) => {
      await askErasure(tx, tenant, connection, deps)
      erased.resolve()
      await committed.promise
    })
    await erased.promise
    const crediting = running.database.transaction((tx) => creditAccount(tx, tenant, { ...credit, sourceId: 'file.4' }))
    const refused = expect(crediting).rejects.toMatchObject({ code: 'invalid_state' })
    await expect.poll(() => waitingTransactions()).toBe(1)
    committed.resolve()
    await Promise.all([erasing, refused])
    expect(await findAccount(running.database.sql, tenant, number)).toBeUndefined()
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

import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { bring, confirm, csvOf, readFileOf, settled } from '../support/pay-files.ts'
import { auditClean, balances, connected, invited, OPENING, paid, remove } from '../support/payouts.ts'
import { type Browser, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '20' })
})

interface Desk {
  readonly browser: Browser
  readonly client: Client
  readonly id: string
}

/** An enterprise of its own, and somebody of its finance at the dashboard. */
async function desk(): Promise<Desk> {
  const { id, sandbox: client } = await running.enterprise()
  return { id, client, browser: await signedIn(running, id, 'finance') }
}

const payouts = async (client: Client, query = ''): Promise<number> =>
  (await client.get(`/payout${query}`)).body.pagination.total

describe('a file that is brought', () => {
  it('is read and judged row by row, and pays nobody', async () => {
    const { browser, client } = await desk()
    const direct = await connected(client, 'direct')
    const ach = await connected(client, 'ach', { external_id: 'ext-ach' })
    const waiting = await invited(client, { email: 'Waiting@Example.com' })
    const made = await bring(
      browser,
      csvOf('account_connection;external_id;email;amount;memo', [
        `${direct};;;1,000.50;"Hello; ""you"""`,
        ';ext-ach;;20;',
        ';;waiting@example.com;0.99;',
      ]),
    )
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      name: 'march.csv',
      state: 'validated',
      rows: 3,
      done: 0,
      of: 3,
      total_in_cents: 102_149,
      // By ACH 25 cents; unclaimed, what it could cost at most.
      fees_in_cents: 50,
      operating_in_cents: OPENING,
      error_count: 0,
      errors: [],
      columns: [
        { column: 'account_connection', field: 'account_connection' },
        { column: 'external_id', field: 'external_id' },
        { column: 'email', field: 'email' },
        { column: 'amount', field: 'amount' },
        { column: 'memo', field: 'description' },
      ],
    })
    expect(made.body.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(made.body).not.toHaveProperty('duplicate_of')
    const rows = await browser.get(`/dashboard/api/sandbox/pay-file/${made.body.file_id}/rows`)
    expect(rows.body).toMatchObject({
      data: [
        { row: 2, account_connection: direct, amount_in_cents: 100_050, fields: { description: 'Hello; "you"' } },
        { row: 3, account_connection: ach, amount_in_cents: 2_000 },
        { row: 4, account_connection: waiting, amount_in_cents: 99 },
      ],
      pagination: { total: 3 },
    })
    expect(await payouts(client)).toBe(0)
    expect(await balances(client)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('has its faults beside its rows, all of them, and cannot be confirmed', async () => {
    const { browser, client } = await desk()
    const good = await connected(client, 'direct')
    const deleted = await connected(client, 'direct')
    await remove(client, deleted)
    const debitOnly = await invited(client, { requested_permissions: ['payment.debit'] })
    const made = await bring(
      browser,
      csvOf('connection,amount,date', [
        `${good},5,`,
        `${deleted},5,`,
        'acon_nobody,5,',
        `${debitOnly},5,`,
        `${good},0,`,
        `${good},five,yesterday`,
        `${good},5`,
      ]),
    )
    expect(made.status, made.text).toBe(201)
    expect(made.body.errors.map(({ row, column, code }: Record<string, string>) => [row, column, code])).toEqual([
      [3, 'connection', 'invalid_state'],
      [4, 'connection', 'not_found'],
      [5, 'connection', 'permission_not_granted'],
      [6, 'amount', 'out_of_range'],
      [7, 'amount', 'invalid_amount'],
      [8, undefined, 'wrong_number_of_fields'],
    ])
    const faulty = await browser.get(`/dashboard/api/sandbox/pay-file/${made.body.file_id}/rows?only=faulty`)
    expect(faulty.body.pagination.total).toBe(6)
    expect(faulty.body.data[0]).toMatchObject({ row: 3, fields: { account_connection: deleted } })
    const refused = await confirm(browser, made.body.file_id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await payouts(client)).toBe(0)
  })

  it('without the columns it needs says so, and takes what the person says', async () => {
    const { browser, client } = await desk()
    const id = await connected(client, 'direct')
    const csv = csvOf('Who,How much', [`${id},5`])
    const lost = await bring(browser, csv)
    expect(lost.body).toMatchObject({
      error_count: 2,
      errors: [
        { row: 1, code: 'missing_column' },
        { row: 1, code: 'missing_column' },
      ],
    })
    const found = await bring(browser, csv, { columns: { Who: 'account_connection', 'How much': 'amount' } })
    expect(found.body).toMatchObject({ error_count: 0, total_in_cents: 500 })
  })

  it.each([
    ['a\n"1\n', 'malformed_csv'],
    ['email,amount\n', 'no_rows'],
    ['', 'out_of_range'],
    [`email,amount\n${'x@y.zz,1\n'.repeat(10_001)}`, 'too_many_rows'],
  ])('that is none is refused', async (csv, code) => {
    const { browser } = await desk()
    const refused = await bring(browser, csv)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'validation_failed', errors: [{ param: 'csv' }] })
    expect(refused.body.errors[0].code).toContain(code === 'out_of_range' ? '' : code)
  })
})

describe('a file that is confirmed', () => {
  it('pays each row once, with progress, and says which payout each became', async () => {
    const { browser, client, id: enterprise } = await desk()
    const creators = [await connected(client, 'direct'), await connected(client, 'ach')]
    const csv = csvOf(
      'account_connection,amount_in_cents,description',
      Array.from({ length: 1_203 }, (_none, nth) => `${creators[nth % 2]},${nth + 1},Row ${nth}`),
    )
    const { file_id } = (await bring(browser, csv)).body
    const confirmed = await confirm(browser, file_id)
    expect(confirmed, confirmed.text).toMatchObject({ status: 200, body: { of: 1_203 } })
    expect(confirmed.body.confirmed_by).toContain('Pat finance <')
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: 1_203, of: 1_203 })
    expect(await payouts(client)).toBe(1_203)
    const page = (await browser.get(`/dashboard/api/sandbox/pay-file/${file_id}/rows?page=13&page_size=100`)).body
    const last = page.data.at(-1)
    expect(last).toMatchObject({ row: 1_204, amount_in_cents: 1_203 })
    expect((await client.get(`/payout/${last.payout}`)).body).toMatchObject({
      amount_in_cents: 1_203,
      description: 'Row 1202',
      account_connection: creators[0],
    })
    // Confirming it again changes nothing.
    expect(await confirm(browser, file_id)).toMatchObject({ status: 200, body: { state: 'done', done: 1_203 } })
    expect(await payouts(client)).toBe(1_203)
    await auditClean(running.database)
    const admin = await signedIn(running, enterprise, 'admin')
    const log = await admin.get('/dashboard/api/audit-log?action=pay_file.confirm')
    expect(log.body.data).toMatchObject([{ subject: file_id, details: { rows: 1_203 } }])
  })

  it('twice at once is paid once', async () => {
    const { browser, client } = await desk()
    const id = await connected(client, 'direct')
    const csv = csvOf('account_connection,amount', Array(30).fill(`${id},1`))
    const { file_id } = (await bring(browser, csv)).body
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(browser, file_id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: 30 })
    expect(await payouts(client)).toBe(30)
    await auditClean(running.database)
  })

  it('is known again, however it was saved, and two copies at once are one', async () => {
    const { browser, client } = await desk()
    const id = await connected(client, 'direct')
    const first = csvOf('account_connection,amount', [`${id},7`, `${id},8`])
    const copies = await Promise.all([bring(browser, first), bring(browser, first)])
    const answers = await Promise.all(copies.map(({ body }) => confirm(browser, body.file_id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('file_paid_before')
    const paid = answers.find(({ status }) => status === 200)?.body.file_id
    await settled(browser, paid)
    expect(await payouts(client)).toBe(2)

    const saved = `account_connection;amount\n"${id}";7\n${id};"8"`
    const again = await bring(browser, saved, { name: 'copy.csv' })
    expect(again.body).toMatchObject({ error_count: 0, duplicate_of: { file_id: paid, name: 'march.csv' } })
    expect(again.body.duplicate_of.by).toContain('Pat finance')
    expect(await confirm(browser, again.body.file_id)).toMatchObject({
      status: 409,
      body: { code: 'file_paid_before', existing_id: paid },
    })
    expect(await confirm(browser, again.body.file_id, { again: true })).toMatchObject({ status: 200 })
    expect(await settled(browser, again.body.file_id)).toMatchObject({ state: 'done', done: 2 })
    expect(await payouts(client)).toBe(4)

    // A spreadsheet writes numbers its own way, moves columns and adds empty ones.
    for (const csv of [
      `account_connection,amount,\n${id},7.00,\n${id},8,\n`,
      `amount,connection\n8,${id}\n7.0,${id}\n`,
    ]) {
      const copy = await bring(browser, csv)
      expect(copy.body).toMatchObject({ error_count: 0, duplicate_of: { file_id: again.body.file_id } })
      expect(await confirm(browser, copy.body.file_id)).toMatchObject({
        status: 409,
        body: { code: 'file_paid_before' },
      })
    }
    const other = await bring(browser, csvOf('account_connection,amount', [`${id},7`, `${id},8.01`]))
    expect(other.body).not.toHaveProperty('duplicate_of')
    expect(await payouts(client)).toBe(4)
  })

  it('is refused as a whole when the operating account is short', async () => {
    const { browser, client } = await desk()
    const id = await connected(client, 'ach')
    const { file_id } = (await bring(browser, csvOf('account_connection,amount', [`${id},99999.80`]))).body
    expect(await confirm(browser, file_id)).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
    expect(await readFileOf(browser, file_id)).toMatchObject({ state: 'validated', done: 0 })
    await client.post('/sandbox/funding', { amount_in_cents: 100 })
    expect(await confirm(browser, file_id)).toMatchObject({ status: 200 })
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done' })
  })

  it('that finds a row refused meanwhile pays the others, and the rest once it can', async () => {
    const { browser, client, id: enterprise } = await desk()
    const [stays, goes] = [await connected(client, 'direct'), await connected(client, 'direct')]
    const { file_id } = (
      await bring(browser, csvOf('account_connection,amount', [`${stays},1`, `${goes},2`, `${stays},3`]))
    ).body
    await remove(client, goes)
    await confirm(browser, file_id)
    const stopped = await settled(browser, file_id)
    expect(stopped).toMatchObject({
      state: 'failed',
      done: 2,
      why: 'One row was refused meanwhile; all others are paid.',
    })
    expect(stopped.errors).toMatchObject([{ row: 3, code: 'invalid_state' }])
    const home = await browser.get('/dashboard/api/sandbox/home')
    expect(home.body.attention).toMatchObject([{ kind: 'pay_file_stopped' }])
    // Trying again pays nobody a second time.
    await confirm(browser, file_id)
    expect(await settled(browser, file_id)).toMatchObject({ state: 'failed', done: 2 })
    expect(await payouts(client)).toBe(2)
    await running.database.sql`
      update account_connections set status = 'active'
      where id = ${goes} and tenant_id = (select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox')`
    await confirm(browser, file_id)
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: 3 })
    expect(await payouts(client)).toBe(3)
  })

  it('that goes on needs the fees of what is left, too', async () => {
    const { browser, client } = await desk()
    const [stays, goes] = [await connected(client, 'ach'), await connected(client, 'ach')]
    const csv = csvOf('account_connection,amount', [`${stays},1`, `${goes},500`])
    const { file_id } = (await bring(browser, csv)).body
    await remove(client, goes)
    await confirm(browser, file_id)
    expect(await settled(browser, file_id)).toMatchObject({ state: 'failed', done: 1 })
    await running.database.sql`update account_connections set status = 'active' where id = ${goes}`
    // All but the amount is paid elsewhere: 25 cents are missing.
    const { operating } = await balances(client)
    await paid(client, await connected(client, 'direct'), operating - 50_000)
    expect(await confirm(browser, file_id)).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
    expect(await readFileOf(browser, file_id)).toMatchObject({ state: 'failed', done: 1 })
    await client.post('/sandbox/funding', { amount_in_cents: 25 })
    await confirm(browser, file_id)
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: 2 })
  })

  it('waits while the payouts of the enterprise are stopped', async () => {
    const { browser, client, id: enterprise } = await desk()
    const creator = await connected(client, 'direct')
    const { file_id } = (await bring(browser, csvOf('account_connection,amount', [`${creator},1`]))).body
    const stop = (why: string | null) => running.database.sql`
      update tenants set payouts_stopped_because = ${why} where enterprise_id = ${enterprise} and environment = 'sandbox'`
    await stop('a test')
    await confirm(browser, file_id)
    // It has been tried once somebody holds it.
    for (let tried = false; !tried; ) {
      const [row] = await running.database.sql<{ tried: boolean }[]>`
        select leased_until is not null as tried from pay_files where id = ${file_id}`
      tried = row?.tried ?? false
    }
    expect(await readFileOf(browser, file_id)).toMatchObject({ state: 'running', done: 0 })
    await stop(null)
    expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: 1 })
    expect(await payouts(client)).toBe(1)
  })

  it('goes no further once the sandbox is reset', async () => {
    const ROWS = 2_000
    const { browser, client, id: enterprise } = await desk()
    const { sql } = running.database
    const admin = await signedIn(running, enterprise, 'admin')
    const creator = await connected(client, 'direct')
    const { file_id } = (await bring(browser, csvOf('account_connection,amount', Array(ROWS).fill(`${creator},1`))))
      .body
    const [old] = await sql<{ id: number }[]>`
      select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox' and retired_at is null`
    const tenant = old?.id as number
    const waiting = () => countLockWaits({ sql })
    // The first batch waits for the accounts, and the reset behind it.
    const reset = await running.database.transaction(async (tx) => {
      await tx`select 1 from ledger_accounts where tenant_id = ${tenant} order by id for update`
      expect((await confirm(browser, file_id)).body).toMatchObject({ state: 'running' })
      while ((await waiting()) < 1);
      const asked = admin.post('/dashboard/api/sandbox/reset')
      while ((await waiting()) < 2);
      return { asked }
    })
    expect(await reset.asked).toMatchObject({ status: 200, body: { reset: true } })

    const found = async () => {
      const [row] = await sql`
        select state, why, leased_until, (select count(*)::int from payouts where tenant_id = ${tenant}) as payouts,
          (select count(*)::int from pay_file_rows where tenant_id = ${tenant} and payout is not null) as marked
        from pay_files where tenant_id = ${tenant} and id = ${file_id}`
      return row
    }
    const stopped = await found()
    expect(stopped).toMatchObject({ state: 'failed', why: 'The sandbox was reset.', marked: stopped?.payouts })
    expect(stopped?.payouts).toBeLessThan(ROWS)

    // Nor if it says that it runs: the worker has been round once a file of the new sandbox is paid.
    await sql`update pay_files set state = 'running' where tenant_id = ${tenant} and id = ${file_id}`
    await expect.poll(() => payouts(client)).toBe(0)
    const next = await bring(browser, csvOf('account_connection,amount', [`${await connected(client, 'direct')},1`]))
    await confirm(browser, next.body.file_id)
    expect(await settled(browser, next.body.file_id)).toMatchObject({ state: 'done' })
    expect(await found()).toMatchObject({ leased_until: null, payouts: stopped?.payouts })
    await auditClean(running.database)
  })

  it('is nobody else’s, and nobody else may', async () => {
    const { browser, client, id } = await desk()
    const stranger = await desk()
    const creator = await connected(client, 'direct')
    const csv = csvOf('account_connection,amount', [`${creator},1`])
    const { file_id } = (await bring(browser, csv)).body
    for (const path of ['', '/rows']) {
      const found = await stranger.browser.get(`/dashboard/api/sandbox/pay-file/${file_id}${path}`)
      expect(found).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await confirm(stranger.browser, file_id)).toMatchObject({ status: 404 })
    // Another's connection is nobody's, by every name.
    expect((await bring(stranger.browser, csv)).body.errors).toMatchObject([{ row: 2, code: 'not_found' }])
    const viewer = await signedIn(running, id, 'viewer')
    expect(await bring(viewer, csv)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await confirm(viewer, file_id)).toMatchObject({ status: 403 })
    expect(await payouts(client)).toBe(0)
  })
})

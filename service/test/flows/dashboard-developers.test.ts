import { beforeAll, describe, expect, it } from 'vitest'
import { sweepOnce } from '../../src/app/worker.ts'
import { forgetRequests } from '../../src/dashboard/index.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import type { Client } from '../support/client.ts'
import { openTab } from '../support/connect.ts'
import { auditClean, connected, legacyMethod, OPENING, paid, person } from '../support/payouts.ts'
import { type Browser, createBrowser, signedIn, signIn } from '../support/people.ts'
import { runOperator } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let acme: Awaited<ReturnType<RunningService['enterprise']>>
let admin: Browser

beforeAll(async () => {
  running = await startService()
  acme = await running.enterprise('Acme')
  admin = await signedIn(running, acme.id, 'admin')
})

/** However busy the machine is. */

describe('API keys', () => {
  it('are shown once, work, tell when they were used, and are refused once they are revoked', async () => {
    const made = await admin.post('/dashboard/api/sandbox/keys', { name: 'Shop' })
    expect(made.status).toBe(201)
    expect(made.body.key).toMatch(/^sk_sandbox_\w{32}$/)
    const { id, key } = made.body
    const listed = async () =>
      (await admin.get('/dashboard/api/sandbox/keys')).body.data.find((one: { id: string }) => one.id === id)
    expect(await listed()).toMatchObject({ name: 'Shop', last_used_at: null, revoked_at: null })
    expect((await admin.get('/dashboard/api/sandbox/keys')).text).not.toContain(key)
    expect((await admin.get('/dashboard/api/production/keys')).text).not.toContain(id)

    const client = running.client('sandbox', key)
    expect((await client.get('/enterprise')).body.id).toBe(acme.id)
    await expect.poll(async () => (await listed()).last_used_at).not.toBeNull()
    expect((await admin.delete(`/dashboard/api/sandbox/keys/${id}`)).body).toEqual({ id, revoked: true })
    await expect.poll(async () => (await client.get('/enterprise')).status).toBe(401)
    expect((await listed()).revoked_at).not.toBeNull()
    expect((await admin.delete(`/dashboard/api/production/keys/${id}`)).status).toBe(404)
  })

  it('have a name', async () => {
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'ok', scope: 'all' }]) {
      expect((await admin.post('/dashboard/api/sandbox/keys', body)).body.code).toBe('validation_failed')
    }
  })
})

/** The entry of a request, once it is written. */
async function logged(browser: Browser, answer: { headers: Headers }) {
  const path = `/dashboard/api/sandbox/request-log/${answer.headers.get('request-id')}`
  await expect.poll(async () => (await browser.get(path)).status).toBe(200)
  return (await browser.get(path)).body
}

describe('the request log', () => {
  it('tells of a request by its Request-Id: what was asked, what was answered, how long it took, with which key', async () => {
    const answer = await acme.sandbox.post('/payout', { account_connection: 'acon_x', amount_in_cents: 100 })
    expect(answer.status).toBe(404)
    expect(await logged(admin, answer)).toEqual({
      request_id: answer.headers.get('request-id'),
      at: expect.stringMatching(/Z$/),
      method: 'POST',
      path: '/payout',
      route: '/payout',
      status: 404,
      duration_ms: expect.any(Number),
      api_key: expect.stringMatching(/^key_/),
      api_key_name: 'Test',
      request_headers: expect.objectContaining({ 'content-type': 'application/json' }),
      response_headers: expect.objectContaining({ 'request-id': answer.headers.get('request-id') }),
      request_body: { account_connection: 'acon_x', amount_in_cents: 100 },
      response_body: answer.body,
    })
  })

  it('tells of the headers that explain a request, and never of the key that was sent', async () => {
    const key = 'idem-4242424242424242'
    const body = { account_connection: 'acon_x', amount_in_cents: 100 }
    const answer = await acme.sandbox.post('/payout', body, { idempotencyKey: 'order-17' })
    const { request_headers } = await logged(admin, answer)
    expect(request_headers['idempotency-key']).toBe('order-17')
    expect(request_headers.authorization).toBeUndefined()
    const card = await acme.sandbox.post('/payout', body, { idempotencyKey: key })
    expect((await logged(admin, card)).request_headers['idempotency-key']).toBe('idem-[redacted]')
  })

  it('has figures: how many succeeded, by the hour, and how long they took', async () => {
    const { id, sandbox } = await running.enterprise()
    const developer = await signedIn(running, id, 'developer')
    for (const path of ['/enterprise', '/payout', '/payout/pay_none']) await sandbox.get(path)
    const figures = async () => (await developer.get('/dashboard/api/sandbox/request-figures?hours=24')).body
    await expect.poll(async () => (await figures()).requests).toBe(3)
    const { is_complete, refused, failed, periods } = await figures()
    expect({ is_complete, refused, failed }).toEqual({ is_complete: true, refused: 1, failed: 0 })
    expect(periods).toHaveLength(25)
    const busy = periods.filter((period: { requests: number }) => period.requests > 0)
    expect(busy.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)).toBe(3)
    expect(busy[0].p95_ms).toBeGreaterThanOrEqual(busy[0].p50_ms)
    expect(periods.find((period: { requests: number }) => period.requests === 0)).not.toHaveProperty('p50_ms')
    expect((await developer.get('/dashboard/api/sandbox/request-figures?hours=25')).status).toBe(400)
    const viewer = await signedIn(running, id, 'viewer')
    expect((await viewer.get('/dashboard/api/sandbox/request-figures')).status).toBe(403)
  })

  it('keeps no secret of anybody', async () => {
    const bank = legacyMethod()
    const account = '000123456789'
    const created = await acme.sandbox.post('/account-connection', {
      ...person(),
      legacy_payout_method: { ...bank, account_number: account },
    })
    const webhook = await acme.sandbox.post('/webhook', {
      url: 'https://hooks.example.com/?key=hush',
      event: 'payout.update',
      basic_user: 'hidden-user',
      basic_secret: 'hidden-secret',
    })
    const secret = await acme.sandbox.get(`/webhook/${webhook.body.id}/secret`)
    const link = await acme.sandbox.post('/connect-link', { account_connection: created.body.id })
    const buyer = await acme.sandbox.post('/buyer', {})
    const card = await acme.sandbox.post('/sandbox/card', {
      buyer: buyer.body.id,
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: 2040,
    })
    for (const answer of [created, webhook, secret, link, buyer, card]) {
      expect(answer.status, answer.text).toBeLessThan(300)
      await logged(admin, answer)
    }
    await logged(admin, await acme.sandbox.get('/payout?ssn=987654321&card=5555+5555+5555+4444&password=hunter2'))
    const rows = await running.database.sql<{ row: string }[]>`select request_log::text as row from request_log`
    const kept = rows.map(({ row }) => row).join('\n')
    const secrets = [
      account,
      'hush',
      'hidden-user',
      'hidden-secret',
      secret.body.secret,
      new URL(link.body.url).pathname.split('/').at(-1),
      buyer.body.payment_method_embed_url,
      '4242424242424242',
      '987654321',
      '5555+5555',
      'hunter2',
      acme.keys.sandbox,
    ]
    expect(secrets.filter((one) => kept.includes(one))).toEqual([])
    expect((await logged(admin, link)).response_body.url).toContain('[redacted]')
  })

  it('keeps of a large body only its size', async () => {
    const payouts = Array.from({ length: 500 }, () => ({ account_connection: 'acon_x'.padEnd(60), amount_in_cents: 1 }))
    const answer = await acme.sandbox.post('/payout/batch', { payouts })
    const { request_body, response_body } = await logged(admin, answer)
    expect(request_body).toEqual({ omitted: `${JSON.stringify({ payouts }).length} bytes` })
    expect(response_body).toEqual({ omitted: `${answer.text.length} bytes` })
  })

  it('is found by status, method and path, newest first, page by page', async () => {
    const shop = await running.enterprise('Shop')
    const keeper = await signedIn(running, shop.id, 'developer')
    for (const path of ['/payout', '/payout/nothing', '/enterprise', '/p2p/nothing']) await shop.sandbox.get(path)
    const last = await shop.sandbox.post('/payout', {})
    await logged(keeper, last)
    const list = async (query: string) => {
      const { body } = await keeper.get(`/dashboard/api/sandbox/request-log${query}`)
      return { ...body, data: body.data.map((one: { method: string; path: string }) => `${one.method} ${one.path}`) }
    }
    const all = ['POST /payout', 'GET /p2p/nothing', 'GET /enterprise', 'GET /payout/nothing', 'GET /payout']
    expect(await list('')).toMatchObject({ data: all, has_more: false })
    expect((await list('?status=4xx')).data).toEqual(['POST /payout', 'GET /p2p/nothing', 'GET /payout/nothing'])
    expect((await list('?status=404&path=p2p')).data).toEqual(['GET /p2p/nothing'])
    expect((await list('?method=POST')).data).toEqual(['POST /payout'])
    expect((await list(`?request_id=${last.headers.get('request-id')}`)).data).toEqual(['POST /payout'])
    const first = await list('?limit=2')
    expect(first).toMatchObject({ data: all.slice(0, 2), has_more: true })
    expect((await list(`?limit=3&before=${first.next_before}`)).data).toEqual(all.slice(2))
  })

  it('forgets after 30 days', async () => {
    const { sql } = running.database
    const answer = await acme.sandbox.get('/enterprise')
    const { request_id } = await logged(admin, answer)
    const ages = async (interval: string) => {
      await sql`update request_log set at = statement_timestamp() - ${interval}::interval where id = ${request_id}`
      while ((await forgetRequests(sql, 100)) === 100);
      return (await sql`select 1 from request_log where id = ${request_id}`).length
    }
    expect(await ages('29 days 23 hours')).toBe(1)
    await sql`update request_log set at = statement_timestamp() - interval '30 days 1 second' where id = ${request_id}`
    expect((await admin.get(`/dashboard/api/sandbox/request-log/${request_id}`)).status).toBe(404)
    expect(await ages('30 days 1 second')).toBe(0)
  })

  it('holds what keys asked for, not what people do at the dashboard', async () => {
    const seen = await admin.get('/dashboard/api/sandbox/v1/payout')
    const marker = await acme.sandbox.get('/payout')
    await logged(admin, marker)
    const id = seen.headers.get('request-id')
    expect((await admin.get(`/dashboard/api/sandbox/request-log/${id}`)).status).toBe(404)
  })
})

describe('settings', () => {
  it("are the enterprise's own to change, and the provider's to see", async () => {
    const seen = await admin.get('/dashboard/api/sandbox/settings')
    expect(seen.body.own).toEqual({ name: 'Acme', notification_email: null })
    expect(seen.body.provider).toContainEqual({
      name: 'fee_payout_ach_in_cents',
      value: 25,
      means: expect.any(String),
      changed_by: 'operator',
    })
    const changed = await admin.call('PUT', '/dashboard/api/sandbox/settings', {
      notification_email: 'ops@acme.example',
    })
    expect(changed.body.own.notification_email).toBe('ops@acme.example')
    for (const body of [{ fee_payout_ach_in_cents: 0 }, { ach_enabled: true }, { notification_email: 'nowhere' }]) {
      expect((await admin.call('PUT', '/dashboard/api/sandbox/settings', body)).body.code).toBe('validation_failed')
    }
  })
})

/** Everything that an enterprise's sandbox books hold. */
const booksOf = (tenant: TenantId) =>
  running.database.sql`
    select code, debits, credits from ledger_accounts where tenant_id = ${tenant} and (debits > 0 or credits > 0) order by code`

async function sandboxOf(enterprise: string): Promise<TenantId> {
  const [row] = await running.database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox' and retired_at is null`
  return row?.id as TenantId
}

describe('the reset of the sandbox', () => {
  it('begins with new books under the same keys, webhooks and settings; the old ledger stays as it was', async () => {
    const shop = await running.enterprise('Reset')
    const keeper = await signedIn(running, shop.id, 'admin')
    const client: Client = shop.sandbox
    const connection = await connected(client, 'direct')
    await paid(client, connection, 5_000)
    const scheduled = await paid(client, connection, 700, { date: '2090-01-01T00:00:00Z' })
    const webhook = (await client.post('/webhook', { url: 'https://example.com/', event: 'payout.update' })).body.id
    const secret = (await client.get(`/webhook/${webhook}/secret`)).body.secret
    await client.post('/embed-origin', { origin: 'https://shop.example.com' })
    const link = (await client.post('/connect-link', { account_connection: connection })).body.url
    await keeper.call('PUT', '/dashboard/api/sandbox/settings', { notification_email: 'ops@reset.example' })
    await client.post('/sandbox/clock/advance', { seconds: 86_400 })
    const old = await sandboxOf(shop.id)
    const books = await booksOf(old)

    const reset = await keeper.post('/dashboard/api/sandbox/reset')
    expect([reset.status, reset.body.reset]).toEqual([200, true])
    await expect.poll(async () => (await client.get('/payout')).body.pagination.total).toBe(0)
    expect((await client.get('/enterprise')).body).toMatchObject({
      id: shop.id,
      operating_account: { balance_in_cents: OPENING },
      pending_payouts: { balance_in_cents: 0 },
    })
    expect((await client.get(`/payout/${scheduled.id}`)).status).toBe(404)
    expect((await client.get(`/webhook/${webhook}/secret`)).body.secret).toBe(secret)
    expect((await client.get('/embed-origin')).body.data).toHaveLength(1)
    expect((await keeper.get('/dashboard/api/sandbox/settings')).body.own.notification_email).toBe('ops@reset.example')
    expect((await keeper.get('/dashboard/api/sandbox/keys')).body.data).toHaveLength(1)
    expect((await openTab(link).open()).body.status).toBe('used')
    expect((await openTab(link).start()).body.code).toBe('link_unusable')
    await paid(client, await connected(client, 'direct'), 900)

    // A hundred years later nothing of the old sandbox has moved.
    await running.database.sql`update tenants set clock_offset_ms = 3000000000000 where id = ${old}`
    const log = createLogger('silent')
    const due = payoutsDue({ vault: openVault(VAULT_KEY), ach: { sandbox: sandboxAch, production: sandboxAch }, log })
    await sweepOnce(running.database, [due], log)
    expect(await booksOf(old)).toEqual(books)
    await auditClean(running.database)
    expect((await keeper.get('/dashboard/api/audit-log')).body.data[0]).toMatchObject({ action: 'sandbox.reset' })
  })

  it('pays nobody in the old sandbox for whoever still takes it for the new one', async () => {
    const shop = await running.enterprise('Late')
    const connection = await connected(shop.sandbox, 'direct')
    const old = await sandboxOf(shop.id)
    const books = await booksOf(old)
    // The key is known to stand for the old sandbox; nobody has told this process otherwise yet.
    await running.database.sql`update tenants set retired_at = statement_timestamp() where id = ${old}`
    const payout = { account_connection: connection, amount_in_cents: 500 }
    for (const [path, body] of [
      ['/payout', payout],
      ['/payout/batch', { payouts: [payout] }],
    ] as const) {
      const late = await shop.sandbox.post(path, body)
      expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    }
    expect(await booksOf(old)).toEqual(books)
  })

  it('twice at once is two resets, one after the other', async () => {
    const shop = await running.enterprise('Twice')
    const keeper = await signedIn(running, shop.id, 'admin')
    const answers = await Promise.all([1, 2].map(() => keeper.post('/dashboard/api/sandbox/reset')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const rows = await running.database
      .sql`select id from tenants where enterprise_id = ${shop.id} and retired_at is not null`
    expect(rows).toHaveLength(2)
  })
})

describe('the operator command', () => {
  it('adds a person who can sign in, gives a new password, and checks the audit log', async () => {
    // The command hashes passwords as this process does, which compares them.
    const NODE_OPTIONS = `--import=${new URL('../support/quick-passwords.ts', import.meta.url)}`
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY, NODE_OPTIONS }
    const origin = running.roots.sandbox
    const flags = ['--enterprise', acme.id, '--email', 'Op@People.example', '--name', 'Op', '--role', 'admin']
    const added = await runOperator(['person', 'add', ...flags], variables)
    expect(added.code, added.output).toBe(0)
    const password = /Password\s+(\S+)/.exec(added.output)?.[1]
    const browser = await signIn(origin, 'op@people.example', password)
    expect((await browser.get('/dashboard/api/me')).body).toMatchObject({ role: 'admin', enterprise: { id: acme.id } })

    const twice = await runOperator(['person', 'add', ...flags], variables)
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('op@people.example')])
    const bad = await runOperator(['person', 'add', ...flags.slice(0, -1), 'owner'], variables)
    expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('admin, developer, finance, viewer')])

    const renewed = await runOperator(['person', 'password', 'op@people.example'], variables)
    const next = /Password\s+(\S+)/.exec(renewed.output)?.[1]
    expect((await browser.get('/dashboard/api/me')).status).toBe(401)
    const before = await createBrowser(origin).post('/dashboard/auth/sign-in/email', {
      email: 'op@people.example',
      password,
    })
    expect(before.status).toBe(401)
    await signIn(origin, 'op@people.example', next)

    const listed = await runOperator(['person', 'list', acme.id], variables)
    expect(listed.output).toContain('Op <op@people.example>')
    const checked = await runOperator(['audit-log', 'check'], variables)
    expect([checked.code, checked.output]).toEqual([0, expect.stringContaining(`${acme.id}  intact`)])
    await running.database.transaction(async (tx) => {
      await tx`alter table audit_log disable trigger audit_log_append_only`
      await tx`update audit_log set action = 'nothing' where enterprise_id = ${acme.id} and position = 1`
      await tx`alter table audit_log enable trigger audit_log_append_only`
    })
    const found = await runOperator(['audit-log', 'check'], variables)
    expect([found.code, found.output]).toEqual([1, expect.stringContaining('BROKEN at row 1')])
  })
})

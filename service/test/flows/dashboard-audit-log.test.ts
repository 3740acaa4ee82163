import { beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../support/payouts.ts'
import {
  type Browser,
  createBrowser,
  deedsOf,
  enrolled,
  newPerson,
  PASSWORD,
  signedIn,
  signIn,
} from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

let running: RunningService
let origin: string

beforeAll(async () => {
  running = await startService()
  origin = running.roots.sandbox
})

describe('the audit log', () => {
  it('holds who did what, and its check finds the row that was changed, or is missing', async () => {
    const { id: shop } = await running.enterprise('Shop')
    const admin = await signedIn(running, shop, 'admin')
    await admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 500 })
    await admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: -1 })
    await admin.post('/dashboard/api/sandbox/keys', { name: 'Audited' })
    const log = await admin.get('/dashboard/api/audit-log')
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'keys.create',
      'sandbox.simulate.refused',
      'sandbox.simulate',
      'sandbox.simulate.done',
      'sandbox.simulate',
      'session.signed_in',
    ])
    expect(log.body.data[4]).toMatchObject({
      person: `Pat admin <${admin.email}>`,
      subject: null,
      details: { request: 'POST /sandbox/funding', amount_in_cents: 500 },
      environment: 'sandbox',
      request_id: expect.stringMatching(/^req_/),
      address: '127.0.0.1',
    })
    const check = async () => (await admin.get('/dashboard/api/audit-log/check')).body
    expect(await check()).toEqual({ intact: true, rows: 6 })

    await expect(running.database.sql`update audit_log set person = 'Nobody'`).rejects.toThrow('append-only')
    await expect(running.database.sql`delete from audit_log`).rejects.toThrow('append-only')
    await expect(running.database.sql`truncate audit_log`).rejects.toThrow('append-only')
    const tamper = (
      change: (tx: Parameters<Parameters<typeof running.database.transaction>[0]>[0]) => Promise<unknown>,
    ) =>
      running.database.transaction(async (tx) => {
        await tx`alter table audit_log disable trigger audit_log_append_only`
        await change(tx)
        await tx`alter table audit_log enable trigger audit_log_append_only`
      })
    await tamper((tx) => tx`update audit_log set person = 'Nobody' where enterprise_id = ${shop} and position = 3`)
    expect(await check()).toEqual({ intact: false, rows: 2, broken_at: 3 })
    await tamper(
      (tx) =>
        tx`update audit_log set person = ${`Pat admin <${admin.email}>`} where enterprise_id = ${shop} and position = 3`,
    )
    expect(await check()).toEqual({ intact: true, rows: 6 })
    await tamper((tx) => tx`delete from audit_log where enterprise_id = ${shop} and position = 6`)
    expect(await check()).toEqual({ intact: false, rows: 5, broken_at: 6 })
    // Also with the head set back, and whatever is written after that.
    await running.database.sql`
      update audit_heads head set position = row.position, hash = row.hash from audit_log row
      where head.enterprise_id = ${shop} and row.enterprise_id = ${shop} and row.position = 5`
    expect(await check()).toEqual({ intact: false, rows: 5, broken_at: 6 })
    await admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 500 })
    expect(await check()).toEqual({ intact: false, rows: 7, broken_at: 8 })
    await running.database.sql`delete from audit_heads where enterprise_id = ${shop}`
    expect(await check()).toEqual({ intact: false, rows: 7, broken_at: 8 })
  })

  it('holds no dry run, which does nothing, and every request that only looks like one', async () => {
    const { id: shop, sandbox } = await running.enterprise('Careful')
    const admin = await signedIn(running, shop, 'admin')
    const api = '/dashboard/api/sandbox/v1'
    const account_connection = await connected(sandbox, 'direct')
    const tried = await admin.post(`${api}/payout?dry_run=true`, { account_connection, amount_in_cents: 500 })
    expect(tried).toMatchObject({ status: 200, body: { dry_run: true } })
    const rows = () => running.database.sql<{ action: string }[]>`
      select action from audit_log where enterprise_id = ${shop} and action like 'payments%' order by position`
    expect(await rows()).toEqual([])
    const body = { account_connection, amount_in_cents: 500, date: '2099-01-31T09:00:00.000Z' }
    const { body: payout } = await admin.post(`${api}/payout`, body)
    expect((await rows()).map(({ action }) => action)).toEqual(['payments.make', 'payments.make.done'])
    // A route that takes no dry run, and a dry run that is written in another way.
    await admin.call('PUT', `${api}/payout/${payout.id}?dry_run=true`, { description: 'New' })
    const changed = (await rows()).length
    expect(changed).toBeGreaterThan(2)
    expect((await admin.post(`${api}/payout?dry_run=true&dry_run=true`, body)).status).toBe(400)
    expect((await rows()).length).toBeGreaterThan(changed)
  })

  it('holds what was taken away or tried, too: secrets seen, files, refused sign-ins, a second factor', async () => {
    const { id: shop } = await running.enterprise('Watched')
    const admin = await signedIn(running, shop, 'admin')
    const api = '/dashboard/api/sandbox'
    const webhook = await admin.post(`${api}/v1/webhook`, { url: 'https://hooks.example.com/', event: 'payout.update' })
    expect((await admin.get(`${api}/v1/webhook/${webhook.body.id}/secret`)).status).toBe(200)
    expect((await admin.get(`${api}/export/payouts.csv?status=created`)).status).toBe(200)
    const statement = `${api}/ledger/statement.csv?account=operating&from=2026-01-01`
    expect((await admin.get(statement)).status).toBe(200)
    await enrolled(admin)
    const { id, email } = await newPerson(running, shop, 'viewer')
    const enter = (password: string) => createBrowser(origin).post('/dashboard/auth/sign-in/email', { email, password })
    for (let guess = 0; guess < 10; guess++) await enter(`guess ${guess}`)
    await enter(PASSWORD)
    await enter(PASSWORD)
    const rows = () => running.database.sql<{ action: string; person_id: string; details: object }[]>`
      select action, person_id, subject, details from audit_log where enterprise_id = ${shop} order by position`
    const refused = (reason: string) => ({
      action: 'session.refused',
      person_id: id,
      subject: null,
      details: { reason },
    })
    // What was refused is written after the answer.
    await expect.poll(async () => (await rows()).slice(11)).toHaveLength(11)
    const last = (await rows()).slice(11)
    expect(last.filter((row) => row.action !== 'session.refused')).toEqual([])
    expect(last).toEqual(expect.arrayContaining([refused('credentials'), refused('locked')]))
    expect(last.filter(({ details }) => JSON.stringify(details).includes('locked'))).toHaveLength(1)
    expect((await rows()).slice(0, 11)).toMatchObject([
      { action: 'session.signed_in' },
      { action: 'webhooks.change', details: { event: 'payout.update' } },
      { action: 'webhooks.change.done', details: { status: 201, id: webhook.body.id } },
      { action: 'webhooks.secret', subject: webhook.body.id },
      { action: 'webhooks.secret.done', subject: webhook.body.id },
      { action: 'exports.make', subject: 'payouts.csv', details: { status: 'created' } },
      { action: 'exports.make.done', subject: 'payouts.csv', details: { rows: 0 } },
      { action: 'exports.make', subject: 'statement.csv', details: { account: 'operating', from: '2026-01-01' } },
      { action: 'exports.make.done', subject: 'statement.csv', details: { rows: 3 } },
      { action: 'second_factor.started', person_id: admin.id },
      { action: 'second_factor.enabled', person_id: admin.id },
    ])
  })

  it('is one chain however many act at once', async () => {
    const { id: busy } = await running.enterprise('Busy')
    const admin = await signedIn(running, busy, 'admin')
    await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 1 })),
    )
    expect((await admin.get('/dashboard/api/audit-log/check')).body).toEqual({ intact: true, rows: 41 })
  })
})

/** All that the sign-in keeps of a person. */
const keptOf = async (id: string) =>
  (
    await running.database.sql`
      select (select to_json(people) from people where id = ${id}) as person,
        (select json_agg(person_logins) from person_logins where person_id = ${id}) as logins,
        (select json_agg(factor) from person_second_factors factor where person_id = ${id}) as factors,
        (select json_agg(session order by id) from person_sessions session where person_id = ${id}) as sessions`
  )[0]

/** Lets somebody act while nobody can write to the audit log, and says what was done until it can be written again. */
async function whileTheLogIsHeld(enterprise: string, act: () => Promise<{ status: number }>, id: string) {
  const { acting, kept } = await running.database.transaction(async (tx) => {
    await tx`select 1 from audit_heads where enterprise_id = ${enterprise} for update`
    const acting = act()
    await expect
      .poll(
        () => running.database.sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%audit_heads%'`,
      )
      .toHaveLength(1)
    return { acting, kept: await keptOf(id) }
  })
  return { status: (await acting).status, kept }
}

const PROVE = '/two-factor/verify-totp'
const enabling = async (pat: Browser) => {
  const { body } = await pat.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })
  return { code: totp(body.totpURI) }
}
const otherSession = async (pat: Browser) => {
  const { body } = await pat.get('/dashboard/auth/list-sessions')
  return {
    token: body.find(({ token }: { token: string }) => !decodeURIComponent(pat.cookies()).includes(token)).token,
  }
}
const change = { currentPassword: PASSWORD, newPassword: 'a stone in the stream' }

describe('what somebody who is signed in does to their own sign-in', () => {
  it.each<[deed: string, path: string, body?: object | ((pat: Browser) => Promise<object>)]>([
    ['session.signed_out', '/sign-out'],
    ['session.revoked', '/revoke-session', otherSession],
    ['session.revoked_all', '/revoke-sessions'],
    ['session.revoked_others', '/revoke-other-sessions'],
    ['person.renamed', '/update-user', { name: 'Patricia' }],
    ['password.changed', '/change-password', change],
    ['second_factor.enabled', PROVE, enabling],
    [
      'second_factor.disabled',
      '/two-factor/disable',
      async (pat) => enrolled(pat).then(() => ({ password: PASSWORD })),
    ],
    [
      'second_factor.new_codes',
      '/two-factor/generate-backup-codes',
      async (pat) => enrolled(pat).then(() => ({ password: PASSWORD })),
    ],
  ])('is in the log before it is done, once: %s', async (deed, path, body) => {
    const { id: shop } = await running.enterprise('Own')
    const pat = await signedIn(running, shop, 'viewer')
    await signIn(origin, pat.email)
    const said = typeof body === 'function' ? await body(pat) : body
    const before = await keptOf(pat.id)
    const { status, kept } = await whileTheLogIsHeld(shop, () => pat.post(`/dashboard/auth${path}`, said), pat.id)
    expect(kept).toEqual(before)
    expect(status).toBe(200)
    expect(await keptOf(pat.id)).not.toEqual(before)
    const deeds = await deedsOf(running, shop)
    expect(deeds[0]).toEqual({ action: deed, person_id: pat.id, subject: null, details: {} })
    expect(deeds.filter(({ action }) => action.startsWith(deed))).toHaveLength(1)
  })

  it('and is refused gets a second row', async () => {
    const { id: shop } = await running.enterprise('Own')
    const pat = await signedIn(running, shop, 'viewer')
    const ask = async (path: string, body: object) => (await pat.post(`/dashboard/auth${path}`, body)).status
    expect(await ask('/change-password', { ...change, currentPassword: 'guess' })).toBe(400)
    const { code } = await enabling(pat)
    expect(await ask(PROVE, { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') })).toBe(401)
    expect(await ask(PROVE, { code })).toBe(200)
    expect(await ask(PROVE, { code })).toBe(400)
    const rows = (await deedsOf(running, shop)).reverse().map(({ action, details }) => [action, details])
    expect(rows).toEqual([
      ['session.signed_in', {}],
      ['password.changed', {}],
      ['password.changed.refused', { status: 400 }],
      ['second_factor.started', {}],
      ['second_factor.enabled', {}],
      ['second_factor.enabled.refused', { status: 401 }],
      ['second_factor.enabled', {}],
      ['second_factor.used', {}],
      ['second_factor.used.refused', { status: 400 }],
    ])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { createBrowser, enrolled, newPerson, PASSWORD, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

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
      'sandbox.simulate',
      'session.signed_in',
    ])
    expect(log.body.data[3]).toMatchObject({
      person: `Pat admin <${admin.email}>`,
      subject: null,
      details: { request: 'POST /sandbox/funding' },
      environment: 'sandbox',
      request_id: expect.stringMatching(/^req_/),
      address: '127.0.0.1',
    })
    const check = async () => (await admin.get('/dashboard/api/audit-log/check')).body
    expect(await check()).toEqual({ intact: true, rows: 5 })

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
    expect(await check()).toEqual({ intact: true, rows: 5 })
    await tamper((tx) => tx`delete from audit_log where enterprise_id = ${shop} and position = 5`)
    expect(await check()).toEqual({ intact: false, rows: 4, broken_at: 5 })
    // Also with the head set back, and whatever is written after that.
    await running.database.sql`
      update audit_heads head set position = row.position, hash = row.hash from audit_log row
      where head.enterprise_id = ${shop} and row.enterprise_id = ${shop} and row.position = 4`
    expect(await check()).toEqual({ intact: false, rows: 4, broken_at: 5 })
    await admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 500 })
    expect(await check()).toEqual({ intact: false, rows: 5, broken_at: 6 })
    await running.database.sql`delete from audit_heads where enterprise_id = ${shop}`
    expect(await check()).toEqual({ intact: false, rows: 5, broken_at: 6 })
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
    await expect.poll(async () => (await rows()).slice(6), { timeout: 15_000 }).toHaveLength(11)
    const last = (await rows()).slice(6)
    expect(last.filter((row) => row.action !== 'session.refused')).toEqual([])
    expect(last).toEqual(expect.arrayContaining([refused('credentials'), refused('locked')]))
    expect(last.filter(({ details }) => JSON.stringify(details).includes('locked'))).toHaveLength(1)
    expect((await rows()).slice(0, 6)).toMatchObject([
      { action: 'session.signed_in' },
      { action: 'webhooks.change' },
      { action: 'webhooks.secret', subject: webhook.body.id },
      { action: 'exports.make', subject: 'payouts.csv', details: { status: 'created' } },
      { action: 'exports.make', subject: 'statement.csv', details: { account: 'operating', from: '2026-01-01' } },
      { action: 'second_factor.enabled', person_id: admin.id },
    ])
  })

  it('is one chain however many act at once', async () => {
    const { id: busy } = await running.enterprise('Busy')
    const admin = await signedIn(running, busy, 'admin')
    await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 1 })),
    )
    expect((await admin.get('/dashboard/api/audit-log/check')).body).toEqual({ intact: true, rows: 21 })
  })
})

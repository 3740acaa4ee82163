import { beforeAll, describe, expect, it } from 'vitest'
import type { Enrolment } from '../../../contracts/dashboard/sign-in.ts'
import { type Browser, createBrowser, deedsOf, enrolled, PASSWORD, signedIn, signIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

let running: RunningService
let acme: string
let origin: string

beforeAll(async () => {
  running = await startService()
  acme = (await running.enterprise('Acme')).id
  origin = running.roots.sandbox
})

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** As if the time had passed after which a code is another one. */
const later = () => running.database.sql`delete from tries`

describe('the second factor', () => {
  it('is asked for at every sign-in once it is enrolled; a code of it or a backup code opens, once', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const enabled = await pat.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })
    expect(enabled.status, enabled.text).toBe(200)
    const { totpURI, backupCodes } = enabled.body as Enrolment
    // Not in force before the person has shown that it works.
    expect((await pat.get('/dashboard/api/me')).body.person.two_factor).toBe(false)
    const refused = await pat.post('/dashboard/auth/two-factor/verify-totp', { code: wrong(totp(totpURI)) })
    expect(refused.status).toBe(401)
    expect((await pat.post('/dashboard/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).body.person.two_factor).toBe(true)
    await later()

    const browser = createBrowser(origin)
    const first = await browser.post('/dashboard/auth/sign-in/email', { email: pat.email, password: PASSWORD })
    expect(first.body).toMatchObject({ twoFactorRedirect: true })
    expect((await browser.get('/dashboard/api/me')).status).toBe(401)
    const failed = await browser.post('/dashboard/auth/two-factor/verify-totp', { code: wrong(totp(totpURI)) })
    expect(failed.status).toBe(401)
    expect((await browser.post('/dashboard/auth/two-factor/verify-totp', { code: totp(totpURI) })).status).toBe(200)
    expect((await browser.get('/dashboard/api/me')).status).toBe(200)

    const [backup] = backupCodes
    const use = async () => {
      const other = createBrowser(origin)
      await other.post('/dashboard/auth/sign-in/email', { email: pat.email, password: PASSWORD })
      return (await other.post('/dashboard/auth/two-factor/verify-backup-code', { code: backup })).status
    }
    expect(await use()).toBe(200)
    expect(await use()).toBe(401)
  })

  it('cannot be skipped by a device that says it is trusted', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const { totpURI } = (await pat.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })).body
    await pat.post('/dashboard/auth/two-factor/verify-totp', { code: totp(totpURI) })
    const browser = createBrowser(origin)
    await browser.post('/dashboard/auth/sign-in/email', { email: pat.email, password: PASSWORD })
    const trusted = await browser.post('/dashboard/auth/two-factor/verify-totp', {
      code: totp(totpURI),
      trustDevice: true,
    })
    expect(trusted.body).toMatchObject({ code: 'validation_failed', errors: [{ param: 'trustDevice' }] })
    expect((await browser.get('/dashboard/api/me')).status).toBe(401)
  })

  it('is asked for when a sign-in is made fresh again', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const { totpURI } = (await pat.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })).body
    await pat.post('/dashboard/auth/two-factor/verify-totp', { code: totp(totpURI) })
    const confirm = (body: object) => pat.post('/dashboard/api/confirm', body)
    await later()
    expect((await confirm({ password: PASSWORD })).body.code).toBe('incorrect_credentials')
    expect((await confirm({ password: PASSWORD, code: wrong(totp(totpURI)) })).body.code).toBe('incorrect_credentials')
    expect((await confirm({ password: 'wrong', code: totp(totpURI) })).body.code).toBe('incorrect_credentials')
    expect((await confirm({ password: PASSWORD, code: totp(totpURI) })).status).toBe(200)
  })
})

describe('the second factor, by somebody who has a session and the password', () => {
  it('is neither taken off nor replaced nor read, until a code is given too', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const { backupCodes } = await enrolled(pat)
    await running.database.sql`
      update person_sessions set confirmed_at = statement_timestamp() - interval '10 minutes' where person_id = ${pat.id}`
    const ask = (path: string, body: object = { password: PASSWORD }) => pat.post(`/dashboard/auth${path}`, body)
    const change = { currentPassword: PASSWORD, newPassword: 'a stone in the stream' }
    expect((await ask('/two-factor/get-totp-uri')).status).toBe(404)
    for (const [path, body] of [
      ['/two-factor/disable', undefined],
      ['/two-factor/generate-backup-codes', undefined],
      ['/change-password', change],
    ] as const) {
      const answer = await ask(path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'fresh_sign_in_required'])
    }
    const confirm = (code: string | undefined) => pat.post('/dashboard/api/confirm', { password: PASSWORD, code })
    expect((await confirm('aaaaa-bbbbb')).body.code).toBe('incorrect_credentials')
    expect((await confirm(backupCodes[0])).status).toBe(200)
    expect((await confirm(backupCodes[0])).body.code).toBe('incorrect_credentials')
    expect((await ask('/two-factor/disable')).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).body.person.two_factor).toBe(false)
  })
})

describe('a code of the second factor', () => {
  it('opens once: not another sign-in, also not at the same moment, nor a fresh one', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const { totpURI } = await enrolled(pat)
    await later()
    const code = totp(totpURI)
    const browsers = await Promise.all([1, 2].map(() => signIn(origin, pat.email)))
    const answers = await Promise.all(
      browsers.map((one) => one.post('/dashboard/auth/two-factor/verify-totp', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const inside = await Promise.all(browsers.map(async (one) => (await one.get('/dashboard/api/me')).status))
    expect(inside.sort()).toEqual([200, 401])
    const sessions = await running.database.sql`select 1 from person_sessions where person_id = ${pat.id}`
    expect(sessions).toHaveLength(2)
    expect((await deedsOf(running, acme)).slice(0, 2)).toContainEqual(
      expect.objectContaining({ action: 'session.refused', person_id: pat.id, details: { reason: 'code' } }),
    )
    expect((await pat.post('/dashboard/api/confirm', { password: PASSWORD, code })).body.code).toBe(
      'incorrect_credentials',
    )
    await later()
    expect((await pat.post('/dashboard/api/confirm', { password: PASSWORD, code: totp(totpURI) })).status).toBe(200)
  })
})

describe('wrong codes', () => {
  it('count for the person: of many challenges at once ten are compared, and the right password forgives none', async () => {
    const { id: shop } = await running.enterprise('Guessed')
    const pat = await signedIn(running, shop, 'viewer')
    const { totpURI } = await enrolled(pat)
    await later()
    const challenged: Browser[] = []
    for (let one = 0; one < 14; one++) challenged.push(await signIn(origin, pat.email))
    const code = wrong(totp(totpURI))
    const answers = await Promise.all(
      challenged.map((one) => one.post('/dashboard/auth/two-factor/verify-totp', { code })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const browser = await signIn(origin, pat.email)
    const right = await browser.post('/dashboard/auth/two-factor/verify-totp', { code: totp(totpURI) })
    expect([right.status, right.body.code]).toEqual([429, 'rate_limited'])
    const backup = await browser.post('/dashboard/auth/two-factor/verify-backup-code', { code: 'aaaaa-bbbbb' })
    expect([backup.status, backup.body.code]).toEqual([429, 'rate_limited'])
    const refused = async () => (await deedsOf(running, shop)).filter(({ action }) => action === 'session.refused')
    await expect.poll(async () => (await refused()).length).toBe(11)
    const reasons = (await refused()).map(({ details }) => details.reason).sort()
    expect(reasons).toEqual([...Array(10).fill('code'), 'locked'])
  })

  it('and wrong passwords of a sign-in that is made fresh are in the audit log', async () => {
    const { id: shop } = await running.enterprise('Confirmed')
    const pat = await signedIn(running, shop, 'viewer')
    const { totpURI } = await enrolled(pat)
    await later()
    const code = totp(totpURI)
    const confirm = (body: object) => pat.post('/dashboard/api/confirm', body)
    await confirm({ password: 'wrong', code })
    await confirm({ password: PASSWORD, code: wrong(code) })
    expect((await confirm({ password: PASSWORD, code })).status).toBe(200)
    await confirm({ password: PASSWORD, code })
    const [used, fresh, ...wrongs] = await deedsOf(running, shop)
    const refused = (reason: string) => ({
      action: 'session.refused',
      person_id: pat.id,
      details: { reason, confirming: true },
    })
    expect(used).toMatchObject(refused('code'))
    expect(fresh).toMatchObject({ action: 'session.confirmed' })
    expect(wrongs.slice(0, 2)).toMatchObject([refused('code'), refused('credentials')])
  })
})

describe('a fresh sign-in', () => {
  it('is needed for keys, roles and the reset, and the password renews it', async () => {
    const pat = await signedIn(running, acme, 'admin')
    await running.database.sql`
      update person_sessions set confirmed_at = statement_timestamp() - interval '10 minutes' where person_id = ${pat.id}`
    const asked = [
      ['POST', '/dashboard/api/sandbox/keys', { name: 'Key' }],
      ['POST', `/dashboard/api/people/${pat.id}/role`, { role: 'admin' }],
      ['POST', '/dashboard/api/invitations', { email: 'new@people.example', role: 'viewer' }],
      ['POST', '/dashboard/api/sandbox/reset', {}],
    ] as const
    for (const [method, path, body] of asked) {
      const answer = await pat.call(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'fresh_sign_in_required'])
    }
    expect((await pat.get('/dashboard/api/me')).body.fresh).toBe(false)
    expect((await pat.post('/dashboard/api/confirm', { password: 'wrong' })).body.code).toBe('incorrect_credentials')
    const confirmed = await pat.post('/dashboard/api/confirm', { password: PASSWORD })
    expect(confirmed.status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).body).toMatchObject({
      fresh: true,
      fresh_until: confirmed.body.fresh_until,
    })
    expect((await pat.post('/dashboard/api/sandbox/keys', { name: 'Key' })).status).toBe(201)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { startMailbox } from '../support/mailbox.ts'
import { type Browser, createBrowser, newPerson, PASSWORD, signedIn, signIn } from '../support/people.ts'
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

/** Of the enterprise's chain, newest first. */
async function deeds(): Promise<{ action: string; person_id: string; details: Record<string, unknown> }[]> {
  return running.database.sql`
    select action, person_id, details from audit_log where enterprise_id = ${acme} order by position desc`
}

interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** As if the time had passed after which a code is another one. */
const later = () => running.database.sql`delete from tries`

/** Sets the second factor up, with the code of now. */
async function enrolled(browser: Browser): Promise<Enrolment> {
  const { body } = await browser.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })
  const proven = await browser.post('/dashboard/auth/two-factor/verify-totp', { code: totp(body.totpURI) })
  expect(proven.status, proven.text).toBe(200)
  return body
}

describe('signing in', () => {
  it('answers who is signed in, for whom, and what they may do', async () => {
    const pat = await signedIn(running, acme, 'finance')
    const { status, body } = await pat.get('/dashboard/api/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      person: { id: pat.id, name: 'Pat finance', email: pat.email, two_factor: false },
      enterprise: { id: acme, name: 'Acme' },
      role: 'finance',
      environments: { sandbox: true, production: true },
    })
    expect(body.actions).toContain('payments.make')
    expect(body.actions).not.toContain('keys.create')
    expect((await deeds())[0]).toMatchObject({ action: 'session.signed_in', person_id: pat.id })
  })

  it('is refused alike for a wrong password and an unknown address', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const browser = createBrowser(origin)
    const known = await browser.post('/dashboard/auth/sign-in/email', { email, password: 'not this one' })
    const unknown = await browser.post('/dashboard/auth/sign-in/email', {
      email: `x${email}`,
      password: 'not this one',
    })
    expect(known.status).toBe(401)
    expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect(known.body).toMatchObject({ code: 'invalid_email_or_password', request_id: expect.stringMatching(/^req_/) })
    expect(browser.cookies()).toBe('')
  })

  it('is locked for an address after ten wrong passwords, for the right one too', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const browser = createBrowser(origin)
    for (let guess = 0; guess < 10; guess++) {
      await browser.post('/dashboard/auth/sign-in/email', { email, password: `guess ${guess}` })
    }
    const answer = await browser.post('/dashboard/auth/sign-in/email', { email, password: PASSWORD })
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is locked and written down for whom it is about, whoever else is signed in beside it', async () => {
    const [mallory, { id, email }] = [await signedIn(running, acme, 'viewer'), await newPerson(running, acme, 'viewer')]
    const beside = { cookie: mallory.cookies() }
    const enter = (password: string, whom = email) =>
      createBrowser(origin).post('/dashboard/auth/sign-in/email', { email: whom, password }, beside)
    expect((await enter(PASSWORD)).status).toBe(200)
    expect((await deeds()).find(({ action }) => action === 'session.signed_in')).toMatchObject({ person_id: id })
    for (let guess = 0; guess < 9; guess++) await enter(`guess ${guess}`)
    expect((await enter(PASSWORD, mallory.email)).status).toBe(200)
    expect((await enter('guess 9')).status).toBe(401)
    expect((await enter(PASSWORD)).status).toBe(429)
  })

  it('gives a cookie that no script reads and no other site sends', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const answer = await createBrowser(origin).post('/dashboard/auth/sign-in/email', { email, password: PASSWORD })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=(Lax|Strict)/)
    expect(cookie).toMatch(/Path=\/dashboard/)
  })

  it('has no door but the ones it needs: nobody signs up, nothing else of the library answers', async () => {
    const browser = createBrowser(origin)
    const person = { email: 'mallory@people.example', password: PASSWORD, name: 'Mallory' }
    expect((await browser.post('/dashboard/auth/sign-up/email', person)).status).toBe(404)
    for (const path of ['/ok', '/error', '/reset-password/x?callbackURL=/', '/verify-email?token=x']) {
      expect([path, (await browser.get(`/dashboard/auth${path}`)).status]).toEqual([path, 404])
    }
    for (const path of ['/delete-user', '/change-email', '/unlink-account', '/two-factor/send-otp']) {
      expect([path, (await browser.post(`/dashboard/auth${path}`)).status]).toEqual([path, 404])
    }
  })

  it('makes nobody more than they are: a person changes their own name and nothing else', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const change = (body: object) => pat.post('/dashboard/auth/update-user', body)
    expect((await change({ name: 'Patricia' })).status).toBe(200)
    for (const more of [
      { role: 'admin' },
      { enterpriseId: 'ent_x' },
      { twoFactorEnabled: true },
      { email: 'a@b.example' },
    ]) {
      expect((await change({ name: 'Patricia', ...more })).body.code).toBe('validation_failed')
    }
    expect((await pat.get('/dashboard/api/me')).body).toMatchObject({
      role: 'viewer',
      person: { name: 'Patricia', email: pat.email },
    })
  })

  it('takes no name that is none, or that shows another person in the audit log', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const change = (name: unknown) => pat.post('/dashboard/auth/update-user', { name })
    for (const name of ['', 'a'.repeat(10_000), { a: 1 }, `Demo Admin <admin@demo.example>${' '.repeat(90)}x`, null]) {
      const answer = await change(name)
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ param: 'name' }]])
    }
    expect((await pat.post('/dashboard/auth/update-user', {})).status).toBe(400)
    expect((await change('  Patricia   Pond ')).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).body.person.name).toBe('Patricia Pond')

    const admin = await signedIn(running, acme, 'admin')
    const invited = await admin.post('/dashboard/api/invitations', { email: 'named@people.example', role: 'viewer' })
    const token = new URL(invited.body.url).pathname.split('/').at(-1)
    const accept = (name: string) =>
      admin.post(`/dashboard/api/invitation/${token}/accept`, { name, password: PASSWORD })
    expect((await accept('Demo Admin <admin@demo.example>')).body.errors).toMatchObject([{ param: 'name' }])
    expect((await accept(' Nora ')).status).toBe(201)
    const [person] = await running.database.sql`select name from people where email = 'named@people.example'`
    expect(person).toEqual({ name: 'Nora' })
  })

  it('of the demo enterprise works with the password that the first start shows', async () => {
    const { demoPerson } = running.service
    const browser = await signIn(origin, demoPerson?.email ?? '', demoPerson?.password)
    expect((await browser.get('/dashboard/api/me')).body).toMatchObject({ role: 'admin' })
    const second = await startService({}, running.databaseUrl)
    expect(second.service.demoPerson).toBeUndefined()
  })
})

describe('sessions', () => {
  it('end on the server: a cookie that was kept is worth nothing after signing out', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const kept = { cookie: pat.cookies() }
    expect((await pat.post('/dashboard/auth/sign-out')).status).toBe(200)
    const answer = await createBrowser(origin).get('/dashboard/api/me', kept)
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
  })

  it('are listed, and ended one by one, or all but this one, or all', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const [here, there, elsewhere] = await Promise.all([1, 2, 3].map(() => signIn(origin, email)))
    const sessions = (await here?.get('/dashboard/auth/list-sessions'))?.body as { token: string }[]
    expect(sessions).toHaveLength(3)
    const own = (await there?.get('/dashboard/auth/get-session'))?.body.session.token
    expect((await here?.post('/dashboard/auth/revoke-session', { token: own }))?.status).toBe(200)
    const states = async () =>
      Promise.all([here, there, elsewhere].map(async (one) => (await one?.get('/dashboard/api/me'))?.status))
    expect(await states()).toEqual([200, 401, 200])
    await here?.post('/dashboard/auth/revoke-other-sessions')
    expect(await states()).toEqual([200, 401, 401])
    await here?.post('/dashboard/auth/revoke-sessions')
    expect(await states()).toEqual([401, 401, 401])
  })

  it("of another person cannot be ended with that session's token", async () => {
    const [pat, sam] = [await signedIn(running, acme, 'viewer'), await signedIn(running, acme, 'viewer')]
    const token = (await sam.get('/dashboard/auth/get-session')).body.session.token
    await pat.post('/dashboard/auth/revoke-session', { token })
    expect((await sam.get('/dashboard/api/me')).status).toBe(200)
  })

  it('end when the person is removed, and a role that was taken is gone with the next request', async () => {
    const admin = await signedIn(running, acme, 'admin')
    const pat = await signedIn(running, acme, 'developer')
    expect((await pat.get('/dashboard/api/sandbox/keys')).status).toBe(200)
    const changed = await admin.post(`/dashboard/api/people/${pat.id}/role`, { role: 'viewer' })
    expect([changed.status, changed.body.role]).toEqual([200, 'viewer'])
    expect((await pat.get('/dashboard/api/sandbox/keys')).body.code).toBe('forbidden')
    expect((await admin.delete(`/dashboard/api/people/${pat.id}`)).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).status).toBe(401)
  })

  it('of a forged or cut cookie are none', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const cookie = pat.cookies()
    for (const bad of [cookie.slice(0, -12), cookie.replace(/\.[^.]+$/, '.AAAA'), 'tributary.session_token=x']) {
      expect((await createBrowser(origin).get('/dashboard/api/me', { cookie: bad })).status).toBe(401)
    }
  })
})

describe('the second factor', () => {
  it('is asked for at every sign-in once it is enrolled; a code of it or a backup code opens, once', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const enabled = await pat.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })
    expect(enabled.status, enabled.text).toBe(200)
    const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] }
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
      update person_sessions set confirmed_at = clock_timestamp() - interval '10 minutes' where person_id = ${pat.id}`
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
    expect((await pat.post('/dashboard/api/confirm', { password: PASSWORD, code })).body.code).toBe(
      'incorrect_credentials',
    )
    await later()
    expect((await pat.post('/dashboard/api/confirm', { password: PASSWORD, code: totp(totpURI) })).status).toBe(200)
  })
})

describe('a fresh sign-in', () => {
  it('is needed for keys, roles and the reset, and the password renews it', async () => {
    const pat = await signedIn(running, acme, 'admin')
    await running.database.sql`
      update person_sessions set confirmed_at = clock_timestamp() - interval '10 minutes' where person_id = ${pat.id}`
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

describe('passwords', () => {
  it('are chosen anew by a link that is mailed, works once, and ends every session', async () => {
    const mailbox = await startMailbox()
    const mailing = await startService({ SMTP_URL: mailbox.url })
    const here = mailing.roots.sandbox
    const pat = await signedIn(mailing, (await mailing.enterprise('Mailing')).id, 'viewer')
    const asked = await createBrowser(here).post('/dashboard/auth/request-password-reset', { email: pat.email })
    expect(asked.status).toBe(200)
    await expect.poll(() => mailbox.mails.length, { timeout: 15_000 }).toBe(1)
    const text = mailbox.mails[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    const [, token = ''] = new RegExp(`${here}/dashboard/reset-password\\?token=([A-Za-z0-9]+)`).exec(text) ?? []
    expect([mailbox.mails[0]?.to, token.length]).toEqual([[pat.email], 24])
    // The token is kept hashed.
    const tokens = await mailing.database.sql<{ row: string }[]>`select person_tokens::text as row from person_tokens`
    expect(tokens.filter(({ row }) => row.includes(token))).toEqual([])

    const choose = (newPassword: string) =>
      createBrowser(here).post('/dashboard/auth/reset-password', { newPassword, token })
    expect((await choose('short')).status).toBe(400)
    expect((await choose('a stone in the stream')).status).toBe(200)
    expect((await choose('another stone in it')).status).toBe(400)
    expect((await pat.get('/dashboard/api/me')).status).toBe(401)
    await signIn(here, pat.email, 'a stone in the stream')
    const actions = await mailing.database.sql<{ action: string }[]>`select action from audit_log order by position`
    expect(actions.map(({ action }) => action)).toEqual(['session.signed_in', 'password.reset', 'session.signed_in'])
  })

  it('for an address that nobody has say the same, and mail nothing', async () => {
    const answer = await createBrowser(origin).post('/dashboard/auth/request-password-reset', {
      email: 'nobody@people.example',
    })
    expect(answer.status).toBe(200)
    const rows = await running.database.sql`select 1 from messages where recipient = 'nobody@people.example'`
    expect(rows).toHaveLength(0)
  })

  it.each([{}, { revokeOtherSessions: false }])(
    'are changed by whoever knows the one before, and end the other sessions, asked %j',
    async (asked) => {
      const { email } = await newPerson(running, acme, 'viewer')
      const [here, there] = [await signIn(origin, email), await signIn(origin, email)]
      const change = (currentPassword: string) =>
        here.post('/dashboard/auth/change-password', {
          currentPassword,
          newPassword: 'a stone in the stream',
          ...asked,
        })
      expect((await change('not this one')).status).toBe(400)
      expect((await change(PASSWORD)).status).toBe(200)
      expect((await there.get('/dashboard/api/me')).status).toBe(401)
      expect((await here.get('/dashboard/api/me')).status).toBe(200)
      await signIn(origin, email, 'a stone in the stream')
    },
  )
})

describe('invitations', () => {
  it('make a login in that role for whoever has the link, once', async () => {
    const admin = await signedIn(running, acme, 'admin')
    const invited = await admin.post('/dashboard/api/invitations', { email: 'Ida@People.example', role: 'developer' })
    expect(invited.status, invited.text).toBe(201)
    expect(invited.body).toMatchObject({ email: 'ida@people.example', role: 'developer', expired: false })
    const token = new URL(invited.body.url).pathname.split('/').at(-1)
    const [mail] = await running.database.sql`select kind from messages where recipient = 'ida@people.example'`
    expect(mail).toEqual({ kind: 'person_invited' })

    const guest = createBrowser(origin)
    const seen = await guest.get(`/dashboard/api/invitation/${token}`)
    expect(seen.body).toMatchObject({ email: 'ida@people.example', role: 'developer', enterprise: { name: 'Acme' } })
    const weak = await guest.post(`/dashboard/api/invitation/${token}/accept`, { name: 'Ida', password: 'short' })
    expect(weak.body.code).toBe('validation_failed')
    const twice = await Promise.all(
      [1, 2].map(() => guest.post(`/dashboard/api/invitation/${token}/accept`, { name: 'Ida', password: PASSWORD })),
    )
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
    const ida = await signIn(origin, 'ida@people.example')
    expect((await ida.get('/dashboard/api/me')).body).toMatchObject({ role: 'developer', enterprise: { id: acme } })
    expect((await guest.get(`/dashboard/api/invitation/${token}`)).body.code).toBe('link_unusable')
    expect(
      (await admin.post('/dashboard/api/invitations', { email: 'ida@people.example', role: 'viewer' })).body.code,
    ).toBe('email_taken')
    expect((await deeds()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['people.invite', 'people.joined']),
    )
  })

  it('are dead when they are withdrawn, replaced or a week old', async () => {
    const admin = await signedIn(running, acme, 'admin')
    const invite = async () => {
      const { body } = await admin.post('/dashboard/api/invitations', { email: 'jo@people.example', role: 'viewer' })
      return { id: body.id as string, token: new URL(body.url).pathname.split('/').at(-1) as string }
    }
    const opens = async (token: string) => (await admin.get(`/dashboard/api/invitation/${token}`)).status
    const first = await invite()
    const second = await invite()
    expect([await opens(first.token), await opens(second.token)]).toEqual([409, 200])
    expect((await admin.delete(`/dashboard/api/invitations/${second.id}`)).status).toBe(200)
    expect(await opens(second.token)).toBe(409)
    const third = await invite()
    await running.database.sql`update invitations set expires_at = clock_timestamp() where id = ${third.id}`
    expect(await opens(third.token)).toBe(409)
    const listed = (await admin.get('/dashboard/api/invitations')).body.data
    expect(listed).toContainEqual(expect.objectContaining({ id: third.id, expired: true }))
  })
})

describe('the invitations of somebody', () => {
  it('are dead once they are removed or no admin any more', async () => {
    const admin = await signedIn(running, acme, 'admin')
    for (const [way, end] of [
      ['removed', (id: string) => admin.delete(`/dashboard/api/people/${id}`)],
      ['demoted', (id: string) => admin.post(`/dashboard/api/people/${id}/role`, { role: 'finance' })],
    ] as const) {
      const leaving = await signedIn(running, acme, 'admin')
      const invite = async (browser: Browser, email: string) => {
        const { body } = await browser.post('/dashboard/api/invitations', { email, role: 'admin' })
        return new URL(body.url).pathname.split('/').at(-1) as string
      }
      const back = await invite(leaving, `back-${way}@people.example`)
      const other = await invite(admin, `other-${way}@people.example`)
      expect((await end(leaving.id)).status).toBe(200)
      expect((await deeds())[0]?.details).toMatchObject({ withdrawn: [`back-${way}@people.example`] })
      const accepted = await createBrowser(origin).post(`/dashboard/api/invitation/${back}/accept`, {
        name: 'Back',
        password: PASSWORD,
      })
      expect([way, accepted.body.code]).toEqual([way, 'link_unusable'])
      expect((await admin.get(`/dashboard/api/invitation/${other}`)).status).toBe(200)
    }
  })
})

describe('the last admin', () => {
  it('can neither be removed nor made less, also when two try at once', async () => {
    const { id: solo } = await running.enterprise('Solo')
    const [one, two] = [await signedIn(running, solo, 'admin'), await signedIn(running, solo, 'admin')]
    const answers = await Promise.all([
      one.delete(`/dashboard/api/people/${two.id}`),
      two.post(`/dashboard/api/people/${one.id}/role`, { role: 'viewer' }),
    ])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const [{ count } = { count: 0 }] = await running.database.sql<{ count: number }[]>`
      select count(*)::int as count from people where enterprise_id = ${solo} and role = 'admin'`
    expect(count).toBe(1)
    const left = answers[0]?.status === 200 ? one : two
    const leftId = answers[0]?.status === 200 ? one.id : two.id
    expect((await left.delete(`/dashboard/api/people/${leftId}`)).body.code).toBe('invalid_state')
    expect((await left.post(`/dashboard/api/people/${leftId}/role`, { role: 'viewer' })).body.code).toBe(
      'invalid_state',
    )
  })
})

describe('a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  it('can change nothing with the cookies of somebody who is signed in, on any kind of route', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const before = await deeds()
    const changes = [
      ['POST', '/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 1 }],
      ['PUT', '/dashboard/api/sandbox/settings', { notification_email: null }],
      ['DELETE', '/dashboard/api/sandbox/keys/key_x', undefined],
      ['POST', '/dashboard/api/sandbox/keys', { name: 'Theirs' }],
      ['POST', '/dashboard/auth/sign-out', {}],
      ['POST', '/dashboard/auth/sign-in/email', { email: pat.email, password: PASSWORD }],
    ] as const
    for (const headers of foreign) {
      for (const [method, path, body] of changes) {
        const answer = await pat.call(method, path, body, headers)
        expect([path, headers, answer.status, answer.body.code]).toEqual([path, headers, 403, 'foreign_origin'])
      }
    }
    expect(await deeds()).toEqual(before)
  })

  it('can send no form: only JSON is taken', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const answer = await fetch(`${origin}/dashboard/api/sandbox/v1/sandbox/funding`, {
      method: 'POST',
      headers: { origin, cookie: pat.cookies(), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount_in_cents=1',
    })
    expect(answer.status).toBe(415)
  })

  it('can frame none of it, and read none of it', async () => {
    for (const path of ['/dashboard', '/dashboard/payouts/x', '/dashboard/api/me', '/dashboard/auth/get-session']) {
      const { headers } = await fetch(origin + path, { headers: { origin: 'https://evil.example' } })
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
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
    await expect.poll(async () => (await rows()).slice(5), { timeout: 15_000 }).toHaveLength(11)
    const last = (await rows()).slice(5)
    expect(last.filter((row) => row.action !== 'session.refused')).toEqual([])
    expect(last).toEqual(expect.arrayContaining([refused('credentials'), refused('locked')]))
    expect(last.filter(({ details }) => JSON.stringify(details).includes('locked'))).toHaveLength(1)
    expect((await rows()).slice(0, 5)).toMatchObject([
      { action: 'session.signed_in' },
      { action: 'webhooks.change' },
      { action: 'webhooks.secret', subject: webhook.body.id },
      { action: 'exports.make', subject: 'payouts.csv', details: { status: 'created' } },
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

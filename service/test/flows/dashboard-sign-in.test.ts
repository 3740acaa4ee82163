import { beforeAll, describe, expect, it } from 'vitest'
import { startMailbox } from '../support/mailbox.ts'
import {
  type Browser,
  createBrowser,
  deedsOf,
  newPerson,
  PASSWORD,
  sessionCookie,
  signedIn,
  signIn,
} from '../support/people.ts'
import { invitationToken } from '../support/sealed-messages.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let acme: string
let origin: string

beforeAll(async () => {
  running = await startService()
  acme = (await running.enterprise('Acme')).id
  origin = running.roots.sandbox
})

/** Of the enterprise's chain, newest first. */
const deeds = () => deedsOf(running, acme)

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

  it('is one person however the address is spelled, for who may enter and for who is locked out', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const spellings = [email.toUpperCase(), `  ${email} `, email.replace('people', 'PEOPLE')]
    const enter = (turn: number, password: string) =>
      createBrowser(origin).post('/dashboard/auth/sign-in/email', { email: spellings[turn % 3], password })
    for (const turn of [0, 1, 2]) expect([turn, (await enter(turn, PASSWORD)).status]).toEqual([turn, 200])
    for (let guess = 0; guess < 10; guess++) expect((await enter(guess, `guess ${guess}`)).status).toBe(401)
    for (const turn of [0, 1, 2]) expect([turn, (await enter(turn, PASSWORD)).status]).toEqual([turn, 429])
  })

  it('is locked and written down for whom it is about, whoever else is signed in beside it', async () => {
    const [mallory, { id, email }] = [await signedIn(running, acme, 'viewer'), await newPerson(running, acme, 'viewer')]
    const beside = { cookie: sessionCookie(mallory) }
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
    await admin.post('/dashboard/api/invitations', { email: 'named@people.example', role: 'viewer' })
    const token = await invitationToken(running, 'named@people.example')
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
    const cookie = sessionCookie(pat)
    for (const bad of [cookie.slice(0, -12), cookie.replace(/\.[^.]+$/, '.AAAA'), 'tributary.session_token=x']) {
      expect((await createBrowser(origin).get('/dashboard/api/me', { cookie: bad })).status).toBe(401)
    }
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
    const resets = () => mailbox.mails.filter(({ raw }) => raw.includes('reset-password'))
    await expect.poll(() => resets().length).toBe(1)
    const text = resets()[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    const [, token = ''] = new RegExp(`${here}/dashboard/reset-password\\?token=([A-Za-z0-9]+)`).exec(text) ?? []
    expect([resets()[0]?.to, token.length]).toEqual([[pat.email], 24])
    // The token is kept hashed.
    const tokens = await mailing.database.sql<{ row: string }[]>`select person_tokens::text as row from person_tokens`
    expect(tokens.filter(({ row }) => row.includes(token))).toEqual([])

    const resetting = createBrowser(here)
    const choose = (newPassword: string) => resetting.post('/dashboard/auth/reset-password', { newPassword, token })
    expect((await choose('short')).status).toBe(400)
    expect((await choose('a stone in the stream')).status).toBe(200)
    expect((await choose('another stone in it')).status).toBe(400)
    expect((await pat.get('/dashboard/api/me')).status).toBe(401)
    // A stranger who tries locks the owner out of neither the link nor the sign-in after it.
    const enter = (browser: Browser, password: string) =>
      browser.post('/dashboard/auth/sign-in/email', { email: pat.email, password })
    for (let nth = 0; nth < 11; nth++) await enter(createBrowser(here), `no such password ${nth}`)
    expect((await enter(createBrowser(here), 'a stone in the stream')).status).toBe(429)
    expect((await enter(resetting, 'a stone in the stream')).status).toBe(200)
    const actions = await mailing.database.sql<{ action: string }[]>`select action from audit_log order by position`
    expect(actions.map(({ action }) => action).filter((action) => !action.startsWith('session.refused'))).toEqual([
      'session.signed_in',
      'password.reset_requested',
      'password.reset',
      'session.signed_in',
    ])
    const told = () =>
      mailbox.mails.filter(({ to, raw }) => to.includes(pat.email) && /^Subject: Password changed/m.test(raw))
    await expect.poll(() => told().length).toBe(1)
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

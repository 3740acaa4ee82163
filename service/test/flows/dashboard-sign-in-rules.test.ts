import { beforeAll, describe, expect, it } from 'vitest'
import { go, newEmail, startedTab } from '../support/connect.ts'
import { invited } from '../support/payouts.ts'
import {
  createBrowser,
  deedsOf,
  enrolled,
  havePasskey,
  newPerson,
  PASSWORD,
  signedIn,
  signIn,
} from '../support/people.ts'
import { invitationToken, sealedFacts } from '../support/sealed-messages.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let acme: string
let origin: string

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  acme = (await running.enterprise('Acme')).id
  origin = running.roots.sandbox
})

/** The notices that were mailed to an address, oldest first. */
async function noticesTo(email: string): Promise<string[]> {
  const rows = await running.database.sql<{ facts: { event: string } }[]>`
    select facts from messages where kind = 'security_notice' and recipient = ${email} order by sequence`
  return rows.map(({ facts }) => facts.event)
}

describe('a second factor', () => {
  it('is needed of roles that pay or make keys where production is served, and set up at the first sign-in', async () => {
    const live = await startService({ PRODUCTION_URL: 'https://pay.example.com', WORKER_POLL_MS: '60000' })
    const { id } = await live.enterprise('Live')
    for (const role of ['admin', 'finance', 'developer'] as const) {
      const person = await signedIn(live, id, role)
      const refused = await person.get('/dashboard/api/people')
      expect([role, refused.status, refused.body.code]).toEqual([role, 403, 'second_factor_required'])
      const through = await person.get('/dashboard/api/sandbox/v1/enterprise')
      expect([role, through.body.code]).toEqual([role, 'second_factor_required'])
      const me = (await person.get('/dashboard/api/me')).body
      expect(me.second_factor).toEqual({ needed: true, passed: false, passkeys: 0 })
      await enrolled(person)
      expect((await person.get('/dashboard/api/me')).body.second_factor).toMatchObject({ needed: true, passed: true })
      expect((await person.get('/dashboard/api/sandbox/v1/enterprise')).status).toBe(200)
    }
    const viewer = await signedIn(live, id, 'viewer')
    expect((await viewer.get('/dashboard/api/people')).status).toBe(200)
  })

  it('is needed of everybody where the enterprise says so, and of nobody elsewhere', async () => {
    const { id } = await running.enterprise('Strict')
    const [admin, viewer] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'viewer')]
    const rules = { second_factor_required: true, idle_minutes: 30 }
    expect((await viewer.call('PUT', '/dashboard/api/sign-in-rules', rules)).body.code).toBe('forbidden')
    expect((await viewer.get('/dashboard/api/people')).status).toBe(200)
    expect((await admin.call('PUT', '/dashboard/api/sign-in-rules', rules)).body).toEqual(rules)
    expect((await viewer.get('/dashboard/api/people')).body.code).toBe('second_factor_required')
    await enrolled(viewer)
    expect((await viewer.get('/dashboard/api/people')).status).toBe(200)
    expect((await deedsOf(running, id)).map(({ action }) => action)).toContain('sign_in_rules.change')
    const elsewhere = await signedIn(running, acme, 'viewer')
    expect((await elsewhere.get('/dashboard/api/people')).status).toBe(200)
  })

  it('that is set up ends the sessions that were begun without it, and is mailed', async () => {
    const pat = await signedIn(running, acme, 'finance')
    const other = await signIn(origin, pat.email)
    await enrolled(pat)
    expect((await pat.get('/dashboard/api/me')).status).toBe(200)
    expect((await other.get('/dashboard/api/me')).status).toBe(401)
    await pat.post('/dashboard/auth/two-factor/disable', { password: PASSWORD })
    expect(await noticesTo(pat.email)).toEqual(['new_device', 'new_device', 'second_factor_on', 'second_factor_off'])
  })
})

describe('a person with a passkey', () => {
  it('changes no factor by the password alone', async () => {
    const pat = await signedIn(running, acme, 'finance')
    await havePasskey(running, pat.id)
    const listed = (await pat.get('/dashboard/api/people')).body.data
    expect(listed).toContainEqual(expect.objectContaining({ id: pat.id, two_factor: false, passkeys: 1 }))
    const newPassword = 'a stone in the stream'
    for (const [path, body] of [
      ['/two-factor/enable', { password: PASSWORD }],
      ['/passkey/verify-registration', { name: 'Mine', response: { id: 'x', response: {} } }],
      ['/passkey/delete-passkey', { id: pat.id }],
      ['/change-password', { currentPassword: PASSWORD, newPassword }],
    ] as const) {
      const refused = await pat.post(`/dashboard/auth${path}`, body)
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'second_factor_required'])
    }
    await running.database.sql`update person_sessions set passkey = true where person_id = ${pat.id}`
    const changed = await pat.post('/dashboard/auth/change-password', { currentPassword: PASSWORD, newPassword })
    expect(changed.status, changed.text).toBe(200)
  })
})

describe('a session', () => {
  const idle = (id: string, minutes: number) => running.database.sql`
    update person_sessions set seen_at = statement_timestamp() - ${minutes} * interval '1 minute' where person_id = ${id}`

  it('ends when it is not used, after as long as the enterprise says', async () => {
    const { id } = await running.enterprise('Quick')
    const admin = await signedIn(running, id, 'admin')
    await idle(admin.id, 59)
    expect((await admin.get('/dashboard/api/me')).status).toBe(200)
    await admin.call('PUT', '/dashboard/api/sign-in-rules', { second_factor_required: false, idle_minutes: 5 })
    await idle(admin.id, 6)
    expect((await admin.get('/dashboard/api/me')).status).toBe(401)
    expect((await admin.get('/dashboard/auth/list-sessions')).status).toBe(401)
    const another = await signedIn(running, acme, 'viewer')
    await idle(another.id, 61)
    expect((await another.get('/dashboard/api/me')).status).toBe(401)
  })

  it('that has ended does nothing at the sign-in library either', async () => {
    for (const [path, body] of [
      ['/update-user', { name: 'Mal' }],
      ['/revoke-sessions', {}],
      ['/two-factor/enable', { password: PASSWORD }],
      ['/passkey/verify-registration', { name: 'Mine', response: { id: 'x', response: {} } }],
      ['/change-password', { currentPassword: PASSWORD, newPassword: 'a stone in the stream' }],
    ] as const) {
      const pat = await signedIn(running, acme, 'viewer')
      await idle(pat.id, 61)
      const refused = await pat.post(`/dashboard/auth${path}`, body)
      expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'unauthorized'])
      expect((await pat.get('/dashboard/auth/get-session')).body).toBeNull()
    }
  })

  it('is not kept alive by what an unattended page reads', async () => {
    const pat = await signedIn(running, acme, 'viewer')
    const seenAgo = async () => {
      const [row] = await running.database.sql<{ minutes: number }[]>`
        select extract(epoch from clock_timestamp() - seen_at)::int / 60 as minutes from person_sessions where person_id = ${pat.id}`
      return row?.minutes
    }
    await idle(pat.id, 30)
    expect((await pat.get('/dashboard/api/me', { 'x-idle-seconds': '1800' })).status).toBe(200)
    expect(await seenAgo()).toBe(30)
    expect((await pat.get('/dashboard/api/me', { 'x-idle-seconds': '3' })).status).toBe(200)
    expect(await seenAgo()).toBe(0)
  })
})

describe('a password', () => {
  it('that is short, common or made of the person is refused wherever one is chosen', async () => {
    const admin = await signedIn(running, acme, 'admin')
    const email = newEmail()
    await admin.post('/dashboard/api/invitations', { email, role: 'viewer' })
    const token = await invitationToken(running, email)
    const accept = (password: string) =>
      createBrowser(origin).post(`/dashboard/api/invitation/${token}/accept`, { name: 'Zebulon Quartermain', password })
    for (const password of ['elevenchars', 'passwordpassword', 'ZebulonQuartermain', email]) {
      const refused = await accept(password)
      expect([password, refused.status, refused.body.errors?.[0].param]).toEqual([password, 400, 'password'])
    }
    expect((await accept(PASSWORD)).status).toBe(201)
    const person = await signIn(origin, email)
    const change = (newPassword: string) =>
      person.post('/dashboard/auth/change-password', { currentPassword: PASSWORD, newPassword })
    expect((await change('Quartermain Zebulon')).body.errors).toMatchObject([
      { param: 'newPassword', code: 'too_weak' },
    ])
    expect((await change('qwertyuiop[]')).status).toBe(400)
    await person.post('/dashboard/auth/request-password-reset', { email })
    const { url } = await sealedFacts(running, 'password_reset', email)
    const reset = (newPassword: string) =>
      person.post('/dashboard/auth/reset-password', { token: new URL(url).searchParams.get('token'), newPassword })
    expect((await reset('zebulonquartermain')).body.errors).toMatchObject([{ param: 'newPassword', code: 'too_weak' }])
    // The link is still good.
    expect((await reset('a stone in the stream')).status).toBe(200)
  })

  it('of a creator is judged the same', async () => {
    const { sandbox } = await running.enterprise('Judged')
    const tab = await startedTab(sandbox, await invited(sandbox))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    for (const password of ['elevenchars', 'passwordpassword', 'judgedjudged1']) {
      const refused = await tab.post('login', { email: newEmail(), password })
      expect([password, refused.body.errors?.[0].param]).toEqual([password, 'password'])
    }
  })
})

describe('people are mailed', () => {
  it('of a sign-in from a device that is not known, and not of one that is', async () => {
    const { email } = await newPerson(running, acme, 'viewer')
    const browser = createBrowser(origin)
    const enter = (from: typeof browser) => from.post('/dashboard/auth/sign-in/email', { email, password: PASSWORD })
    await enter(browser)
    await enter(browser)
    expect(await noticesTo(email)).toEqual(['new_device'])
    await enter(createBrowser(origin))
    expect(await noticesTo(email)).toEqual(['new_device', 'new_device'])
  })

  it('of new keys, changed roles and who has left', async () => {
    const { id } = await running.enterprise('Watchful')
    const [admin, other] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'admin')]
    const pat = await signedIn(running, id, 'developer')
    await pat.post('/dashboard/api/sandbox/keys', { name: 'Laptop' })
    await admin.post(`/dashboard/api/people/${pat.id}/role`, { role: 'viewer' })
    await admin.delete(`/dashboard/api/people/${pat.id}`)
    const told = ['new_device', 'key_created', 'role_changed', 'access_ended']
    for (const { email } of [admin, other, pat]) expect(await noticesTo(email)).toEqual(told)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, deedsOf, havePasskey, PASSWORD, signedIn, signIn } from '../support/people.ts'
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

describe('invitations', () => {
  it('make a login in that role for whoever has the link, once', async () => {
    const admin = await signedIn(running, acme, 'admin')
    const invited = await admin.post('/dashboard/api/invitations', { email: 'Ida@People.example', role: 'developer' })
    expect(invited.status, invited.text).toBe(201)
    expect(invited.body).toMatchObject({ email: 'ida@people.example', role: 'developer', expired: false })
    // The link is in the mail alone: the admin who invites must not own the login.
    const token = await invitationToken(running, 'ida@people.example')
    expect(invited.text).not.toContain(token)
    expect(invited.body).toMatchObject({ mailed: false })
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
      return { id: body.id as string, token: await invitationToken(running, 'jo@people.example') }
    }
    const opens = async (token: string) => (await admin.get(`/dashboard/api/invitation/${token}`)).status
    const first = await invite()
    const second = await invite()
    expect([await opens(first.token), await opens(second.token)]).toEqual([409, 200])
    expect((await admin.delete(`/dashboard/api/invitations/${second.id}`)).status).toBe(200)
    expect(await opens(second.token)).toBe(409)
    const third = await invite()
    await running.database.sql`update invitations set expires_at = statement_timestamp() where id = ${third.id}`
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
        await browser.post('/dashboard/api/invitations', { email, role: 'admin' })
        return invitationToken(running, email)
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

describe('a person of several enterprises', () => {
  /** The path of the invitation that an admin of the enterprise sends, and that admin. */
  const invite = async (email: string, enterprise: string, role: string) => {
    const admin = await signedIn(running, enterprise, 'admin')
    await admin.post('/dashboard/api/invitations', { email, role })
    return { admin, path: `/dashboard/api/invitation/${await invitationToken(running, email)}` }
  }

  const joined = async ({ email, post }: Browser & { email: string }, enterprise: string, role: string) => {
    const { admin, path } = await invite(email, enterprise, role)
    expect((await createBrowser(origin).get(path)).body).toMatchObject({ has_login: true })
    const accepted = await post(`${path}/accept`)
    expect(accepted.status, accepted.text).toBe(201)
    expect(accepted.body).toEqual({ email, enterprise })
    return admin
  }

  it('joins only while they are signed in: who made the login may not be who gets the mail', async () => {
    const { id: second } = await running.enterprise('Second')
    const [pat, mal] = [await signedIn(running, acme, 'viewer'), await signedIn(running, acme, 'viewer')]
    const { path } = await invite(pat.email, second, 'admin')
    for (const other of [createBrowser(origin), mal]) {
      const refused = await other.post(`${path}/accept`, { name: 'Mal', password: 'four other random words' })
      expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
    }
    // With a passkey, which the password of another may have been given without.
    await havePasskey(running, pat.id)
    expect((await pat.post(`${path}/accept`)).body.code).toBe('second_factor_required')
    await running.database.sql`update person_sessions set passkey = true where person_id = ${pat.id}`
    expect((await pat.post(`${path}/accept`)).status).toBe(201)
    expect((await pat.get('/dashboard/api/me')).body.enterprises).toHaveLength(2)
  })

  it('joins with the login they have, and works for one at a time, in its role', async () => {
    const { id: second } = await running.enterprise('Second')
    const { id: third } = await running.enterprise('Third')
    const pat = await signedIn(running, acme, 'viewer')
    const theirAdmin = await joined(pat, second, 'admin')
    const me = (await pat.get('/dashboard/api/me')).body
    expect(me).toMatchObject({ enterprise: { id: acme }, role: 'viewer' })
    expect(me.enterprises).toEqual([
      { id: acme, name: 'Acme', role: 'viewer' },
      { id: second, name: 'Second', role: 'admin' },
    ])
    const refused = await pat.post('/dashboard/api/enterprise', { enterprise: third })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    expect((await pat.post('/dashboard/api/enterprise', { enterprise: second })).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).body).toMatchObject({ enterprise: { id: second }, role: 'admin' })
    const seen = (await pat.get('/dashboard/api/people')).body.data.map(({ id }: { id: string }) => id)
    expect(seen).toEqual([pat.id, theirAdmin.id].sort())
    expect((await pat.get('/dashboard/api/sandbox/v1/enterprise')).body.id).toBe(second)
    // Another session of theirs works for the first enterprise still.
    const elsewhere = await signIn(origin, pat.email)
    expect((await elsewhere.get('/dashboard/api/me')).body).toMatchObject({ enterprise: { id: acme }, role: 'viewer' })
  })

  it('leaves one without losing the other, also the one they came by', async () => {
    const { id: second } = await running.enterprise('Second')
    const pat = await signedIn(running, acme, 'finance')
    await joined(pat, second, 'developer')
    const elsewhere = await signIn(origin, pat.email)
    await elsewhere.post('/dashboard/api/enterprise', { enterprise: second })
    const admin = await signedIn(running, acme, 'admin')
    expect((await admin.delete(`/dashboard/api/people/${pat.id}`)).status).toBe(200)
    expect((await pat.get('/dashboard/api/me')).status).toBe(401)
    expect((await elsewhere.get('/dashboard/api/me')).body).toMatchObject({ enterprise: { id: second } })
    const again = await signIn(origin, pat.email)
    expect((await again.get('/dashboard/api/me')).body).toMatchObject({ role: 'developer', enterprise: { id: second } })
    const other = await signedIn(running, second, 'admin')
    expect((await other.delete(`/dashboard/api/people/${pat.id}`)).status).toBe(200)
    expect((await again.get('/dashboard/api/me')).status).toBe(401)
    const known = await running.database.sql`select 1 from people where id = ${pat.id}`
    expect(known).toHaveLength(0)
  })

  it('is one admin among others: the role in one enterprise is no role in another', async () => {
    const { id: second } = await running.enterprise('Second')
    const pat = await signedIn(running, acme, 'admin')
    const admin = await joined(pat, second, 'viewer')
    expect((await admin.post(`/dashboard/api/people/${pat.id}/role`, { role: 'finance' })).body.role).toBe('finance')
    const roles = (await pat.get('/dashboard/api/me')).body.enterprises
    expect(roles.map(({ role }: { role: string }) => role)).toEqual(['admin', 'finance'])
    await pat.post('/dashboard/api/enterprise', { enterprise: second })
    expect((await pat.get('/dashboard/api/audit-log')).body.code).toBe('forbidden')
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

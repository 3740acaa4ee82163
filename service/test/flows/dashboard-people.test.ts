import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, deedsOf, PASSWORD, signedIn, signIn } from '../support/people.ts'
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

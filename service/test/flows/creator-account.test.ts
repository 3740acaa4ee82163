import { describe, expect, it } from 'vitest'
import { LEGAL_NAMES, LEGAL_VERSIONS } from '../../../contracts/legal.ts'
import { creatorOf, openHome, PASSWORD } from '../support/connect.ts'
import { proposed } from '../support/creator.ts'
import { advance, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()

/** A creator of a new enterprise, signed in to their own page. */
async function atHome(more: object = {}) {
  const { sandbox } = await service.enterprise('Northwind')
  const { email, connection } = await creatorOf(sandbox, more)
  const home = openHome(service.roots.sandbox)
  await home.post('sign-in', { email, password: PASSWORD })
  expect((await home.post('code', { code: '000000' })).body.status).toBe('signed_in')
  return { sandbox, connection, home }
}

const BOTH = { requested_permissions: ['payment.credit', 'payment.debit'] }

describe("the creator's account", () => {
  it('shows what comes and when, and the documents that were agreed to', async () => {
    const { sandbox, connection, home } = await atHome()
    const { now } = (await sandbox.get('/sandbox/clock')).body
    const later = new Date(new Date(now).getTime() + 5 * 86_400_000).toISOString()
    await paid(sandbox, connection, 2_500, { description: 'Song of May', date: later })
    const { coming, documents } = (await home.get('home')).body
    expect(coming).toMatchObject([{ enterprise: 'Northwind', amount_in_cents: 2_500, description: 'Song of May' }])
    expect(Math.abs(new Date(coming[0].on).getTime() - new Date(later).getTime())).toBeLessThan(86_400_000)
    expect(documents).toEqual(
      LEGAL_NAMES.toSorted().map((name) => ({
        name,
        version: LEGAL_VERSIONS[name],
        url: `/legal/${name}`,
        agreed_at: expect.any(String),
      })),
    )
    await advance(sandbox, 6 * 86_400)
    expect((await home.get('home')).body.coming).toEqual([])
    const { movements, more } = (await home.get('movements')).body
    expect([more, movements[0]]).toEqual([
      false,
      expect.objectContaining({ kind: 'payout', is_named: true, description: 'Song of May', amount_in_cents: 2_500 }),
    ])
  })

  it('gives, narrows and takes back permissions of its own connections alone', async () => {
    const { sandbox, connection, home } = await atHome(BOTH)
    const allowed = async () => (await sandbox.get(`/account-connection/${connection}`)).body.permissions
    expect(await allowed()).toEqual([{ name: 'payment.credit' }])
    const until = '2099-12-31T23:59:59.999Z'
    const both = [{ name: 'payment.credit' }, { name: 'payment.debit', expires_at: until }]
    const given = await home.post('permissions', { connection, permissions: both })
    expect([given.status, given.body.enterprises[0].permissions]).toEqual([200, both])
    expect(await allowed()).toEqual(both)
    expect((await home.post('permissions', { connection, permissions: [] })).status).toBe(200)
    expect(await allowed()).toBeUndefined()
    const other = await atHome()
    const stranger = await other.home.post('permissions', { connection, permissions: both })
    expect([stranger.status, stranger.body.code]).toEqual([404, 'not_found'])
    const unasked = await other.home.post('permissions', { connection: other.connection, permissions: both })
    expect([unasked.status, unasked.body.errors?.[0]?.param]).toEqual([400, 'permissions.1.name'])
    expect(await allowed()).toBeUndefined()
    expect((await openHome(service.roots.sandbox).post('permissions', { connection, permissions: [] })).status).toBe(
      401,
    )
  })

  it('answers agreements and ends them, its own alone, once', async () => {
    const { sandbox, connection, home } = await atHome()
    const [kept, refused] = [await proposed(sandbox, connection), await proposed(sandbox, connection)]
    const statusOf = async (id: string) => (await sandbox.get(`/contract/${id}`)).body.status
    const other = await atHome()
    for (const decision of ['accept', 'decline', 'end']) {
      expect((await other.home.post('contract', { contract: kept, decision })).status).toBe(404)
    }
    expect(await statusOf(kept)).toBe('created')
    const accepted = await home.post('contract', { contract: kept, decision: 'accept' })
    expect(accepted.body.contracts.map(({ status }: { status: string }) => status).sort()).toEqual([
      'active',
      'created',
    ])
    expect((await sandbox.get(`/contract/${kept}`)).body).toMatchObject({ agreement_ip: expect.any(String) })
    expect((await home.post('contract', { contract: kept, decision: 'decline' })).body.code).toBe('invalid_state')
    expect((await home.post('contract', { contract: refused, decision: 'decline' })).status).toBe(200)
    expect(await statusOf(refused)).toBe('declined')
    // Two at once end it once.
    const ends = await Promise.all([1, 2].map(() => home.post('contract', { contract: kept, decision: 'end' })))
    expect(ends.map(({ status }) => status)).toEqual([200, 200])
    const ended = (await sandbox.get(`/contract/${kept}`)).body
    expect(ended.status).toBe('terminated')
    const endings = ended.activity.filter(({ entry }: { entry: string }) => entry.includes('ended by the creator'))
    expect(endings).toHaveLength(1)
  })
})

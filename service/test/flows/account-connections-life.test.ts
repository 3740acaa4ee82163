import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  accounts,
  advance,
  auditClean,
  balances,
  connected,
  invited,
  legacyMethod,
  OPENING,
  paid,
  person,
  read,
  remove,
  type Type,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  api = running.sandbox
})

afterEach(() => auditClean(running.database))

const CREDIT = [{ name: 'payment.credit' }]
const TYPES: Type[] = ['direct', 'ach', 'wallet']
const CONFLICT = { status: 409, body: { code: 'invalid_state' } }

const connect = (client: Client, id: string, type: Type, outcome?: string) =>
  client.post('/sandbox/connect', { account_connection: id, type, ...(outcome ? { outcome } : {}) })

describe('changing an account connection', () => {
  const CHANGES = [
    ['first_name', 'Bob'],
    ['last_name', 'Bobson'],
    ['email', 'bob@example.com'],
    ['business_name', 'Bob Ltd'],
    ['display_name', 'Bobby'],
    ['requested_permissions', ['payment.debit']],
    ['verification_prompt', 'Your pet?'],
    ['user_data', { nested: [1, null] }],
  ] as const

  it.each(CHANGES)('sets %s and leaves everything else', async (field, value) => {
    const before = (await api.get(`/account-connection/${await invited(api)}`)).body
    const changed = await api.put(`/account-connection/${before.id}`, { [field]: value })
    expect(changed).toMatchObject({ status: 200, body: { ...before, [field]: value, updated_at: expect.any(String) } })
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at))
    expect((await api.get(`/account-connection/${before.id}`)).body).toEqual(changed.body)
  })

  it('only the creator activates: `deleted` is the one status that can be set', async () => {
    const id = await invited(api)
    for (const status of ['active', 'pending', 'created', '']) {
      expect(await api.put(`/account-connection/${id}`, { status })).toMatchObject({ status: 400 })
    }
  })

  it('answers 404 to an unknown id, and to the id of a buyer', async () => {
    for (const id of ['acon_unknown', 'buy_01kk3v9x2qf8m6t4w0c5n7d1ha', 'buy_x']) {
      const answer = await api.put(`/account-connection/${id}`, { first_name: 'Bob' })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await api.get('/account-connection/acon_unknown')).status).toBe(404)
    expect((await api.get('/account-connection/external/unknown')).status).toBe(404)
  })
})

describe('a legacy payout method', () => {
  it('makes the connection payable at once, though the creator has not been through Connect', async () => {
    const made = await api.post('/account-connection', person({ legacy_payout_method: legacyMethod() }))
    expect(made).toMatchObject({ status: 201, body: { status: 'created', type: 'ach', permissions: CREDIT } })
    expect(await paid(api, made.body.id, 100)).toMatchObject({ status: 'pending', type: 'ach', fee_in_cents: 25 })
  })

  it('needs payment.credit among the requested permissions', async () => {
    const body = person({ requested_permissions: ['payment.debit'], legacy_payout_method: legacyMethod() })
    const refused = { status: 400, body: { errors: [{ param: 'legacy_payout_method' }] } }
    expect(await api.post('/account-connection', body)).toMatchObject(refused)
    const id = await invited(api, { requested_permissions: ['payment.debit'] })
    const update = { legacy_payout_method: legacyMethod() }
    expect(await api.put(`/account-connection/${id}`, update)).toMatchObject(refused)
    const both = { ...update, requested_permissions: ['payment.credit'] }
    expect(await api.put(`/account-connection/${id}`, both)).toMatchObject({ status: 200, body: { type: 'ach' } })
  })

  it('set by update, claims what waits for the connection', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox)
    const waiting = await paid(sandbox, id, 100)
    const update = { legacy_payout_method: legacyMethod({ account_type: 'savings', account_number: '12' }) }
    const changed = await sandbox.put(`/account-connection/${id}`, update)
    expect(changed).toMatchObject({ status: 200, body: { status: 'created', type: 'ach', permissions: CREDIT } })
    expect(await read(sandbox, waiting.id)).toMatchObject({ status: 'pending', type: 'ach', fee_in_cents: 25 })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 125, pending: 100 })
  })

  it('stays on record while the creator uses another method, and serves again', async () => {
    const id = await invited(api, { legacy_payout_method: legacyMethod({ account_number: '77778888' }) })
    expect((await connect(api, id, 'direct')).body.type).toBe('direct')
    expect((await connect(api, id, 'ach')).body).toMatchObject({ type: 'ach', destination: 'Checking ••••8888' })
  })

  it('replaces an earlier one while the creator has not begun Connect', async () => {
    const id = await invited(api, { legacy_payout_method: legacyMethod({ account_number: '77778888' }) })
    const update = { legacy_payout_method: legacyMethod({ account_number: '555511112222' }) }
    const changed = await api.put(`/account-connection/${id}`, update)
    expect(changed).toMatchObject({ status: 200, body: { status: 'created', destination: 'Checking ••••2222' } })
  })

  /** Refused with a reason, and nothing of the connection changes. */
  async function isRefused(client: Client, id: string, reason: RegExp, more: object = {}): Promise<void> {
    const before = (await client.get(`/account-connection/${id}`)).body
    const update = { legacy_payout_method: legacyMethod({ account_number: '555511112222' }), ...more }
    const refused = await client.put(`/account-connection/${id}`, update)
    expect(refused, refused.text).toMatchObject(CONFLICT)
    expect(refused.body.message).toMatch(reason)
    expect((await client.get(`/account-connection/${id}`)).body).toEqual(before)
  }

  it('is refused on an active connection, whatever its type: only the creator changes how they are paid', async () => {
    for (const type of TYPES) await isRefused(api, await connected(api, type), /is active/)
  })

  it('is refused while an identity check is open, after a rejection, and after a rejection that was reviewed', async () => {
    const open = await invited(api)
    await connect(api, open, 'ach', 'review')
    await isRefused(api, open, /identity check is open/)
    await connect(api, open, 'ach', 'rejected')
    await isRefused(api, open, /was rejected.*review failed/)
    const rejected = await invited(api)
    await connect(api, rejected, 'direct', 'rejected')
    await isRefused(api, rejected, /was rejected: the identity check failed/)
    // A rejected creator who begins again, and is then approved, is paid as they chose.
    expect((await connect(api, rejected, 'ach')).body).toMatchObject({ status: 'active', type: 'ach' })
  })

  it('is refused where payment.debit is requested, on create and on update, also by the update itself', async () => {
    const both = ['payment.credit', 'payment.debit']
    const reason = /Only `direct` is offered, because `payment.debit` is requested/
    const body = person({ requested_permissions: both, legacy_payout_method: legacyMethod() })
    const refused = await api.post('/account-connection', body)
    expect(refused).toMatchObject(CONFLICT)
    expect(refused.body.message).toMatch(reason)
    await isRefused(api, await invited(api, { requested_permissions: both }), reason)
    await isRefused(api, await invited(api), reason, { requested_permissions: both })
  })

  it('is refused where ACH is switched off, on create and on update; what was let in before stays', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const before = await invited(sandbox, { legacy_payout_method: legacyMethod() })
    const plain = await invited(sandbox)
    await running.database.sql`
      update tenants set ach_enabled = false where enterprise_id = ${enterprise} and environment = 'sandbox'`
    const refused = await sandbox.post('/account-connection', person({ legacy_payout_method: legacyMethod() }))
    expect(refused).toMatchObject(CONFLICT)
    expect(refused.body.message).toMatch(/`ach` is not offered by this enterprise/)
    await isRefused(sandbox, plain, /not offered/)
    await isRefused(sandbox, before, /not offered/)
    expect(await paid(sandbox, before, 100)).toMatchObject({ status: 'pending', type: 'ach' })
  })

  it('and the end of Connect at one moment: one of them comes first, and the check is never overruled', async () => {
    const id = await invited(api)
    const update = { legacy_payout_method: legacyMethod({ account_number: '555511112222' }) }
    const [put, end] = await Promise.all([
      api.put(`/account-connection/${id}`, update),
      connect(api, id, 'ach', 'rejected'),
    ])
    expect(end.status, end.text).toBe(200)
    expect([200, 409]).toContain(put.status)
    await isRefused(api, id, /was rejected/)
  })
})

describe('a deleted connection', () => {
  it('stays deleted: said again it is 200, every change is 409', async () => {
    const id = await connected(api, 'direct')
    const gone = await api.put(`/account-connection/${id}`, { status: 'deleted', first_name: 'Last' })
    expect(gone).toMatchObject({ status: 200, body: { status: 'deleted', first_name: 'Last' } })
    for (const body of [{ status: 'deleted' }, {}])
      expect((await api.put(`/account-connection/${id}`, body)).body).toEqual(gone.body)
    for (const body of [
      { first_name: 'B' },
      { status: 'deleted', user_data: {} },
      { legacy_payout_method: legacyMethod() },
    ]) {
      expect(await api.put(`/account-connection/${id}`, body)).toMatchObject(CONFLICT)
    }
    for (const type of TYPES) expect(await connect(api, id, type)).toMatchObject(CONFLICT)
    expect((await api.get(`/account-connection/${id}`)).body).toEqual(gone.body)
  })

  it('gives back what is ready, and lets what is pending arrive', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const [direct, ach] = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    const waiting = await invited(sandbox)
    const date = new Date(Date.now() + 86_400_000).toISOString()
    const ready = [
      await paid(sandbox, direct, 1_000, { date }),
      await paid(sandbox, ach, 1_000, { date }),
      await paid(sandbox, waiting, 1_000),
    ]
    const pending = [await paid(sandbox, direct, 50), await paid(sandbox, ach, 50)]
    for (const id of [direct, ach, waiting]) await remove(sandbox, id)
    for (const { id } of ready) expect(await read(sandbox, id)).toMatchObject({ status: 'canceled', fee_in_cents: 0 })
    for (const { id } of pending) expect(await read(sandbox, id)).toMatchObject({ status: 'pending' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 125, pending: 100 })
    await advance(sandbox, 2 * 86_400)
    for (const { id } of pending) expect(await read(sandbox, id)).toMatchObject({ status: 'sent' })
    for (const { id } of ready) expect(await read(sandbox, id)).toMatchObject({ status: 'canceled' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 125, pending: 0 })
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_050])
  })
})

describe('POST /sandbox/connect', () => {
  const OUTCOMES = [
    ['approved', 'active'],
    ['review', 'pending'],
    ['rejected', 'created'],
  ] as const
  const CASES = TYPES.flatMap((type) => OUTCOMES.map(([outcome, status]) => [type, outcome, status] as const))

  it.each(CASES)('%s, %s: the connection is %s', async (type, outcome, status) => {
    const id = await invited(api)
    const answer = await connect(api, id, type, outcome)
    expect(answer).toMatchObject({ status: 200, body: { id, status } })
    const known = ['type', 'permissions', 'destination'].filter((field) => field in answer.body)
    expect(known).toEqual(status === 'active' ? ['type', 'permissions', 'destination'] : [])
    if (status === 'active') expect(answer.body).toMatchObject({ type, permissions: CREDIT })
    expect((await api.get(`/account-connection/${id}`)).body).toEqual(answer.body)
  })

  it.each(TYPES)('a %s under review is decided by the next call', async (type) => {
    const [good, bad] = [await invited(api), await invited(api)]
    for (const id of [good, bad]) await connect(api, id, type, 'review')
    expect((await connect(api, good, type, 'approved')).body).toMatchObject({ status: 'active', type })
    expect((await connect(api, bad, type, 'rejected')).body).toMatchObject({ status: 'created' })
    expect((await connect(api, bad, type)).body).toMatchObject({ status: 'active', type })
  })

  it('the call that decides names the method, whatever was submitted', async () => {
    const id = await invited(api)
    await connect(api, id, 'wallet', 'review')
    expect((await connect(api, id, 'direct', 'approved')).body).toMatchObject({ status: 'active', type: 'direct' })
  })

  it('never takes an active connection back', async () => {
    const id = await connected(api, 'direct')
    for (const outcome of ['review', 'rejected'])
      expect(await connect(api, id, 'direct', outcome)).toMatchObject(CONFLICT)
    expect((await api.get(`/account-connection/${id}`)).body.status).toBe('active')
  })

  it('offers only direct when payment.debit is requested', async () => {
    const requested_permissions = ['payment.credit', 'payment.debit']
    const id = await invited(api, { requested_permissions })
    for (const type of ['ach', 'wallet'] as const) expect(await connect(api, id, type)).toMatchObject(CONFLICT)
    const permissions = [{ name: 'payment.credit' }, { name: 'payment.debit' }]
    expect((await connect(api, id, 'direct')).body).toMatchObject({ status: 'active', type: 'direct', permissions })
  })

  it('does not offer ach where the enterprise has it disabled', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    await running.database.sql`update tenants set ach_enabled = false where enterprise_id = ${enterprise}`
    const id = await invited(sandbox)
    expect(await connect(sandbox, id, 'ach')).toMatchObject(CONFLICT)
    expect((await connect(sandbox, id, 'wallet')).status).toBe(200)
  })

  it('refuses what it does not know', async () => {
    expect(await connect(api, 'acon_unknown', 'direct')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const id = await invited(api)
    expect((await connect(api, id, 'cash' as Type)).status).toBe(400)
    expect((await connect(api, id, 'direct', 'maybe')).status).toBe(400)
  })

  it('makes a creator with 5,000.00, and finds the same one by e-mail, whatever its case', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    await connected(sandbox, 'direct', { email: 'carol@example.com' })
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_000])
    const wallet = await connected(sandbox, 'wallet', { email: 'CAROL@example.com' })
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_000])
    await connected(sandbox, 'direct', { email: 'dave@example.com' })
    await connected(sandbox, 'ach', { email: 'erin@example.com' })
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_000, 500_000])
    await paid(sandbox, wallet, 700)
    await advance(sandbox, 2)
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_700, 500_000])
  })

  it('makes one creator of twenty connections that are activated at the same moment', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    await Promise.all(Array.from({ length: 20 }, () => connected(sandbox, 'direct', { email: 'many@example.com' })))
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_000])
  })

  it('a payout on its way arrives where it was sent, though the creator chooses another method meanwhile', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const [toBank, toDirect] = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    const [direct, ach] = [await paid(sandbox, toBank, 300), await paid(sandbox, toDirect, 400)]
    expect((await connect(sandbox, toBank, 'ach')).body.type).toBe('ach')
    expect((await connect(sandbox, toDirect, 'direct')).body.type).toBe('direct')
    await advance(sandbox, 3_600)
    expect(await read(sandbox, direct.id)).toMatchObject({ status: 'sent', type: 'direct' })
    expect(await read(sandbox, ach.id)).toMatchObject({ status: 'sent', type: 'ach' })
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_300, 500_000])
    expect(await accounts(running.database, enterprise, 'ach_clearing')).toEqual([400])
  })
})

describe('the list of account connections', () => {
  it('is newest first, in pages, and narrowed by status, time and external_id', async () => {
    const { sandbox } = await running.enterprise()
    const ids: string[] = []
    for (let nth = 0; nth < 5; nth++) {
      ids.unshift(await invited(sandbox, { external_id: `nr-${nth}` }))
      await advance(sandbox, 60)
    }
    const [newest, , third, , oldest] = ids as [string, string, string, string, string]
    await connect(sandbox, newest, 'direct')
    await connect(sandbox, third, 'ach', 'review')
    await remove(sandbox, oldest)
    const list = async (query: string) => {
      const answer = await sandbox.get(`/account-connection?${query}`)
      expect(answer.status, answer.text).toBe(200)
      const { data, pagination } = answer.body
      return [data.map(({ id }: { id: string }) => id), pagination.total]
    }
    const at = (await sandbox.get(`/account-connection/${third}`)).body.created_at
    expect(await list('')).toEqual([ids, 5])
    expect(await list('page=2&page_size=2')).toEqual([ids.slice(2, 4), 5])
    expect(await list('page=9')).toEqual([[], 5])
    expect(await list('status=active')).toEqual([[newest], 1])
    expect(await list('status=pending')).toEqual([[third], 1])
    expect(await list('status=deleted')).toEqual([[oldest], 1])
    expect(await list('status=created&page_size=1')).toEqual([[ids[1]], 2])
    expect(await list(`created_after=${at}`)).toEqual([ids.slice(0, 2), 2])
    expect(await list(`created_before=${at}`)).toEqual([ids.slice(3), 2])
    expect(await list('external_id=nr-2')).toEqual([[third], 1])
    expect(await list('external_id=nr-2&status=active')).toEqual([[], 0])
    for (const query of ['status=open', 'created_after=yesterday', 'external_id=', 'page=0', 'name=Alice']) {
      expect([query, (await sandbox.get(`/account-connection?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('has sub-lists of payouts, contracts and P2P payments, which are 404 for unknown connections', async () => {
    const { sandbox } = await running.enterprise()
    const [id, peer] = [await connected(sandbox, 'direct'), await connected(sandbox, 'direct')]
    const payout = await paid(sandbox, id, 100)
    const pages = { page: 1, page_size: 10, total: 0 }
    expect((await sandbox.get(`/account-connection/${id}/payout`)).body).toMatchObject({ data: [{ id: payout.id }] })
    for (const path of ['contract', 'p2p', `p2p/${peer}`]) {
      const answer = await sandbox.get(`/account-connection/${id}/${path}`)
      expect(answer).toMatchObject({ status: 200, body: { data: [], pagination: pages } })
    }
    for (const path of ['x/payout', 'x/contract', 'x/p2p', `x/p2p/${peer}`, `${id}/p2p/x`]) {
      expect(await sandbox.get(`/account-connection/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
  })
})

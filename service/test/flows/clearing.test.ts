import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { agreed, answer, deposit, offered, readContract, terms } from '../support/contracts.ts'
import { asked, pair } from '../support/p2p.ts'
import { advance, connected, invited, paid, person, remove } from '../support/payouts.ts'
import { buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  client = running.sandbox
})

describe('null clears an optional field', () => {
  it('of an account connection: it is absent afterwards, and an event tells of it', async () => {
    const optional = {
      business_name: 'Alice Ltd',
      display_name: 'Al',
      external_id: 'to be cleared',
      user_data: { a: 1 },
    }
    const id = await invited(client, optional)
    const { body: before } = await client.get(`/account-connection/${id}`)
    expect(before).toMatchObject(optional)
    const cleared = await client.put(
      `/account-connection/${id}`,
      Object.fromEntries(Object.keys(optional).map((name) => [name, null])),
    )
    expect(cleared.status, cleared.text).toBe(200)
    for (const name of Object.keys(optional)) expect(cleared.body).not.toHaveProperty(name)
    expect((await client.get(`/account-connection/${id}`)).body).toEqual(cleared.body)
    expect((await client.get('/account-connection/external/to be cleared')).status).toBe(404)
    const again = await client.put(`/account-connection/${id}`, { business_name: null, user_data: null })
    expect(again.body.updated_at).toBe(cleared.body.updated_at)
    expect((await client.get(`/event?resource=${id}`)).body.data).toHaveLength(1)
  })

  it('of a buyer', async () => {
    const optional = {
      first_name: 'Bob',
      last_name: 'B',
      email: 'b@example.com',
      external_id: 'b',
      user_data: { a: 1 },
    }
    const { id } = (await client.post('/buyer', optional)).body
    const nulls = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
    const cleared = await client.put(`/buyer/${id}`, nulls)
    expect(cleared.status, cleared.text).toBe(200)
    for (const name of Object.keys(optional)) expect(cleared.body).not.toHaveProperty(name)
    expect((await client.post('/buyer', { ...nulls })).status).toBe(201)
  })

  it('of a payout, whose description becomes the default again', async () => {
    const made = await paid(client, await connected(client, 'wallet'), 100, { description: 'May', user_data: { a: 1 } })
    const cleared = await client.put(`/payout/${made.id}`, { description: null, user_data: null })
    expect(cleared).toMatchObject({ status: 200, body: { description: 'Payment from Demo Enterprise' } })
    expect(cleared.body).not.toHaveProperty('user_data')
    expect((await client.put(`/payout/${made.id}`, { date: null })).status).toBe(400)
  })

  it('of a P2P payment and a purchase: their user_data', async () => {
    const payment = await asked(client, await pair(client), 100, { user_data: { a: 1 } })
    const purchase = await ordered(client, await buyerWith(client), 100, { user_data: { a: 1 } })
    for (const path of [`/p2p/${payment.id}`, `/purchase/${purchase.id}`]) {
      const cleared = await client.put(path, { user_data: null })
      expect(cleared.status, cleared.text).toBe(200)
      expect(cleared.body).not.toHaveProperty('user_data')
      expect((await client.get(path)).body).not.toHaveProperty('user_data')
    }
  })

  it('and no required one: what must be there refuses null', async () => {
    const id = await invited(client)
    for (const name of ['first_name', 'last_name', 'email', 'requested_permissions', 'verification_prompt', 'status']) {
      const refused = await client.put(`/account-connection/${id}`, { [name]: null })
      expect(refused, name).toMatchObject({ status: 400, body: { errors: [{ param: name }] } })
    }
  })
})

describe('null on creation is the same as absent', () => {
  it('of connections, payouts, P2P payments, purchases, webhooks and links', async () => {
    const made = await client.post(
      '/account-connection',
      person({ external_id: null, business_name: null, display_name: null, user_data: null }),
    )
    expect(made.status, made.text).toBe(201)
    for (const name of ['external_id', 'business_name', 'user_data']) expect(made.body).not.toHaveProperty(name)
    const wallet = await connected(client, 'wallet')
    const payout = await paid(client, wallet, 100, { description: null, date: null, user_data: null })
    expect(payout).toMatchObject({ status: 'pending', description: 'Payment from Demo Enterprise' })
    await asked(client, await pair(client), 100, { description: null, user_data: null })
    await ordered(client, await buyerWith(client), 100, { user_data: null })
    const link = await client.post('/connect-link', { account_connection: wallet, return_url: null })
    expect(link.status, link.text).toBe(201)
  })

  it('of contracts: what a contract shows can be sent back', async () => {
    const connection = await connected(client, 'direct')
    const first = await offered(client, connection)
    const body = Object.fromEntries(
      Object.keys(terms(connection, {}))
        .concat([
          'split_fixed_amount_in_cents',
          'split_amount_max_in_cents',
          'deposit_minimum_in_cents',
          'deposit_maximum_in_cents',
        ])
        .map((name) => [name, first[name]]),
    )
    expect(body).toMatchObject({ deposit_maximum_in_cents: null, split_amount_max_in_cents: null })
    const again = await client.post('/contract', body)
    expect(again.status, again.text).toBe(201)
    for (const name of Object.keys(body)) expect(again.body[name]).toEqual(first[name])
  })
})

describe('an external id', () => {
  const RESOURCES = [
    ['/account-connection', person],
    ['/buyer', (more: object) => more],
  ] as const

  it.each(RESOURCES)('of %s can be changed, and is free afterwards', async (path, body) => {
    const made = (await client.post(path, body({ external_id: `${path} one` }))).body
    const changed = await client.put(`${path}/${made.id}`, { external_id: `${path} two` })
    expect(changed).toMatchObject({ status: 200, body: { external_id: `${path} two` } })
    const found = await client.get(`${path}/external/${encodeURIComponent(`${path} two`)}`)
    expect(found.body.id).toBe(made.id)
    expect((await client.post(path, body({ external_id: `${path} one` }))).status).toBe(201)
  })

  it.each(RESOURCES)(
    'of %s that is taken is refused with the id of the other, also of two at once',
    async (path, body) => {
      const [one, two] = [
        (await client.post(path, body({ external_id: `${path} mine` }))).body,
        (await client.post(path, body({}))).body,
      ]
      const taken = await client.put(`${path}/${two.id}`, { external_id: `${path} mine`, first_name: 'Eve' })
      expect(taken).toMatchObject({ status: 409, body: { code: 'external_id_taken', existing_id: one.id } })
      expect((await client.get(`${path}/${two.id}`)).body.first_name).not.toBe('Eve')
      const many = await Promise.all(
        Array.from({ length: 6 }, async () => (await client.post(path, body({}))).body.id as string),
      )
      const raced = await Promise.all(many.map((id) => client.put(`${path}/${id}`, { external_id: `${path} raced` })))
      const [winner] = raced.filter(({ status }) => status === 200)
      expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
      for (const { status, body: refused } of raced)
        if (status === 409) expect(refused.existing_id).toBe(winner?.body.id)
    },
  )

  it('stays taken after deletion, until it is cleared or changed there; nothing else can change', async () => {
    const id = await invited(client, { external_id: 'kept' })
    await remove(client, id)
    const again = () => client.post('/account-connection', person({ external_id: 'kept' }))
    expect(await again()).toMatchObject({ status: 409, body: { existing_id: id } })
    const refused = await client.put(`/account-connection/${id}`, { external_id: null, first_name: 'Eve' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const freed = await client.put(`/account-connection/${id}`, { external_id: null })
    expect(freed).toMatchObject({ status: 200, body: { status: 'deleted' } })
    expect(freed.body).not.toHaveProperty('external_id')
    expect((await again()).status).toBe(201)
    expect(
      (await client.put(`/account-connection/${id}`, { status: 'deleted', external_id: 'old' })).body,
    ).toMatchObject({ status: 'deleted', external_id: 'old' })
    expect((await client.get(`/event?resource=${id}`)).body.data).toHaveLength(3)
  })
})

describe('the activity of a contract', () => {
  it('is whole on the contract and by pages, and its last ten entries in lists', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const { id } = await agreed(sandbox, connection)
    for (let nth = 1; nth <= 12; nth++) expect((await deposit(sandbox, connection, nth * 1_000)).status).toBe(200)
    const { activity } = await readContract(sandbox, id)
    expect(activity).toHaveLength(14)
    for (const path of ['/contract', `/account-connection/${connection}/contract`, '/contract?status=active']) {
      expect((await sandbox.get(path)).body.data[0].activity, path).toEqual(activity.slice(-10))
    }
    const page = async (query = '') => (await sandbox.get(`/contract/${id}/activity${query}`)).body
    const newest = activity.toReversed()
    expect(await page()).toEqual({ data: newest.slice(0, 10), pagination: { page: 1, page_size: 10, total: 14 } })
    expect((await page('?page=3&page_size=6')).data).toEqual(newest.slice(12))
    expect((await page('?page=9')).data).toEqual([])
    const [first] = activity
    expect((await page(`?created_before=${newest[0].date}&created_after=${first.date}&page_size=99`)).data).toEqual(
      newest.filter(({ date }: { date: string }) => date < newest[0].date && date > first.date),
    )
    expect((await sandbox.get('/contract/con_unknown/activity')).status).toBe(404)
    const { sandbox: other } = await running.enterprise()
    expect((await other.get(`/contract/${id}/activity`)).status).toBe(404)
  })

  it('has the entry of a deadline that no worker has recorded yet', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await offered(sandbox, await invited(sandbox))
    const other = await offered(sandbox, await connected(sandbox, 'direct'))
    await answer(sandbox, other.id, 'decline')
    await advance(sandbox, 31 * 86_400)
    const { data } = (await sandbox.get(`/contract/${id}/activity`)).body
    expect(data.map(({ entry }: { entry: string }) => entry)).toEqual([
      'Expired: not accepted within 30 days',
      'Created: waiting for the creator to accept',
    ])
    const listed = (await sandbox.get('/contract')).body.data.find((one: { id: string }) => one.id === id)
    expect(listed.activity).toEqual(data.toReversed())
  })
})

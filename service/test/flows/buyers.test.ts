import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { bought, buyerWith, CARDS, expiry, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let sandbox: Client
let enterprise: string

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  const made = await running.enterprise()
  sandbox = made.sandbox
  enterprise = made.id
})

const create = async (body: object = {}) => (await sandbox.post('/buyer', body)).body

/** The events of a resource, oldest first, as type and user_data. */
const eventsOf = async (id: string) => {
  const rows = await running.database.sql<{ type: string; user_data: object | null }[]>`
    select type, user_data from events where resource = ${id} order by position`
  return rows.map(({ type, user_data }) => [type, user_data])
}

describe('a buyer', () => {
  it('needs nothing, and says what it was given', async () => {
    const bare = await sandbox.post('/buyer', {})
    expect(bare.status).toBe(201)
    expect(Object.keys(bare.body).sort()).toEqual([
      'card',
      'created_at',
      'id',
      'payment_method_embed_url',
      'updated_at',
    ])
    expect(bare.body).toMatchObject({ id: expect.stringMatching(/^buy_/), card: null })
    const given = {
      first_name: 'Bob',
      last_name: 'Bobson',
      email: 'bob@example.com',
      external_id: 'customer-1',
      user_data: { tier: 'gold' },
    }
    const whole = await create(given)
    expect(whole).toMatchObject(given)
    const { payment_method_embed_url: _old, ...rest } = whole
    expect((await sandbox.get(`/buyer/${whole.id}`)).body).toMatchObject(rest)
    expect((await sandbox.get('/buyer/external/customer-1')).body).toMatchObject(rest)
  })

  it('keeps its external_id for itself', async () => {
    const { id } = await create({ external_id: 'taken' })
    expect(await sandbox.post('/buyer', { external_id: 'taken' })).toMatchObject({
      status: 409,
      body: { code: 'external_id_taken', existing_id: id },
    })
    expect((await sandbox.get('/buyer/external/nobody')).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sandbox.post('/buyer', { external_id: 'raced' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ payment_instrument_id: 'pi_unknown' }, 'payment_instrument_id'],
    [{ payment_instrument_id: '__proto__' }, 'payment_instrument_id'],
  ])('%j is refused', async (body, param) => {
    expect(await sandbox.post('/buyer', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ param }] },
    })
  })

  it('can bring an instrument that the processor has already', async () => {
    const visa = await create({ payment_instrument_id: 'pi_sandbox_visa' })
    expect(visa.card).toMatchObject({ brand: 'VISA', last_four: '4242' })
    expect(visa).not.toHaveProperty('payment_instrument_id')
    expect((await bought(sandbox, visa.id)).status).toBe('pending')
    const declined = await create({ payment_instrument_id: 'pi_sandbox_declined' })
    const { id } = await ordered(sandbox, declined.id)
    expect((await sandbox.post(`/purchase/${id}/commit`)).body.code).toBe('card_declined')
  })

  it.each(['/buyer', '/account-connection'])('changes at %s/:id, and says so', async (path) => {
    const { id } = await create({ first_name: 'Bob', user_data: { a: 1 } })
    const changed = await sandbox.put(`${path}/${id}`, { first_name: 'Rob', email: 'rob@example.com' })
    expect(changed).toMatchObject({
      status: 200,
      body: { id, first_name: 'Rob', email: 'rob@example.com', card: null, user_data: { a: 1 } },
    })
    expect((await sandbox.get(`/buyer/${id}`)).body).toMatchObject({ first_name: 'Rob' })
    expect(await sandbox.put(`${path}/${id}`, {})).toMatchObject({ status: 200, body: { first_name: 'Rob' } })
    for (const body of [{ status: 'deleted' }, { verification_prompt: 'x' }, { card: null }]) {
      expect(await sandbox.put(`${path}/${id}`, body)).toMatchObject({
        status: 400,
        body: { errors: [{ param: Object.keys(body)[0], code: 'unknown_field' }] },
      })
    }
    expect((await sandbox.put(`${path}/${id}?x=1`, {})).status).toBe(400)
    expect(await eventsOf(id)).toEqual([['buyer.update', { a: 1 }]])
    expect((await sandbox.put(`${path}/buy_01kk3v9x2qf8m6t4w0c5n7d1ha`, {})).status).toBe(404)
  })

  it('hears of its card: added, replaced, removed', async () => {
    const id = await buyerWith(sandbox, 'visa', { user_data: { n: 1 } })
    await sandbox.post('/sandbox/card', { buyer: id, number: CARDS.amex, ...expiry })
    const read = (await sandbox.get(`/buyer/${id}`)).body
    expect(read.card).toEqual({
      last_four: '0005',
      brand: 'AMERICAN_EXPRESS',
      expiration_month: 12,
      expiration_year: 2040,
    })
    const { origin, pathname } = new URL(read.payment_method_embed_url)
    const headers = { authorization: `Bearer ${pathname.split('/')[2]}` }
    for (let again = 0; again < 2; again++) {
      const removed = await fetch(`${origin}/card-form/api/card`, { method: 'DELETE', headers })
      expect(await removed.json()).toMatchObject({ card: null })
    }
    expect(await eventsOf(id)).toEqual(Array.from({ length: 3 }, () => ['buyer.update', { n: 1 }]))
  })

  it('names the field of the form that held an instrument nobody knows', async () => {
    const { payment_method_embed_url } = await create()
    const { origin, pathname } = new URL(payment_method_embed_url)
    const refused = await fetch(`${origin}/card-form/api/instrument`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pathname.split('/')[2]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ instrument: 'pi_unknown' }),
    })
    expect(await refused.json()).toMatchObject({ errors: [{ param: 'instrument', code: 'unknown_instrument' }] })
  })

  it.each([
    [{ number: '4242424242424241' }, 'number'],
    [{ number: '4242' }, 'number'],
    [{ number: 'x'.repeat(16) }, 'number'],
    [{ expiration_month: 13 }, 'expiration_month'],
    [{ expiration_year: 2020 }, 'expiration_year'],
    [{ expiration_year: '2040' }, 'expiration_year'],
    [{ pin: '1' }, 'pin'],
  ])('refuses a card with %j, and repeats nothing of it', async (fault, param) => {
    const { id } = await create()
    const refused = await sandbox.post('/sandbox/card', { buyer: id, number: CARDS.visa, ...expiry, ...fault })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ param }] } })
    expect(refused.text.replace(/req_\w+/, '')).not.toMatch(/\d{5}/)
    const raw = `{"buyer":"${id}","number":"${CARDS.visa}",`
    const broken = await sandbox.post('/sandbox/card', undefined, { raw })
    expect(broken).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
    expect(broken.text.replace(/req_\w+/, '')).not.toMatch(/\d{5}/)
  })

  it('lists newest first, by external id and by page', async () => {
    const { sandbox: client } = await running.enterprise()
    for (let nth = 0; nth < 12; nth++) await client.post('/buyer', { external_id: `c${nth}` })
    const first = (await client.get('/buyer')).body
    expect(first.pagination).toEqual({ page: 1, page_size: 10, total: 12 })
    expect(first.data[0].external_id).toBe('c11')
    expect(
      (await client.get('/buyer?page=2')).body.data.map((one: { external_id: string }) => one.external_id),
    ).toEqual(['c1', 'c0'])
    expect((await client.get('/buyer?external_id=c5')).body.pagination.total).toBe(1)
    expect((await client.get('/buyer?status=created')).status).toBe(400)
  })
})

describe('the URL of the card form', () => {
  it('is fresh in every answer, good for half an hour by the clock of the sandbox, and stored nowhere', async () => {
    const key = { idempotencyKey: 'a buyer' }
    const made = await sandbox.post('/buyer', { external_id: 'embed' }, key)
    const { id } = made.body
    const urls = [made.body, (await sandbox.get(`/buyer/${id}`)).body, (await sandbox.get('/buyer')).body.data[0]].map(
      (body) => body.payment_method_embed_url,
    )
    expect(new Set(urls).size).toBe(3)
    const again = await sandbox.post('/buyer', { external_id: 'embed' }, key)
    expect(again.text).toBe(made.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const rows = await running.database.sql`select body from idempotency_answers where key = 'a buyer'`
    expect(JSON.stringify(rows)).not.toContain('card-form')
    const state = (url: string) => {
      const { origin, pathname } = new URL(url)
      return fetch(`${origin}/card-form/api/state`, { headers: { authorization: `Bearer ${pathname.split('/')[2]}` } })
    }
    for (const url of urls) expect((await state(url)).status).toBe(200)
    expect(await (await state(urls[0])).json()).toEqual({
      environment: 'sandbox',
      enterprise: { name: 'Another Enterprise', logo: null, color: null, support: null },
      card: null,
      fields: { hosted_by: 'us' },
      embed: { origins: [expect.any(String)], loopback: true },
    })
    await sandbox.post('/sandbox/clock/advance', { seconds: 1_799 })
    await sandbox.post('/sandbox/clock/advance', { seconds: 2 })
    for (const url of urls) expect((await state(url)).status).toBe(401)
    const forged = urls[0].slice(0, -4) + (urls[0].endsWith('AAAA') ? 'BBBB' : 'AAAA')
    expect((await state(forged)).status).toBe(401)
    expect(enterprise).toMatch(/^ent_/)
  })

  it('says which page may frame it, sends no referrer, and is not cached', async () => {
    const { payment_method_embed_url: url } = await create()
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors .*http:\/\/localhost:\*/)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const unknown = await fetch(url.replace(/[^/]+$/, 'nonsense'))
    expect([404, 503]).toContain(unknown.status)
    expect(unknown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

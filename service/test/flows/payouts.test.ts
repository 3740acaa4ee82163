import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  accounts,
  advance,
  at,
  auditClean,
  balances,
  change,
  connected,
  history,
  invited,
  legacyMethod,
  OPENING,
  paid,
  read,
  remove,
  standStill,
  type Type,
  timePasses,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
  api = running.sandbox
})

afterEach(() => auditClean(running.database))

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CONFLICT = { status: 409, body: { code: 'invalid_state' } }
const FORBIDDEN = { status: 403, body: { code: 'permission_not_granted' } }

describe('an immediate payout', () => {
  const METHODS: readonly [Type, number][] = [
    ['direct', 0],
    ['wallet', 0],
    ['ach', 25],
  ]

  it.each(METHODS)('by %s is pending at once, for a fee of %i cents', async (type, fee) => {
    const { sandbox } = await running.enterprise('Some Studio')
    const connection = await connected(sandbox, type)
    const made = await sandbox.post('/payout', { account_connection: connection, amount_in_cents: 12_500 })
    const { destination } = (await sandbox.get(`/account-connection/${connection}`)).body
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^pay_/),
      account_connection: connection,
      amount_in_cents: 12_500,
      description: 'Payment from Some Studio',
      date: at(0),
      type,
      status: 'pending',
      destination,
      fee_in_cents: fee,
      activity: expect.any(Array),
      created_at: at(0),
      updated_at: at(0),
    })
    expect(history(made.body)).toEqual([
      ['created', at(0)],
      ['ready', at(0)],
      ['pending', at(0)],
    ])
    expect(await read(sandbox, made.body.id)).toEqual(made.body)
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 12_500 - fee, pending: 12_500 })
  })

  it.each(['direct', 'wallet'] as const)('by %s arrives two seconds later, and not before', async (type) => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const payout = await paid(sandbox, await connected(sandbox, type), 700)
    await timePasses(running.database, enterprise, 999)
    await advance(sandbox, 1)
    expect(await read(sandbox, payout.id)).toEqual(payout)
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_000])
    await timePasses(running.database, enterprise, 1)
    await advance(sandbox, 60)
    const sent = await read(sandbox, payout.id)
    expect(sent).toMatchObject({ status: 'sent', updated_at: at(2_000) })
    expect(history(sent).at(-1)).toEqual(['sent', at(2_000)])
    expect(await accounts(running.database, enterprise, 'creator:%')).toEqual([500_700])
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 700, pending: 0 })
  })

  it('keeps what it is told: description, user_data, and a date in the past as now', async () => {
    const connection = await connected(api, 'direct')
    const more = { description: 'For June', user_data: { invoice: ['A', 1] }, date: '2001-01-01T00:00:00+02:00' }
    const payout = await paid(api, connection, 1, more)
    expect(payout).toMatchObject({ ...more, status: 'pending', date: at(0) })
  })
})

describe('a payout is refused', () => {
  // Every rule of every field is in `schema.test.ts`; here, that the route asks them, and changes nothing.
  it.each([
    ['nothing', '0'],
    ['beyond the safe integers', '9007199254740992'],
  ])('when its amount is %s', async (_name, amount) => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const raw = `{"account_connection":"${connection}","amount_in_cents":${amount}}`
    const answer = await sandbox.post('/payout', undefined, { raw })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ param: 'amount_in_cents' }] },
    })
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(0)
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it.each([
    ['account_connection', undefined],
    ['date', 'tomorrow'],
    ['status', 'ready'],
  ])('when %s is %j', async (field, value) => {
    const body = { account_connection: await connected(api, 'direct'), amount_in_cents: 1, [field]: value }
    const refused = { status: 400, body: { code: 'validation_failed', errors: [{ param: field }] } }
    expect(await api.post('/payout', body)).toMatchObject(refused)
  })

  it('with all its faults at once, a date beyond all plans among them', async () => {
    const { sandbox } = await running.enterprise()
    const body = { account_connection: '', amount_in_cents: 0, date: '9999-05-01T00:00:00Z' }
    const { errors } = (await sandbox.post('/payout', body)).body
    expect(errors.map(({ param }: { param: string }) => param)).toEqual(Object.keys(body))
  })

  it.each(['9999-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'])('when its date is %s', async (date) => {
    const refused = { status: 400, body: { code: 'validation_failed', errors: [{ param: 'date' }] } }
    for (const connection of [await connected(api, 'direct'), await invited(api)]) {
      const body = { account_connection: connection, amount_in_cents: 1 }
      expect(await api.post('/payout', { ...body, date })).toMatchObject(refused)
      const { id } = await paid(api, connection, 1, { date: '9998-12-31T23:59:59.999Z' })
      expect(await change(api, id, { date })).toMatchObject(refused)
    }
  })

  it('when the permission was never requested, was not granted, or has expired', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const pay = (id: string) => sandbox.post('/payout', { account_connection: id, amount_in_cents: 100 })
    const debit = { requested_permissions: ['payment.debit'] }
    expect(await pay(await invited(sandbox, debit))).toMatchObject(FORBIDDEN)
    expect(await pay(await connected(sandbox, 'direct', debit))).toMatchObject(FORBIDDEN)
    const id = await connected(sandbox, 'direct')
    const set = (column: string, value: unknown) =>
      running.database
        .sql`update account_connections set ${running.database.sql({ [column]: value } as never)} where id = ${id}`
    await set('credit_expires_at', at(1_000))
    const shown = (await sandbox.get(`/account-connection/${id}`)).body.permissions
    expect(shown).toEqual([{ name: 'payment.credit', expires_at: at(1_000) }])
    await timePasses(running.database, enterprise, 999)
    expect((await pay(id)).status).toBe(201)
    await timePasses(running.database, enterprise, 1)
    expect(await pay(id)).toMatchObject(FORBIDDEN)
    await set('credit_expires_at', null)
    await set('credit_granted', false)
    expect(await pay(id)).toMatchObject(FORBIDDEN)
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(1)
  })

  it('when the connection is deleted or unknown', async () => {
    const id = await connected(api, 'direct')
    await remove(api, id)
    expect(await api.post('/payout', { account_connection: id, amount_in_cents: 100 })).toMatchObject(CONFLICT)
    for (const unknown of ['acon_unknown', 'pay_x', '../x']) {
      const answer = await api.post('/payout', { account_connection: unknown, amount_in_cents: 100 })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('when funds are short, which changes nothing; after a top-up the same key succeeds', async () => {
    const { sandbox } = await running.enterprise()
    const body = { account_connection: await connected(sandbox, 'ach'), amount_in_cents: OPENING - 24 }
    const options = { idempotencyKey: 'top-up' }
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await sandbox.post('/payout', body, options)
      expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
      expect(refused.body.message).toContain('$100,000.01')
    }
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(0)
    const funded = await sandbox.post('/sandbox/funding', { amount_in_cents: 1 })
    expect(funded.body).toEqual({ operating_account: { balance_in_cents: OPENING + 1 } })
    const made = await sandbox.post('/payout', body, options)
    expect(made.status).toBe(201)
    const again = await sandbox.post('/payout', body, options)
    expect([again.status, again.text]).toEqual([201, made.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await balances(sandbox)).toEqual({ operating: 0, pending: OPENING - 24 })
  })

  it('because it is too large, without taking the small one behind it along', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const amounts = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? OPENING + 1 : 100))
    const answers = await Promise.all(
      amounts.map((amount_in_cents) => sandbox.post('/payout', { account_connection: connection, amount_in_cents })),
    )
    expect(answers.map(({ status }) => status)).toEqual(amounts.map((amount) => (amount > OPENING ? 402 : 201)))
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_000, pending: 1_000 })
  })
})

/** Each state a payout can be seen in, and what can happen to it there. */
const STATES: readonly {
  state: string
  reach(client: Client): Promise<string>
  status: string
  onReturn: 200 | 409
  onError: 200 | 409
  cancelable: boolean
}[] = [
  {
    state: 'scheduled',
    reach: async (client) => (await paid(client, await connected(client, 'direct'), 1_000, { date: at(DAY) })).id,
    status: 'ready',
    onReturn: 409,
    onError: 200,
    cancelable: true,
  },
  {
    state: 'unclaimed',
    reach: async (client) => (await paid(client, await invited(client), 1_000)).id,
    status: 'ready',
    onReturn: 409,
    onError: 200,
    cancelable: true,
  },
  ...(['direct', 'wallet', 'ach'] as const).flatMap((type) => [
    {
      state: `pending by ${type}`,
      reach: async (client: Client) => (await paid(client, await connected(client, type), 1_000)).id,
      status: 'pending',
      onReturn: 409 as const,
      onError: 200 as const,
      cancelable: false,
    },
    {
      state: `sent by ${type}`,
      reach: async (client: Client) => {
        const { id } = await paid(client, await connected(client, type), 1_000)
        await advance(client, 3_600)
        return id
      },
      status: 'sent',
      onReturn: type === 'ach' ? (200 as const) : (409 as const),
      onError: 409 as const,
      cancelable: false,
    },
  ]),
  ...(['error', 'returned', 'canceled'] as const).map((status) => ({
    state: status,
    reach: async (client: Client) => {
      const scheduled = status === 'canceled' ? { date: at(DAY) } : {}
      const { id } = await paid(client, await connected(client, 'ach'), 1_000, scheduled)
      if (status === 'canceled') await change(client, id, { status })
      if (status === 'error') await client.post('/sandbox/payout-error', { payout: id })
      if (status === 'returned') await advance(client, 3_600)
      if (status === 'returned') await client.post('/sandbox/payout-return', { payout: id, code: 'R02' })
      return id
    },
    status,
    onReturn: 409 as const,
    onError: 409 as const,
    cancelable: false,
  })),
]

describe.each(STATES)('a payout that is $state', ({ reach, status, onReturn, onError, cancelable }) => {
  async function reached() {
    const { sandbox } = await running.enterprise()
    const id = await reach(sandbox)
    const before = await read(sandbox, id)
    expect(before.status).toBe(status)
    return { sandbox, before, id, held: await balances(sandbox) }
  }

  it(`answers ${onReturn} to a return by the bank`, async () => {
    const { sandbox, before, id, held } = await reached()
    const answer = await sandbox.post('/sandbox/payout-return', { payout: id, code: 'R03' })
    expect(answer.status).toBe(onReturn)
    if (onReturn === 409) {
      expect(answer).toMatchObject(CONFLICT)
      expect(await read(sandbox, id)).toEqual(before)
      return
    }
    expect(answer.body).toMatchObject({ status: 'returned', fee_in_cents: before.fee_in_cents })
    expect(answer.body.activity.at(-2)).toEqual({
      entry: 'Returned by the bank: no account',
      date: answer.body.updated_at,
      type: 'status_change',
      status: 'returned',
      code: 'R03',
    })
    expect(await balances(sandbox)).toEqual({ operating: held.operating + 1_000, pending: 0 })
    expect(await read(sandbox, id)).toEqual(answer.body)
  })

  it(`answers ${onError} to a failure`, async () => {
    const { sandbox, before, id } = await reached()
    const answer = await sandbox.post('/sandbox/payout-error', { payout: id })
    expect(answer.status).toBe(onError)
    if (onError === 409) {
      expect(answer).toMatchObject(CONFLICT)
      expect(await read(sandbox, id)).toEqual(before)
      return
    }
    expect(answer.body).toMatchObject({ status: 'error', fee_in_cents: 0 })
    expect(answer.body.activity.map(({ type }: { type: string }) => type)).toContain('error')
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    await advance(sandbox, 40 * 86_400)
    expect(await read(sandbox, id)).toEqual(answer.body)
  })

  it(cancelable ? 'can be canceled, and everything held comes back' : 'is not changed by canceling', async () => {
    const { sandbox, before, id } = await reached()
    const answer = await change(sandbox, id, { status: 'canceled' })
    expect(answer.status).toBe(200)
    if (!cancelable) {
      expect(answer.body).toEqual(before)
      return
    }
    expect(answer.body).toMatchObject({ status: 'canceled', fee_in_cents: 0 })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    await advance(sandbox, 40 * 86_400)
    expect(await read(sandbox, id)).toEqual(answer.body)
  })

  it(`${cancelable ? 'can be rescheduled' : 'keeps its date'}, and can be described anew`, async () => {
    const { sandbox, before, id, held } = await reached()
    const moved = await change(sandbox, id, { date: at(10 * DAY) })
    if (cancelable) expect(moved).toMatchObject({ status: 200, body: { date: at(10 * DAY), status: 'ready' } })
    else expect(moved).toMatchObject(CONFLICT)
    const described = await change(sandbox, id, { description: 'New', user_data: { a: 1 } })
    const expected = { status: before.status, description: 'New', user_data: { a: 1 }, activity: before.activity }
    expect(described).toMatchObject({ status: 200, body: expected })
    expect(await read(sandbox, id)).toEqual(described.body)
    expect(await balances(sandbox)).toEqual(held)
  })
})

it('a bank account of a legacy payout method is returned by code only when the code is known', async () => {
  const connection = await invited(api, { legacy_payout_method: legacyMethod() })
  const { id } = await paid(api, connection, 100)
  await advance(api, 3_600)
  for (const code of ['R99', '', 3]) {
    expect((await api.post('/sandbox/payout-return', { payout: id, code })).status).toBe(400)
  }
  for (const path of ['payout-return', 'payout-error']) {
    const body = { payout: 'pay_unknown', ...(path === 'payout-return' ? { code: 'R03' } : {}) }
    expect(await api.post(`/sandbox/${path}`, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

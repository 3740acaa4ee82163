import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  advance,
  at,
  auditClean,
  balances,
  change,
  connected,
  invited,
  OPENING,
  paid,
  read,
  remove,
  standStill,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

afterEach(() => auditClean(running.database))

const DAY = 86_400_000

interface Bodied {
  readonly id: string
}

const ids = (payouts: readonly Bodied[]): string[] => payouts.map(({ id }) => id)

async function isUntouched(client: Client): Promise<void> {
  expect((await client.get('/payout')).body.pagination.total).toBe(0)
  expect(await balances(client)).toEqual({ operating: OPENING, pending: 0 })
}

describe('a batch', () => {
  it('of 10,000 is made in one call, in order, and arrives, with as much about each as may be said', async () => {
    const { sandbox } = await running.enterprise()
    const user_data = Object.fromEntries(Array.from({ length: 136 }, (_, nth) => [nth.toString(36), 1]))
    expect(JSON.stringify(user_data).length).toBeGreaterThan(900)
    const connections: string[] = []
    for (let nth = 0; nth < 10; nth++) connections.push(await connected(sandbox, 'direct'))
    const payouts = Array.from({ length: 10_000 }, (_, nth) => ({
      account_connection: connections[nth % 10],
      amount_in_cents: (nth % 100) + 1,
      description: `Nr. ${nth}`,
      user_data,
    }))
    const made = await sandbox.post('/payout/batch', { payouts })
    expect(made.status).toBe(201)
    expect(made.body.payouts.map(({ description }: { description: string }) => description)).toEqual(
      payouts.map(({ description }) => description),
    )
    expect(new Set(ids(made.body.payouts)).size).toBe(10_000)
    const sum = 10_000 * 50.5
    expect(await balances(sandbox)).toEqual({ operating: OPENING - sum, pending: sum })
    const last = (await sandbox.get('/payout?page=10&page_size=1000')).body
    expect(last.pagination.total).toBe(10_000)
    expect(ids(last.data)).toEqual(ids(made.body.payouts.slice(0, 1_000)).reverse())
    await advance(sandbox, 2)
    expect(await balances(sandbox)).toEqual({ operating: OPENING - sum, pending: 0 })
    expect(await read(sandbox, made.body.payouts[9_999].id)).toMatchObject({ status: 'sent', updated_at: at(2_000) })
  })

  it('may mix what goes now, later and unclaimed', async () => {
    const { sandbox } = await running.enterprise()
    const [direct, ach, waiting] = [
      await connected(sandbox, 'direct'),
      await connected(sandbox, 'ach'),
      await invited(sandbox),
    ]
    const payouts = [
      { account_connection: direct, amount_in_cents: 100 },
      { account_connection: ach, amount_in_cents: 200, user_data: { a: 1 } },
      { account_connection: waiting, amount_in_cents: 300 },
      { account_connection: direct, amount_in_cents: 400, date: at(DAY) },
    ]
    const made = await sandbox.post('/payout/batch', { payouts })
    expect(made.body.payouts).toMatchObject([
      { ...payouts[0], status: 'pending', type: 'direct', fee_in_cents: 0 },
      { ...payouts[1], status: 'pending', type: 'ach', fee_in_cents: 25 },
      { ...payouts[2], status: 'ready', type: 'unclaimed', fee_in_cents: 25 },
      { ...payouts[3], status: 'ready', type: 'direct', fee_in_cents: 25 },
    ])
    for (const payout of made.body.payouts) expect(await read(sandbox, payout.id)).toEqual(payout)
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_075, pending: 1_050 })
  })

  it.each([
    ['nothing', []],
    ['10,001 entries', Array.from({ length: 10_001 }, () => ({ account_connection: 'acon_x', amount_in_cents: 1 }))],
    ['an object', {}],
    ['null', null],
    ['absent', undefined],
  ])('that is %s is refused as a whole', async (_name, payouts) => {
    const { sandbox } = await running.enterprise()
    const answer = await sandbox.post('/payout/batch', { payouts })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param: 'payouts' }] } })
    await isUntouched(sandbox)
  })

  it('that funds do not cover as a whole is one 402, and nothing is made', async () => {
    const { sandbox } = await running.enterprise()
    const account_connection = await connected(sandbox, 'ach')
    const payouts = Array.from({ length: 4 }, () => ({ account_connection, amount_in_cents: OPENING / 4 }))
    const options = { idempotencyKey: 'short' }
    const short = await sandbox.post('/payout/batch', { payouts }, options)
    expect(short).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
    expect(short.body).not.toHaveProperty('details')
    await isUntouched(sandbox)
    await sandbox.post('/sandbox/funding', { amount_in_cents: 100 })
    expect((await sandbox.post('/payout/batch', { payouts }, options)).status).toBe(201)
    expect(await balances(sandbox)).toEqual({ operating: 0, pending: OPENING })
  })

  it('with an idempotency key is made once; its answer is repeated to the byte', async () => {
    const { sandbox } = await running.enterprise()
    const account_connection = await connected(sandbox, 'wallet')
    const payouts = Array.from({ length: 50 }, (_, nth) => ({ account_connection, amount_in_cents: nth + 1 }))
    const post = (body: object) => sandbox.post('/payout/batch', body, { idempotencyKey: 'b' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ payouts })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    await advance(sandbox, 60)
    const later = await post({ payouts })
    expect(later.text).toBe(answers[0]?.text)
    expect(later.headers.get('idempotent-replayed')).toBe('true')
    expect(await post({ payouts: payouts.slice(1) })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(50)
  })
})

describe('a batch with failing entries', () => {
  const SIZE = 7
  const POSITIONS = [
    ['the first', [0]],
    ['the middle one', [3]],
    ['the last', [SIZE - 1]],
    ['the first and the last', [0, SIZE - 1]],
    ['every one', [0, 1, 2, 3, 4, 5, 6]],
  ] as const

  /** What can be wrong with an entry, given a connection that could be paid. */
  async function faultsOf(client: Client, good: string) {
    const deleted = await connected(client, 'direct')
    await remove(client, deleted)
    const unasked = await invited(client, { requested_permissions: ['payment.debit'] })
    const entry = (more: object) => ({ account_connection: good, amount_in_cents: 100, ...more })
    return [
      [entry({ account_connection: 'acon_unknown' }), 'not_found', 'no account connection'],
      [entry({ account_connection: deleted }), 'invalid_state', 'deleted'],
      [entry({ account_connection: unasked }), 'permission_not_granted', '`payment.credit` was not requested'],
      [entry({ amount_in_cents: 0 }), 'validation_failed', '`amount_in_cents` must be at least 1'],
      [entry({ amount_in_cents: '100' }), 'validation_failed', '`amount_in_cents` must be a whole number'],
      [entry({ date: 'soon', colour: 'red' }), 'validation_failed', '`colour` is not a known parameter'],
      [entry({ date: '9999-12-31T00:00:00Z' }), 'validation_failed', '`date`'],
      [{}, 'validation_failed', '`account_connection` is required'],
      [null, 'validation_failed', 'must be an object'],
      [[100], 'validation_failed', 'must be an object'],
      ['acon_x', 'validation_failed', 'must be an object'],
    ] as const
  }

  it.each(POSITIONS)('at %s makes nothing and lists exactly those', async (_name, failing) => {
    const { sandbox } = await running.enterprise()
    const good = await connected(sandbox, 'direct')
    for (const [request, code, says] of await faultsOf(sandbox, good)) {
      const payouts = Array.from({ length: SIZE }, (_, index) =>
        (failing as readonly number[]).includes(index) ? request : { account_connection: good, amount_in_cents: 1 },
      )
      const answer = await sandbox.post('/payout/batch', { payouts })
      expect(answer).toMatchObject({ status: 400, body: { code: 'batch_invalid' } })
      expect(answer.body.message).toContain('No payouts were created')
      const message = expect.stringContaining(says)
      expect(answer.body.details).toEqual(failing.map((index) => ({ index, code, message, request })))
    }
    await isUntouched(sandbox)
  })

  it('lists entries that are malformed and entries that are refused together, in order', async () => {
    const { sandbox } = await running.enterprise()
    const good = await connected(sandbox, 'direct')
    const faults = await faultsOf(sandbox, good)
    const payouts = faults.flatMap(([request]) => [{ account_connection: good, amount_in_cents: 1 }, request])
    const { body } = await sandbox.post('/payout/batch', { payouts })
    expect(body.details.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual(
      faults.map(([, code], nth) => [2 * nth + 1, code]),
    )
    await isUntouched(sandbox)
  })

  it('lists those with what cannot be stored, each by itself, and gives back what can be told again', async () => {
    const { sandbox } = await running.enterprise()
    const good = `"account_connection":"${await connected(sandbox, 'direct')}"`
    const entries = [
      [`{${good},"amount_in_cents":1,"description":"a\\u0000b"}`, '`description` must not contain a NUL'],
      [
        `{${good},"amount_in_cents":1,"user_data":{"n":9007199254740993}}`,
        '`user_data.n` must be a number that a double',
      ],
      [`{${good},"amount_in_cents":1e999}`, '`amount_in_cents` must be a number that a double'],
      [`{${good},"amount_in_cents":1,"__proto__":{}}`, '`__proto__` must not be named'],
      [`{${good},"amount_in_cents":1,"user_data":{"a":"\\ud83d"}}`, '`user_data.a` must not contain'],
      [`{${good},"amount_in_cents":1,"user_data":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested deeper'],
      ['"\\u0000"', 'The entry must not contain'],
    ] as const
    const sent = entries.flatMap(([text]) => [`{${good},"amount_in_cents":1}`, text])
    const raw = `{"payouts":[${sent.join()}]}`
    for (const idempotencyKey of ['broken', 'broken']) {
      const answer = await sandbox.post('/payout/batch', undefined, { raw, idempotencyKey })
      expect(answer).toMatchObject({ status: 400, body: { code: 'batch_invalid' } })
      expect(answer.body.details).toEqual(
        entries.map(([, says], nth) => ({
          index: 2 * nth + 1,
          code: 'validation_failed',
          message: expect.stringContaining(says),
          request: answer.body.details[nth].request,
        })),
      )
      const [nul, inexact, , , , deep] = answer.body.details.map(({ request }: { request: unknown }) => request)
      expect([nul.description, inexact.user_data, deep]).toEqual(['a\0b', { n: null }, null])
    }
    const deepest = `{"payouts":[${sent[0]},${'['.repeat(100_000)}${']'.repeat(100_000)}]}`
    expect(
      (await sandbox.post('/payout/batch', undefined, { raw: deepest, idempotencyKey: 'deep' })).body,
    ).toMatchObject({
      code: 'batch_invalid',
      details: [{ index: 1, request: null }],
    })
    // What is wrong beside the entries is the fault of the whole.
    const whole = await sandbox.post('/payout/batch', undefined, { raw: `{"payouts":[${sent[1]}],"x":"\\u0000"}` })
    expect(whole).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param: 'x' }] } })
    await isUntouched(sandbox)
  })

  it('lists 10,000 that cannot be stored, and refuses one more as a whole', async () => {
    const { sandbox } = await running.enterprise()
    const raw = (count: number) => `{"payouts":[${Array.from({ length: count }, () => '"\\u0000"').join()}]}`
    const all = await sandbox.post('/payout/batch', undefined, { raw: raw(10_000) })
    expect([all.status, all.body.details?.length]).toEqual([400, 10_000])
    const more = await sandbox.post('/payout/batch', undefined, { raw: raw(10_001) })
    expect(more).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('lists all 10,000 when all fail', async () => {
    const { sandbox } = await running.enterprise()
    const payouts = Array.from({ length: 10_000 }, (_, nth) =>
      nth % 2 === 0 ? { account_connection: `acon_${nth}`, amount_in_cents: 1 } : nth,
    )
    const { status, body } = await sandbox.post('/payout/batch', { payouts })
    expect(status).toBe(400)
    expect(body.details.map(({ request }: { request: unknown }) => request)).toEqual(payouts)
    await isUntouched(sandbox)
  })

  it('says what is wrong with them before it looks at the funds', async () => {
    const { sandbox } = await running.enterprise()
    const account_connection = await connected(sandbox, 'direct')
    const payouts = [
      { account_connection, amount_in_cents: OPENING },
      { account_connection, amount_in_cents: OPENING },
      { account_connection: 'acon_unknown', amount_in_cents: 1 },
    ]
    const { status, body } = await sandbox.post('/payout/batch', { payouts })
    expect([status, body.details.map(({ index }: { index: number }) => index)]).toEqual([400, [2]])
  })
})

describe('the list of payouts', () => {
  it('is newest first, later entries of a batch before earlier ones', async () => {
    const { sandbox } = await running.enterprise()
    const [one, two] = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    const first = await paid(sandbox, one, 1)
    const { payouts } = (
      await sandbox.post('/payout/batch', {
        payouts: [one, two, one].map((account_connection) => ({ account_connection, amount_in_cents: 2 })),
      })
    ).body
    const last = await paid(sandbox, two, 3)
    const expected = ids([last, ...payouts.toReversed(), first])
    const list = (await sandbox.get('/payout')).body
    expect(ids(list.data)).toEqual(expected)
    expect(list.pagination).toEqual({ page: 1, page_size: 10, total: 5 })
    expect(list.data[0]).toEqual(last)
    expect(ids((await sandbox.get('/payout?page=2&page_size=2')).body.data)).toEqual(expected.slice(2, 4))
    expect((await sandbox.get('/payout?page=4&page_size=2')).body).toEqual({
      data: [],
      pagination: { page: 4, page_size: 2, total: 5 },
    })
    const ofTwo = (await sandbox.get(`/account-connection/${two}/payout`)).body
    expect(ids(ofTwo.data)).toEqual([last.id, payouts[1].id])
    expect(ofTwo.pagination.total).toBe(2)
    expect((await sandbox.get(`/account-connection/${two}/payout?page=3&page_size=1`)).body).toEqual({
      data: [],
      pagination: { page: 3, page_size: 1, total: 2 },
    })
    expect((await sandbox.get('/account-connection/acon_unknown/payout')).status).toBe(404)
  })

  it('is narrowed by status and time, alone and together', async () => {
    const { sandbox } = await running.enterprise()
    const [direct, ach] = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    const sent = await paid(sandbox, direct, 1)
    const canceled = await paid(sandbox, direct, 1, { date: at(DAY) })
    await change(sandbox, canceled.id, { status: 'canceled' })
    await advance(sandbox, 60)
    const failed = await paid(sandbox, ach, 1)
    await sandbox.post('/sandbox/payout-error', { payout: failed.id })
    const ready = await paid(sandbox, direct, 1, { date: at(DAY) })
    await advance(sandbox, 60)
    const pending = await paid(sandbox, direct, 1)
    const list = async (path: string, query: string) => {
      const answer = await sandbox.get(`${path}?${query}`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.pagination.total).toBe(answer.body.data.length)
      return ids(answer.body.data)
    }
    expect(await list('/payout', 'status=sent')).toEqual([sent.id])
    expect(await list('/payout', 'status=canceled')).toEqual([canceled.id])
    expect(await list('/payout', 'status=error')).toEqual([failed.id])
    expect(await list('/payout', 'status=ready')).toEqual([ready.id])
    expect(await list('/payout', 'status=pending')).toEqual([pending.id])
    expect(await list('/payout', 'status=returned')).toEqual([])
    expect(await list('/payout', `status=error&created_after=${at(0)}`)).toEqual([failed.id])
    expect(await list('/payout', `status=error&created_after=${at(60_000)}`)).toEqual([])
    expect(await list('/payout', `created_after=${at(0)}`)).toEqual([pending.id, ready.id, failed.id])
    expect(await list('/payout', `created_before=${at(60_000)}`)).toEqual([canceled.id, sent.id])
    const between = `created_after=${at(0)}&created_before=${at(120_000)}`
    expect(await list('/payout', between)).toEqual([ready.id, failed.id])
    expect(await list(`/account-connection/${direct}/payout`, between)).toEqual([ready.id])
    expect(await list(`/account-connection/${direct}/payout`, 'status=error')).toEqual([])
    for (const query of ['status=open', 'created_after=1', 'created_before=', 'page_size=1001', 'amount=1']) {
      expect([query, (await sandbox.get(`/payout?${query}`)).status]).toEqual([query, 400])
    }
  })

  it.each(['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00'])(
    'takes or refuses %s as a time, and does not break',
    async (time) => {
      for (const name of ['created_after', 'created_before']) {
        const { status } = await running.sandbox.get(`/payout?status=ready&${name}=${encodeURIComponent(time)}`)
        expect([200, 400]).toContain(status)
      }
    },
  )
})

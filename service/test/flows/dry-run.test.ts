import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/resources/p2p/model.ts'
import { createKey, requireTenant } from '../../src/tenants/index.ts'
import type { Answer, Client } from '../support/client.ts'
import { terms } from '../support/contracts.ts'
import { asked, creator, type Pair, pair } from '../support/p2p.ts'
import {
  at,
  auditClean,
  balances,
  connected,
  invited,
  legacyMethod,
  OPENING,
  paid,
  remove,
  standStill,
} from '../support/payouts.ts'
import { buyerWith, item } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

afterEach(() => auditClean(running.database))

const DAY = 86_400_000
const UNKNOWN = 'acon_00000000000000000000000000'

const dry = (client: Client, path: string, body: unknown, idempotencyKey?: string): Promise<Answer> =>
  client.post(`${path}?dry_run=true`, body, idempotencyKey ? { idempotencyKey } : {})

/** The rows of every table but the request log and the last use of a key, as one number each. */
async function contents(): Promise<Record<string, string>> {
  const { sql } = running.database
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name not like 'request_log%' and table_name <> 'api_keys'`
  expect(tables.length).toBeGreaterThan(30)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = (await sql.unsafe(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(one::text, 0)::numeric), 0) as rows from ${name} one`,
      )) as unknown as { rows: string }[]
      return [name, row?.rows ?? ''] as const
    }),
  )
  return Object.fromEntries(found)
}

interface Scene {
  readonly api: Client
  readonly direct: string
  readonly ach: string
  readonly waiting: string
  readonly gone: string
  readonly ungranted: string
  readonly between: Pair
  readonly buyer: string
}

async function furnished(): Promise<Scene> {
  const { sandbox: api } = await running.enterprise('Some Studio')
  const [direct, ach, waiting, gone, ungranted, between, buyer] = await Promise.all([
    connected(api, 'direct'),
    invited(api, { legacy_payout_method: legacyMethod() }),
    invited(api),
    invited(api),
    invited(api, { requested_permissions: ['payment.debit'] }),
    pair(api),
    buyerWith(api),
  ])
  await remove(api, gone)
  return { api, direct, ach, waiting, gone, ungranted, between, buyer }
}

const cents = (account_connection: string, amount_in_cents: unknown, more: object = {}) => ({
  account_connection,
  amount_in_cents,
  ...more,
})

type Row = readonly [name: string, path: string, body: (scene: Scene) => unknown]

/** The creations that are granted, with what each is expected to cost and when its money arrives. */
const GRANTED: readonly (readonly [...Row, fee: number, arrives: string | undefined, leaves: number])[] = [
  ['a direct payout', '/payout', ({ direct }) => cents(direct, 12_500), 0, at(2_000), 12_500],
  [
    'an ACH payout, with the next batch',
    '/payout',
    ({ ach }) => cents(ach, 12_500),
    25,
    '2031-03-10T11:00:00.000Z',
    12_525,
  ],
  [
    'a scheduled payout, for the highest fee reserved and the fee of its method',
    '/payout',
    ({ direct }) => cents(direct, 900, { date: at(DAY), description: 'Later', user_data: { a: 1 } }),
    0,
    at(DAY + 2_000),
    925,
  ],
  ['an unclaimed payout', '/payout', ({ waiting }) => cents(waiting, 900), 25, undefined, 925],
  ['a P2P payment', '/p2p', ({ between }) => ({ ...between, amount_in_cents: 700 }), 0, at(2_000), 0],
  [
    'a purchase',
    '/purchase',
    ({ buyer }) => ({ buyer, items: [item(10_000), item(-1_000, { quantity: 2 })] }),
    262,
    '2031-03-10T11:00:00.000Z',
    0,
  ],
  ['a contract', '/contract', ({ direct }) => terms(direct), 0, undefined, 0],
]

describe('a dry run', () => {
  it.each(GRANTED)('of %s shows the answer of the call itself, and its outcome', async (...row) => {
    const [, path, body, fee, arrives, leaves] = row
    const scene = await furnished()
    const tried = await dry(scene.api, path, body(scene))
    expect(tried.status, tried.text).toBe(200)
    const { dry_run, expected, ...foreseen } = tried.body
    expect(dry_run).toBe(true)
    expect(expected).toEqual({
      fee_in_cents: fee,
      ...(arrives === undefined ? {} : { arrives_at: arrives }),
      balance_after_in_cents: OPENING - leaves,
    })
    const made = await scene.api.post(path, body(scene))
    expect(made.status, made.text).toBe(201)
    const { id, ...created } = made.body
    expect(id).toBeDefined()
    expect(foreseen).toEqual(created)
    expect((await balances(scene.api)).operating).toBe(expected.balance_after_in_cents)
  })

  it('of a batch shows every payout with its own outcome, and that of all', async () => {
    const scene = await furnished()
    const body = { payouts: [cents(scene.direct, 100), cents(scene.ach, 200), cents(scene.waiting, 300)] }
    const tried = await dry(scene.api, '/payout/batch', body)
    expect(tried.status, tried.text).toBe(200)
    expect(tried.body).toMatchObject({
      dry_run: true,
      expected: {
        fee_in_cents: 50,
        arrives_at: '2031-03-10T11:00:00.000Z',
        balance_after_in_cents: OPENING - 650,
      },
      payouts: [
        { type: 'direct', status: 'pending', expected: { balance_after_in_cents: OPENING - 100 } },
        { type: 'ach', status: 'pending', expected: { balance_after_in_cents: OPENING - 325 } },
        { type: 'unclaimed', status: 'ready', expected: { balance_after_in_cents: OPENING - 650 } },
      ],
    })
    const made = await scene.api.post('/payout/batch', body)
    const unforeseen = ({ dry_run: _dry, expected: _expected, ...payout }: Record<string, unknown>) => payout
    expect(tried.body.payouts.map(unforeseen)).toEqual(
      made.body.payouts.map(({ id: _id, ...payout }: Record<string, unknown>) => payout),
    )
  })

  it('of a payout whose permission ends before its date says that nothing arrives and nothing is charged', async () => {
    const { api, ach } = await furnished()
    await running.database.sql`
      update account_connections set credit_expires_at = ${new Date(at(DAY / 2))} where id = ${ach}`
    const tried = await dry(api, '/payout', cents(ach, 500, { date: at(DAY) }))
    expect(tried.body).toMatchObject({ status: 'ready', fee_in_cents: 25 })
    expect(tried.body.expected).toEqual({ fee_in_cents: 0, balance_after_in_cents: OPENING - 525 })
  })
})

/** A case for each error of the five routes. */
const REFUSED: readonly Row[] = [
  ['malformed fields', '/payout', () => cents('', 1.5, { unknown: 1 })],
  ['no body', '/payout', () => undefined],
  ['a date out of range', '/payout', ({ direct }) => cents(direct, 1, { date: '9999-01-01T00:00:00Z' })],
  ['too much user data', '/payout', ({ direct }) => cents(direct, 1, { user_data: { a: 'x'.repeat(1_100) } })],
  ['an unknown connection', '/payout', () => cents(UNKNOWN, 1)],
  ['a deleted connection', '/payout', ({ gone }) => cents(gone, 1)],
  ['a permission that was not requested', '/payout', ({ ungranted }) => cents(ungranted, 1)],
  ['too little money', '/payout', ({ direct }) => cents(direct, OPENING + 1)],
  ['too little money for the fee', '/payout', ({ ach }) => cents(ach, OPENING)],
  ['no entries', '/payout/batch', () => ({ payouts: [] })],
  [
    'faults of every kind among the entries',
    '/payout/batch',
    ({ direct, gone }) => ({ payouts: [cents(direct, 1), cents(gone, 1), cents(UNKNOWN, 1), cents(direct, 'x'), 7] }),
  ],
  [
    'too little money for the whole batch',
    '/payout/batch',
    ({ direct }) => ({ payouts: [cents(direct, OPENING), cents(direct, 1)] }),
  ],
  [
    'the same connection twice',
    '/p2p',
    ({ between: { source } }) => ({ source, destination: source, amount_in_cents: 1 }),
  ],
  ['an unknown source', '/p2p', ({ between }) => ({ ...between, source: UNKNOWN, amount_in_cents: 1 })],
  ['an unknown destination', '/p2p', ({ between }) => ({ ...between, destination: UNKNOWN, amount_in_cents: 1 })],
  ['a source that is deleted', '/p2p', ({ between, gone }) => ({ ...between, source: gone, amount_in_cents: 1 })],
  [
    'a destination not active',
    '/p2p',
    ({ between, waiting }) => ({ ...between, destination: waiting, amount_in_cents: 1 }),
  ],
  [
    'a source without the permission',
    '/p2p',
    ({ between, direct }) => ({ ...between, source: direct, amount_in_cents: 1 }),
  ],
  ['a faulty amount', '/p2p', ({ between }) => ({ ...between, amount_in_cents: 0 })],
  ['an unknown buyer', '/purchase', () => ({ buyer: 'buy_0', items: [item(1)] })],
  ['a total below a cent', '/purchase', ({ buyer }) => ({ buyer, items: [item(5), item(-5)] })],
  ['too large a line', '/purchase', ({ buyer }) => ({ buyer, items: [item(9_999_999_999, { quantity: 2 })] })],
  ['no items', '/purchase', ({ buyer }) => ({ buyer, items: [] })],
  ['an unknown connection', '/contract', () => terms(UNKNOWN)],
  ['a deleted connection', '/contract', ({ gone }) => terms(gone)],
  ['no share', '/contract', ({ direct }) => terms(direct, { split_percent_amount: undefined })],
  ['two shares', '/contract', ({ direct }) => terms(direct, { split_fixed_amount_in_cents: 5 })],
  [
    'terms that contradict each other beside a faulty field',
    '/contract',
    ({ direct }) => terms(direct, { type: 'x', deposit_minimum_in_cents: 5, deposit_maximum_in_cents: 1 }),
  ],
]

const refusal = ({ status, body: { request_id: _request, ...body } }: Answer) => ({ status, ...body })

describe('errors of a dry run', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await furnished()
  })

  it.each(REFUSED)('are those of the call: %s, %s', async (_name, path, body) => {
    const tried = await dry(scene.api, path, body(scene))
    expect(tried.status).toBeGreaterThanOrEqual(400)
    expect(refusal(tried)).toEqual(refusal(await scene.api.post(path, body(scene))))
  })

  it('include payouts that the audit has stopped, and a limit that other calls have used up', async () => {
    const { api, direct, between } = await furnished()
    await asked(api, between)
    const { sent } = LIMITS.sandbox
    const { sql } = running.database
    const full = await sql`
      update tries set count = ${sent.max} where convert_from(subject, 'SQL_ASCII') like ${`${sent.name} %`}`
    expect(full.count).toBeGreaterThan(0)
    const payment = { ...between, amount_in_cents: 5 }
    const limited = await dry(api, '/p2p', payment)
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refusal(limited).code).toEqual(refusal(await api.post('/p2p', payment)).code)

    await sql`update tenants set payouts_stopped_because = 'a test' where id = (
      select tenant_id from account_connections where id = ${direct})`
    const stopped = await dry(api, '/payout', cents(direct, 1))
    expect(stopped.status).toBe(503)
    expect(refusal(stopped)).toEqual(refusal(await api.post('/payout', cents(direct, 1))))
    await sql`update tenants set payouts_stopped_because = null`
  })

  it('include a key without the scope of the call', async () => {
    const { id } = await running.enterprise()
    const { key } = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, id, 'sandbox'), 'sandbox', 'Reads', { scopes: ['read'] }),
    )
    const reader = running.client('sandbox', key)
    for (const path of ['/payout', '/payout/batch', '/p2p', '/purchase', '/contract']) {
      expect(await dry(reader, path, {})).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    }
  })
})

describe('nothing', () => {
  it('is written by a dry run, granted or refused, with or without an idempotency key', async () => {
    const scene = await furnished()
    const before = await contents()
    for (const [, path, body] of [...GRANTED, ...REFUSED]) {
      await dry(scene.api, path, body(scene))
      await dry(scene.api, path, body(scene), 'once')
    }
    await dry(scene.api, '/payout/batch', { payouts: [cents(scene.direct, 5)] }, 'once')
    expect(await contents()).toEqual(before)
  })

  it('is locked or waited for: dry runs answer while other transactions hold every row they look at', async () => {
    const scene = await furnished()
    await asked(scene.api, scene.between)
    await paid(scene.api, scene.direct, 5)
    await running.database.transaction(async (tx) => {
      for (const table of [
        'ledger_accounts',
        'account_connections',
        'counters',
        'tries',
        'buyers',
        'tenants',
        'creators',
      ]) {
        await tx.unsafe(`select from ${table} for update`)
      }
      for (const [, path, body] of GRANTED) {
        const tried = await dry(scene.api, path, body(scene), 'held')
        expect(tried.status, tried.text).toBe(200)
      }
    })
  })

  it('is kept of an idempotency key: it is free for the call, and a used one is compared', async () => {
    const { api, direct } = await furnished()
    const body = cents(direct, 700)
    expect((await dry(api, '/payout', body, 'k')).status).toBe(200)
    expect((await dry(api, '/payout', cents(direct, 800), 'k')).status).toBe(200)
    const made = await api.post('/payout', body, { idempotencyKey: 'k' })
    expect(made.status).toBe(201)
    expect(made.headers.get('idempotent-replayed')).toBeNull()
    const again = await dry(api, '/payout', body, 'k')
    expect(again).toMatchObject({ status: 200, body: { dry_run: true, expected: { fee_in_cents: 0 } } })
    expect(again.headers.get('idempotent-replayed')).toBeNull()
    const conflict = { status: 409, body: { code: 'idempotency_key_reused' } }
    expect(await dry(api, '/payout', cents(direct, 800), 'k')).toMatchObject(conflict)
    expect(await dry(api, '/payout', { nonsense: 1 }, 'k')).toMatchObject(conflict)
    const replayed = await api.post('/payout', body, { idempotencyKey: 'k' })
    expect(replayed.text).toBe(made.text)
  })
})

describe('the parameter `dry_run`', () => {
  it.each(['1', 'TRUE', '', 'yes', 'true&dry_run=true'])('refuses %j by its name', async (value) => {
    const { api, direct } = await furnished()
    const before = await balances(api)
    const refused = await api.post(`/payout?dry_run=${value}`, cents(direct, 5))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ param: 'dry_run', message: 'must be `true` or `false`' }] },
    })
    expect(await balances(api)).toEqual(before)
  })

  it('creates with `false`, as without it', async () => {
    const { api, direct } = await furnished()
    const made = await api.post('/payout?dry_run=false', cents(direct, 5))
    expect(made).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^pay_/) } })
    expect(made.body).not.toHaveProperty('dry_run')
  })

  it('is unknown to commits: a code cannot be guessed without using up an attempt', async () => {
    const { api, between, buyer } = await furnished()
    const payment = await asked(api, between)
    const { body: purchase } = await api.post('/purchase', { buyer, items: [item(100)] })
    const unknown = { status: 400, body: { errors: [{ param: 'dry_run', code: 'unknown_field' }] } }
    expect(await dry(api, `/p2p/${payment.id}/commit`, { code: '000000' })).toMatchObject(unknown)
    expect(await dry(api, `/purchase/${purchase.id}/commit`, undefined)).toMatchObject(unknown)
    expect(await dry(api, '/account-connection', {})).toMatchObject({ status: 400 })
    expect((await api.get(`/p2p/${payment.id}`)).body.status).toBe('created')
  })

  it('sends no code: the mailbox of the sandbox stays empty', async () => {
    const { sandbox: api } = await running.enterprise()
    const [source, destination] = [await creator(api), await creator(api)]
    const before = (await api.get('/sandbox/message')).body.pagination.total
    expect((await dry(api, '/p2p', { source, destination, amount_in_cents: 5 })).status).toBe(200)
    expect((await api.get('/sandbox/message')).body.pagination.total).toBe(before)
  })
})

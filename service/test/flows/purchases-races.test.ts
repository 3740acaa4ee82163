import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockAccounts } from '../../src/ledger/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Answer, Client } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { advance, auditClean, balances, OPENING, timePasses } from '../support/payouts.ts'
import {
  bought,
  buyerWith,
  item,
  ordered,
  readPurchase,
  SETTLED_SECONDS,
  settleAtProcessor,
} from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'

let stripe: LocalStripe
let running: RunningService
let second: RunningService

const LEASE_SECONDS = 2

beforeAll(async () => {
  stripe = await startStripe()
  const variables = {
    ...stripeSettings(stripe),
    CARD_LEASE_SECONDS: String(LEASE_SECONDS),
  }
  running = await startService({ ...variables, WORKER_POLL_MS: '100' })
  second = await startService({ ...variables, WORKER_POLL_MS: '60000' }, running.databaseUrl)
})
afterAll(() => stripe.close())

/** One enterprise, its clients at two processes, and a way to take turns between them. */
async function enterprise() {
  const { sandbox, production, keys } = await running.enterprise()
  const other = {
    sandbox: second.client('sandbox', keys.sandbox),
    production: second.client('production', keys.production),
  }
  const either = (environment: 'sandbox' | 'production', nth: number): Client =>
    nth % 2 ? (environment === 'sandbox' ? sandbox : production) : other[environment]
  return { sandbox, production, either }
}

const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status)
const chargesOf = (id: string) => stripe.intents.filter(({ metadata }) => metadata.tributary_key?.includes(id))

/** A purchase in production, whose buyer's card is at Stripe. */
async function live(client: Client, instrument = 'pm_visa') {
  const { body: buyer } = await client.post('/buyer', { payment_instrument_id: instrument })
  expect(buyer.card, JSON.stringify(buyer)).toMatchObject({ brand: 'VISA' })
  return ordered(client, buyer.id)
}

const until = (what: () => Promise<boolean>): Promise<void> => expect.poll(what).toBe(true)

describe('two hundred parallel commits of one purchase, over two processes', () => {
  it('make one charge', async () => {
    const { production, either } = await enterprise()
    const { id } = await live(production)
    const answers = await Promise.all(times(200, (nth) => either('production', nth).post(`/purchase/${id}/commit`)))
    expect(withStatus(answers, 200)).toHaveLength(1)
    expect(withStatus(answers, 409)).toHaveLength(199)
    for (const { body } of withStatus(answers, 409)) expect(body.code).toBe('invalid_state')
    expect(chargesOf(id)).toHaveLength(1)
    const { activity } = await readPurchase(production, id)
    expect(activity.filter(({ status }: { status: string }) => status === 'pending')).toHaveLength(1)
  })

  it('with one key: one charge, and whoever comes while it is under way is told to come again', async () => {
    const { production, either } = await enterprise()
    const { id } = await live(production)
    const commit = (nth: number) =>
      either('production', nth).post(`/purchase/${id}/commit`, undefined, { idempotencyKey: 'pay once' })
    const answers = await Promise.all(times(200, commit))
    expect(chargesOf(id)).toHaveLength(1)
    const good = withStatus(answers, 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ text }) => text)).size).toBe(1)
    expect(good.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    for (const { status, body, headers } of answers) {
      if (status === 200) continue
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1'])
    }
    const again = await commit(0)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([good[0]?.text, 'true'])
    const [kept] = await running.database.sql`select body from idempotency_answers where key = 'pay once'`
    expect(kept?.body).not.toContain('receipt')
  })

  it('with one key, again and again until the charge is back: nobody is told that the purchase is in another state', async () => {
    const { sandbox } = await enterprise()
    const buyer = await buyerWith(sandbox)
    const orders = await Promise.all(times(40, () => ordered(sandbox, buyer)))
    const answers = await Promise.all(
      orders.flatMap(({ id }) =>
        times(8, async (nth) => {
          await sleep(nth * 4)
          return sandbox.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: 'pay once' })
        }),
      ),
    )
    const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(others.filter((code) => code !== 'idempotency_in_progress')).toEqual([])
  })

  it('in sandbox too', async () => {
    const { sandbox, either } = await enterprise()
    const { id } = await ordered(sandbox, await buyerWith(sandbox))
    const answers = await Promise.all(times(200, (nth) => either('sandbox', nth).post(`/purchase/${id}/commit`)))
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 199])
  })
})

describe('a charge whose outcome is unknown', () => {
  it.each([
    ['was made, but the answer got lost', 'hang'],
    ['was never made', 'drop'],
  ] as const)('that %s is found by its key and made once', async (_name, mode) => {
    const { production } = await enterprise()
    const { id } = await live(production)
    stripe.mode = mode
    const unknown = await production.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: mode })
    stripe.mode = 'answer'
    expect(unknown).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await readPurchase(production, id)).status).toBe('created')
    // Meanwhile nobody charges again, cancels, or hears anything else.
    expect((await production.post(`/purchase/${id}/commit`)).body.code).toBe('invalid_state')
    expect((await production.put(`/purchase/${id}`, { status: 'canceled' })).body.code).toBe('invalid_state')
    const same = await production.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: mode })
    expect(same.body.code).toBe('idempotency_in_progress')
    await until(async () => (await readPurchase(production, id)).status === 'pending')
    expect(chargesOf(id)).toHaveLength(1)
    const replayed = await production.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: mode })
    expect(replayed).toMatchObject({ status: 200, body: { id, status: 'pending' } })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(chargesOf(id)).toHaveLength(1)
  })

  it('that a process left behind when it died is taken up by another', async () => {
    const { production } = await enterprise()
    const { id } = await live(production)
    // What the first step of a commit writes, and then nothing more: the process is gone.
    await running.database.sql`
      update purchases set charge = 'in_flight', attempt = 1, card_token = 'cus_visa pm_visa', card_brand = 'VISA',
        card_last_four = '4242', call_at = statement_timestamp(), leased_until = statement_timestamp() + interval '1 second'
      where id = ${id}`
    await until(async () => (await readPurchase(production, id)).status === 'pending')
    expect(chargesOf(id)).toHaveLength(1)
  })

  it('that is declined when it is found leaves the purchase free to be paid', async () => {
    const { production } = await enterprise()
    const { id } = await live(production, 'pm_declined')
    stripe.mode = 'hang'
    await production.post(`/purchase/${id}/commit`)
    stripe.mode = 'answer'
    await until(async () => (await readPurchase(production, id)).activity.length === 2)
    expect((await readPurchase(production, id)).status).toBe('created')
    expect((await production.post(`/purchase/${id}/commit`)).body.code).toBe('card_declined')
    expect(chargesOf(id)).toHaveLength(0)
  })
})

describe('commit and cancel at once', () => {
  it('come to one of both, and never to a charge of a canceled purchase', async () => {
    const { sandbox, either } = await enterprise()
    const buyer = await buyerWith(sandbox)
    const ids: string[] = []
    for (let nth = 0; nth < 40; nth++) ids.push((await ordered(sandbox, buyer, 1_000)).id)
    await Promise.all(
      ids.flatMap((id, nth) => [
        either('sandbox', nth).post(`/purchase/${id}/commit`),
        either('sandbox', nth + 1).put(`/purchase/${id}`, { status: 'canceled' }),
      ]),
    )
    const rows = await running.database.sql<{ status: string; charge: string }[]>`
      select status, charge from purchases where id = any(${ids})`
    for (const { status, charge } of rows) {
      expect(['pending captured', 'canceled none', 'canceled voided']).toContain(`${status} ${charge}`)
    }
    await advance(sandbox, SETTLED_SECONDS)
    const completed = rows.filter(({ status }) => status === 'pending').length
    expect((await balances(sandbox)).operating).toBe(OPENING + completed * (1_000 - 59))
    await auditClean(running.database)
  })
})

describe('refund and chargeback at once', () => {
  it('take the money once', async () => {
    const { sandbox, either } = await enterprise()
    const buyer = await buyerWith(sandbox)
    const ids: string[] = []
    for (let nth = 0; nth < 30; nth++) ids.push((await bought(sandbox, buyer, 10_000)).id)
    await advance(sandbox, SETTLED_SECONDS)
    await Promise.all(
      ids.flatMap((id, nth) => [
        either('sandbox', nth).put(`/purchase/${id}`, { status: 'refunded' }),
        either('sandbox', nth + 1).post('/sandbox/chargeback', { purchase: id }),
      ]),
    )
    await advance(sandbox, 120)
    for (const id of ids) expect((await readPurchase(sandbox, id)).status).toBe('reversed')
    expect((await balances(sandbox)).operating).toBe(OPENING - ids.length * 320)
    // Either the refund or the chargeback has the money; a refund that came first is called off and given back.
    const [row] = await running.database.sql<{ count: number; amount: number }[]>`
      with source as materialized (
        select id from refunds where purchase = any(${ids}) union all select id from disputes where purchase = any(${ids})
      )
      select count(distinct source_id)::int as count,
        sum(case when kind like '%.back' then -amount_in_cents else amount_in_cents end)::int as amount
      from ledger_transfers join source on source.id = source_id`
    expect(row?.amount).toBe(ids.length * 10_000)
    await auditClean(running.database)
  })
})

describe('what Stripe calls back about', () => {
  const tell = (type: string, object: object, headers?: Record<string, string>) => {
    const event = stripe.event(type, object)
    return fetch(`${running.roots.production}/card-network/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(headers ?? event.headers) },
      body: event.body,
    })
  }
  const operating = async (client: Client) => (await balances(client)).operating

  async function settled(client: Client) {
    const { id } = await live(client)
    await client.post(`/purchase/${id}/commit`)
    expect((await client.put(`/purchase/${id}`, { status: 'completed' })).status).toBe(200)
    await settleAtProcessor(running.database, id)
    return { id, payment_intent: chargesOf(id)[0]?.id }
  }

  it('a dispute reverses the purchase, once; unsigned it is not believed', async () => {
    const { production } = await enterprise()
    const { id, payment_intent } = await settled(production)
    expect((await tell('charge.dispute.funds_withdrawn', { payment_intent }, {})).status).toBe(401)
    expect((await readPurchase(production, id)).status).toBe('completed')
    for (let again = 0; again < 3; again++) {
      expect((await tell('charge.dispute.funds_withdrawn', { payment_intent })).status).toBe(200)
    }
    expect((await readPurchase(production, id)).status).toBe('reversed')
    expect(await operating(production)).toBe(0)
    await auditClean(running.database)
  })

  it('a refund is asked for once, waits while it is pending, and fails when Stripe says so', async () => {
    const { production } = await enterprise()
    const { id, payment_intent } = await settled(production)
    await settled(production)
    stripe.refundStatus = 'pending'
    expect((await production.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    // Production's clock is nobody's to move: the call is made due instead.
    await running.database.sql`update refunds set call_at = statement_timestamp() where purchase = ${id}`
    await until(async () => stripe.refunds.some((refund) => refund.payment_intent === payment_intent))
    await sleep(LEASE_SECONDS * 1_000 + 500)
    expect(stripe.refunds.filter((refund) => refund.payment_intent === payment_intent)).toHaveLength(1)
    expect((await readPurchase(production, id)).status).toBe('refunded')
    const [refund] = stripe.refunds.filter((one) => one.payment_intent === payment_intent)
    stripe.refundStatus = 'succeeded'
    const before = await operating(production)
    await tell('refund.failed', { ...refund, status: 'failed' })
    await tell('refund.failed', { ...refund, status: 'failed' })
    expect((await readPurchase(production, id)).status).toBe('refunded')
    expect(await operating(production)).toBe(before + 10_000)
    await auditClean(running.database)
  })

  it('a refund that was made and then failed gives the money back; a chargeback takes it, once', async () => {
    const { production } = await enterprise()
    const { id, payment_intent } = await settled(production)
    await settled(production)
    const before = await operating(production)
    expect((await production.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    await running.database.sql`update refunds set call_at = statement_timestamp() where purchase = ${id}`
    await until(async () => (await readPurchase(production, id)).status === 'reversed')
    expect(await operating(production)).toBe(before - 10_000)
    const [refund] = stripe.refunds.filter((one) => one.payment_intent === payment_intent)
    const twice = async (type: string, object: object) => {
      for (let again = 0; again < 2; again++) expect((await tell(type, object)).status).toBe(200)
    }
    await twice('refund.updated', { ...refund, status: 'succeeded' })
    await twice('refund.failed', { ...refund, status: 'failed' })
    const failed = await readPurchase(production, id)
    expect(failed.status).toBe('refunded')
    expect(failed.activity).toContainEqual(expect.objectContaining({ status: 'refunded', code: 'refund_failed' }))
    expect(await operating(production)).toBe(before)
    expect((await production.put(`/purchase/${id}`, { status: 'completed' })).status).toBe(409)
    await twice('charge.dispute.funds_withdrawn', { payment_intent })
    await twice('refund.failed', { ...refund, status: 'failed' })
    expect((await readPurchase(production, id)).status).toBe('reversed')
    expect(await operating(production)).toBe(before - 10_000)
    const moved = await running.database.sql<{ kind: string; amount: number }[]>`
      select kind, amount_in_cents::int as amount from ledger_transfers
      where source_id = ${id} or source_id in (select id from refunds where purchase = ${id})
        or source_id in (select id from disputes where purchase = ${id})
      order by kind`
    expect(Object.fromEntries(moved.map(({ kind, amount }) => [kind, amount]))).toEqual({
      'purchase.settled': 9_680,
      'purchase.fee': 320,
      'purchase.reversal': 10_000,
      'purchase.reversal.back': 10_000,
      'purchase.chargeback': 10_000,
    })
    expect(moved).toHaveLength(5)
    await auditClean(running.database)
  })

  it('an early fraud warning refunds what says auto_refund_on_fraud', async () => {
    const { production } = await enterprise()
    const { id, payment_intent } = await settled(production)
    await production.put(`/purchase/${id}`, { auto_refund_on_fraud: true })
    await tell('radar.early_fraud_warning.created', { payment_intent })
    expect((await readPurchase(production, id)).status).toBe('refunded')
  })
})

describe('creating', () => {
  it('two hundred purchases at once stand in one list without a gap; with one key there is one', async () => {
    const { sandbox, either } = await enterprise()
    const buyer = await buyerWith(sandbox)
    const order = { buyer, items: [item(100)] }
    const many = await Promise.all(times(200, (nth) => either('sandbox', nth).post('/purchase', order)))
    expect(withStatus(many, 201)).toHaveLength(200)
    const one = await Promise.all(
      times(50, (nth) => either('sandbox', nth).post('/purchase', order, { idempotencyKey: 'one' })),
    )
    expect(new Set(one.map(({ text }) => text)).size).toBe(1)
    const listed = (await sandbox.get('/purchase?page_size=1000')).body
    expect(listed.pagination.total).toBe(201)
    expect(new Set(listed.data.map(({ id }: { id: string }) => id)).size).toBe(201)
  })
})

/** Until somebody waits for a lock. */
const someoneWaits = ({ database }: RunningService) => until(async () => (await countLockWaits(database)) > 0)

describe('what was due before a change', () => {
  it('takes the accounts before the counter of events, as everybody does: nobody waits for each other', async () => {
    const quiet = await startService({ WORKER_POLL_MS: '60000' })
    const { sandbox, id: enterprise } = await quiet.enterprise()
    const purchase = await bought(sandbox, await buyerWith(sandbox))
    // Settled by now, but nobody has looked: two steps are due, and the refund is the third.
    await timePasses(quiet.database, enterprise, SETTLED_SECONDS * 1_000)
    const changed = await quiet.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, enterprise, 'sandbox')
      await lockAccounts(tx, tenant, ['operating'])
      const changing = sandbox.put(`/purchase/${purchase.id}`, { status: 'refunded' })
      await someoneWaits(quiet)
      await tx`update counters set value = value where tenant_id = ${tenant} and kind = 'event'`
      return { changing }
    })
    expect(await changed.changing).toMatchObject({ status: 200, body: { status: 'refunded' } })
    await auditClean(quiet.database)
  })
})

describe('what the network said of charges and of refunds at once', () => {
  it('takes the accounts before the counter of events, too', async () => {
    const quiet = await startService({ WORKER_POLL_MS: '60000' })
    const { sandbox, id: enterprise } = await quiet.enterprise()
    const refunded = await bought(sandbox, await buyerWith(sandbox, 'unrefundable'))
    expect((await sandbox.put(`/purchase/${refunded.id}`, { status: 'refunded' })).status).toBe(200)
    const charged = await ordered(sandbox, await buyerWith(sandbox))
    // Left in flight by a process that died, and to be asked for at the very moment of the refund.
    await quiet.database.sql`
      update purchases set charge = 'in_flight', attempt = 1, card_token = buyer.card_token, card_brand = 'VISA',
        card_last_four = '4242', call_at = (
          select call_at from refunds where tenant_id = purchases.tenant_id and purchase = ${refunded.id})
      from buyers buyer
      where purchases.id = ${charged.id} and buyer.tenant_id = purchases.tenant_id and buyer.id = purchases.buyer`
    const held = await quiet.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, enterprise, 'sandbox')
      await lockAccounts(tx, tenant, ['operating'])
      const advancing = sandbox.post('/sandbox/clock/advance', { seconds: 60 })
      await someoneWaits(quiet)
      await tx`update counters set value = value where tenant_id = ${tenant} and kind = 'event'`
      return { advancing }
    })
    expect(await held.advancing).toMatchObject({ status: 200 })
    expect((await readPurchase(sandbox, charged.id)).status).toBe('pending')
    expect((await readPurchase(sandbox, refunded.id)).activity).toContainEqual(
      expect.objectContaining({ code: 'refund_failed' }),
    )
    await auditClean(quiet.database)
  })
})

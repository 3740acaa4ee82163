import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessorBooks } from '../../src/rails/cards/port.ts'
import { type ProcessorScene, startProcessorScene, TOTAL } from '../support/processor-scene.ts'
import { readPurchase } from '../support/purchases.ts'
import { stripeFee } from '../support/stripe-books.ts'

let scene: ProcessorScene
let stripe: ProcessorScene['stripe']
let running: ProcessorScene['running']
let acme: ProcessorScene['acme']
let processor: ProcessorScene['processor']

const NET = 9_680
const FEE = stripeFee(TOTAL)

beforeAll(async () => {
  scene = await startProcessorScene()
  ;({ stripe, running, acme, processor } = scene)
})

afterAll(() => stripe.close())

const intentOf = (id: string) => {
  const found = stripe.intents.find(({ metadata }) => metadata.tributary_key?.includes(id))
  if (!found) throw new Error(`${id} was not charged`)
  return found
}

const countOf = async (kind: string): Promise<number> => {
  const [row] = await running.database.sql<{ count: number }[]>`
    select count(*)::int as count from ledger_transfers where kind = ${kind}`
  return row?.count ?? 0
}

describe('a sale', () => {
  it('settles when the processor says that its money is available, and not before', async () => {
    const before = await scene.operating()
    const id = await scene.buys()
    await scene.passes(1)
    await scene.follow()
    expect((await readPurchase(acme.client, id)).status).toBe('settling')
    expect([
      await scene.account('processor'),
      await scene.account('cards_due'),
      await scene.account('processor_fees'),
    ]).toEqual([TOTAL - FEE, -TOTAL, FEE])
    await scene.agreesNow()
    // Past the time at which version 0.1 would have settled it; the processor is late.
    const [sale] = stripe.books.transactions
    Object.assign(sale as object, { available_on: scene.clock().getTime() / 1_000 + 72 * 3_600 })
    await scene.passes(50)
    await scene.follow()
    expect((await readPurchase(acme.client, id)).status).toBe('settling')
    expect(await scene.operating()).toBe(before)
    await scene.passes(24)
    await scene.follow()
    expect((await readPurchase(acme.client, id)).status).toBe('completed')
    expect(await scene.operating()).toBe(before + NET)
    await scene.follow()
    expect(await scene.operating()).toBe(before + NET)
    await scene.agreesNow()
  })

  it('that the enterprise completes itself changes its face only, and settles by the processor’s word', async () => {
    const before = await scene.operating()
    const id = await scene.buys()
    const done = await acme.client.put(`/purchase/${id}`, { status: 'completed' })
    expect(done.body.status).toBe('completed')
    expect(await scene.operating()).toBe(before)
    // Before settlement only all of it can go back.
    expect((await acme.client.post(`/purchase/${id}/refund`, { amount_in_cents: 1 })).status).toBe(409)
    await scene.passes(50)
    await scene.follow()
    expect(await scene.operating()).toBe(before + NET)
    expect((await readPurchase(acme.client, id)).activity.at(-1).entry).toContain('fee')
    await scene.agreesNow()
  })

  it('that was refunded before it settled never reaches the operating account', async () => {
    const before = await scene.operating()
    const id = await scene.buys()
    expect((await acme.client.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    await scene.passes(1)
    await scene.follow()
    await scene.passes(49)
    await scene.follow()
    expect((await readPurchase(acme.client, id)).status).toBe('reversed')
    expect(await scene.operating()).toBe(before)
    // To settle what was voided would be refused, and tried for ever.
    expect(processor.errors).toEqual([])
    await scene.agreesNow()
  })
})

describe('the processor’s books', () => {
  it('read twice, and by two workers at once, are booked once', async () => {
    await scene.buys()
    await scene.buys(2_500)
    await scene.passes(1)
    const sales = await countOf('processor.sale')
    await Promise.all([processor.read(), processor.read(), processor.read()])
    await processor.read()
    expect(await countOf('processor.sale')).toBe(sales + 2)
    // The second and the third find it stored, which is no failure.
    expect(processor.errors).toEqual([])
    await scene.passes(50)
    const settled = await countOf('purchase.settled')
    await Promise.all([processor.settle(), processor.settle()])
    expect(await countOf('purchase.settled')).toBe(settled + 2)
    await scene.agreesNow()
  })

  it('of which the reading breaks off anywhere are read again from the same mark', async () => {
    for (let nth = 0; nth < 4; nth++) await scene.buys(1_000 + nth)
    await scene.passes(1)
    const sales = await countOf('processor.sale')
    for (const after of [0, 1, 2]) {
      const broken: ProcessorBooks = {
        ...processor.books,
        async *transactions(since) {
          let left = after
          for await (const page of processor.books.transactions(since)) {
            for (const one of page) {
              if (left-- === 0) throw new Error('killed')
              yield [one]
            }
          }
        },
      }
      await expect(processor.read(broken)).rejects.toThrow('killed')
    }
    expect(await countOf('processor.sale')).toBeLessThan(sales + 4)
    await processor.read()
    expect(await countOf('processor.sale')).toBe(sales + 4)
    await scene.agreesNow()
  })

  it('with a transaction that could not be stored keep it for the next reading, and book the others', async () => {
    const { sql } = running.database
    const [first, second] = [await scene.buys(1_111), await scene.buys(2_222)]
    // Older than what every reading reads once more.
    await scene.passes(3)
    await sql`
      alter table processor_transactions add constraint refuse_one check (amount_in_cents <> 1111) not valid`
    await processor.read()
    const stored = () => sql<{ purchase: string }[]>`
      select purchase from processor_transactions where purchase in (${first}, ${second}) order by amount_in_cents`
    expect((await stored()).map(({ purchase }) => purchase)).toEqual([second])
    await sql`alter table processor_transactions drop constraint refuse_one`
    await scene.passes(30)
    await processor.read()
    expect((await stored()).map(({ purchase }) => purchase)).toEqual([first, second])
    await scene.passes(30)
    await scene.follow()
    await scene.agreesNow()
  })
})

describe('a dispute', () => {
  const opened = (id: string, reference: string) => ({
    id: reference,
    payment_intent: intentOf(id).id,
    status: 'needs_response',
    amount: TOTAL,
    reason: 'fraudulent',
    evidence_details: { due_by: null },
  })

  it('whose events were lost counts by the processor’s books: taken, its fee booked, won again', async () => {
    const id = await scene.buys()
    await scene.passes(50)
    await scene.follow()
    const before = await scene.operating()
    const dispute = opened(id, 'du_lost')
    stripe.books.dispute(dispute, TOTAL)
    const fees = await scene.account('processor_fees')
    await scene.passes(1)
    await scene.follow()
    expect(await readPurchase(acme.client, id)).toMatchObject({
      status: 'reversed',
      dispute: { amount_in_cents: TOTAL },
    })
    expect(await scene.operating()).toBe(before - TOTAL)
    expect((await scene.account('processor_fees')) - fees).toBe(1_500)
    await scene.agreesNow()
    stripe.books.win({ ...dispute, status: 'won' }, TOTAL)
    await scene.passes(1)
    await scene.follow()
    expect(await readPurchase(acme.client, id)).toMatchObject({ status: 'completed', dispute: { status: 'won' } })
    expect(await scene.operating()).toBe(before)
    await scene.agreesNow()
  })

  it('of a part, of a charge that the enterprise has completed before it settled, settles it first', async () => {
    const id = await scene.buys()
    await acme.client.put(`/purchase/${id}`, { status: 'completed' })
    const before = await scene.operating()
    stripe.books.dispute({ ...opened(id, 'du_part'), amount: 4_000 }, 4_000)
    await scene.passes(1)
    await scene.follow()
    expect(await scene.operating()).toBe(before + NET - 4_000)
    await scene.passes(50)
    await scene.follow()
    expect(await scene.operating()).toBe(before + NET - 4_000)
    await scene.agreesNow()
  })
})

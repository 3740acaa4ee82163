import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { easternDay } from '../../src/rails/ach/calendar.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import type { ProcessorBooks } from '../../src/rails/cards/port.ts'
import { listKept } from '../../src/resources/bank-files/index.ts'
import { bookKept, listKeptMovements, processorAgrees } from '../../src/resources/processor/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import { creditEntry, incomingFile, PROCESSOR_COMPANY } from '../support/bank.ts'
import { type ProcessorScene, startProcessorScene, TOTAL } from '../support/processor-scene.ts'
import { stripeFee } from '../support/stripe-books.ts'

let scene: ProcessorScene
let stripe: ProcessorScene['stripe']
let running: ProcessorScene['running']
let bank: ProcessorScene['bank']
let acme: ProcessorScene['acme']
let processor: ProcessorScene['processor']
const FEE = stripeFee(TOTAL)

beforeAll(async () => {
  scene = await startProcessorScene()
  ;({ stripe, running, bank, acme, processor } = scene)
})

afterAll(() => stripe.close())

describe('a payout', () => {
  const credited = async (nth: number, amount: number, name: string) =>
    bank.put(
      name,
      writeAch(incomingFile([creditEntry(nth, operatingNumber(acme.tenant), amount)], PROCESSOR_COMPANY, 'CCD')),
    )

  /** All that is available leaves for the bank, where it should be on the same day. */
  async function paidOut(): Promise<number> {
    await scene.buys()
    await scene.passes(50)
    await scene.follow()
    const payout = stripe.books.payOut(easternDay(scene.clock()))
    if (!payout) throw new Error('nothing is available')
    return payout.amount
  }

  it('is matched with the bank’s credit and is no top-up, although it names the operating account of an enterprise', async () => {
    const amount = await paidOut()
    const before = await scene.operating()
    await scene.passes(1)
    await scene.follow()
    expect(await scene.account('processor_payouts')).toBe(amount)
    expect((await scene.day())?.differences).toMatchObject([{ kind: 'payout', said: amount, posted: 0 }])
    await credited(101, amount, 'payout.ach')
    await bank.receive()
    expect(await scene.operating()).toBe(before)
    expect(await scene.account('processor_payouts')).toBe(0)
    await scene.agreesNow()
    // The same credit in another file is kept, and not booked again.
    await credited(101, amount, 'payout-again.ach')
    await bank.receive()
    expect((await listKept(running.database.sql, bank.id)).map(({ why }) => why)).toContain(
      'the same credit came before, in payout.ach',
    )
    expect(await scene.account('processor_payouts')).toBe(0)
  })

  it('is matched when the bank was first; a credit that is no payout waits, and is booked by an operator once', async () => {
    const { sql } = running.database
    const amount = await paidOut()
    await credited(103, amount, 'first.ach')
    await credited(104, 1, 'stray.ach')
    await bank.receive()
    expect(await scene.account('processor_payouts')).toBe(-1 - amount)
    await scene.passes(1)
    await scene.follow()
    expect(await scene.account('processor_payouts')).toBe(-1)
    const kept = await listKeptMovements(sql, bank.id)
    expect(kept).toMatchObject([{ kind: 'credit', amount_in_cents: 1 }])
    const id = kept[0]?.id as string
    const book = () => running.database.transaction((tx) => bookKept(tx, bank.id, id, 'other'))
    await book()
    await expect(book()).rejects.toMatchObject({ code: 'invalid_state' })
    expect([await scene.account('processor_payouts'), await scene.account('processor_other')]).toEqual([0, -1])
    await scene.agreesNow()
  })

  it('that the bank credits with another amount is closed by an operator, and the difference is a cost', async () => {
    const { sql } = running.database
    const amount = await paidOut()
    await scene.passes(1)
    await scene.follow()
    await credited(105, amount - 100, 'less.ach')
    await bank.receive()
    const [payout] = await sql`select id from processor_transactions where status = 'in_transit'`
    const book = (id: string) => running.database.transaction((tx) => bookKept(tx, bank.id, id, 'fee'))
    await expect(book(payout?.id)).rejects.toThrow('still on its way')
    await scene.passes(24)
    const fees = await scene.account('processor_fees')
    const kept = await listKeptMovements(sql, bank.id)
    expect(kept.map(({ kind, amount_in_cents }) => [kind, amount_in_cents]).sort()).toEqual([
      ['credit', amount - 100],
      ['payout', -amount],
    ])
    for (const { id } of kept) await book(id)
    await expect(book(payout?.id)).rejects.toThrow('booked already')
    expect([await scene.account('processor_payouts'), (await scene.account('processor_fees')) - fees]).toEqual([0, 100])
    expect(await listKeptMovements(sql, bank.id)).toEqual([])
    await scene.agreesNow()
  })

  it('that fails is back at the processor, and no credit is expected any more', async () => {
    await scene.buys()
    await scene.passes(50)
    await scene.follow()
    const payout = stripe.books.payOut(easternDay(scene.clock())) as { id: string; amount: number }
    await scene.passes(1)
    await scene.follow()
    expect((await scene.day())?.differences).toHaveLength(1)
    const held = await scene.account('processor')
    stripe.books.add('payout_reversal', payout.amount, { source: { ...payout, object: 'payout' } })
    await scene.passes(1)
    await scene.follow()
    expect((await scene.account('processor')) - held).toBe(payout.amount)
    await scene.agreesNow()
  })
})

describe('a card that is removed', () => {
  const formOf = async (buyer: string) => {
    const { body } = await acme.client.get(`/buyer/${buyer}`)
    const { origin, pathname } = new URL(body.payment_method_embed_url)
    const authorization = `Bearer ${pathname.split('/')[2]}`
    return (method: string, path: string, json?: object) =>
      fetch(`${origin}/card-form/api/${path}`, {
        method,
        headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}) },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
  }
  const buyerOf = async (instrument: string) =>
    (await acme.client.post('/buyer', { payment_instrument_id: instrument })).body.id as string
  const waiting = async () => (await running.database.sql`select 1 from card_detachments`).length

  it('or replaced is detached once, when no buyer has it any more', async () => {
    const [first, second] = [await buyerOf('pm_loose'), await buyerOf('pm_loose')]
    expect((await (await formOf(first))('DELETE', 'card')).status).toBe(200)
    await scene.passes(1)
    expect([stripe.detached, await waiting()]).toEqual([[], 0])
    const replaced = await (await formOf(second))('POST', 'instrument', { instrument: 'pm_declined' })
    expect(replaced.status).toBe(200)
    expect(await waiting()).toBe(1)
    await processor.sweep([acme.tenant])
    expect(stripe.detached).toEqual([])
    await scene.passes(1)
    expect([stripe.detached, await waiting()]).toEqual([['pm_loose'], 0])
  })
})

describe('what the processor says and the books do not know', () => {
  it('is kept, with the reason, and booked as an operator says', async () => {
    const { sql } = running.database
    const id = await scene.buys()
    const [sale] = stripe.books.transactions
    Object.assign(sale as object, { amount: TOTAL + 1, net: TOTAL + 1 - FEE })
    stripe.books.add('other_adjustment', -250)
    stripe.books.add('charge', 700, { source: { id: 'ch_foreign', object: 'charge', metadata: {} } })
    stripe.books.add('fee', -125)
    stripe.books.add('fee', 25)
    await scene.passes(1)
    await scene.follow()
    expect((await listKeptMovements(sql, bank.id)).map(({ amount_in_cents, why }) => [amount_in_cents, why])).toEqual(
      expect.arrayContaining([
        [TOTAL + 1, `${id} was charged ${TOTAL} cents, not ${TOTAL + 1}`],
        [-250, 'the processor calls it other_adjustment'],
        [700, 'the sale was not made by this service'],
      ]),
    )
    const found = await scene.day()
    expect(found?.differences).toHaveLength(3)
    expect(found?.sums.find(({ movement }) => movement === 'fee_back')).toMatchObject({ said: 25, posted: 25 })
    const fees = await scene.account('processor_fees')
    for (const { id: kept } of await listKeptMovements(sql, bank.id)) {
      await running.database.transaction((tx) => bookKept(tx, bank.id, kept, kept === sale?.id ? 'other' : 'fee'))
    }
    expect((await scene.account('processor_fees')) - fees).toBe(250 - 700 + FEE)
    await scene.agreesNow()
  })

  it('of a charge that it does not have is told on the day of the charge, and so is a balance that moved by itself', async () => {
    await scene.follow()
    await scene.passes(24 * 4)
    const id = await scene.buys()
    stripe.books.transactions.shift()
    await scene.passes(1)
    await scene.follow()
    expect((await scene.day())?.differences).toMatchObject([{ id, kind: 'sale', said: 0, posted: TOTAL }])
    const hidden: ProcessorBooks = { ...processor.books, balance: async () => 5 as never }
    await processor.read(hidden)
    const found = await scene.day()
    expect(found?.balance?.moved).not.toBe(found?.balance?.expected)
    expect(processorAgrees(found)).toBe(false)
  })
})

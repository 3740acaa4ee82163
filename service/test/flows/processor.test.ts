import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { bankingDayOf, easternDay } from '../../src/rails/ach/calendar.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import type { ProcessorBooks } from '../../src/rails/cards/port.ts'
import { listKept } from '../../src/resources/bank-files/index.ts'
import {
  bookKept,
  listKeptMovements,
  processorAgrees,
  reconcileProcessor,
} from '../../src/resources/processor/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import {
  creditEntry,
  incomingFile,
  PROCESSOR_COMPANY,
  type Producer,
  producer,
  startBank,
  type TestBank,
} from '../support/bank.ts'
import { balances } from '../support/payouts.ts'
import { startTestProcessor, type TestProcessor } from '../support/processor.ts'
import { bought, readPurchase } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { stripeFee } from '../support/stripe-books.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'

let stripe: LocalStripe
let running: RunningService
let bank: TestBank
let acme: Producer
let processor: TestProcessor

const FUNDS = 1_000_000
const TOTAL = 10_000
const NET = 9_680
const FEE = stripeFee(TOTAL)

beforeAll(async () => {
  stripe = await startStripe()
  running = await startService(stripeSettings(stripe), undefined, { role: 'api' })
  acme = await producer(running, 'Acme', FUNDS)
  bank = await startBank(running)
  processor = await startTestProcessor(running, stripe)
  await passes(0)
})
afterAll(() => stripe.close())

let hours = 0
/** The clock of production and of the processor; each test begins a day of its own, so that it has its own figures. */
const START = Date.parse('2026-11-02T14:00:00Z')
const clock = () => new Date(START + hours * 3_600_000)

async function passes(more: number): Promise<void> {
  hours += more
  await bank.setClock(clock().toISOString())
  stripe.books.now = clock
  await processor.sweep([acme.tenant])
}

async function follow(): Promise<void> {
  await processor.read()
  await processor.settle()
}

async function buys(amount = TOTAL): Promise<string> {
  const { body: buyer } = await acme.client.post('/buyer', { payment_instrument_id: 'pm_visa' })
  return (await bought(acme.client, buyer.id, amount)).id
}

const intentOf = (id: string) => {
  const found = stripe.intents.find(({ metadata }) => metadata.tributary_key?.includes(id))
  if (!found) throw new Error(`${id} was not charged`)
  return found
}

const operating = async () => (await balances(acme.client)).operating

async function account(code: string): Promise<number> {
  const [row] = await running.database.sql<{ balance: number }[]>`
    select debits - credits as balance from ledger_accounts where tenant_id = ${bank.id} and code = ${code}`
  return row?.balance ?? 0
}

const day = () => reconcileProcessor(running.database.sql, bank.id, bankingDayOf(clock()))

async function agreesNow(): Promise<void> {
  const found = await day()
  expect(found?.differences).toEqual([])
  expect(processorAgrees(found), JSON.stringify(found)).toBe(true)
  expect(await auditEverything(running.database)).toEqual([])
}

const countOf = async (kind: string): Promise<number> => {
  const [row] = await running.database.sql<{ count: number }[]>`
    select count(*)::int as count from ledger_transfers where kind = ${kind}`
  return row?.count ?? 0
}

describe('a sale', () => {
  it('settles when the processor says that its money is available, and not before', async () => {
    const before = await operating()
    const id = await buys()
    await passes(1)
    await follow()
    expect((await readPurchase(acme.client, id)).status).toBe('settling')
    expect([await account('processor'), await account('cards_due'), await account('processor_fees')]).toEqual([
      TOTAL - FEE,
      -TOTAL,
      FEE,
    ])
    await agreesNow()
    // Past the time at which version 0.1 would have settled it; the processor is late.
    const [sale] = stripe.books.transactions
    Object.assign(sale as object, { available_on: clock().getTime() / 1_000 + 72 * 3_600 })
    await passes(50)
    await follow()
    expect((await readPurchase(acme.client, id)).status).toBe('settling')
    expect(await operating()).toBe(before)
    await passes(24)
    await follow()
    expect((await readPurchase(acme.client, id)).status).toBe('completed')
    expect(await operating()).toBe(before + NET)
    await follow()
    expect(await operating()).toBe(before + NET)
    await agreesNow()
  })

  it('that the enterprise completes itself changes its face only, and settles by the processor’s word', async () => {
    const before = await operating()
    const id = await buys()
    const done = await acme.client.put(`/purchase/${id}`, { status: 'completed' })
    expect(done.body.status).toBe('completed')
    expect(await operating()).toBe(before)
    // Before settlement only all of it can go back.
    expect((await acme.client.post(`/purchase/${id}/refund`, { amount_in_cents: 1 })).status).toBe(409)
    await passes(50)
    await follow()
    expect(await operating()).toBe(before + NET)
    expect((await readPurchase(acme.client, id)).activity.at(-1).entry).toContain('fee')
    await agreesNow()
  })

  it('that was refunded before it settled never reaches the operating account', async () => {
    const before = await operating()
    const id = await buys()
    expect((await acme.client.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    await passes(1)
    await follow()
    await passes(49)
    await follow()
    expect((await readPurchase(acme.client, id)).status).toBe('reversed')
    expect(await operating()).toBe(before)
    // To settle what was voided would be refused, and tried for ever.
    expect(processor.errors).toEqual([])
    await agreesNow()
  })
})

describe('the processor’s books', () => {
  it('read twice, and by two workers at once, are booked once', async () => {
    await buys()
    await buys(2_500)
    await passes(1)
    const sales = await countOf('processor.sale')
    await Promise.all([processor.read(), processor.read(), processor.read()])
    await processor.read()
    expect(await countOf('processor.sale')).toBe(sales + 2)
    // The second and the third find it stored, which is no failure.
    expect(processor.errors).toEqual([])
    await passes(50)
    const settled = await countOf('purchase.settled')
    await Promise.all([processor.settle(), processor.settle()])
    expect(await countOf('purchase.settled')).toBe(settled + 2)
    await agreesNow()
  })

  it('of which the reading breaks off anywhere are read again from the same mark', async () => {
    for (let nth = 0; nth < 4; nth++) await buys(1_000 + nth)
    await passes(1)
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
    await agreesNow()
  })

  it('with a transaction that could not be stored keep it for the next reading, and book the others', async () => {
    const { sql } = running.database
    const [first, second] = [await buys(1_111), await buys(2_222)]
    // Older than what every reading reads once more.
    await passes(3)
    await sql`
      alter table processor_transactions add constraint refuse_one check (amount_in_cents <> 1111) not valid`
    await processor.read()
    const stored = () => sql<{ purchase: string }[]>`
      select purchase from processor_transactions where purchase in (${first}, ${second}) order by amount_in_cents`
    expect((await stored()).map(({ purchase }) => purchase)).toEqual([second])
    await sql`alter table processor_transactions drop constraint refuse_one`
    await passes(30)
    await processor.read()
    expect((await stored()).map(({ purchase }) => purchase)).toEqual([first, second])
    await passes(30)
    await follow()
    await agreesNow()
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
    const id = await buys()
    await passes(50)
    await follow()
    const before = await operating()
    const dispute = opened(id, 'du_lost')
    stripe.books.dispute(dispute, TOTAL)
    const fees = await account('processor_fees')
    await passes(1)
    await follow()
    expect(await readPurchase(acme.client, id)).toMatchObject({
      status: 'reversed',
      dispute: { amount_in_cents: TOTAL },
    })
    expect(await operating()).toBe(before - TOTAL)
    expect((await account('processor_fees')) - fees).toBe(1_500)
    await agreesNow()
    stripe.books.win({ ...dispute, status: 'won' }, TOTAL)
    await passes(1)
    await follow()
    expect(await readPurchase(acme.client, id)).toMatchObject({ status: 'completed', dispute: { status: 'won' } })
    expect(await operating()).toBe(before)
    await agreesNow()
  })

  it('of a part, of a charge that the enterprise has completed before it settled, settles it first', async () => {
    const id = await buys()
    await acme.client.put(`/purchase/${id}`, { status: 'completed' })
    const before = await operating()
    stripe.books.dispute({ ...opened(id, 'du_part'), amount: 4_000 }, 4_000)
    await passes(1)
    await follow()
    expect(await operating()).toBe(before + NET - 4_000)
    await passes(50)
    await follow()
    expect(await operating()).toBe(before + NET - 4_000)
    await agreesNow()
  })
})

describe('a payout', () => {
  const credited = async (nth: number, amount: number, name: string) =>
    bank.put(
      name,
      writeAch(incomingFile([creditEntry(nth, operatingNumber(acme.tenant), amount)], PROCESSOR_COMPANY, 'CCD')),
    )

  /** All that is available leaves for the bank, where it should be on the same day. */
  async function paidOut(): Promise<number> {
    await buys()
    await passes(50)
    await follow()
    const payout = stripe.books.payOut(easternDay(clock()))
    if (!payout) throw new Error('nothing is available')
    return payout.amount
  }

  it('is matched with the bank’s credit and is no top-up, although it names the operating account of an enterprise', async () => {
    const amount = await paidOut()
    const before = await operating()
    await passes(1)
    await follow()
    expect(await account('processor_payouts')).toBe(amount)
    expect((await day())?.differences).toMatchObject([{ kind: 'payout', said: amount, posted: 0 }])
    await credited(101, amount, 'payout.ach')
    await bank.receive()
    expect(await operating()).toBe(before)
    expect(await account('processor_payouts')).toBe(0)
    await agreesNow()
    // The same credit in another file is kept, and not booked again.
    await credited(101, amount, 'payout-again.ach')
    await bank.receive()
    expect((await listKept(running.database.sql, bank.id)).map(({ why }) => why)).toContain(
      'the same credit came before, in payout.ach',
    )
    expect(await account('processor_payouts')).toBe(0)
  })

  it('is matched when the bank was first; a credit that is no payout waits, and is booked by an operator once', async () => {
    const { sql } = running.database
    const amount = await paidOut()
    await credited(103, amount, 'first.ach')
    await credited(104, 1, 'stray.ach')
    await bank.receive()
    expect(await account('processor_payouts')).toBe(-1 - amount)
    await passes(1)
    await follow()
    expect(await account('processor_payouts')).toBe(-1)
    const kept = await listKeptMovements(sql, bank.id)
    expect(kept).toMatchObject([{ kind: 'credit', amount_in_cents: 1 }])
    const id = kept[0]?.id as string
    const book = () => running.database.transaction((tx) => bookKept(tx, bank.id, id, 'other'))
    await book()
    await expect(book()).rejects.toMatchObject({ code: 'invalid_state' })
    expect([await account('processor_payouts'), await account('processor_other')]).toEqual([0, -1])
    await agreesNow()
  })

  it('that the bank credits with another amount is closed by an operator, and the difference is a cost', async () => {
    const { sql } = running.database
    const amount = await paidOut()
    await passes(1)
    await follow()
    await credited(105, amount - 100, 'less.ach')
    await bank.receive()
    const [payout] = await sql`select id from processor_transactions where status = 'in_transit'`
    const book = (id: string) => running.database.transaction((tx) => bookKept(tx, bank.id, id, 'fee'))
    await expect(book(payout?.id)).rejects.toThrow('still on its way')
    await passes(24)
    const fees = await account('processor_fees')
    const kept = await listKeptMovements(sql, bank.id)
    expect(kept.map(({ kind, amount_in_cents }) => [kind, amount_in_cents]).sort()).toEqual([
      ['credit', amount - 100],
      ['payout', -amount],
    ])
    for (const { id } of kept) await book(id)
    await expect(book(payout?.id)).rejects.toThrow('booked already')
    expect([await account('processor_payouts'), (await account('processor_fees')) - fees]).toEqual([0, 100])
    expect(await listKeptMovements(sql, bank.id)).toEqual([])
    await agreesNow()
  })

  it('that fails is back at the processor, and no credit is expected any more', async () => {
    await buys()
    await passes(50)
    await follow()
    const payout = stripe.books.payOut(easternDay(clock())) as { id: string; amount: number }
    await passes(1)
    await follow()
    expect((await day())?.differences).toHaveLength(1)
    const held = await account('processor')
    stripe.books.add('payout_reversal', payout.amount, { source: { ...payout, object: 'payout' } })
    await passes(1)
    await follow()
    expect((await account('processor')) - held).toBe(payout.amount)
    await agreesNow()
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
    await passes(1)
    expect([stripe.detached, await waiting()]).toEqual([[], 0])
    const replaced = await (await formOf(second))('POST', 'instrument', { instrument: 'pm_declined' })
    expect(replaced.status).toBe(200)
    expect(await waiting()).toBe(1)
    await processor.sweep([acme.tenant])
    expect(stripe.detached).toEqual([])
    await passes(1)
    expect([stripe.detached, await waiting()]).toEqual([['pm_loose'], 0])
  })
})

describe('what the processor says and the books do not know', () => {
  it('is kept, with the reason, and booked as an operator says', async () => {
    const { sql } = running.database
    const id = await buys()
    const [sale] = stripe.books.transactions
    Object.assign(sale as object, { amount: TOTAL + 1, net: TOTAL + 1 - FEE })
    stripe.books.add('other_adjustment', -250)
    stripe.books.add('charge', 700, { source: { id: 'ch_foreign', object: 'charge', metadata: {} } })
    stripe.books.add('fee', -125)
    stripe.books.add('fee', 25)
    await passes(1)
    await follow()
    expect((await listKeptMovements(sql, bank.id)).map(({ amount_in_cents, why }) => [amount_in_cents, why])).toEqual(
      expect.arrayContaining([
        [TOTAL + 1, `${id} was charged ${TOTAL} cents, not ${TOTAL + 1}`],
        [-250, 'the processor calls it other_adjustment'],
        [700, 'the sale was not made by this service'],
      ]),
    )
    const found = await day()
    expect(found?.differences).toHaveLength(3)
    expect(found?.sums.find(({ movement }) => movement === 'fee_back')).toMatchObject({ said: 25, posted: 25 })
    const fees = await account('processor_fees')
    for (const { id: kept } of await listKeptMovements(sql, bank.id)) {
      await running.database.transaction((tx) => bookKept(tx, bank.id, kept, kept === sale?.id ? 'other' : 'fee'))
    }
    expect((await account('processor_fees')) - fees).toBe(250 - 700 + FEE)
    await agreesNow()
  })

  it('of a charge that it does not have is told on the day of the charge, and so is a balance that moved by itself', async () => {
    await follow()
    await passes(24 * 4)
    const id = await buys()
    stripe.books.transactions.shift()
    await passes(1)
    await follow()
    expect((await day())?.differences).toMatchObject([{ id, kind: 'sale', said: 0, posted: TOTAL }])
    const hidden: ProcessorBooks = { ...processor.books, balance: async () => 5 as never }
    await processor.read(hidden)
    const found = await day()
    expect(found?.balance?.moved).not.toBe(found?.balance?.expected)
    expect(processorAgrees(found)).toBe(false)
  })
})

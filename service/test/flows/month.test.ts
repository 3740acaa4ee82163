import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BankingDate } from '../../src/rails/ach/calendar.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import { listKept, resolveKept } from '../../src/resources/bank-files/index.ts'
import { bookKept, listKeptMovements } from '../../src/resources/processor/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import { answerFile, incomingFile, ORIGINATOR } from '../support/bank.ts'
import { DAYS, type Month, short, startMonth } from '../support/month.ts'
import { startService } from '../support/service.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'

let month: Month
let stripe: LocalStripe
let connection: string
/** Payouts by the day on which they left. */
const left = new Map<BankingDate, string[]>()
/** The processor's payout that the bank credits on the next banking day. */
let underWay: { readonly amount: number } | undefined

beforeAll(async () => {
  stripe = await startStripe()
  const running = await startService(stripeSettings(stripe), undefined, { role: 'api' })
  month = await startMonth(running, stripe)
  connection = await month.connect(month.acme)
})
afterAll(() => stripe.close())

const nth = (day: BankingDate): number => DAYS.indexOf(day)
const before = (day: BankingDate): BankingDate | undefined => DAYS[nth(day) - 1]

/** A day's business; a planted difference takes the place of one of its parts, or is added to it. */
interface Plan {
  readonly what: string
  /** Instead of the file in which the bank credits the processor's payout. */
  readonly payoutFile?: (day: BankingDate, amount: number) => Promise<string[]>
  /** In the afternoon. Returns the differences that must be found in the evening, and no others. */
  readonly plant?: (day: BankingDate) => Promise<string[]>
  /** After the evening's reconciliation: what an operator does about it. */
  readonly mend?: () => Promise<void>
}

let wrongReturn = 0
let lostFile: { readonly amount: number; readonly text: string } | undefined

const bookAll = async (as: 'fee' | 'other') => {
  const { database } = month.running
  for (const { id } of await listKeptMovements(database.sql, month.bank.id)) {
    await database.transaction((tx) => bookKept(tx, month.bank.id, id, as))
  }
}

const resolveAll = async () => {
  const { database } = month.running
  for (const { file, ordinal } of await listKept(database.sql, month.bank.id)) {
    await database.transaction((tx) => resolveKept(tx, month.bank.id, file, ordinal ?? undefined))
  }
}

const PLANS: Readonly<Record<string, Plan>> = {
  '2026-11-06': {
    what: 'a wire that no file tells of',
    async plant(day) {
      month.bankGets(day, 700_00)
      return ["bank's balance 70000"]
    },
  },
  '2026-11-09': {
    what: 'a dispute, told by an event',
    async plant() {
      const sale = month.sales[0] as Month['sales'][number]
      const dispute = month.disputeOf(sale, 'du_told')
      await month.tells('charge.dispute.funds_withdrawn', dispute)
      stripe.books.dispute(dispute, sale.amount)
      return []
    },
  },
  '2026-11-10': {
    what: 'a file twice, and a dispute whose events are lost',
    async plant(day) {
      const { text } = await month.bankCredits(day, 'once.ach', [[operatingNumber(month.acme.tenant), 111_11]])
      await month.bank.receive()
      await month.bank.put('once-more.ach', text)
      const sale = month.sales[1] as Month['sales'][number]
      stripe.books.dispute(month.disputeOf(sale, 'du_untold'), sale.amount)
      return []
    },
  },
  '2026-11-12': {
    what: 'a credit that comes again in another file; a dispute is won',
    async plant(day) {
      const { entries } = await month.bankCredits(day, 'credit.ach', [[operatingNumber(month.other.tenant), 250_00]])
      await month.bank.receive()
      await month.bank.put('credit-again.ach', writeAch(incomingFile(entries, '9876543210', 'PPD', short(day))))
      const sale = month.sales[0] as Month['sales'][number]
      const won = { ...month.disputeOf(sale, 'du_told'), status: 'won' }
      await month.tells('charge.dispute.closed', won)
      stripe.books.win(won, sale.amount)
      return ['bank: credit, 25000 said, 0 booked', "bank's balance -25000"]
    },
    mend: resolveAll,
  },
  '2026-11-13': {
    what: 'a wrong line: a credit to an account that does not exist; a part of a sale is disputed',
    async plant(day) {
      await month.bankCredits(day, 'stray.ach', [['4711', 9_99]])
      const sale = month.sales[4] as Month['sales'][number]
      stripe.books.dispute(month.disputeOf(sale, 'du_part', 5_00), 5_00)
      return ['bank: credit, 999 said, 0 booked']
    },
    mend: resolveAll,
  },
  '2026-11-17': {
    what: "a file lost: the bank has credited the processor's payout and its file does not come",
    async payoutFile(day, amount) {
      month.bankGets(day, amount)
      lostFile = { amount, text: month.payoutFile(day, amount) }
      return [`bank's balance ${amount}`, `processor: payout, ${amount} said, 0 booked`]
    },
  },
  '2026-11-18': {
    what: 'the lost file, a day late; a dispute is lost',
    async plant() {
      const { text, amount } = lostFile as NonNullable<typeof lostFile>
      await month.bank.put('lost.ach', text)
      const sale = month.sales[1] as Month['sales'][number]
      await month.tells('charge.dispute.closed', { ...month.disputeOf(sale, 'du_untold'), status: 'lost' })
      return [`bank's balance ${-amount}`]
    },
  },
  '2026-11-27': {
    what: 'a charge that the processor does not have',
    async plant() {
      await month.sells(month.other, 77_70)
      stripe.books.transactions.shift()
      return ['processor: sale, 0 said, 7770 booked']
    },
  },
  '2026-11-19': {
    what: "a refund by hand, in the processor's own dashboard",
    async plant() {
      stripe.books.refund({ id: 're_hand', amount: 12_34, metadata: {} })
      return ['processor: refund, -1234 said, 0 booked']
    },
    mend: () => bookAll('other'),
  },
  '2026-11-20': {
    what: "money in the processor's balance that no transaction explains",
    async plant() {
      stripe.books.unexplained = 3_21
      return ["processor's balance 321"]
    },
  },
  '2026-11-23': {
    what: "a wrong line: the bank credits a cent less than the processor's payout",
    async payoutFile(day, amount) {
      month.bankGets(day, amount - 1)
      await month.bank.put(`less-${day}.ach`, month.payoutFile(day, amount - 1))
      return [`processor: credit, 0 said, ${amount - 1} booked`, `processor: payout, ${amount} said, 0 booked`]
    },
    mend: () => bookAll('other'),
  },
  '2026-11-24': {
    what: 'a wrong line: a return of another amount',
    async plant(day) {
      const payout = left.get(before(day) as BankingDate)?.[1] as string
      const entry = await month.entryOf(payout)
      wrongReturn = entry.amount - 1
      month.bankGets(day, wrongReturn)
      await month.bank.answer([{ entry: { ...entry, amount: wrongReturn }, returned: 'R23' }], `wrong-${day}.ach`)
      return [`bank: return, ${wrongReturn} said, 0 booked`]
    },
    mend: resolveAll,
  },
  '2026-11-25': {
    what: 'a file whose totals are wrong, and the right one after it',
    async plant(day) {
      const { text } = await month.bankCredits(day, 'right.ach', [[operatingNumber(month.acme.tenant), 45_67]])
      await month.bank.put('broken.ach', text.replace('0000004567', '0000004568'))
      return ['bank: file, 0 said, 0 booked']
    },
    mend: resolveAll,
  },
}

/** Sales of the morning, and what goes back of earlier ones. */
async function sellAndRefund(day: BankingDate): Promise<void> {
  const many = 2 + (nth(day) % 3)
  for (let one = 0; one < many; one++) {
    await month.sells(one % 2 === 0 ? month.acme : month.other, 20_00 + 137 * nth(day) + 11 * one)
  }
  if (nth(day) % 3 === 2) {
    // Before it settles: the charge is voided.
    const young = month.sales.at(-1) as Month['sales'][number]
    const all = await young.of.client.post(`/purchase/${young.id}/refund`)
    expect(all.status, all.text).toBe(201)
  }
  const old = nth(day) >= 4 ? month.sales[nth(day) + 1] : undefined
  if (old) {
    const { body } = await old.of.client.get(`/purchase/${old.id}`)
    if (body.status === 'completed') {
      const part = await old.of.client.post(`/purchase/${old.id}/refund`, { amount_in_cents: 3_00 + nth(day) })
      expect(part.status, part.text).toBe(201)
    }
  }
}

/** The bank's files of the day, but for what is planted: money for the enterprises, returns, corrections, the payout. */
async function bankSends(day: BankingDate, plan: Plan | undefined): Promise<string[]> {
  if (nth(day) % 2 === 0) {
    await month.bankCredits(day, `credits-${day}.ach`, [
      [operatingNumber(month.acme.tenant), 1_000_00 + nth(day)],
      [operatingNumber(month.other.tenant), 2_000_00 + nth(day)],
    ])
  }
  const back = left.get(before(day) as BankingDate)?.[0]
  if (back && nth(day) % 3 === 1) {
    const entry = await month.entryOf(back)
    month.bankGets(day, entry.amount)
    await month.bank.put(
      `returns-${day}.ach`,
      writeAch(answerFile([{ entry, returned: 'R23' }], ORIGINATOR.companyIdentification)),
    )
  }
  if (back && nth(day) % 6 === 2) {
    const entry = await month.entryOf(back)
    await month.bank.answer(
      [{ entry, changed: 'C05', data: entry.transactionCode === '22' ? '32' : '22' }],
      `changes-${day}.ach`,
    )
  }
  const payout = underWay
  underWay = undefined
  if (plan?.payoutFile) expect(payout).toBeDefined()
  if (!payout) return []
  if (plan?.payoutFile) return plan.payoutFile(day, payout.amount)
  month.bankGets(day, payout.amount)
  await month.bank.put(`payout-${day}.ach`, month.payoutFile(day, payout.amount))
  return []
}

describe('a month of a bank and a processor', () => {
  it.each(DAYS.map((day) => [day, PLANS[day]?.what ?? 'business as usual'] as const))(
    '%s: %s: books, bank and processor agree to the cent, but for what was planted',
    async (day) => {
      const plan = PLANS[day]
      await month.at(day, '09:00')
      await sellAndRefund(day)
      left.set(day, [
        await month.pays(month.acme, connection, 100_00 + nth(day)),
        await month.pays(month.acme, connection, 33_33 + nth(day)),
      ])
      await month.at(day, '10:00')
      await month.bankTakes()
      const wanted = await bankSends(day, plan)
      await month.at(day, '15:00')
      wanted.push(...((await plan?.plant?.(day)) ?? []))
      if (nth(day) === 15) stripe.books.add('fee', -15_00)
      underWay = month.processorPaysOut(day)
      await month.at(day, '19:00')
      await month.closes(day)

      expect((await month.differences(day)).sort()).toEqual(wanted.sort())
      const { said, posted } = await month.booksSay(day)
      expect(said).toEqual(month.processorSays(day))
      const isKept = wanted.some((line) => /^processor: (refund|other)/.test(line))
      if (!isKept) expect(posted).toEqual(said)
      await plan?.mend?.()
      expect(await month.held('processor')).toBe(month.processorHolds())
      expect(await month.audit()).toEqual([])
    },
  )

  it('ends with sums that agree, once nothing is on its way', async () => {
    const day = '2026-12-04' as BankingDate
    await month.at(day, '09:00')
    await month.at(day, '19:00')
    // The card money of the enterprises, in their books and in the bank's.
    expect(await month.held('card_clearing', month.tenants)).toBe(-(await month.held('cards_due')))
    // The payouts that the bank was a cent short of, and has not credited yet.
    const { sql } = month.running.database
    const [row] = await sql<{ sum: number }[]>`
      select coalesce(sum(-amount_in_cents), 0)::bigint as sum from processor_transactions where status = 'in_transit'`
    expect(await month.held('processor_payouts')).toBe(row?.sum)
    // The bank's money: by ACH, for the enterprises' top-ups, and what is kept: a wire, a stray credit, a wrong return.
    const [topUps] = await sql<{ sum: number }[]>`
      select coalesce(sum(amount_in_cents), 0)::bigint as sum from ledger_transfers where kind = 'top_up'`
    const booked = (await month.held('ach_clearing')) + (topUps?.sum ?? 0)
    const unbooked = 700_00 + 9_99 + wrongReturn
    expect(month.balance - 1_000_000_000).toBe(booked + unbooked)
    expect(await month.audit()).toEqual([])
  })
})

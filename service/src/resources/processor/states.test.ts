import { describe, expect, it } from 'vitest'
import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import type { BalanceTransaction, Movement } from '../../rails/cards/port.ts'
import type { Transition } from '../transitions/index.ts'
import {
  ARRIVAL_EVENTS,
  ARRIVAL_STATES,
  ARRIVAL_STATUSES,
  type Arrival,
  type ArrivalEvent,
  type BookedAs,
  type ProcessorTransaction,
  TRANSACTION_EVENTS,
  TRANSACTION_STATES,
  TRANSACTION_STATUSES,
  type TransactionEvent,
} from './model.ts'
import { bookSeen, decide, decideArrival, end, keep, match, matchPayouts, take, unusual } from './transition.ts'

const at = new Date('2026-11-16T10:00:00Z')

const moved = (changes: Partial<ProcessorTransaction> = {}): ProcessorTransaction => ({
  id: 'txn_1',
  status: 'seen',
  movement: 'sale',
  category: 'charge',
  amount_in_cents: cents(1_000),
  fee_in_cents: cents(59),
  reference: 'ch_1',
  owner: 7 as TenantId,
  purchase: 'pch_1',
  booked_as: null,
  decided_as: null,
  why: null,
  arrives_on: null,
  trace: null,
  day: '2026-11-16',
  due_at: null,
  created_at: at,
  updated_at: at,
  ...changes,
})

const credit = (changes: Partial<Arrival> = {}): Arrival => ({
  id: 'ach_1.0',
  status: 'arrived',
  amount_in_cents: cents(500),
  trace: '231380100000001',
  day: '2026-11-16',
  payout: null,
  booked_as: null,
  created_at: at,
  updated_at: at,
  ...changes,
})

/** Every event as the code makes it happen. */
const HAPPEN: Record<TransactionEvent, (row: ProcessorTransaction) => Transition<ProcessorTransaction>> = {
  hold: (row) => bookSeen(row, 'sale', at, at),
  pay: (row) => bookSeen(row, 'payout', at, at),
  book: (row) => bookSeen(row, 'refund', at, at),
  keep: (row) => keep(row, 'a test', at),
  settle: (row) => end(row, 'settle', at),
  arrive: (row) => end(row, 'arrive', at),
  fail: (row) => end(row, 'fail', at),
  decide: (row) => decide(row, 'fee', at),
}

/** Written from the decisions, not from the code: where each event leads, `-` where it cannot happen. */
const TABLE = `
             hold     pay         book    keep  settle  arrive  fail    decide
  seen       pending  in_transit  booked  kept  -       -       -       -
  pending    -        -           -       -     booked  -       -       -
  in_transit -        -           -       -     -       booked  booked  booked
  kept       -        -           -       -     -       -       -       booked
  booked     -        -           -       -     -       -       -       -`

const CREDITS = `
             take     match    decide
  arrived    waiting  -        -
  waiting    -        matched  decided
  matched    -        -        -
  decided    -        -        -`

const cells = (table: string) => {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows.flatMap(([from = '', ...tos]) => tos.map((to, nth) => [from, head[nth] as string, to] as const))
}

describe('a movement of the processor’s balance', () => {
  it('has every state and every event in the table', () => {
    expect(cells(TABLE)).toHaveLength(TRANSACTION_STATUSES.length * TRANSACTION_EVENTS.length)
    expect(cells(CREDITS)).toHaveLength(ARRIVAL_STATUSES.length * ARRIVAL_EVENTS.length)
  })

  it.each(cells(TABLE))('%s by %s: %s', (from, event, to) => {
    const row = moved({ status: from as ProcessorTransaction['status'] })
    expect(follow(TRANSACTION_STATES, row.status, event as TransactionEvent) ?? '-').toBe(to)
    const happen = () => HAPPEN[event as TransactionEvent](row)
    if (to === '-') expect(happen).toThrow()
    else expect(happen().to.status).toBe(to)
  })

  it.each([
    ['sale', 1_000, 59, ['processor → cards_due 1000', 'processor_fees → processor 59']],
    ['refund', -1_000, 0, ['cards_due → processor 1000']],
    ['refund_failure', 1_000, 0, ['processor → cards_due 1000']],
    ['dispute', -1_000, 1_500, ['cards_due → processor 1000', 'processor_fees → processor 1500']],
    ['dispute_reversal', 1_000, -1_500, ['processor → cards_due 1000', 'processor → processor_fees 1500']],
    ['payout', -1_000, 0, ['processor_payouts → processor 1000']],
    ['payout_reversal', 1_000, 0, ['processor → processor_payouts 1000']],
    ['fee', -10, 0, ['processor_fees → processor 10']],
    ['fee_back', 10, 0, ['processor → processor_fees 10']],
  ] as const)('that is a %s is booked so', (movement, amount, fee, wanted) => {
    const row = moved({ movement, amount_in_cents: cents(amount), fee_in_cents: cents(fee) })
    const { transfers } = bookSeen(row, movement as BookedAs, at, at)
    expect(transfers.bank.map(({ debit, credit: to, amount: sum }) => `${debit} → ${to} ${sum}`)).toEqual(wanted)
    expect(transfers.tenant).toEqual([])
  })

  it.each([
    ['fee', -25, 'processor_fees → processor 25'],
    ['fee', 25, 'processor → processor_fees 25'],
    ['other', -25, 'processor_other → processor 25'],
    ['other', 25, 'processor → processor_other 25'],
  ] as const)('that an operator calls %s, of %i cents', (decision, amount, wanted) => {
    const row = moved({ status: 'kept', amount_in_cents: cents(amount), fee_in_cents: cents(0) })
    const { bank } = decide(row, decision, at).transfers
    expect(bank.map(({ debit, credit: to, amount: sum }) => `${debit} → ${to} ${sum}`)).toEqual([wanted])
  })

  it.each([
    ['fee', 'processor_fees → processor_payouts 1000'],
    ['other', 'processor_other → processor_payouts 1000'],
  ] as const)('that is a payout which the bank never credited, and that an operator calls %s', (decision, wanted) => {
    const row = moved({ status: 'in_transit', movement: 'payout', booked_as: 'payout', amount_in_cents: cents(-1_000) })
    const { to, transfers } = decide(row, decision, at)
    expect(transfers.bank.map(({ debit, credit: into, amount: sum }) => `${debit} → ${into} ${sum}`)).toEqual([wanted])
    expect(to).toMatchObject({ booked_as: 'payout', decided_as: decision })
  })

  it.each([
    ['sale', 1_000, 'usd', undefined],
    ['sale', 0, 'usd', undefined],
    ['sale', -1, 'usd', 'a x of -1 cents has the wrong sign'],
    ['payout', 1, 'usd', 'a x of 1 cents has the wrong sign'],
    ['sale', 1_000, 'eur', 'it is in EUR'],
    ['other', 5, 'usd', 'the processor calls it x'],
  ] as const)('%s of %i %s is kept, if at all, because: %s', (movement, amount, currency, why) => {
    const found = { movement: movement as Movement, category: 'x', amount: cents(amount), currency }
    expect(unusual(found as BalanceTransaction)).toBe(why)
  })
})

const CREDIT_HAPPEN: Record<ArrivalEvent, (row: Arrival) => Transition<Arrival>> = {
  take: (row) => take(row, at),
  match: (row) => match(row, 'txn_9', at),
  decide: (row) => decideArrival(row, 'other', at),
}

describe('a credit of the processor at our bank', () => {
  it.each(cells(CREDITS))('%s by %s: %s', (from, event, to) => {
    const row = credit({ status: from as Arrival['status'] })
    expect(follow(ARRIVAL_STATES, row.status, event as ArrivalEvent) ?? '-').toBe(to)
    const happen = () => CREDIT_HAPPEN[event as ArrivalEvent](row)
    if (to === '-') expect(happen).toThrow()
    else expect(happen().to.status).toBe(to)
  })

  it('is booked when it comes, and moved once more only by an operator', () => {
    const of = ({ transfers }: Transition<Arrival>) =>
      transfers.bank.map(({ debit, credit: to, amount }) => `${debit} → ${to} ${amount}`)
    expect(of(take(credit(), at))).toEqual(['ach_clearing → processor_payouts 500'])
    const waiting = credit({ status: 'waiting' })
    expect(of(match(waiting, 'txn_9', at))).toEqual([])
    expect(of(decideArrival(waiting, 'fee', at))).toEqual(['processor_payouts → processor_fees 500'])
    expect(of(decideArrival(waiting, 'other', at))).toEqual(['processor_payouts → processor_other 500'])
  })

  it('is matched by trace number before amount, each payout once, and never with another amount', () => {
    const payout = (id: string, amount: number, trace: string | null = null) =>
      moved({
        id,
        status: 'in_transit',
        movement: 'payout',
        amount_in_cents: cents(-amount),
        fee_in_cents: cents(0),
        trace,
      })
    const payouts = [payout('a', 500), payout('b', 500, '231380100000001'), payout('c', 499, '231380100000002')]
    const arrivals = [
      credit({ id: '1', trace: '231380100000009' }),
      credit({ id: '2', trace: '231380100000001' }),
      credit({ id: '3', trace: '231380100000002' }),
    ]
    const found = matchPayouts(arrivals, payouts).map(({ arrival, payout: of }) => `${arrival.id}${of.id}`)
    expect(found.sort()).toEqual(['1a', '2b'])
  })
})

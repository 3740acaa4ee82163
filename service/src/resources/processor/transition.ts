import { mustFollow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import { type BalanceTransaction, MOVEMENTS } from '../../rails/cards/port.ts'
import type { Transition } from '../transitions/index.ts'
import {
  ARRIVAL_STATES,
  type Arrival,
  type BookedAs,
  type Decision,
  type ProcessorTransaction,
  TRANSACTION_STATES,
  type TransactionEvent,
} from './model.ts'
import { arrivalTransfers, movementTransfers, payoutTransfers } from './postings.ts'

type Moved = Transition<ProcessorTransaction>

/** Events by which a movement is booked the moment it is seen. */
const FIRST: Readonly<Partial<Record<BookedAs, TransactionEvent>>> = { sale: 'hold', payout: 'pay' }

/** Why a movement cannot be booked by itself; undefined where it can. */
export function unusual({ movement, category, amount, currency }: BalanceTransaction): string | undefined {
  const sign = MOVEMENTS[movement]
  if (currency !== 'usd') return `it is in ${currency.toUpperCase()}`
  if (sign === undefined) return `the processor calls it ${category}`
  if (amount !== 0 && Math.sign(amount) !== sign) return `a ${category} of ${amount} cents has the wrong sign`
  return undefined
}

/** Books a movement that was just seen. A sale waits until it is available, a payout until it has arrived. */
export function bookSeen(row: ProcessorTransaction, bookedAs: BookedAs, availableAt: Date, at: Date): Moved {
  const event = FIRST[bookedAs] ?? 'book'
  const to: ProcessorTransaction = {
    ...row,
    status: mustFollow(TRANSACTION_STATES, row.status, event),
    booked_as: bookedAs,
    due_at: event === 'hold' ? availableAt : null,
    updated_at: at,
  }
  return { from: row, to, transfers: movementTransfers(row, bookedAs, at) }
}

/** Leaves a movement to an operator; nothing is booked. */
export const keep = (row: ProcessorTransaction, why: string, at: Date): Moved => ({
  from: row,
  to: { ...row, status: mustFollow(TRANSACTION_STATES, row.status, 'keep'), why, updated_at: at },
  transfers: NO_TRANSFERS,
})

/** Ends the waiting of a sale or a payout: its money was booked before. */
export const end = (row: ProcessorTransaction, event: 'settle' | 'arrive' | 'fail', at: Date): Moved => ({
  from: row,
  to: { ...row, status: mustFollow(TRANSACTION_STATES, row.status, event), due_at: null, updated_at: at },
  transfers: NO_TRANSFERS,
})

const SIDES: Readonly<Record<Decision, readonly [adds: BookedAs, takes: BookedAs]>> = {
  fee: ['fee_back', 'fee'],
  other: ['other_in', 'other_out'],
}

/** An operator says what a movement is, or what became of a payout that was booked when it left. */
export function decide(row: ProcessorTransaction, decision: Decision, at: Date): Moved {
  const status = mustFollow(TRANSACTION_STATES, row.status, 'decide')
  if (row.status === 'in_transit') {
    const decided = { ...row, status, decided_as: decision, updated_at: at }
    return { from: row, to: decided, transfers: payoutTransfers(decided, at) }
  }
  const [adds, takes] = SIDES[decision]
  const bookedAs = row.amount_in_cents > 0 ? adds : takes
  const to = { ...row, status, booked_as: bookedAs, updated_at: at }
  return { from: row, to, transfers: movementTransfers(row, bookedAs, at) }
}

export const take = (row: Arrival, at: Date): Transition<Arrival> => ({
  from: row,
  to: { ...row, status: mustFollow(ARRIVAL_STATES, row.status, 'take'), updated_at: at },
  transfers: arrivalTransfers('take', row, at),
})

export const match = (row: Arrival, payout: string, at: Date): Transition<Arrival> => ({
  from: row,
  to: { ...row, status: mustFollow(ARRIVAL_STATES, row.status, 'match'), payout, updated_at: at },
  transfers: NO_TRANSFERS,
})

export function decideArrival(row: Arrival, decision: Decision, at: Date): Transition<Arrival> {
  const to = {
    ...row,
    status: mustFollow(ARRIVAL_STATES, row.status, 'decide'),
    booked_as: decision,
    updated_at: at,
  }
  return { from: row, to, transfers: arrivalTransfers('decide', to, at) }
}

/** A payout that is on its way, and the credit that it has become. */
export interface MatchedPayout {
  readonly arrival: Arrival
  readonly payout: ProcessorTransaction
}

/**
 * Finds the payout of each credit: by the trace number where the processor names one, else by the exact amount, the one that
 * was due first. Both lists are in the order in which they came.
 */
export function matchPayouts(
  arrivals: readonly Arrival[],
  payouts: readonly ProcessorTransaction[],
): readonly MatchedPayout[] {
  const open = new Set(payouts)
  const matched: MatchedPayout[] = []
  const rules = [(arrival: Arrival, payout: ProcessorTransaction) => payout.trace === arrival.trace, () => true]
  for (const isFor of rules) {
    for (const arrival of arrivals) {
      if (matched.some((one) => one.arrival === arrival)) continue
      const payout = [...open].find((one) => -one.amount_in_cents === arrival.amount_in_cents && isFor(arrival, one))
      if (!payout) continue
      open.delete(payout)
      matched.push({ arrival, payout })
    }
  }
  return matched
}

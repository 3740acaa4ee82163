import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import type { Movement } from '../../rails/cards/port.ts'

export const TRANSACTION_STATUSES = ['seen', 'pending', 'in_transit', 'kept', 'booked'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

export const TRANSACTION_EVENTS = ['hold', 'pay', 'book', 'keep', 'settle', 'arrive', 'fail', 'decide'] as const
export type TransactionEvent = (typeof TRANSACTION_EVENTS)[number]

/**
 * A movement of the processor's balance. `seen` lasts no longer than the transaction that stores it. `hold`: a sale whose
 * money is not available yet; `settle`: it is, and the charge of the purchase settles. `pay`: a payout on its way to our bank;
 * `arrive`: the bank has credited it; `fail`: the processor has taken it back. `keep`: only an operator can say what it is;
 * `decide`: one has, also of a payout that the bank has not credited, or not whole.
 */
export const TRANSACTION_STATES: StateTable<TransactionStatus, TransactionEvent> = {
  seen: { hold: 'pending', pay: 'in_transit', book: 'booked', keep: 'kept' },
  pending: { settle: 'booked' },
  in_transit: { arrive: 'booked', fail: 'booked', decide: 'booked' },
  kept: { decide: 'booked' },
  booked: {},
}

/** The ways in which an operator can book a movement that belongs to no purchase. */
export const DECISIONS = ['fee', 'other'] as const
export type Decision = (typeof DECISIONS)[number]

/** The rows of the posting table that a movement can be booked by. */
export type BookedAs = Exclude<Movement, 'other'> | 'other_in' | 'other_out'

export interface ProcessorTransaction {
  readonly id: string
  readonly status: TransactionStatus
  readonly movement: Movement
  readonly category: string
  readonly amount_in_cents: Cents
  readonly fee_in_cents: Cents
  readonly reference: string | null
  readonly owner: TenantId | null
  readonly purchase: string | null
  readonly booked_as: BookedAs | null
  /** A payout that never arrived was booked so by an operator. */
  readonly decided_as: Decision | null
  readonly why: string | null
  readonly arrives_on: string | null
  readonly trace: string | null
  readonly day: string
  readonly due_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export const ARRIVAL_STATUSES = ['arrived', 'waiting', 'matched', 'decided'] as const
export type ArrivalStatus = (typeof ARRIVAL_STATUSES)[number]

export const ARRIVAL_EVENTS = ['take', 'match', 'decide'] as const
export type ArrivalEvent = (typeof ARRIVAL_EVENTS)[number]

/**
 * A credit of the bank that the processor has sent. It is booked at once, as a payout that has arrived; `match`: the payout is
 * found; `decide`: an operator says what it is instead. It never is a top-up.
 */
export const ARRIVAL_STATES: StateTable<ArrivalStatus, ArrivalEvent> = {
  arrived: { take: 'waiting' },
  waiting: { match: 'matched', decide: 'decided' },
  matched: {},
  decided: {},
}

export interface Arrival {
  /** The file and the ordinal of the bank's entry. */
  readonly id: string
  readonly status: ArrivalStatus
  readonly amount_in_cents: Cents
  readonly trace: string
  readonly day: string
  readonly payout: string | null
  readonly booked_as: Decision | null
  readonly created_at: Date
  readonly updated_at: Date
}

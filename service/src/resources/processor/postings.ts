import { cents } from '../../kernel/money.ts'
import { type BookTransfers, type Posting, transfersOf } from '../../ledger/index.ts'
import type { Arrival, ArrivalEvent, BookedAs, Decision, ProcessorTransaction } from './model.ts'

type Account = 'processor' | 'cards_due' | 'processor_payouts' | 'processor_fees' | 'processor_other' | 'ach_clearing'

type Amount = 'amount' | 'fee' | 'fee given back'

const moves = (event: BookedAs, kind: string, debit: Account, credit: Account): Posting<BookedAs, Account, Amount> => ({
  event,
  book: 'bank',
  kind,
  debit,
  credit,
  amount: 'amount',
})

/** How a movement of the processor's balance is booked, in the bank's book. docs/ledger.md shows this table. */
export const MOVEMENT_POSTINGS: readonly Posting<BookedAs, Account, Amount>[] = [
  moves('sale', 'processor.sale', 'processor', 'cards_due'),
  moves('refund', 'processor.refund', 'cards_due', 'processor'),
  moves('refund_failure', 'processor.refund_failure', 'processor', 'cards_due'),
  moves('dispute', 'processor.dispute', 'cards_due', 'processor'),
  moves('dispute_reversal', 'processor.dispute_reversal', 'processor', 'cards_due'),
  moves('payout', 'processor.payout', 'processor_payouts', 'processor'),
  moves('payout_reversal', 'processor.payout_reversal', 'processor', 'processor_payouts'),
  moves('fee', 'processor.account_fee', 'processor_fees', 'processor'),
  moves('fee_back', 'processor.account_fee_back', 'processor', 'processor_fees'),
  moves('other_in', 'processor.other_in', 'processor', 'processor_other'),
  moves('other_out', 'processor.other_out', 'processor_other', 'processor'),
]

/** The fee that a movement of any kind carries. */
export const FEE_POSTINGS: readonly Posting<'any', Account, Amount>[] = [
  { event: 'any', book: 'bank', kind: 'processor.fee', debit: 'processor_fees', credit: 'processor', amount: 'fee' },
  {
    event: 'any',
    book: 'bank',
    kind: 'processor.fee_back',
    debit: 'processor',
    credit: 'processor_fees',
    amount: 'fee given back',
  },
]

/** The transfers of a movement that is booked as `booked_as`. */
export function movementTransfers(row: ProcessorTransaction, bookedAs: BookedAs, at: Date): BookTransfers {
  const amounts: Record<Amount, number> = {
    amount: Math.abs(row.amount_in_cents),
    fee: Math.max(row.fee_in_cents, 0),
    'fee given back': Math.max(-row.fee_in_cents, 0),
  }
  return transfersOf([...MOVEMENT_POSTINGS.filter(({ event }) => event === bookedAs), ...FEE_POSTINGS], {
    sourceId: row.id,
    at,
    account: (name) => name,
    amount: (name) => cents(amounts[name]),
  })
}

interface ArrivalPosting extends Posting<ArrivalEvent, Account, 'amount'> {
  readonly decision?: Decision
}

/** How a credit of the processor at our bank is booked. */
export const ARRIVAL_POSTINGS: readonly ArrivalPosting[] = [
  {
    event: 'take',
    book: 'bank',
    kind: 'processor.arrived',
    debit: 'ach_clearing',
    credit: 'processor_payouts',
    amount: 'amount',
  },
  {
    event: 'decide',
    decision: 'fee',
    book: 'bank',
    kind: 'processor.arrival_decided',
    debit: 'processor_payouts',
    credit: 'processor_fees',
    amount: 'amount',
  },
  {
    event: 'decide',
    decision: 'other',
    book: 'bank',
    kind: 'processor.arrival_decided',
    debit: 'processor_payouts',
    credit: 'processor_other',
    amount: 'amount',
  },
]

export const arrivalTransfers = (event: ArrivalEvent, row: Arrival, at: Date): BookTransfers =>
  transfersOf(
    ARRIVAL_POSTINGS.filter((one) => one.event === event && (one.decision ?? row.booked_as) === row.booked_as),
    { sourceId: row.id, at, account: (name) => name, amount: () => row.amount_in_cents },
  )

interface PayoutPosting extends Posting<'decide', Account, 'amount'> {
  readonly decision: Decision
}

const decided = { event: 'decide', book: 'bank', kind: 'processor.payout_decided', amount: 'amount' } as const

/** How a payout that the bank has not credited leaves `processor_payouts`, by an operator's word. */
export const LATE_PAYOUT_POSTINGS: readonly PayoutPosting[] = [
  { ...decided, decision: 'fee', debit: 'processor_fees', credit: 'processor_payouts' },
  { ...decided, decision: 'other', debit: 'processor_other', credit: 'processor_payouts' },
]

export const payoutTransfers = (row: ProcessorTransaction, at: Date): BookTransfers =>
  transfersOf(
    LATE_PAYOUT_POSTINGS.filter(({ decision }) => decision === row.decided_as),
    { sourceId: row.id, at, account: (name) => name, amount: () => cents(-row.amount_in_cents) },
  )

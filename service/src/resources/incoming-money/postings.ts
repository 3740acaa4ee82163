import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { type BookTransfers, creatorAccount, creatorReceivable, type Posting, transfersOf } from '../../ledger/index.ts'
import type { OwnAccount } from './model.ts'

export type MoneyEvent =
  | 'credit'
  | 'credit ahead of its date'
  | 'credit on its date'
  | 'wire to an enterprise'
  | 'taken back from an enterprise'
  | 'wire to a creator'
  | 'taken back from a creator'
  | 'wire to ourselves'
  | 'taken back from ourselves'

type Account =
  | 'funding'
  | 'operating'
  | 'incoming'
  | 'receivables'
  | 'ach_clearing'
  | 'creator'
  | "the creator's receivable"
  | 'bank_charges'

type Amount = 'amount' | 'amount, as far as the account reaches' | 'the rest'

/** The transfers of money that comes in or is taken back. docs/ledger.md shows this table. */
export const INCOMING_POSTINGS: readonly Posting<MoneyEvent, Account, Amount>[] = [
  { event: 'credit', book: 'tenant', kind: 'top_up', debit: 'funding', credit: 'operating', amount: 'amount' },
  {
    event: 'credit ahead of its date',
    book: 'tenant',
    kind: 'top_up',
    debit: 'funding',
    credit: 'incoming',
    amount: 'amount',
  },
  {
    event: 'credit on its date',
    book: 'tenant',
    kind: 'top_up.available',
    debit: 'incoming',
    credit: 'operating',
    amount: 'amount',
  },
  {
    event: 'wire to an enterprise',
    book: 'tenant',
    kind: 'wire',
    debit: 'funding',
    credit: 'operating',
    amount: 'amount',
  },
  {
    event: 'taken back from an enterprise',
    book: 'tenant',
    kind: 'taken_back',
    debit: 'operating',
    credit: 'funding',
    amount: 'amount, as far as the account reaches',
  },
  {
    event: 'taken back from an enterprise',
    book: 'tenant',
    kind: 'taken_back.due',
    debit: 'receivables',
    credit: 'funding',
    amount: 'the rest',
  },
  {
    event: 'wire to a creator',
    book: 'bank',
    kind: 'wire.creator',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'amount',
  },
  {
    event: 'taken back from a creator',
    book: 'bank',
    kind: 'taken_back.creator',
    debit: 'creator',
    credit: 'ach_clearing',
    amount: 'amount, as far as the account reaches',
  },
  {
    event: 'taken back from a creator',
    book: 'bank',
    kind: 'taken_back.creator.due',
    debit: "the creator's receivable",
    credit: 'ach_clearing',
    amount: 'the rest',
  },
  {
    event: 'wire to ourselves',
    book: 'bank',
    kind: 'wire.own',
    debit: 'ach_clearing',
    credit: 'bank_charges',
    amount: 'amount',
  },
  {
    event: 'taken back from ourselves',
    book: 'bank',
    kind: 'taken_back.own',
    debit: 'bank_charges',
    credit: 'ach_clearing',
    amount: 'amount',
  },
]

/** The kinds of all transfers that bookings by hand make, but for credits. */
export const BOOKED_KINDS: readonly string[] = INCOMING_POSTINGS.map(({ kind }) => kind).filter(
  (kind) => !kind.startsWith('top_up'),
)

export interface MoneyMovement {
  readonly event: MoneyEvent
  readonly sourceId: string
  readonly account: OwnAccount
  readonly amount: Cents
  /** For money that is taken back: the part that the account covers, and the rest. */
  readonly covered?: Cents
  readonly rest?: Cents
  readonly at: Date
}

/** The book that the transfers of an account stand in. */
export const bookOf = ({ owner }: OwnAccount, bank: TenantId): TenantId => owner ?? bank

export function moneyTransfers(movement: MoneyMovement): BookTransfers {
  const { event, sourceId, account: own, at } = movement
  const amounts: Record<Amount, Cents> = {
    amount: movement.amount,
    'amount, as far as the account reaches': movement.covered ?? movement.amount,
    'the rest': movement.rest ?? (0 as Cents),
  }
  return transfersOf(
    INCOMING_POSTINGS.filter((posting) => posting.event === event),
    {
      sourceId,
      at,
      account(name) {
        if (name !== 'creator' && name !== "the creator's receivable") return name
        if (own.creator === undefined) throw new Error(`${event} is of a creator`)
        return name === 'creator' ? creatorAccount(own.creator) : creatorReceivable(own.creator)
      },
      amount: (name) => amounts[name],
    },
  )
}

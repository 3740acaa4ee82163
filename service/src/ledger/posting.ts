import type { Cents } from '../kernel/money.ts'
import type { AccountCode } from './chart.ts'
import type { Transfer } from './post.ts'

/** One row of a posting table: a transfer that an event makes. docs/ledger.md shows these very tables. */
export interface Posting<Event extends string, Account extends string, Amount extends string> {
  readonly event: Event
  readonly book: Book
  readonly kind: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: Amount
}

/** The two books that a transfer can be in: the enterprise's own, or its bank's. */
export type Book = 'tenant' | 'bank'

export type BookTransfers = { readonly [B in Book]: readonly Transfer[] }

export const NO_TRANSFERS: BookTransfers = { tenant: [], bank: [] }

/** The accounts and amounts that the names of a posting table stand for, in one transition of one resource. */
export interface PostingContext<Account extends string, Amount extends string> {
  /** The resource that moves the money. */
  readonly sourceId: string
  readonly at: Date
  account(name: Account): AccountCode
  amount(name: Amount): Cents
}

/** The transfers of these postings; a transfer of nothing is none. */
export function transfersOf<Account extends string, Amount extends string>(
  postings: readonly Posting<string, Account, Amount>[],
  { sourceId, at, account, amount: amountOf }: PostingContext<Account, Amount>,
): BookTransfers {
  const transfers: { [B in Book]: Transfer[] } = { tenant: [], bank: [] }
  for (const { book, kind, debit, credit, amount: name } of postings) {
    const amount = amountOf(name)
    if (amount === 0) continue
    transfers[book].push({ sourceId, kind, debit: account(debit), credit: account(credit), amount, at })
  }
  return transfers
}

/** All transfers of several transitions, book by book. */
export const joinTransfers = (all: readonly BookTransfers[]): BookTransfers => ({
  tenant: all.flatMap(({ tenant }) => tenant),
  bank: all.flatMap(({ bank }) => bank),
})

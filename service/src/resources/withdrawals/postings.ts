import type { TenantId } from '../../kernel/ids.ts'
import { dueFrom, type Posting, transfersOf } from '../../ledger/index.ts'
import type { Withdrawal, WithdrawalEvent } from './model.ts'
import type { WithdrawalBooks } from './transition.ts'

type Account = 'operating' | 'pending_withdrawals' | 'due_to_bank' | 'due_from' | 'ach_clearing'
type WithdrawalPosting = Posting<WithdrawalEvent, Account, 'amount'>

const hold = { book: 'tenant', kind: 'withdrawal.hold', debit: 'operating', credit: 'pending_withdrawals' } as const
const release = {
  book: 'tenant',
  kind: 'withdrawal.released',
  debit: 'pending_withdrawals',
  credit: 'operating',
} as const

/** The transfers of each transition. docs/ledger.md shows this table. */
export const WITHDRAWAL_POSTINGS: readonly WithdrawalPosting[] = [
  { event: 'accept', ...hold, amount: 'amount' },
  { event: 'hold', ...hold, amount: 'amount' },
  {
    event: 'send',
    book: 'tenant',
    kind: 'withdrawal.sent',
    debit: 'pending_withdrawals',
    credit: 'due_to_bank',
    amount: 'amount',
  },
  {
    event: 'send',
    book: 'bank',
    kind: 'withdrawal.sent.bank',
    debit: 'due_from',
    credit: 'ach_clearing',
    amount: 'amount',
  },
  {
    event: 'return',
    book: 'tenant',
    kind: 'withdrawal.returned',
    debit: 'due_to_bank',
    credit: 'operating',
    amount: 'amount',
  },
  {
    event: 'return',
    book: 'bank',
    kind: 'withdrawal.returned.bank',
    debit: 'ach_clearing',
    credit: 'due_from',
    amount: 'amount',
  },
  { event: 'fail', ...release, amount: 'amount' },
  { event: 'cancel', ...release, amount: 'amount' },
  { event: 'expire', ...release, amount: 'amount' },
]

/** The books of an enterprise's withdrawals. */
export const booksOf = (tenant: TenantId): WithdrawalBooks<Withdrawal> => ({
  pending: 'pending withdrawals',
  home: 'the operating account',
  transfers: (event, { id, amount_in_cents }, at) =>
    transfersOf(
      WITHDRAWAL_POSTINGS.filter((posting) => posting.event === event),
      {
        sourceId: id,
        at,
        account: (name) => (name === 'due_from' ? dueFrom(tenant) : name),
        amount: () => amount_in_cents,
      },
    ),
})

import { creatorAccount, type Posting, transfersOf } from '../../ledger/index.ts'
import type { WithdrawalBooks, WithdrawalEvent } from '../withdrawals/index.ts'
import type { CreatorWithdrawal } from './model.ts'

type Account = 'creator' | 'creator_withdrawals' | 'ach_clearing'
type CreatorWithdrawalPosting = Posting<WithdrawalEvent, Account, 'amount'>

const release = {
  book: 'bank',
  kind: 'creator_withdrawal.released',
  debit: 'creator_withdrawals',
  credit: 'creator',
  amount: 'amount',
} as const

/** The transfers of each transition, all in the bank's book. docs/ledger.md shows this table. */
export const CREATOR_WITHDRAWAL_POSTINGS: readonly CreatorWithdrawalPosting[] = [
  {
    event: 'accept',
    book: 'bank',
    kind: 'creator_withdrawal.hold',
    debit: 'creator',
    credit: 'creator_withdrawals',
    amount: 'amount',
  },
  {
    event: 'send',
    book: 'bank',
    kind: 'creator_withdrawal.sent',
    debit: 'creator_withdrawals',
    credit: 'ach_clearing',
    amount: 'amount',
  },
  {
    event: 'return',
    book: 'bank',
    kind: 'creator_withdrawal.returned',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'amount',
  },
  { event: 'fail', ...release },
  { event: 'cancel', ...release },
]

/** The books of creators' withdrawals. A small deposit is paid by the bank itself. */
export const CREATOR_BOOKS: WithdrawalBooks<CreatorWithdrawal> = {
  pending: 'pending withdrawals',
  home: 'your account',
  transfers: (event, { id, amount_in_cents, creator_id, purpose }, at) =>
    transfersOf(
      CREATOR_WITHDRAWAL_POSTINGS.filter((posting) => posting.event === event),
      {
        sourceId: id,
        at,
        account: (name) => (name === 'creator' ? (purpose === 'proof' ? 'proofs' : creatorAccount(creator_id)) : name),
        amount: () => amount_in_cents,
      },
    ),
}

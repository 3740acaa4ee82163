import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { creatorAccount, dueFrom, type Transfer } from '../../ledger/index.ts'

type Moment = 'deposit' | 'deposit by ACH' | 'credit by ACH' | 'split'

interface Posting {
  readonly moment: Moment
  readonly book: 'tenant' | 'bank'
  readonly kind: string
  readonly debit: 'funding' | 'ach_clearing' | 'due_to_bank' | 'creator'
  readonly credit: 'creator' | 'operating' | 'due_from'
  readonly amount: 'what arrived' | 'share'
}

/** Which transfers a deposit and each split of it make. docs/ledger.md shows this very table. */
export const DEPOSIT_POSTINGS: readonly Posting[] = [
  { moment: 'deposit', book: 'bank', kind: 'deposit', debit: 'funding', credit: 'creator', amount: 'what arrived' },
  {
    moment: 'deposit by ACH',
    book: 'bank',
    kind: 'deposit',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'what arrived',
  },
  {
    moment: 'credit by ACH',
    book: 'bank',
    kind: 'ach.credit',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'what arrived',
  },
  { moment: 'split', book: 'bank', kind: 'contract.split.bank', debit: 'creator', credit: 'due_from', amount: 'share' },
  {
    moment: 'split',
    book: 'tenant',
    kind: 'contract.split',
    debit: 'due_to_bank',
    credit: 'operating',
    amount: 'share',
  },
]

export interface DepositMovement {
  readonly moment: Moment
  /** The deposit's or the split's. */
  readonly sourceId: string
  readonly amount: Cents
}

/** The transfers of a deposit and its splits, for each of the two books. */
export function transfersOf(
  movements: readonly DepositMovement[],
  tenant: TenantId,
  creator: Id<'creator'>,
  at: Date,
): { readonly tenant: Transfer[]; readonly bank: Transfer[] } {
  const accountOf = (code: Posting['debit'] | Posting['credit']): Transfer['debit'] =>
    code === 'creator' ? creatorAccount(creator) : code === 'due_from' ? dueFrom(tenant) : code
  const transfers: { tenant: Transfer[]; bank: Transfer[] } = { tenant: [], bank: [] }
  for (const { moment, sourceId, amount } of movements) {
    for (const { book, kind, debit, credit } of DEPOSIT_POSTINGS.filter((posting) => posting.moment === moment)) {
      transfers[book].push({ sourceId, kind, debit: accountOf(debit), credit: accountOf(credit), amount, at })
    }
  }
  return transfers
}

import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import {
  type BookTransfers,
  creatorAccount,
  dueFrom,
  joinTransfers,
  type Posting,
  type Transfer,
  transfersOf,
} from '../../ledger/index.ts'

/** An ACH credit that arrives before its settlement date waits in `creators_incoming` first. */
type Moment =
  | 'deposit'
  | 'deposit by ACH'
  | 'credit by ACH'
  | 'credit ahead of its date'
  | 'deposit on its date'
  | 'credit on its date'
  | 'split'

type Account = 'funding' | 'ach_clearing' | 'creators_incoming' | 'due_to_bank' | 'creator' | 'operating' | 'due_from'
type Amount = 'what arrived' | 'share'

/** The transfers of a deposit and of each split of it. docs/ledger.md shows this table. */
export const DEPOSIT_POSTINGS: readonly Posting<Moment, Account, Amount>[] = [
  { event: 'deposit', book: 'bank', kind: 'deposit', debit: 'funding', credit: 'creator', amount: 'what arrived' },
  {
    event: 'deposit by ACH',
    book: 'bank',
    kind: 'deposit',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'what arrived',
  },
  {
    event: 'credit by ACH',
    book: 'bank',
    kind: 'ach.credit',
    debit: 'ach_clearing',
    credit: 'creator',
    amount: 'what arrived',
  },
  {
    event: 'credit ahead of its date',
    book: 'bank',
    kind: 'ach.credit',
    debit: 'ach_clearing',
    credit: 'creators_incoming',
    amount: 'what arrived',
  },
  {
    event: 'deposit on its date',
    book: 'bank',
    kind: 'deposit',
    debit: 'creators_incoming',
    credit: 'creator',
    amount: 'what arrived',
  },
  {
    event: 'credit on its date',
    book: 'bank',
    kind: 'ach.credit.available',
    debit: 'creators_incoming',
    credit: 'creator',
    amount: 'what arrived',
  },
  { event: 'split', book: 'bank', kind: 'contract.split.bank', debit: 'creator', credit: 'due_from', amount: 'share' },
  {
    event: 'split',
    book: 'tenant',
    kind: 'contract.split',
    debit: 'due_to_bank',
    credit: 'operating',
    amount: 'share',
  },
]

export interface DepositMovement {
  readonly moment: Moment
  /** The id of the deposit or of the split. */
  readonly sourceId: string
  readonly amount: Cents
}

/** The transfers of a deposit and its splits, for each of the two books. */
export function depositTransfers(
  movements: readonly DepositMovement[],
  tenant: TenantId,
  creator: Id<'creator'>,
  at: Date,
): BookTransfers {
  const account = (name: Account): Transfer['debit'] =>
    name === 'creator' ? creatorAccount(creator) : name === 'due_from' ? dueFrom(tenant) : name
  return joinTransfers(
    movements.map(({ moment, sourceId, amount }) => {
      const postings = DEPOSIT_POSTINGS.filter(({ event }) => event === moment)
      return transfersOf(postings, { sourceId, at, account, amount: () => amount })
    }),
  )
}

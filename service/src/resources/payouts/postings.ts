import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Cents, subtract } from '../../kernel/money.ts'
import {
  type BookTransfers,
  creatorAccount,
  dueFrom,
  type Posting,
  type Transfer,
  transfersOf,
} from '../../ledger/index.ts'
import { type Payout, type PayoutEvent, type PayoutStatus, type PayoutType, reservedAmount } from './model.ts'

type Account =
  | 'operating'
  | 'pending_payouts'
  | 'fees_payable'
  | 'due_to_bank'
  | 'due_from'
  | 'creator'
  | 'ach_clearing'
type Amount = 'amount' | 'amount + reserved fee' | 'final fee' | 'over-estimated fee' | 'fee'

interface PayoutPosting extends Posting<PayoutEvent, Account, Amount> {
  /** Restricts the posting to this previous state, or to these types. By default it always applies. */
  readonly from?: PayoutStatus
  readonly types?: readonly PayoutType[]
}

/** The transfers of each transition. docs/ledger.md shows this table. */
export const PAYOUT_POSTINGS: readonly PayoutPosting[] = [
  {
    event: 'accept',
    book: 'tenant',
    kind: 'payout.hold',
    debit: 'operating',
    credit: 'pending_payouts',
    amount: 'amount + reserved fee',
  },
  {
    event: 'initiate',
    book: 'tenant',
    kind: 'payout.fee',
    debit: 'pending_payouts',
    credit: 'fees_payable',
    amount: 'final fee',
  },
  {
    event: 'initiate',
    book: 'tenant',
    kind: 'payout.over_estimate',
    debit: 'pending_payouts',
    credit: 'operating',
    amount: 'over-estimated fee',
  },
  {
    event: 'send',
    book: 'tenant',
    kind: 'payout.sent',
    debit: 'pending_payouts',
    credit: 'due_to_bank',
    amount: 'amount',
  },
  {
    event: 'send',
    types: ['direct', 'wallet'],
    book: 'bank',
    kind: 'payout.sent.bank',
    debit: 'due_from',
    credit: 'creator',
    amount: 'amount',
  },
  {
    event: 'send',
    types: ['ach'],
    book: 'bank',
    kind: 'payout.sent.bank',
    debit: 'due_from',
    credit: 'ach_clearing',
    amount: 'amount',
  },
  {
    event: 'return',
    book: 'tenant',
    kind: 'payout.returned',
    debit: 'due_to_bank',
    credit: 'operating',
    amount: 'amount',
  },
  {
    event: 'return',
    book: 'bank',
    kind: 'payout.returned.bank',
    debit: 'ach_clearing',
    credit: 'due_from',
    amount: 'amount',
  },
  {
    event: 'fail',
    from: 'pending',
    book: 'tenant',
    kind: 'payout.failed',
    debit: 'pending_payouts',
    credit: 'operating',
    amount: 'amount',
  },
  {
    event: 'fail',
    from: 'pending',
    book: 'tenant',
    kind: 'payout.fee_back',
    debit: 'fees_payable',
    credit: 'operating',
    amount: 'fee',
  },
  {
    event: 'fail',
    from: 'ready',
    book: 'tenant',
    kind: 'payout.released',
    debit: 'pending_payouts',
    credit: 'operating',
    amount: 'amount + reserved fee',
  },
  {
    event: 'cancel',
    book: 'tenant',
    kind: 'payout.released',
    debit: 'pending_payouts',
    credit: 'operating',
    amount: 'amount + reserved fee',
  },
  {
    event: 'expire',
    book: 'tenant',
    kind: 'payout.released',
    debit: 'pending_payouts',
    credit: 'operating',
    amount: 'amount + reserved fee',
  },
]

/** Looked up for each transition of each payout. */
const POSTINGS_OF = new Map(
  PAYOUT_POSTINGS.map(({ event }) => [event, PAYOUT_POSTINGS.filter((posting) => posting.event === event)]),
)

const AMOUNTS: Record<Amount, (from: Payout, to: Payout) => Cents> = {
  amount: (from) => from.amount_in_cents,
  'amount + reserved fee': (from) => reservedAmount(from),
  'final fee': (_, to) => to.fee_in_cents,
  'over-estimated fee': (from, to) => subtract(from.fee_in_cents, to.fee_in_cents),
  fee: (from) => from.fee_in_cents,
}

/** The transfers of one transition. */
export function payoutTransfers(
  event: PayoutEvent,
  from: Payout,
  to: Payout,
  tenant: TenantId,
  at: Date,
): BookTransfers {
  const postings = (POSTINGS_OF.get(event) ?? []).filter(
    (posting) =>
      (posting.from === undefined || posting.from === from.status) &&
      (posting.types === undefined || posting.types.includes(to.type)),
  )
  return transfersOf(postings, {
    sourceId: from.id,
    at,
    account: (name) => accountOf(name, tenant, to.creator_id),
    amount: (name) => AMOUNTS[name](from, to),
  })
}

function accountOf(name: Account, tenant: TenantId, creatorId: string | null): Transfer['debit'] {
  if (name === 'due_from') return dueFrom(tenant)
  if (name !== 'creator') return name
  if (creatorId === null) throw new Error('a payout to an account of ours has no creator')
  return creatorAccount(creatorId as Id<'creator'>)
}

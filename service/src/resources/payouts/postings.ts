import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Cents, subtract } from '../../kernel/money.ts'
import { creatorAccount, dueFrom, type Transfer } from '../../ledger/index.ts'
import { held, type Payout, type PayoutEvent, type PayoutStatus, type PayoutType } from './model.ts'

interface Posting {
  readonly event: PayoutEvent
  /** Only from this state, or only for these types; always, when absent. */
  readonly from?: PayoutStatus
  readonly types?: readonly PayoutType[]
  readonly book: 'tenant' | 'bank'
  readonly kind: string
  readonly debit: string
  readonly credit: string
  readonly amount: 'amount' | 'amount + reserved fee' | 'final fee' | 'over-estimated fee' | 'fee'
}

/** Which transfers each transition makes. docs/ledger.md shows this very table. */
export const PAYOUT_POSTINGS: readonly Posting[] = [
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

export interface Movement {
  readonly event: PayoutEvent
  /** The payout before the transition, and its type, fee and creator after it. */
  readonly before: Payout
  readonly type: PayoutType
  readonly finalFee: Cents
  readonly creatorId: string | null
  readonly at: Date
}

export interface PayoutTransfers {
  readonly tenant: Transfer[]
  readonly bank: Transfer[]
}

/** The transfers of one transition, by the table; a transfer of nothing is none. */
export function transfersOf(movement: Movement, tenant: TenantId): PayoutTransfers {
  const transfers: PayoutTransfers = { tenant: [], bank: [] }
  for (const posting of PAYOUT_POSTINGS) {
    if (posting.event !== movement.event) continue
    if (posting.from !== undefined && posting.from !== movement.before.status) continue
    if (posting.types !== undefined && !posting.types.includes(movement.type)) continue
    const amount = amountOf(posting, movement)
    if (amount === 0) continue
    transfers[posting.book].push({
      sourceId: movement.before.id,
      kind: posting.kind,
      debit: accountOf(posting.debit, tenant, movement.creatorId),
      credit: accountOf(posting.credit, tenant, movement.creatorId),
      amount,
      at: movement.at,
    })
  }
  return transfers
}

function amountOf(posting: Posting, { before, finalFee }: Movement): Cents {
  switch (posting.amount) {
    case 'amount':
      return before.amount_in_cents
    case 'amount + reserved fee':
      return held(before)
    case 'final fee':
      return finalFee
    case 'over-estimated fee':
      return subtract(before.fee_in_cents, finalFee)
    case 'fee':
      return before.fee_in_cents
  }
}

function accountOf(code: string, tenant: TenantId, creatorId: string | null): Transfer['debit'] {
  if (code === 'due_from') return dueFrom(tenant)
  if (code !== 'creator') return code as Transfer['debit']
  if (creatorId === null) throw new Error('a payout to an account of ours has no creator')
  return creatorAccount(creatorId as Id<'creator'>)
}

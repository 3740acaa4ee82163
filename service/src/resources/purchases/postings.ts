import { type Cents, subtract, ZERO } from '../../kernel/money.ts'
import { type BookTransfers, type Posting, transfersOf } from '../../ledger/index.ts'
import type { ChargeEvent, ChargeState, Purchase } from './model.ts'

type Amount = 'total' | 'fee' | 'net' | 'total, as far as operating reaches' | 'the rest'

type Account = 'operating' | 'card_clearing' | 'fees_payable' | 'refunds_due'

interface ChargePosting extends Posting<ChargeEvent, Account, Amount> {
  readonly from: ChargeState
  /** Restricts the posting to purchases with, or without, a failed refund. By default it applies to both. */
  readonly afterFailedRefund?: boolean
}

/** The transfers of each event of a charge, in the tenant's book. docs/ledger.md shows this table. */
export const PURCHASE_POSTINGS: readonly ChargePosting[] = [
  {
    event: 'settle',
    from: 'captured',
    book: 'tenant',
    kind: 'purchase.settled',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'net',
  },
  {
    event: 'settle',
    from: 'captured',
    book: 'tenant',
    kind: 'purchase.fee',
    debit: 'card_clearing',
    credit: 'fees_payable',
    amount: 'fee',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: false,
    book: 'tenant',
    kind: 'purchase.reversal',
    debit: 'operating',
    credit: 'card_clearing',
    amount: 'total, as far as operating reaches',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: false,
    book: 'tenant',
    kind: 'purchase.reversal.due',
    debit: 'refunds_due',
    credit: 'card_clearing',
    amount: 'the rest',
  },
  {
    event: 'refund_fails',
    from: 'returned',
    book: 'tenant',
    kind: 'purchase.reversal.back',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'total',
  },
  {
    event: 'refund_fails',
    from: 'voided',
    book: 'tenant',
    kind: 'purchase.settled',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'net',
  },
  {
    event: 'refund_fails',
    from: 'voided',
    book: 'tenant',
    kind: 'purchase.fee',
    debit: 'card_clearing',
    credit: 'fees_payable',
    amount: 'fee',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: true,
    book: 'tenant',
    kind: 'purchase.chargeback',
    debit: 'operating',
    credit: 'card_clearing',
    amount: 'total, as far as operating reaches',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: true,
    book: 'tenant',
    kind: 'purchase.chargeback.due',
    debit: 'refunds_due',
    credit: 'card_clearing',
    amount: 'the rest',
  },
]

/** The transfers of one event of a charge; `funds` is the balance of `operating`, where the event debits it. */
export function chargeTransfers(event: ChargeEvent, before: Purchase, funds: Cents, at: Date): BookTransfers {
  const hasFailedRefund = before.refund === 'failed'
  const postings = PURCHASE_POSTINGS.filter(
    ({ event: of, from, afterFailedRefund = hasFailedRefund }) =>
      of === event && from === before.charge && afterFailedRefund === hasFailedRefund,
  )
  const { total_in_cents: total, fee_in_cents: fee } = before
  const reached = Math.min(total, Math.max(funds, ZERO)) as Cents
  const amounts: Record<Amount, Cents> = {
    total,
    fee,
    net: subtract(total, fee),
    'total, as far as operating reaches': reached,
    'the rest': subtract(total, reached),
  }
  return transfersOf(postings, { sourceId: before.id, at, account: (name) => name, amount: (name) => amounts[name] })
}

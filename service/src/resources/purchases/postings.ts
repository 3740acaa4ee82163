import { type Cents, subtract, ZERO } from '../../kernel/money.ts'
import type { Transfer } from '../../ledger/index.ts'
import type { ChargeEvent, ChargeState, Purchase } from './model.ts'

type Amount = 'total' | 'fee' | 'net' | 'total, as far as operating reaches' | 'the rest'

interface Posting {
  readonly event: ChargeEvent
  readonly from: ChargeState
  /** Before or after a refund that failed; both, when absent. */
  readonly afterFailedRefund?: boolean
  readonly kind: string
  readonly debit: Transfer['debit']
  readonly credit: Transfer['credit']
  readonly amount: Amount
}

/** Which transfers each step of a charge makes, in the tenant's book. docs/ledger.md shows this very table. */
export const PURCHASE_POSTINGS: readonly Posting[] = [
  {
    event: 'settle',
    from: 'captured',
    kind: 'purchase.settled',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'net',
  },
  {
    event: 'settle',
    from: 'captured',
    kind: 'purchase.fee',
    debit: 'card_clearing',
    credit: 'fees_payable',
    amount: 'fee',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: false,
    kind: 'purchase.reversal',
    debit: 'operating',
    credit: 'card_clearing',
    amount: 'total, as far as operating reaches',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: false,
    kind: 'purchase.reversal.due',
    debit: 'refunds_due',
    credit: 'card_clearing',
    amount: 'the rest',
  },
  {
    event: 'refund_fails',
    from: 'returned',
    kind: 'purchase.reversal.back',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'total',
  },
  {
    event: 'refund_fails',
    from: 'voided',
    kind: 'purchase.settled',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'net',
  },
  {
    event: 'refund_fails',
    from: 'voided',
    kind: 'purchase.fee',
    debit: 'card_clearing',
    credit: 'fees_payable',
    amount: 'fee',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: true,
    kind: 'purchase.chargeback',
    debit: 'operating',
    credit: 'card_clearing',
    amount: 'total, as far as operating reaches',
  },
  {
    event: 'return',
    from: 'settled',
    afterFailedRefund: true,
    kind: 'purchase.chargeback.due',
    debit: 'refunds_due',
    credit: 'card_clearing',
    amount: 'the rest',
  },
]

/** The transfers of one step, by the table; a transfer of nothing is none. */
export function transfersOf(event: ChargeEvent, before: Purchase, funds: Cents, at: Date): Transfer[] {
  return PURCHASE_POSTINGS.filter(
    (posting) =>
      posting.event === event &&
      posting.from === before.charge &&
      (posting.afterFailedRefund ?? before.refund === 'failed') === (before.refund === 'failed'),
  ).flatMap(({ kind, debit, credit, amount: name }) => {
    const amount = amountOf(name, before, funds)
    return amount === 0 ? [] : [{ sourceId: before.id, kind, debit, credit, amount, at }]
  })
}

function amountOf(amount: Amount, { total_in_cents: total, fee_in_cents: fee }: Purchase, funds: Cents): Cents {
  const reached = Math.min(total, Math.max(funds, ZERO)) as Cents
  const amounts: Record<Amount, Cents> = {
    total,
    fee,
    net: subtract(total, fee),
    'total, as far as operating reaches': reached,
    'the rest': subtract(total, reached),
  }
  return amounts[amount]
}

import { type Cents, subtract, ZERO } from '../../kernel/money.ts'
import { type BookTransfers, joinTransfers, type Posting, transfersOf } from '../../ledger/index.ts'
import type { ChargeEvent, ChargeState, Purchase } from './model.ts'

type Amount = 'amount' | 'fee' | 'net' | 'amount, as far as operating reaches' | 'the rest'

type Account = 'operating' | 'card_clearing' | 'fees_payable' | 'refunds_due'

/** The resource that a transfer names as its source, and that is unique together with the kind. */
type Source = 'purchase' | 'refund' | 'dispute'

interface ChargePosting extends Posting<ChargeEvent, Account, Amount> {
  readonly from: readonly ChargeState[]
  readonly source: Source
}

const settlement = (event: ChargeEvent, from: ChargeState): ChargePosting[] => [
  {
    event,
    from: [from],
    source: 'purchase',
    book: 'tenant',
    kind: 'purchase.settled',
    debit: 'card_clearing',
    credit: 'operating',
    amount: 'net',
  },
  {
    event,
    from: [from],
    source: 'purchase',
    book: 'tenant',
    kind: 'purchase.fee',
    debit: 'card_clearing',
    credit: 'fees_payable',
    amount: 'fee',
  },
]

/** Money leaves the operating account, as far as it is there; the rest is due from its next credits. */
const outgoing = (event: ChargeEvent, source: Source, kind: string): ChargePosting[] => [
  {
    event,
    from: ['settled'],
    source,
    book: 'tenant',
    kind,
    debit: 'operating',
    credit: 'card_clearing',
    amount: 'amount, as far as operating reaches',
  },
  {
    event,
    from: ['settled'],
    source,
    book: 'tenant',
    kind: `${kind}.due`,
    debit: 'refunds_due',
    credit: 'card_clearing',
    amount: 'the rest',
  },
]

const incoming = (event: ChargeEvent, source: Source, kind: string): ChargePosting => ({
  event,
  from: ['settled', 'returned'],
  source,
  book: 'tenant',
  kind,
  debit: 'card_clearing',
  credit: 'operating',
  amount: 'amount',
})

/** The transfers of each event of a charge, in the tenant's book. docs/ledger.md shows this table. */
export const PURCHASE_POSTINGS: readonly ChargePosting[] = [
  ...settlement('settle', 'captured'),
  ...outgoing('refund', 'refund', 'purchase.reversal'),
  ...outgoing('refund_part', 'refund', 'purchase.reversal'),
  incoming('refund_fails', 'refund', 'purchase.reversal.back'),
  ...settlement('refund_fails', 'voided'),
  incoming('call_off', 'refund', 'purchase.reversal.back'),
  ...outgoing('take', 'dispute', 'purchase.chargeback'),
  ...outgoing('take_part', 'dispute', 'purchase.chargeback'),
  incoming('win', 'dispute', 'purchase.chargeback.back'),
  ...settlement('win', 'voided'),
]

/** The refund or dispute that an event is about, and its amount. */
export interface ReturnedMoney {
  readonly sourceId: string
  readonly amount: Cents
  /** The balance of `operating`, where the event debits it. */
  readonly funds?: Cents
}

export interface Reach {
  readonly reached: Cents
  readonly rest: Cents
}

/** The part of an amount that the operating account holds, and the rest. */
export function reachOf({ amount, funds = ZERO }: Pick<ReturnedMoney, 'amount' | 'funds'>): Reach {
  const reached = Math.min(amount, Math.max(funds, ZERO)) as Cents
  return { reached, rest: subtract(amount, reached) }
}

/** The transfers of one event of a charge. */
export function chargeTransfers(
  event: ChargeEvent,
  before: Purchase,
  money: ReturnedMoney | undefined,
  at: Date,
): BookTransfers {
  const postings = PURCHASE_POSTINGS.filter(({ event: of, from }) => of === event && from.includes(before.charge))
  const { total_in_cents: total, fee_in_cents: fee } = before
  const { amount = ZERO, funds = ZERO, sourceId = before.id } = money ?? {}
  const { reached, rest } = reachOf({ amount, funds })
  const amounts: Record<Amount, Cents> = {
    amount,
    fee,
    net: subtract(total, fee),
    'amount, as far as operating reaches': reached,
    'the rest': rest,
  }
  const transfers = (only: (source: Source) => boolean, source: string): BookTransfers =>
    transfersOf(
      postings.filter((posting) => only(posting.source)),
      { sourceId: source, at, account: (name) => name, amount: (name) => amounts[name] },
    )
  return joinTransfers([
    transfers((source) => source === 'purchase', before.id),
    transfers((source) => source !== 'purchase', sourceId),
  ])
}

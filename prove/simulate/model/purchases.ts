import {
  type Book,
  became,
  type Coming,
  type Expected,
  HOUR_MS,
  hourAfter,
  INVALID_STATE,
  invalid,
  isSame,
  MINUTE_MS,
  NOT_FOUND,
  refuse,
  type UserData,
  wentWrong,
} from './book.ts'
import { CARDS, type Card, type Network } from './cards.ts'
import { Charges } from './charges.ts'
import { Disputes } from './disputes.ts'
import {
  byEnterprise,
  type Dispute,
  isOpen,
  leftOf,
  type Purchase,
  type PurchaseChanges,
  type PurchaseRequest,
  type Refund,
  viewRefund,
  wasPaid,
} from './purchase.ts'
import { Refunds } from './refunds.ts'

const FRAUD_WINDOW_MS = 72 * HOUR_MS

type Target = 'canceled' | 'completed' | 'refunded'
const POSSIBLE: Record<Target, readonly Purchase['status'][]> = {
  canceled: ['created', 'pending', 'settling', 'completed'],
  completed: ['created', 'pending', 'settling'],
  refunded: ['created', 'pending', 'settling', 'completed'],
}

export class Purchases {
  readonly all: Purchase[] = []
  private readonly book: Book
  private readonly charges: Charges
  private readonly refunds: Refunds
  private readonly disputes: Disputes

  constructor(book: Book) {
    this.book = book
    this.charges = new Charges(book)
    this.refunds = new Refunds(this.charges)
    this.disputes = new Disputes(this.charges, this.refunds)
  }

  create({ buyer, items, auto = false, userData }: PurchaseRequest): Expected {
    const total = items.reduce((sum, { amount_in_cents, quantity = 1 }) => sum + amount_in_cents * quantity, 0)
    if (total < 1) return invalid(['items', 'out_of_range'])
    if (!buyer) return NOT_FOUND
    const { now } = this.book
    const purchase: Purchase = {
      kind: 'purchase',
      id: '',
      buyer,
      items,
      total,
      status: 'created',
      charge: 'none',
      refund: 'none',
      auto,
      userData,
      card: undefined,
      paid: undefined,
      due: undefined,
      call: undefined,
      key: undefined,
      paidAs: undefined,
      refunds: [],
      disputes: [],
      created: now,
      updated: now,
      activity: [became('created', 'Created', now)],
    }
    this.all.push(purchase)
    return { status: 201, shows: purchase }
  }

  commit(purchase: Purchase, network: Network, key: string | undefined): Expected {
    const { now } = this.book
    const { card } = purchase.buyer
    if (purchase.charge === 'in_flight' || purchase.status !== 'created' || !card) return INVALID_STATE
    Object.assign(purchase, { charge: 'in_flight', card, call: now, key })
    if (network !== 'answers') return refuse(503, 'unavailable')
    return this.hear(purchase)
  }

  /** What the network says of a charge, whenever that is. */
  private hear(purchase: Purchase): Expected {
    const { now } = this.book
    purchase.call = undefined
    const { decline, number } = CARDS[purchase.card as Card]
    const card = `••••${number.slice(-4)}`
    if (decline) {
      Object.assign(purchase, { charge: 'none', card: undefined, key: undefined })
      this.charges.note(purchase, now, wentWrong('created', `Card ${card} declined: ${decline.why}`, now, decline.code))
      return refuse(402, 'card_declined', { decline_code: decline.code })
    }
    Object.assign(purchase, { charge: 'captured', paid: now })
    this.charges.become(purchase, now + MINUTE_MS, now, became('pending', `Paid by card ${card}`, now))
    purchase.paidAs = { ...purchase, activity: [...purchase.activity], refunds: [], disputes: [] }
    return { status: 200, shows: purchase }
  }

  change(purchase: Purchase, changes: PurchaseChanges): Expected {
    this.settle(purchase)
    this.say(purchase, changes)
    return { status: 200, shows: purchase }
  }

  /** What is said as it was said before changes nothing. */
  private say(purchase: Purchase, { auto = purchase.auto, userData = purchase.userData }: PurchaseChanges): void {
    const { now } = this.book
    if (isSame([auto, userData], [purchase.auto, purchase.userData])) return
    Object.assign(purchase, { auto, userData, updated: now })
    this.book.tell(purchase, now)
  }

  /** Whatever is said besides is told with the move, or by itself where the purchase is there already. */
  reach(purchase: Purchase, target: Target, userData?: UserData): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      const { status, charge, refund } = purchase
      const { now } = this.book
      if (charge === 'in_flight' || (target === 'refunded' && refund === 'failed')) return INVALID_STATE
      if (status === target) {
        if (userData !== undefined) this.say(purchase, { userData })
        return { status: 200, shows: purchase }
      }
      const refusal = this.unreachable(purchase, target)
      if (refusal) return refusal
      purchase.userData = userData ?? purchase.userData
      if (target === 'completed') this.charges.complete(purchase, 'Completed by the enterprise', now)
      else if (target === 'canceled') this.refunds.issue(purchase, target, () => 'Canceled by the enterprise')
      else this.refunds.issue(purchase, target, byEnterprise)
      return { status: 200, shows: purchase }
    })
  }

  private unreachable(purchase: Purchase, target: Target): Expected | undefined {
    const { status, charge, refund } = purchase
    if (!POSSIBLE[target].includes(status)) return INVALID_STATE
    if (target === 'canceled' && wasPaid(purchase) && refund === 'failed') return INVALID_STATE
    const isShort = target !== 'completed' && charge === 'settled' && this.book.operating < leftOf(purchase)
    return isShort ? refuse(402, 'insufficient_funds') : undefined
  }

  /** All that is left, or a part of it. */
  refund(
    purchase: Purchase,
    amount: number | undefined,
    reason: string | undefined,
  ): { expected: Expected; made?: Refund } {
    let made: Refund | undefined
    const expected = this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      const { status, charge, refund } = purchase
      const isOpen = ['pending', 'settling', 'completed'].includes(status)
      if (!wasPaid(purchase) || !isOpen || refund === 'failed') return INVALID_STATE
      const left = leftOf(purchase)
      const wanted = amount ?? left
      if (wanted > left || left === 0 || (wanted < left && charge !== 'settled')) return INVALID_STATE
      if (charge === 'settled' && this.book.operating < wanted) return refuse(402, 'insufficient_funds')
      made = this.refunds.issue(purchase, 'refunded', byEnterprise, wanted, reason)
      return { status: 201, body: () => viewRefund(made as Refund) }
    })
    return made ? { expected, made } : { expected }
  }

  fraudAlert(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      const { now } = this.book
      this.settle(purchase)
      if (!wasPaid(purchase)) return INVALID_STATE
      const open = ['pending', 'settling', 'completed'].includes(purchase.status)
      const refunds = purchase.auto && now <= (purchase.paid as number) + FRAUD_WINDOW_MS
      const noted = 'Fraud alert on the card; not refunded automatically'
      const [text, why] = ['Refunded after a fraud alert on the card', 'Fraud alert on the card']
      if (open && refunds && purchase.refund !== 'failed')
        this.refunds.issue(purchase, 'refunded', () => text, leftOf(purchase), why)
      else if (open) this.charges.note(purchase, now, wentWrong(purchase.status, noted, now, 'fraud_alert'))
      return { status: 200, shows: purchase }
    })
  }

  /** The buyer's bank takes the money, as far as it was not given back. */
  chargeback(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      if (purchase.disputes.some(isOpen)) return INVALID_STATE
      return this.disputes.report(purchase, 'needs_response', undefined)
    })
  }

  /** The next step of a dispute, or its beginning. */
  dispute(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      return this.disputes.report(purchase, status, amount)
    })
  }

  // Time.

  look(purchases: readonly Purchase[]): void {
    for (const purchase of purchases) this.settle(purchase)
  }

  *coming(): Iterable<Coming> {
    const ranks: Partial<Record<Purchase['status'], number>> = { pending: 2, settling: 3, refunded: 4 }
    for (const [nth, purchase] of this.all.entries()) {
      const { due, call, status } = purchase
      if (due !== undefined) yield { at: due, rank: ranks[status] ?? 4, nth, happen: () => this.step(purchase, due) }
      if (call !== undefined) yield { at: call, rank: 1, nth, happen: () => this.ask(purchase) }
      for (const refund of purchase.refunds) {
        if (refund.call === undefined) continue
        yield {
          at: refund.call,
          rank: 1.5,
          nth: refund.nth,
          happen: () => this.refunds.ask(refund, refund.call as number),
        }
      }
    }
  }

  private settle(purchase: Purchase): void {
    while (purchase.due !== undefined && purchase.due <= this.book.now) this.step(purchase, purchase.due)
  }

  private step(purchase: Purchase, at: number): void {
    const { status, charge, card } = purchase
    if (status === 'pending') {
      this.charges.become(purchase, hourAfter(at), at, became('settling', 'Being settled to the operating account', at))
    } else if (status === 'refunded') {
      this.charges.become(purchase, undefined, at, became('reversed', 'Reversed: nothing was charged', at))
    } else if (card !== 'unsettled') this.charges.complete(purchase, 'Settled to the operating account', at)
    else {
      const why = 'Failed: the network could not collect the money'
      purchase.charge = charge === 'captured' ? 'voided' : charge
      this.charges.become(purchase, undefined, at, became('error', why, at, 'collection_failed'))
    }
  }

  private ask(purchase: Purchase): void {
    purchase.call = undefined
    this.hear(purchase)
  }
}

import {
  type Book,
  type Coming,
  type Expected,
  HOUR_MS,
  hourAfter,
  INVALID,
  INVALID_STATE,
  MINUTE_MS,
  NOT_FOUND,
  refuse,
  type Thing,
} from './book.ts'

const FRAUD_WINDOW_MS = 72 * HOUR_MS

/** The test cards, and what each does. */
export const CARDS = {
  good: { number: '4242424242424242', brand: 'VISA', decline: undefined },
  amex: { number: '378282246310005', brand: 'AMERICAN_EXPRESS', decline: undefined },
  declined: { number: '4000000000000002', brand: 'VISA', decline: 'card_declined' },
  noFunds: { number: '4000000000009995', brand: 'VISA', decline: 'insufficient_funds' },
  unsettled: { number: '4000000000000341', brand: 'VISA', decline: undefined },
  unrefundable: { number: '4000000000005126', brand: 'VISA', decline: undefined },
} as const
export type Card = keyof typeof CARDS

/** What the network does when it is asked: answers, never hears of it, or does it and the answer is lost. */
export type Network = 'answers' | 'unreached' | 'lost'

export interface Buyer extends Thing {
  readonly kind: 'buyer'
  readonly externalId: string | undefined
  name: string | undefined
  card: Card | undefined
}

export interface Purchase extends Thing {
  readonly kind: 'purchase'
  readonly buyer: Buyer
  /** What each item costs. */
  readonly items: readonly number[]
  readonly total: number
  status: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'
  charge: 'none' | 'in_flight' | 'captured' | 'settled' | 'voided' | 'returned'
  refund: 'none' | 'due' | 'done' | 'failed'
  auto: boolean
  card: Card | undefined
  paid: number | undefined
  due: number | undefined
  /** When the network must be asked. */
  call: number | undefined
  /** The idempotency key of the commit that is in flight or has paid. */
  key: string | undefined
}

export const feeOf = ({ total }: Purchase): number => Math.min(Math.floor((total * 290 + 5_000) / 10_000) + 30, total)
export const wasPaid = ({ charge }: Purchase): boolean => charge !== 'none' && charge !== 'in_flight'

type Target = 'canceled' | 'completed' | 'refunded'
const POSSIBLE: Record<Target, readonly Purchase['status'][]> = {
  canceled: ['created', 'pending', 'settling', 'completed'],
  completed: ['created', 'pending', 'settling'],
  refunded: ['created', 'pending', 'settling', 'completed'],
}

export class Purchases {
  readonly buyers: Buyer[] = []
  readonly all: Purchase[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  createBuyer(name: string | undefined, externalId: string | undefined): Expected {
    const { now } = this.book
    const twin = this.buyers.find((buyer) => externalId !== undefined && buyer.externalId === externalId)
    if (twin) return refuse(409, 'external_id_taken', { existing_id: twin.id })
    const times = { created: now, updated: now, history: [] }
    const buyer: Buyer = { kind: 'buyer', id: '', name, externalId, card: undefined, ...times }
    this.buyers.push(buyer)
    return { status: 201, shows: [buyer] }
  }

  rename(buyer: Buyer, name: string): Expected {
    return this.changedBuyer(Object.assign(buyer, { name }))
  }

  saveCard(buyer: Buyer, card: Card): Expected {
    return this.changedBuyer(Object.assign(buyer, { card }))
  }

  private changedBuyer(buyer: Buyer): Expected {
    buyer.updated = this.book.now
    this.book.tell(buyer, this.book.now)
    return { status: 200, shows: [buyer] }
  }

  create(buyer: Buyer | undefined, items: readonly number[], auto: boolean): Expected {
    const total = items.reduce((sum, amount) => sum + amount, 0)
    if (total < 1) return INVALID
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
      card: undefined,
      paid: undefined,
      due: undefined,
      call: undefined,
      key: undefined,
      created: now,
      updated: now,
      history: [`created status_change ${new Date(now).toISOString()}`],
    }
    this.all.push(purchase)
    return { status: 201, shows: [purchase] }
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
    const decline = CARDS[purchase.card as Card].decline
    if (decline) {
      Object.assign(purchase, { charge: 'none', card: undefined, key: undefined })
      this.note(purchase, `created error ${decline}`, now)
      return refuse(402, 'card_declined')
    }
    Object.assign(purchase, { charge: 'captured', paid: now })
    this.become(purchase, 'pending', now, now + MINUTE_MS)
    return { status: 200, shows: [purchase] }
  }

  setAuto(purchase: Purchase, auto: boolean): Expected {
    this.settle(purchase)
    purchase.auto = auto
    purchase.updated = this.book.now
    this.book.tell(purchase, this.book.now)
    return { status: 200, shows: [purchase] }
  }

  reach(purchase: Purchase, target: Target): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      const { status, charge, refund } = purchase
      if (charge === 'in_flight' || (target === 'refunded' && refund === 'failed')) return INVALID_STATE
      if (status === target) return { status: 200, shows: [purchase] }
      if (!POSSIBLE[target].includes(status)) return INVALID_STATE
      if (target === 'completed') this.complete(purchase, this.book.now)
      else if (charge === 'settled' && this.book.operating < purchase.total) return refuse(402, 'insufficient_funds')
      else this.giveBack(purchase, target)
      return { status: 200, shows: [purchase] }
    })
  }

  fraudAlert(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      const { now } = this.book
      this.settle(purchase)
      if (!wasPaid(purchase)) return INVALID_STATE
      const open = ['pending', 'settling', 'completed'].includes(purchase.status)
      const refunds = purchase.auto && now <= (purchase.paid as number) + FRAUD_WINDOW_MS
      if (open && refunds) this.giveBack(purchase, 'refunded')
      else if (open) this.note(purchase, `${purchase.status} error fraud_alert`, now)
      return { status: 200, shows: [purchase] }
    })
  }

  /** The buyer's bank takes the money, as far as it was not given back. */
  chargeback(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      const { status, charge } = purchase
      const open = ['pending', 'settling', 'completed', 'refunded'].includes(status)
      if (!wasPaid(purchase) || !(open || (status === 'canceled' && charge === 'settled'))) return INVALID_STATE
      const { operating } = this.book
      this.takeBack(purchase)
      if (purchase.refund === 'due') purchase.refund = 'none'
      Object.assign(purchase, { due: undefined, call: undefined, status: open ? 'reversed' : status })
      this.note(purchase, `${purchase.status} status_change chargeback`, this.book.now)
      if (charge === 'settled') this.noteTaken(purchase, operating)
      return { status: 200, shows: [purchase] }
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
      if (call !== undefined) yield { at: call, rank: 1, nth, happen: () => this.ask(purchase, call) }
    }
  }

  private settle(purchase: Purchase): void {
    while (purchase.due !== undefined && purchase.due <= this.book.now) this.step(purchase, purchase.due)
  }

  private step(purchase: Purchase, at: number): void {
    if (purchase.status === 'pending') this.become(purchase, 'settling', at, hourAfter(at))
    else if (purchase.status === 'refunded') this.become(purchase, 'reversed', at)
    else if (purchase.card !== 'unsettled') this.complete(purchase, at)
    else {
      purchase.charge = 'voided'
      this.become(purchase, 'error', at, undefined, 'error collection_failed')
    }
  }

  /** A charge is heard of when the network says so, a refund at the time it was due. */
  private ask(purchase: Purchase, at: number): void {
    purchase.call = undefined
    if (purchase.charge === 'in_flight') this.hear(purchase)
    else if (purchase.card === 'unrefundable') this.refundFails(purchase, at)
    else {
      purchase.refund = 'done'
      this.become(purchase, purchase.status === 'refunded' ? 'reversed' : purchase.status, at)
    }
  }

  private refundFails(purchase: Purchase, at: number): void {
    const back = purchase.charge === 'voided' ? purchase.total - feeOf(purchase) : purchase.total
    if (purchase.charge === 'voided') this.post(purchase)
    else {
      this.book.credit(purchase.total)
      this.book.cardsOut += purchase.total
    }
    Object.assign(purchase, { charge: 'settled', refund: 'failed' })
    this.note(purchase, `${purchase.status} error refund_failed`, at)
    this.book.noteTransfer(purchase, purchase.status, back, at)
  }

  private complete(purchase: Purchase, at: number): void {
    const settles = purchase.charge === 'captured'
    if (settles) {
      this.post(purchase)
      purchase.charge = 'settled'
    }
    this.become(purchase, 'completed', at)
    if (settles) this.book.noteTransfer(purchase, 'completed', purchase.total - feeOf(purchase), at)
  }

  private post(purchase: Purchase): void {
    const fee = feeOf(purchase)
    this.book.credit(purchase.total - fee)
    this.book.fees += fee
    this.book.cardsOut += purchase.total
  }

  private giveBack(purchase: Purchase, status: 'refunded' | 'canceled'): void {
    const later = this.book.now + MINUTE_MS
    const { operating } = this.book
    const isSettled = purchase.charge === 'settled'
    const charged = this.takeBack(purchase)
    purchase.call = charged ? later : undefined
    if (charged) purchase.refund = 'due'
    this.become(purchase, status, this.book.now, !charged && status === 'refunded' ? later : undefined)
    if (isSettled) this.noteTaken(purchase, operating)
  }

  /** What there was is taken at once, the rest from what comes in next. */
  private noteTaken(purchase: Purchase, operating: number): void {
    const { total, status } = purchase
    const reached = Math.min(operating, total)
    if (reached > 0) this.book.noteTransfer(purchase, status, reached, this.book.now)
    if (total > reached) this.book.noteTransfer(purchase, status, total - reached, this.book.now)
  }

  /** Whether there was anything to give back. */
  private takeBack(purchase: Purchase): boolean {
    if (purchase.charge === 'captured') purchase.charge = 'voided'
    else if (purchase.charge === 'settled') {
      purchase.charge = 'returned'
      this.book.credit(-purchase.total)
      this.book.cardsOut -= purchase.total
    } else return false
    return true
  }

  private become(
    purchase: Purchase,
    status: Purchase['status'],
    at: number,
    due?: number,
    how = 'status_change',
  ): void {
    purchase.status = status
    purchase.due = due
    this.note(purchase, `${status} ${how}`, at)
  }

  private note(purchase: Purchase, text: string, at: number): void {
    this.book.note(purchase, text, at)
    this.book.tell(purchase, at)
  }
}

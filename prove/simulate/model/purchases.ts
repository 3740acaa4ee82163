import {
  type Book,
  became,
  type Coming,
  dollars,
  type Entry,
  type Expected,
  HOUR_MS,
  hourAfter,
  INVALID_STATE,
  invalid,
  isSame,
  MINUTE_MS,
  moved,
  NOT_FOUND,
  refuse,
  type Thing,
  type UserData,
  wentWrong,
} from './book.ts'
import { CARDS, type Card, type Network } from './cards.ts'

const FRAUD_WINDOW_MS = 72 * HOUR_MS

/** What the enterprise says of a buyer, as it is shown. */
export interface Person {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
}

export interface Buyer extends Thing {
  readonly kind: 'buyer'
  readonly externalId: string | undefined
  person: Person
  card: Card | undefined
}

export interface Item {
  readonly name: string
  readonly description?: string | undefined
  readonly amount_in_cents: number
  readonly quantity?: number | undefined
}

export interface PurchaseWish {
  readonly buyer: Buyer | undefined
  readonly items: readonly Item[]
  readonly auto: boolean | undefined
  readonly userData: UserData | undefined
}

/** What of it an update says anew. */
export interface PurchaseChanges {
  readonly auto?: boolean | undefined
  readonly userData?: UserData | undefined
}

export interface Purchase extends Thing {
  readonly kind: 'purchase'
  readonly buyer: Buyer
  readonly items: readonly Item[]
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
  /** The idempotency key of the commit that is in flight or has paid, and how the purchase stood when it had. */
  key: string | undefined
  paidAs: Purchase | undefined
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

  createBuyer(person: Person, externalId: string | undefined, userData: UserData | undefined): Expected {
    const { now } = this.book
    const twin = this.byExternalId(externalId)
    if (twin) return refuse(409, 'external_id_taken', { existing_id: twin.id })
    const times = { created: now, updated: now, activity: [] }
    const buyer: Buyer = { kind: 'buyer', id: '', person, externalId, userData, card: undefined, ...times }
    this.buyers.push(buyer)
    return { status: 201, shows: buyer }
  }

  byExternalId(externalId: string | undefined): Buyer | undefined {
    return externalId === undefined ? undefined : this.buyers.find((buyer) => buyer.externalId === externalId)
  }

  describe(buyer: Buyer, person: Person, userData: UserData | undefined): Expected {
    const changes = { person: { ...buyer.person, ...person }, userData: userData ?? buyer.userData }
    if (isSame(changes, { person: buyer.person, userData: buyer.userData })) return { status: 200, shows: buyer }
    return this.changedBuyer(Object.assign(buyer, changes))
  }

  saveCard(buyer: Buyer, card: Card): Expected {
    return this.changedBuyer(Object.assign(buyer, { card }))
  }

  private changedBuyer(buyer: Buyer): Expected {
    buyer.updated = this.book.now
    this.book.tell(buyer, this.book.now)
    return { status: 200, shows: buyer }
  }

  create({ buyer, items, auto = false, userData }: PurchaseWish): Expected {
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
      this.note(purchase, now, wentWrong('created', `Card ${card} declined: ${decline.why}`, now, decline.code))
      return refuse(402, 'card_declined', { decline_code: decline.code })
    }
    Object.assign(purchase, { charge: 'captured', paid: now })
    this.become(purchase, now + MINUTE_MS, now, became('pending', `Paid by card ${card}`, now))
    purchase.paidAs = { ...purchase, activity: [...purchase.activity] }
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
      if (!POSSIBLE[target].includes(status)) return INVALID_STATE
      if (target !== 'completed' && charge === 'settled' && this.book.operating < purchase.total) {
        return refuse(402, 'insufficient_funds')
      }
      purchase.userData = userData ?? purchase.userData
      if (target === 'completed') this.complete(purchase, 'Completed by the enterprise', now)
      else if (target === 'canceled') this.giveBack(purchase, target, 'Canceled by the enterprise')
      else this.giveBack(purchase, target, 'Refund issued by the enterprise')
      return { status: 200, shows: purchase }
    })
  }

  fraudAlert(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      const { now } = this.book
      this.settle(purchase)
      if (!wasPaid(purchase)) return INVALID_STATE
      const open = ['pending', 'settling', 'completed'].includes(purchase.status)
      const refunds = purchase.auto && now <= (purchase.paid as number) + FRAUD_WINDOW_MS
      const noted = 'Fraud alert on the card; not refunded automatically'
      if (open && refunds) this.giveBack(purchase, 'refunded', 'Refunded after a fraud alert on the card')
      else if (open) this.note(purchase, now, wentWrong(purchase.status, noted, now, 'fraud_alert'))
      return { status: 200, shows: purchase }
    })
  }

  /** The buyer's bank takes the money, as far as it was not given back. */
  chargeback(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      const { status, charge } = purchase
      const open = ['pending', 'settling', 'completed', 'refunded'].includes(status)
      if (!wasPaid(purchase) || !(open || (status === 'canceled' && charge === 'settled'))) return INVALID_STATE
      const { now } = this.book
      const to = open ? 'reversed' : status
      const taken = this.takeBack(purchase, to) ?? []
      if (purchase.refund === 'due') purchase.refund = 'none'
      purchase.call = undefined
      this.become(purchase, undefined, now, became(to, 'Reversed by a chargeback', now, 'chargeback'), ...taken)
      return { status: 200, shows: purchase }
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
    const { status, charge, card } = purchase
    if (status === 'pending') {
      this.become(purchase, hourAfter(at), at, became('settling', 'Being settled to the operating account', at))
    } else if (status === 'refunded') this.reversed(purchase, at)
    else if (card !== 'unsettled') this.complete(purchase, 'Settled to the operating account', at)
    else {
      const why = 'Failed: the network could not collect the money'
      purchase.charge = charge === 'captured' ? 'voided' : charge
      this.become(purchase, undefined, at, became('error', why, at, 'collection_failed'))
    }
  }

  /** A charge is heard of when the network says so, a refund at the time it was due. */
  private ask(purchase: Purchase, at: number): void {
    purchase.call = undefined
    if (purchase.charge === 'in_flight') this.hear(purchase)
    else if (purchase.card === 'unrefundable') this.refundFails(purchase, at)
    else {
      purchase.refund = 'done'
      this.reversed(purchase, at)
    }
  }

  private reversed(purchase: Purchase, at: number): void {
    const to = purchase.status === 'refunded' ? 'reversed' : purchase.status
    const text = purchase.charge === 'none' ? 'Reversed: nothing was charged' : 'Refund processed'
    this.become(purchase, undefined, at, became(to, text, at))
  }

  private refundFails(purchase: Purchase, at: number): void {
    const { status, total, charge } = purchase
    const back = charge === 'voided' ? settled(purchase, status, at) : [deposited(status, total, at)]
    if (charge === 'voided') this.post(purchase)
    else {
      this.book.credit(total)
      this.book.cardsOut += total
    }
    Object.assign(purchase, { charge: 'settled', refund: 'failed' })
    const why = "Refund failed: the buyer's bank did not accept it"
    this.note(purchase, at, wentWrong(status, why, at, 'refund_failed'), ...back)
  }

  private complete(purchase: Purchase, text: string, at: number): void {
    const settles = purchase.charge === 'captured'
    if (settles) {
      this.post(purchase)
      purchase.charge = 'settled'
    }
    const lines = settles ? settled(purchase, 'completed', at) : []
    this.become(purchase, undefined, at, became('completed', text, at), ...lines)
  }

  private post(purchase: Purchase): void {
    const fee = feeOf(purchase)
    this.book.credit(purchase.total - fee)
    this.book.fees += fee
    this.book.cardsOut += purchase.total
  }

  private giveBack(purchase: Purchase, status: 'refunded' | 'canceled', text: string): void {
    const { now } = this.book
    const later = now + MINUTE_MS
    const taken = this.takeBack(purchase, status)
    purchase.call = taken ? later : undefined
    if (taken) purchase.refund = 'due'
    const due = !taken && status === 'refunded' ? later : undefined
    this.become(purchase, due, now, became(status, text, now), ...(taken ?? []))
  }

  /** What was taken from the operating account, in lines of the log; nothing at all where there is nothing to give back. */
  private takeBack(purchase: Purchase, to: Purchase['status']): Entry[] | undefined {
    const { book } = this
    const { charge, total } = purchase
    if (charge === 'captured') {
      purchase.charge = 'voided'
      return []
    }
    if (charge !== 'settled') return undefined
    const reached = Math.min(book.operating, total)
    purchase.charge = 'returned'
    book.credit(-total)
    book.cardsOut -= total
    const lines = [
      { amount: reached, text: 'taken from the operating account' },
      { amount: total - reached, text: 'due from the next credits of the operating account' },
    ]
    return lines.flatMap(({ amount, text }) => (amount > 0 ? [moved(to, `${dollars(amount)} ${text}`, book.now)] : []))
  }

  private become(
    purchase: Purchase,
    due: number | undefined,
    at: number,
    first: Entry,
    ...more: readonly Entry[]
  ): void {
    purchase.status = first.status as Purchase['status']
    purchase.due = due
    this.note(purchase, at, first, ...more)
  }

  private note(purchase: Purchase, at: number, ...entries: readonly Entry[]): void {
    this.book.note(purchase, at, ...entries)
    this.book.tell(purchase, at)
  }
}

/** The net amount and the fee, as far as there are any. */
function settled(purchase: Purchase, status: string, at: number): Entry[] {
  const fee = feeOf(purchase)
  const net = purchase.total - fee
  const charged = moved(status, `${dollars(fee)} charged as the fee`, at)
  return [...(net > 0 ? [deposited(status, net, at)] : []), ...(fee > 0 ? [charged] : [])]
}

const deposited = (status: string, amount: number, at: number): Entry =>
  moved(status, `${dollars(amount)} moved to the operating account`, at)

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
  type UserData,
  wentWrong,
} from './book.ts'
import { CARDS, type Card, type Network } from './cards.ts'
import {
  type Buyer,
  byEnterprise,
  type Dispute,
  deposited,
  FOLLOWS,
  feeOf,
  isOpen,
  leftOf,
  nameOf,
  type Person,
  type Purchase,
  type PurchaseChanges,
  type PurchaseWish,
  pendingOf,
  RESPOND_MS,
  type Refund,
  SAID,
  settled,
  sum,
  viewRefund,
  WAY,
  wasPaid,
} from './purchase.ts'

const FRAUD_WINDOW_MS = 72 * HOUR_MS

type Target = 'canceled' | 'completed' | 'refunded'
const POSSIBLE: Record<Target, readonly Purchase['status'][]> = {
  canceled: ['created', 'pending', 'settling', 'completed'],
  completed: ['created', 'pending', 'settling'],
  refunded: ['created', 'pending', 'settling', 'completed'],
}

export class Purchases {
  readonly buyers: Buyer[] = []
  readonly all: Purchase[] = []
  private issued = 0
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
      this.note(purchase, now, wentWrong('created', `Card ${card} declined: ${decline.why}`, now, decline.code))
      return refuse(402, 'card_declined', { decline_code: decline.code })
    }
    Object.assign(purchase, { charge: 'captured', paid: now })
    this.become(purchase, now + MINUTE_MS, now, became('pending', `Paid by card ${card}`, now))
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
      if (target === 'completed') this.complete(purchase, 'Completed by the enterprise', now)
      else if (target === 'canceled') this.giveBack(purchase, target, () => 'Canceled by the enterprise')
      else this.giveBack(purchase, target, byEnterprise)
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
      made = this.giveBack(purchase, 'refunded', byEnterprise, wanted, reason)
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
        this.giveBack(purchase, 'refunded', () => text, leftOf(purchase), why)
      else if (open) this.note(purchase, now, wentWrong(purchase.status, noted, now, 'fraud_alert'))
      return { status: 200, shows: purchase }
    })
  }

  /** The buyer's bank takes the money, as far as it was not given back. */
  chargeback(purchase: Purchase): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      if (purchase.disputes.some(isOpen)) return INVALID_STATE
      return this.report(purchase, 'needs_response', undefined)
    })
  }

  /** The next step of a dispute, or its beginning. */
  dispute(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Expected {
    return this.book.unlessRefused(purchase, () => {
      this.settle(purchase)
      return this.report(purchase, status, amount)
    })
  }

  private report(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Expected {
    if (!wasPaid(purchase)) return INVALID_STATE
    const known = purchase.disputes.findLast(isOpen)
    const dispute = known ?? this.begin(purchase, status, amount)
    if (!dispute) return INVALID_STATE
    const takes = status !== 'inquiry' && status !== 'won'
    let isNew = known === undefined
    for (const next of WAY[status]) {
      if (!FOLLOWS[dispute.status].includes(next)) continue
      if (next === 'lost' && !dispute.isTaken) this.take(purchase, dispute, amount)
      dispute.status = next
      if (next === 'won' && dispute.isTaken) this.win(purchase, dispute)
      else this.sayDispute(purchase, dispute)
      isNew = true
    }
    if (takes && !dispute.isTaken && isOpen(dispute)) {
      this.take(purchase, dispute, amount)
      isNew = true
    }
    return isNew ? { status: 200, shows: purchase } : INVALID_STATE
  }

  private begin(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Dispute | undefined {
    const { now } = this.book
    const canBeTaken =
      ['pending', 'settling', 'completed', 'refunded'].includes(purchase.status) ||
      (['canceled', 'reversed'].includes(purchase.status) && purchase.charge === 'settled')
    if ((status !== 'inquiry' && status !== 'needs_response') || !canBeTaken) return undefined
    const left = leftOf(purchase)
    const most = left + sum(pendingOf(purchase).map((refund) => refund.amount))
    const wanted = amount ?? (left > 0 ? left : most)
    if (wanted > most) return undefined
    const dispute: Dispute = { status, amount: wanted, taken: 0, isTaken: false, respondBy: now + RESPOND_MS }
    purchase.disputes.push(dispute)
    if (status === 'inquiry') this.sayDispute(purchase, dispute)
    return dispute
  }

  private sayDispute(purchase: Purchase, { status, amount }: Dispute): void {
    const { now } = this.book
    const text = SAID[status](amount)
    const entry =
      status === 'won'
        ? became(purchase.status, text, now, 'dispute')
        : wentWrong(purchase.status, text, now, 'dispute')
    this.note(purchase, now, entry)
  }

  /** Refunds on their way that it leaves no money for are called off, the newest first. */
  private take(purchase: Purchase, dispute: Dispute, amount: number | undefined): void {
    const { book } = this
    const wanted = Math.min(amount ?? dispute.amount, purchase.total)
    if (purchase.charge === 'captured' && wanted < purchase.total) {
      this.complete(purchase, 'Settled: a part of it is disputed', book.now)
    }
    for (const refund of pendingOf(purchase).reverse()) if (leftOf(purchase) < wanted) this.callOff(refund)
    const isOpen = ['pending', 'settling', 'completed', 'refunded'].includes(purchase.status)
    const to = isOpen ? 'reversed' : purchase.status
    const taken = purchase.charge === 'settled' ? Math.min(wanted, leftOf(purchase)) : 0
    const lines = this.takeBack(purchase, to, taken) ?? []
    Object.assign(dispute, { amount: wanted, taken, isTaken: true })
    this.become(purchase, undefined, book.now, became(to, 'Reversed by a chargeback', book.now, 'chargeback'), ...lines)
  }

  private callOff(refund: Refund): void {
    const { now } = this.book
    const { purchase, amount } = refund
    const isPosted = purchase.charge !== 'voided'
    const why = "the buyer's bank takes the money itself"
    this.endRefund(refund, 'canceled', became('canceled', `Not given back: ${why}`, now), now)
    if (isPosted) {
      this.book.credit(amount)
      this.book.cardsOut += amount
      purchase.charge = 'settled'
    }
    if (purchase.refund === 'due') purchase.refund = 'none'
    const { status } = purchase
    const back = isPosted ? [deposited(status, amount, now)] : []
    this.note(purchase, now, became(status, `${nameOf(refund)} called off: ${why}`, now), ...back)
  }

  private win(purchase: Purchase, dispute: Dispute): void {
    const { now } = this.book
    const { taken } = dispute
    const isVoided = purchase.charge === 'voided' && purchase.refund === 'none'
    const isBack = isVoided || taken > 0
    const to = isBack && purchase.status === 'reversed' ? 'completed' : purchase.status
    const lines = isVoided ? settled(purchase, to, now) : taken > 0 ? [deposited(to, taken, now)] : []
    if (isVoided) this.post(purchase)
    else {
      this.book.credit(taken)
      this.book.cardsOut += taken
    }
    if (isBack) purchase.charge = 'settled'
    dispute.taken = 0
    this.become(purchase, undefined, now, became(to, 'Dispute won', now, 'dispute'), ...lines)
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
        yield { at: refund.call, rank: 1.5, nth: refund.nth, happen: () => this.askFor(refund, refund.call as number) }
      }
    }
  }

  private settle(purchase: Purchase): void {
    while (purchase.due !== undefined && purchase.due <= this.book.now) this.step(purchase, purchase.due)
  }

  private step(purchase: Purchase, at: number): void {
    const { status, charge, card } = purchase
    if (status === 'pending') {
      this.become(purchase, hourAfter(at), at, became('settling', 'Being settled to the operating account', at))
    } else if (status === 'refunded') {
      this.become(purchase, undefined, at, became('reversed', 'Reversed: nothing was charged', at))
    } else if (card !== 'unsettled') this.complete(purchase, 'Settled to the operating account', at)
    else {
      const why = 'Failed: the network could not collect the money'
      purchase.charge = charge === 'captured' ? 'voided' : charge
      this.become(purchase, undefined, at, became('error', why, at, 'collection_failed'))
    }
  }

  private ask(purchase: Purchase): void {
    purchase.call = undefined
    this.hear(purchase)
  }

  /** Recorded at the time it was due. */
  private askFor(refund: Refund, at: number): void {
    const { purchase } = refund
    if (purchase.card === 'unrefundable') this.refundFails(refund, at)
    else this.processed(refund, at)
  }

  private endRefund(refund: Refund, status: Refund['status'], entry: Entry, at: number): void {
    refund.activity.push(entry)
    Object.assign(refund, { status, call: undefined, updated: at })
  }

  private processed(refund: Refund, at: number): void {
    const { purchase } = refund
    this.endRefund(refund, 'succeeded', became('succeeded', 'Processed', at), at)
    const isOver = purchase.refund === 'due' && pendingOf(purchase).length === 0
    if (isOver) purchase.refund = 'done'
    const to = isOver && purchase.status === 'refunded' ? 'reversed' : purchase.status
    this.become(purchase, purchase.due, at, became(to, `${nameOf(refund)} processed`, at))
  }

  private refundFails(refund: Refund, at: number): void {
    const { purchase, amount } = refund
    const { status, charge } = purchase
    const why = "the buyer's bank did not accept it"
    this.endRefund(refund, 'failed', became('failed', `Failed: ${why}`, at, 'refund_failed'), at)
    const back = charge === 'voided' ? settled(purchase, status, at) : [deposited(status, amount, at)]
    if (charge === 'voided') this.post(purchase)
    else {
      this.book.credit(amount)
      this.book.cardsOut += amount
    }
    Object.assign(purchase, { charge: 'settled', refund: 'failed' })
    this.note(purchase, at, wentWrong(status, `${nameOf(refund)} failed: ${why}`, at, 'refund_failed'), ...back)
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

  /** The refund, where something was charged. */
  private giveBack(
    purchase: Purchase,
    target: 'refunded' | 'canceled',
    textOf: (name: string) => string,
    amount = leftOf(purchase),
    reason?: string,
  ): Refund | undefined {
    const { now } = this.book
    const later = now + MINUTE_MS
    if (!wasPaid(purchase)) {
      const due = target === 'refunded' ? later : undefined
      this.become(purchase, due, now, became(target, textOf('Refund'), now))
      return undefined
    }
    const isWhole = amount === leftOf(purchase)
    const status = isWhole ? target : purchase.status
    const code = amount === purchase.total ? undefined : 'refund'
    const taken = this.takeBack(purchase, status, amount) ?? []
    const refund: Refund = {
      id: '',
      purchase,
      amount,
      reason,
      status: 'pending',
      call: later,
      created: now,
      updated: now,
      activity: [became('pending', 'Issued', now)],
      nth: ++this.issued,
    }
    purchase.refunds.push(refund)
    if (isWhole) purchase.refund = 'due'
    this.become(purchase, undefined, now, became(status, textOf(nameOf(refund)), now, code), ...taken)
    return refund
  }

  /** What was taken from the operating account, in lines of the log; nothing at all where there is nothing to give back. */
  private takeBack(purchase: Purchase, to: Purchase['status'], amount: number): Entry[] | undefined {
    const { book } = this
    const { charge } = purchase
    if (charge === 'captured') {
      purchase.charge = 'voided'
      return []
    }
    if (charge !== 'settled' || amount === 0) return undefined
    const reached = Math.min(book.operating, amount)
    purchase.charge = amount === leftOf(purchase) ? 'returned' : 'settled'
    book.credit(-amount)
    book.cardsOut -= amount
    const lines = [
      { amount: reached, text: 'taken from the operating account' },
      { amount: amount - reached, text: 'due from the next credits of the operating account' },
    ]
    return lines.flatMap((line) =>
      line.amount > 0 ? [moved(to, `${dollars(line.amount)} ${line.text}`, book.now)] : [],
    )
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

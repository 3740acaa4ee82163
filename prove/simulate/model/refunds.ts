import { became, type Entry, MINUTE_MS, wentWrong } from './book.ts'
import type { Charges } from './charges.ts'
import { deposited, leftOf, nameOf, type Purchase, pendingOf, type Refund, settled, wasPaid } from './purchase.ts'

export class Refunds {
  private issued = 0
  private readonly charges: Charges

  constructor(charges: Charges) {
    this.charges = charges
  }

  /** Gives back a part of a purchase or all that is left. Without a charge there is no refund to make. */
  issue(
    purchase: Purchase,
    target: 'refunded' | 'canceled',
    textOf: (name: string) => string,
    amount = leftOf(purchase),
    reason?: string,
  ): Refund | undefined {
    const { now } = this.charges.book
    const later = now + MINUTE_MS
    if (!wasPaid(purchase)) {
      const due = target === 'refunded' ? later : undefined
      this.charges.become(purchase, due, now, became(target, textOf('Refund'), now))
      return undefined
    }
    const isWhole = amount === leftOf(purchase)
    const status = isWhole ? target : purchase.status
    const code = amount === purchase.total ? undefined : 'refund'
    const taken = this.charges.takeBack(purchase, status, amount) ?? []
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
    this.charges.become(purchase, undefined, now, became(status, textOf(nameOf(refund)), now, code), ...taken)
    return refund
  }

  /** The buyer's bank takes the money itself, so that it must not be given back twice. */
  callOff(refund: Refund): void {
    const { now } = this.charges.book
    const { purchase, amount } = refund
    const isPosted = purchase.charge !== 'voided'
    const why = "the buyer's bank takes the money itself"
    this.end(refund, 'canceled', became('canceled', `Not given back: ${why}`, now), now)
    if (isPosted) {
      this.charges.giveBack(amount)
      purchase.charge = 'settled'
    }
    if (purchase.refund === 'due') purchase.refund = 'none'
    const { status } = purchase
    const back = isPosted ? [deposited(status, amount, now)] : []
    this.charges.note(purchase, now, became(status, `${nameOf(refund)} called off: ${why}`, now), ...back)
  }

  /** The network is asked; its answer is recorded at the time it was due. */
  ask(refund: Refund, at: number): void {
    const { purchase } = refund
    if (purchase.card === 'unrefundable') this.failed(refund, at)
    else this.processed(refund, at)
  }

  private end(refund: Refund, status: Refund['status'], entry: Entry, at: number): void {
    refund.activity.push(entry)
    Object.assign(refund, { status, call: undefined, updated: at })
  }

  private processed(refund: Refund, at: number): void {
    const { purchase } = refund
    this.end(refund, 'succeeded', became('succeeded', 'Processed', at), at)
    const isOver = purchase.refund === 'due' && pendingOf(purchase).length === 0
    if (isOver) purchase.refund = 'done'
    const to = isOver && purchase.status === 'refunded' ? 'reversed' : purchase.status
    this.charges.become(purchase, purchase.due, at, became(to, `${nameOf(refund)} processed`, at))
  }

  private failed(refund: Refund, at: number): void {
    const { purchase, amount } = refund
    const { status, charge } = purchase
    const why = "the buyer's bank did not accept it"
    this.end(refund, 'failed', became('failed', `Failed: ${why}`, at, 'refund_failed'), at)
    const back = charge === 'voided' ? settled(purchase, status, at) : [deposited(status, amount, at)]
    if (charge === 'voided') this.charges.post(purchase)
    else this.charges.giveBack(amount)
    Object.assign(purchase, { charge: 'settled', refund: 'failed' })
    this.charges.note(purchase, at, wentWrong(status, `${nameOf(refund)} failed: ${why}`, at, 'refund_failed'), ...back)
  }
}

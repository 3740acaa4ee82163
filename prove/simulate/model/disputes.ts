import { became, DAY_MS, dollars, type Expected, INVALID_STATE, wentWrong } from './book.ts'
import type { Charges } from './charges.ts'
import { type Dispute, deposited, isOpen, leftOf, type Purchase, pendingOf, settled, sum, wasPaid } from './purchase.ts'
import type { Refunds } from './refunds.ts'

/** The statuses that lead to each, in their order: a report may skip some. */
const WAY: Record<Dispute['status'], readonly Dispute['status'][]> = {
  inquiry: [],
  needs_response: ['needs_response'],
  under_review: ['needs_response', 'under_review'],
  won: ['won'],
  lost: ['needs_response', 'lost'],
}

/** The statuses that may follow each. */
const FOLLOWS: Record<Dispute['status'], readonly Dispute['status'][]> = {
  inquiry: ['needs_response', 'won'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: [],
}

/** The entry of each status. */
const ENTRIES: Record<Dispute['status'], (amount: number) => string> = {
  inquiry: (amount) => `The buyer's bank asks about ${dollars(amount)}; nothing is taken`,
  needs_response: (amount) => `The buyer disputes ${dollars(amount)}`,
  under_review: () => 'The buyer’s bank reviews the evidence',
  won: () => 'Dispute won',
  lost: () => 'Dispute lost',
}

const RESPOND_MS = 10 * DAY_MS

export class Disputes {
  private readonly charges: Charges
  private readonly refunds: Refunds

  constructor(charges: Charges, refunds: Refunds) {
    this.charges = charges
    this.refunds = refunds
  }

  /** The next step of a dispute, or its beginning. */
  report(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Expected {
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
      else this.note(purchase, dispute)
      isNew = true
    }
    if (takes && !dispute.isTaken && isOpen(dispute)) {
      this.take(purchase, dispute, amount)
      isNew = true
    }
    return isNew ? { status: 200, shows: purchase } : INVALID_STATE
  }

  private begin(purchase: Purchase, status: Dispute['status'], amount: number | undefined): Dispute | undefined {
    const { now } = this.charges.book
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
    if (status === 'inquiry') this.note(purchase, dispute)
    return dispute
  }

  private note(purchase: Purchase, { status, amount }: Dispute): void {
    const { now } = this.charges.book
    const text = ENTRIES[status](amount)
    const entry =
      status === 'won'
        ? became(purchase.status, text, now, 'dispute')
        : wentWrong(purchase.status, text, now, 'dispute')
    this.charges.note(purchase, now, entry)
  }

  /** Refunds on their way that it leaves no money for are called off, the newest first. */
  private take(purchase: Purchase, dispute: Dispute, amount: number | undefined): void {
    const { book } = this.charges
    const wanted = Math.min(amount ?? dispute.amount, purchase.total)
    if (purchase.charge === 'captured' && wanted < purchase.total) {
      this.charges.complete(purchase, 'Settled: a part of it is disputed', book.now)
    }
    for (const refund of pendingOf(purchase).reverse()) if (leftOf(purchase) < wanted) this.refunds.callOff(refund)
    const isOpen = ['pending', 'settling', 'completed', 'refunded'].includes(purchase.status)
    const to = isOpen ? 'reversed' : purchase.status
    const taken = purchase.charge === 'settled' ? Math.min(wanted, leftOf(purchase)) : 0
    const lines = this.charges.takeBack(purchase, to, taken) ?? []
    Object.assign(dispute, { amount: wanted, taken, isTaken: true })
    this.charges.become(
      purchase,
      undefined,
      book.now,
      became(to, 'Reversed by a chargeback', book.now, 'chargeback'),
      ...lines,
    )
  }

  private win(purchase: Purchase, dispute: Dispute): void {
    const { now } = this.charges.book
    const { taken } = dispute
    const isVoided = purchase.charge === 'voided' && purchase.refund === 'none'
    const isBack = isVoided || taken > 0
    const to = isBack && purchase.status === 'reversed' ? 'completed' : purchase.status
    const lines = isVoided ? settled(purchase, to, now) : taken > 0 ? [deposited(to, taken, now)] : []
    if (isVoided) this.charges.post(purchase)
    else this.charges.giveBack(taken)
    if (isBack) purchase.charge = 'settled'
    dispute.taken = 0
    this.charges.become(purchase, undefined, now, became(to, 'Dispute won', now, 'dispute'), ...lines)
  }
}

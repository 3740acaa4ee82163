import { type Book, became, dollars, type Entry, hourAfter, MINUTE_MS, moved, SECOND_MS, waits } from './book.ts'
import type { Method } from './connections.ts'
import {
  isMoneyOut,
  isSuspended,
  methodNow,
  newUntil,
  type Payout,
  RETURN_REASONS,
  type ReturnCode,
  suspend,
} from './payout.ts'

export const FEES = { direct: 0, wallet: 0, ach: 25 }

export const WHERE = { direct: 'to the Tributary account', wallet: 'to the wallet', ach: 'by ACH' }
const UNPERMITTED = {
  why: 'Failed: the permission `payment.credit` was gone when the payout was due',
  code: 'permission_not_granted',
}
const SUSPENDED = {
  why: 'Failed: the bank account is suspended, because a payment to it came back',
  code: 'bank_account_suspended',
}
const UNCLAIMED = { why: 'Canceled: not claimed within 30 days' }

/** The steps of a payout from `ready` on: its state, its entries, and the money they move. */
export class PayoutSteps {
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  /** The step that was due then. */
  step(payout: Payout, due: number): void {
    const at = isMoneyOut(payout) ? Math.max(due, this.book.resumedAt) : due
    if (payout.status === 'pending') this.send(payout, at)
    else if (payout.status === 'sent') this.giveBack(payout, 'R03', at)
    else if (payout.type === 'unclaimed') this.release(payout, 'canceled', UNCLAIMED, at)
    else this.start(payout, at)
  }

  start(payout: Payout, at: number): void {
    const { connection } = payout
    const { method, granted } = connection
    const until = newUntil(connection, at)
    if (!method || !granted.includes('payment.credit')) this.release(payout, 'error', UNPERMITTED, at)
    else if (isSuspended(connection)) this.release(payout, 'error', SUSPENDED, at)
    else if (until === undefined) this.initiate(payout, method, at)
    else {
      Object.assign(payout, methodNow(payout))
      this.moveTo(payout, until, at, [waits('ready', until, at)])
    }
  }

  private initiate(payout: Payout, method: Method, at: number): void {
    const { book } = this
    const { type } = method
    const fee = FEES[type]
    const over = payout.fee - fee
    book.credit(over)
    book.fees += fee
    Object.assign(payout, { fee, type, method })
    const isAch = type === 'ach'
    const text = `Payment initiated ${WHERE[type]}${isAch ? ', with the next batch' : ''}`
    const charged = fee > 0 ? [moved('pending', `${dollars(fee)} charged as the fee`, at)] : []
    const returned = over > 0 ? [moved('pending', `${dollars(over)} of the reserved fee returned`, at)] : []
    this.become(payout, 'pending', text, at, isAch ? hourAfter(at) : at + 2 * SECOND_MS, ...charged, ...returned)
  }

  private send(payout: Payout, at: number): void {
    if (payout.type === 'ach' && payout.connection.suspended) {
      this.release(payout, 'error', SUSPENDED, at)
      return
    }
    if (payout.type === 'ach') payout.method = { type: 'ach', account: payout.connection.account ?? '' }
    const method = payout.method as Method
    const left = moved('sent', `${dollars(payout.amount)} paid from pending payouts`, at)
    if (method.type !== 'ach') {
      this.book.give(method.creator, payout.amount)
      this.become(payout, 'sent', 'Sent: available to the creator', at, undefined, left)
      return
    }
    this.book.achOut += payout.amount
    const comesBack = method.account.startsWith('9')
    this.become(payout, 'sent', 'Sent to the ACH network', at, comesBack ? at + 30 * MINUTE_MS : undefined, left)
  }

  giveBack(payout: Payout, code: ReturnCode, at: number): void {
    const { amount } = payout
    this.book.credit(amount)
    this.book.achOut -= amount
    payout.failure = code
    suspend(payout, code, at)
    this.moveTo(payout, undefined, at, [
      became('returned', `Returned by the bank: ${RETURN_REASONS[code]}`, at, code),
      moved('returned', `${dollars(amount)} returned to the operating account`, at),
    ])
  }

  release(
    payout: Payout,
    status: 'canceled' | 'error',
    { why, code }: { readonly why: string; readonly code?: string },
    at: number,
  ): void {
    payout.failure = code
    const { amount, fee } = payout
    this.book.credit(amount + fee)
    Object.assign(payout, methodNow(payout))
    payout.isHeld = false
    const wasCharged = payout.status === 'pending' && fee > 0
    if (wasCharged) this.book.fees -= fee
    payout.fee = 0
    const back = moved(status, `${dollars(wasCharged ? amount : amount + fee)} returned to the operating account`, at)
    const feeBack = moved(status, `${dollars(fee)} of the fee returned to the operating account`, at)
    this.moveTo(payout, undefined, at, [became(status, why, at, code), back, ...(wasCharged ? [feeBack] : [])])
  }

  private become(
    payout: Payout,
    status: Payout['status'],
    text: string,
    at: number,
    due?: number,
    ...more: readonly Entry[]
  ): void {
    this.moveTo(payout, due, at, [became(status, text, at), ...more])
  }

  moveTo(payout: Payout, due: number | undefined, at: number, entries: readonly [Entry, ...Entry[]]): void {
    payout.status = entries[0].status as Payout['status']
    payout.due = due
    this.book.note(payout, at, ...entries)
    this.book.tell(payout, at)
  }
}

import { APPROVER, type Approval, type Held, neededFor } from './approvals.ts'
import {
  type Book,
  became,
  type Coming,
  dollars,
  ENTERPRISE,
  ENTERPRISE_SUSPENDED,
  type Entry,
  type Expected,
  hourAfter,
  INVALID_STATE,
  invalid,
  iso,
  isSame,
  MINUTE_MS,
  moved,
  NOT_FOUND,
  payableFrom,
  refuse,
  type Thing,
  type UserData,
  waits,
} from './book.ts'
import type { Connection } from './connections.ts'
import { beyondLimits } from './limits.ts'
import { RETURN_REASONS, type ReturnCode } from './payout.ts'
import type { Payouts } from './payouts.ts'

export interface Withdrawal extends Held {
  readonly kind: 'withdrawal'
  readonly amount: number
  status: 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  description: string
  /** The account that it went to; until it leaves, the one that is registered. */
  account: string | undefined
  failure?: string
  due: number | undefined
  approval?: Approval
}

interface WithdrawalChanges {
  readonly isCanceling?: boolean
  readonly description?: string | undefined
  readonly userData?: UserData | undefined
}

/** A withdrawal of a creator, which no enterprise sees but in the answer to its simulation. */
interface Taken extends Pick<Thing, 'activity' | 'created' | 'updated'> {
  readonly amount: number
  due: number | undefined
}

/** The account that stands ready in every sandbox. */
const SAMPLE = '000123456789'

const INITIATED = 'Payment initiated by ACH, with the next batch'

const beginning = (amount: number, now: number): Entry[] => [
  became('created', 'Created', now),
  moved('ready', `${dollars(amount)} moved to pending withdrawals`, now),
  became('ready', 'Ready', now),
]

export class Withdrawals {
  readonly all: Withdrawal[] = []
  private readonly taken: Taken[] = []
  private account = SAMPLE
  /** Since when it is registered: the sample always was. */
  private since: number | undefined
  private isRegistered = false
  private readonly book: Book
  private readonly payouts: Payouts

  constructor(book: Book, payouts: Payouts) {
    this.book = book
    this.payouts = payouts
  }

  get pending(): number {
    return this.all.reduce(
      (sum, { status, amount }) => sum + (status === 'ready' || status === 'pending' ? amount : 0),
      0,
    )
  }

  labelOf({ account = this.account }: Withdrawal): string {
    return `Checking ••••${account.slice(-4)}`
  }

  register(account: string): Expected {
    const { now } = this.book
    if (this.account !== account || !this.isRegistered) this.since = now
    Object.assign(this, { account, isRegistered: true })
    const until = payableFrom(this.since, now)
    for (const withdrawal of this.all) {
      if (withdrawal.isHeld) this.payouts.approvals.changed(withdrawal.approval, 'the withdrawal was changed')
      if (withdrawal.status === 'pending' && until !== undefined) {
        this.moveTo(withdrawal, hourAfter(until), now, [waits('pending', until, now)])
      }
    }
    return { status: 200, body: () => ({ destination: `Checking ••••${account.slice(-4)}` }) }
  }

  create({ amount, description, userData }: WithdrawalChanges & { readonly amount: number }): Expected {
    const { book } = this
    const { now } = book
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (book.isSuspended) return ENTERPRISE_SUSPENDED
    const refused = beyondLimits(this.payouts.counted, [{ amount }], now)
    if (refused) return refused
    if (amount > book.operating) return refuse(402, 'insufficient_funds')
    book.credit(-amount)
    const isHeld = neededFor(amount) > 0
    const withdrawal: Withdrawal = {
      kind: 'withdrawal',
      id: '',
      amount,
      status: 'ready',
      isHeld,
      description: description ?? `Withdrawal from ${ENTERPRISE}`,
      account: undefined,
      due: undefined,
      userData,
      created: now,
      updated: now,
      activity: beginning(amount, now),
    }
    this.all.push(withdrawal)
    if (isHeld) this.hold(withdrawal)
    else this.goOn(withdrawal, now)
    return { status: 201, shows: withdrawal }
  }

  private hold(withdrawal: Withdrawal): void {
    withdrawal.activity.push(became('ready', 'Awaits approval', this.book.now, 'awaiting_approval'))
    this.payouts.approvals.ask<Withdrawal>([withdrawal], {
      deed: 'withdrawal',
      type: 'withdrawal',
      description: `Withdrawal to ${this.labelOf(withdrawal)}`,
      approved: (one, at) => this.approved(one, at),
      givenUp: (one, why, at) => this.release(one, `Canceled: ${why}`, at),
    })
  }

  /** It is initiated, or waits while the account is new; a creation or an approval tells of itself. */
  private goOn(withdrawal: Withdrawal, at: number): void {
    const until = payableFrom(this.since, at)
    withdrawal.status = until === undefined ? 'pending' : 'ready'
    withdrawal.due = until ?? hourAfter(at)
    this.book.note(withdrawal, at, until === undefined ? became('pending', INITIATED, at) : waits('ready', until, at))
  }

  private approved(withdrawal: Withdrawal, at: number): void {
    const names = withdrawal.approval?.given.map(() => APPROVER).join(', ')
    withdrawal.isHeld = false
    this.book.note(withdrawal, at, became('ready', `Approved by ${names}`, at))
    if (this.book.isSuspended) withdrawal.due = at
    else this.goOn(withdrawal, at)
    this.book.tell(withdrawal, at)
  }

  private release(withdrawal: Withdrawal, why: string, at: number): void {
    withdrawal.isHeld = false
    withdrawal.account = this.account
    this.book.credit(withdrawal.amount)
    this.moveTo(withdrawal, undefined, at, [
      became('canceled', why, at),
      moved('canceled', `${dollars(withdrawal.amount)} returned to the operating account`, at),
    ])
  }

  /** What is said besides is told with the cancellation. */
  change(withdrawal: Withdrawal, changes: WithdrawalChanges): Expected {
    const { book } = this
    this.settle(withdrawal)
    const { description = withdrawal.description, userData = withdrawal.userData } = changes
    const isChanged = withdrawal.description !== description || !isSame(withdrawal.userData, userData)
    if (isChanged) Object.assign(withdrawal, { description, userData, updated: book.now })
    if (changes.isCanceling && withdrawal.status === 'ready') {
      this.release(withdrawal, 'Canceled by the enterprise', book.now)
      this.payouts.approvals.changed(withdrawal.approval, 'the withdrawal was canceled')
    } else if (isChanged) {
      book.tell(withdrawal, book.now)
      if (withdrawal.isHeld) this.payouts.approvals.changed(withdrawal.approval, 'the withdrawal was changed')
    }
    return { status: 200, shows: withdrawal }
  }

  return(withdrawal: Withdrawal, code: ReturnCode): Expected {
    return this.book.unlessRefused(withdrawal, () => {
      if (withdrawal.isHeld) return INVALID_STATE
      this.settle(withdrawal)
      if (withdrawal.status !== 'sent') return INVALID_STATE
      this.giveBack(withdrawal, code, this.book.now)
      return { status: 200, shows: withdrawal }
    })
  }

  fail(withdrawal: Withdrawal): Expected {
    return this.book.unlessRefused(withdrawal, () => {
      const { now } = this.book
      if (this.isPastApproval(withdrawal)) return INVALID_STATE
      this.settle(withdrawal)
      if (withdrawal.status !== 'ready' && withdrawal.status !== 'pending') return INVALID_STATE
      withdrawal.isHeld = false
      withdrawal.account = this.account
      withdrawal.failure = 'payment_failed'
      this.book.credit(withdrawal.amount)
      this.moveTo(withdrawal, undefined, now, [
        became('error', 'Failed: the payment could not be made', now, 'payment_failed'),
        moved('error', `${dollars(withdrawal.amount)} returned to the operating account`, now),
      ])
      this.payouts.approvals.changed(withdrawal.approval, 'the withdrawal failed')
      return { status: 200, shows: withdrawal }
    })
  }

  /** As the creator of the connection: to the sample account, which never comes back. */
  take(connection: Connection | undefined, amount: number): Expected {
    const { book } = this
    const { now } = book
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (!connection) return NOT_FOUND
    const { method, status } = connection
    if (status !== 'active' || !method || method.type === 'ach') return INVALID_STATE
    if (amount > book.purse(method.creator)) return refuse(402, 'insufficient_funds')
    book.give(method.creator, -amount)
    const activity = [...beginning(amount, now), became('pending', INITIATED, now)]
    this.taken.push({ amount, due: hourAfter(now), activity, created: now, updated: now })
    const shown = { amount_in_cents: amount, status: 'pending', destination: 'Checking ••••6789', activity }
    return { status: 200, body: () => ({ ...shown, created_at: iso(now), updated_at: iso(now) }) }
  }

  *coming(): Iterable<Coming> {
    for (const [nth, one] of this.taken.entries()) {
      if (one.due !== undefined) yield { at: one.due, rank: 0.3, nth, happen: () => this.leave(one) }
    }
    for (const [nth, withdrawal] of this.all.entries()) {
      const { due } = withdrawal
      if (due !== undefined && !this.isStopped(withdrawal))
        yield { at: due, rank: 0.25, nth, happen: () => this.step(withdrawal, due) }
    }
  }

  private leave(taken: Taken): void {
    taken.due = undefined
    this.book.achOut += taken.amount
  }

  private settle(withdrawal: Withdrawal): void {
    if (withdrawal.isHeld) this.payouts.approvals.expirePast(withdrawal.approval)
    while (withdrawal.due !== undefined && withdrawal.due <= this.book.now && !this.isStopped(withdrawal)) {
      this.step(withdrawal, withdrawal.due)
    }
  }

  /** To look at one that was not approved in time cancels it, and does what else is due to it. */
  look(withdrawals: readonly Withdrawal[]): void {
    for (const withdrawal of withdrawals) if (this.isPastApproval(withdrawal)) this.settle(withdrawal)
  }

  private isPastApproval({ isHeld, approval }: Withdrawal): boolean {
    return isHeld && approval !== undefined && approval.expires <= this.book.now
  }

  private isStopped({ status }: Withdrawal): boolean {
    return this.book.isSuspended && (status === 'ready' || status === 'pending')
  }

  private step(withdrawal: Withdrawal, due: number): void {
    const at = withdrawal.status === 'sent' ? due : Math.max(due, this.book.resumedAt)
    if (withdrawal.status === 'ready') {
      this.goOn(withdrawal, at)
      this.book.tell(withdrawal, at)
    } else if (withdrawal.status === 'pending') this.send(withdrawal, at)
    else this.giveBack(withdrawal, 'R03', at)
  }

  private send(withdrawal: Withdrawal, at: number): void {
    const { account } = this
    withdrawal.account = account
    this.book.achOut += withdrawal.amount
    this.moveTo(withdrawal, account.startsWith('9') ? at + 30 * MINUTE_MS : undefined, at, [
      became('sent', 'Sent to the ACH network', at),
      moved('sent', `${dollars(withdrawal.amount)} paid from pending withdrawals`, at),
    ])
  }

  private giveBack(withdrawal: Withdrawal, code: ReturnCode, at: number): void {
    const { amount } = withdrawal
    this.book.credit(amount)
    this.book.achOut -= amount
    withdrawal.failure = code
    this.moveTo(withdrawal, undefined, at, [
      became('returned', `Returned by the bank: ${RETURN_REASONS[code]}`, at, code),
      moved('returned', `${dollars(amount)} returned to the operating account`, at),
    ])
  }

  private moveTo(
    withdrawal: Withdrawal,
    due: number | undefined,
    at: number,
    entries: readonly [Entry, ...Entry[]],
  ): void {
    withdrawal.status = entries[0].status as Withdrawal['status']
    withdrawal.due = due
    this.book.note(withdrawal, at, ...entries)
    this.book.tell(withdrawal, at)
  }
}

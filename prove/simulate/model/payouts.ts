import { APPROVER, Approvals, neededFor } from './approvals.ts'
import {
  type Book,
  became,
  type Coming,
  DAY_MS,
  dollars,
  ENTERPRISE,
  ENTERPRISE_SUSPENDED,
  type Expected,
  hourAfter,
  INVALID_STATE,
  invalid,
  moved,
  NOT_FOUND,
  refuse,
  waits,
} from './book.ts'
import type { Connection, Method } from './connections.ts'
import { beyondLimits, type Created } from './limits.ts'
import {
  isMoneyOut,
  isPayable,
  isSuspended,
  nameOf,
  newUntil,
  type Payout,
  type PayoutChanges,
  type PayoutRequest,
  type ReturnCode,
} from './payout.ts'
import { FEES, PayoutSteps, WHERE } from './payout-steps.ts'

const HIGHEST_FEE = 25
const CLAIM_MS = 30 * DAY_MS

const SHORT = refuse(402, 'insufficient_funds')
const UNMADE = { why: 'Failed: the payment could not be made', code: 'payment_failed' }

export class Payouts {
  readonly all: Payout[] = []
  readonly approvals: Approvals
  private readonly book: Book
  private readonly steps: PayoutSteps
  /** The payments beside these that limits count. */
  private readonly others: () => readonly Created[]

  constructor(book: Book, others: () => readonly Created[]) {
    this.book = book
    this.steps = new PayoutSteps(book)
    this.others = others
    this.approvals = new Approvals(book)
  }

  get counted(): readonly Created[] {
    return [...this.all, ...this.others()]
  }

  get pending(): number {
    const held = (p: Payout): number =>
      p.status === 'ready' ? p.amount + p.fee : p.status === 'pending' ? p.amount : 0
    return this.all.reduce((sum, payout) => sum + held(payout), 0)
  }

  get reservedFees(): number {
    return this.all.reduce((sum, { status, fee }) => sum + (status === 'ready' ? fee : 0), 0)
  }

  create(request: PayoutRequest): Expected {
    if (request.amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (this.book.isSuspended) return ENTERPRISE_SUSPENDED
    const fault = this.faultOf(request)
    if (fault) return fault
    const refused = beyondLimits(this.counted, [request], this.book.now)
    if (refused) return refused
    const [payout] = this.accept([request], false)
    return payout ? { status: 201, shows: payout } : SHORT
  }

  createBatch(requests: readonly PayoutRequest[]): Expected {
    if (this.book.isSuspended) return ENTERPRISE_SUSPENDED
    const details = requests.flatMap((request, index) => {
      const code = this.faultOf(request)?.code
      return code === undefined ? [] : [{ index, code, request: request.body }]
    })
    if (details.length > 0) return refuse(400, 'batch_invalid', { details })
    const refused = beyondLimits(this.counted, requests, this.book.now)
    if (refused) return refused
    const payouts = this.accept(requests, true)
    return payouts.length > 0 ? { status: 201, batch: payouts } : SHORT
  }

  private faultOf({ connection, amount }: PayoutRequest): Expected | undefined {
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (!connection) return NOT_FOUND
    if (connection.status === 'deleted') return INVALID_STATE
    const known = connection.method !== undefined
    const allowed = (known ? connection.granted : connection.requested).includes('payment.credit')
    if (!allowed) return refuse(403, 'permission_not_granted')
    return isSuspended(connection) ? INVALID_STATE : undefined
  }

  /** All of them, or none where the funds do not reach. */
  private accept(requests: readonly PayoutRequest[], isBatch: boolean): Payout[] {
    const { book } = this
    const isHeld = neededFor(requests.reduce((sum, { amount }) => sum + amount, 0)) > 0
    const payouts = requests.map((request) =>
      this.accepted(request as PayoutRequest & { connection: Connection }, isHeld),
    )
    const needed = payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
    if (needed > book.operating) return []
    book.credit(-needed)
    this.all.push(...payouts)
    if (isHeld) this.ask(payouts, isBatch)
    const told = book.told.length
    for (const payout of payouts) this.settle(payout)
    // Creation is no change, also of what goes at once.
    book.told.length = told
    return payouts
  }

  private ask(payouts: readonly Payout[], isBatch: boolean): void {
    this.approvals.ask<Payout>(payouts, {
      deed: 'payout',
      type: isBatch ? 'payout_batch' : 'payout',
      description: isBatch ? `${payouts.length} payouts in one batch` : `Payout to ${nameOf(payouts[0])}`,
      approved: (payout, at) => this.goOn(payout, at),
      givenUp: (payout, why, at) => this.steps.release(payout, 'canceled', { why: `Canceled: ${why}` }, at),
    })
  }

  private accepted(request: PayoutRequest & { connection: Connection }, isHeld: boolean): Payout {
    const { now } = this.book
    const { connection, amount, userData } = request
    const { method } = connection
    const date = Math.max(request.date ?? now, now)
    const until = isHeld ? undefined : newUntil(connection, date)
    const fee = method && date === now && !isHeld && until === undefined ? FEES[method.type] : HIGHEST_FEE
    return {
      kind: 'payout',
      id: '',
      connection,
      amount,
      created: now,
      status: 'ready',
      type: method?.type ?? 'unclaimed',
      fee,
      date,
      description: request.description ?? `Payment from ${ENTERPRISE}`,
      userData,
      updated: now,
      method,
      due: isHeld ? undefined : method ? (until ?? date) : date + CLAIM_MS,
      isHeld,
      activity: [
        became('created', 'Created', now),
        moved('ready', `${dollars(amount + fee)} moved to pending payouts`, now),
        became('ready', 'Ready', now),
        ...(isHeld ? [became('ready', 'Awaits approval', now, 'awaiting_approval')] : []),
        ...(until === undefined ? [] : [waits('ready', until, now)]),
      ],
    }
  }

  describe(payout: Payout, changes: PayoutChanges): Expected {
    this.settle(payout)
    this.say(payout, changes)
    return { status: 200, shows: payout }
  }

  /** Whatever is said besides is told with the cancellation, or by itself where nothing is canceled any more. */
  cancel(payout: Payout, changes: PayoutChanges): Expected {
    this.settle(payout)
    if (payout.status === 'ready') {
      const { description = payout.description, userData = payout.userData } = changes
      Object.assign(payout, { description, userData })
      this.steps.release(payout, 'canceled', { why: 'Canceled by the enterprise' }, this.book.now)
      this.approvals.changed(payout.approval, 'the payout was canceled')
    } else this.say(payout, changes)
    return { status: 200, shows: payout }
  }

  private say(payout: Payout, { description = payout.description, userData = payout.userData }: PayoutChanges): void {
    const { book } = this
    if (payout.description === description && JSON.stringify(payout.userData) === JSON.stringify(userData)) return
    Object.assign(payout, { description, userData, updated: book.now })
    book.tell(payout, book.now)
    if (payout.isHeld) this.approvals.changed(payout.approval, 'the payout was changed')
  }

  /** A refusal undoes what was due before it, also to the account of the creator. */
  private unlessRefused(payout: Payout, act: () => Expected): Expected {
    const { connection } = payout
    const { suspended } = connection
    const expected = this.book.unlessRefused(payout, act)
    if (expected.status >= 300) connection.suspended = suspended
    return expected
  }

  reschedule(payout: Payout, wanted: number): Expected {
    return this.unlessRefused(payout, () => {
      const { now } = this.book
      if (this.isPastApproval(payout)) return INVALID_STATE
      this.settle(payout)
      if (payout.status !== 'ready') return INVALID_STATE
      const date = Math.max(wanted, now)
      if (payout.isHeld) return this.rescheduleHeld(payout, date)
      const due = payout.type === 'unclaimed' ? Math.max(payout.created, date) + CLAIM_MS : date
      if (date === payout.date && due === payout.due) return { status: 200, shows: payout }
      Object.assign(payout, { date, due, updated: now })
      const before = payout.type
      this.settle(payout)
      // A move tells of itself, and of the rest with it.
      if (payout.status === 'ready' && payout.type === before) this.book.tell(payout, now)
      return { status: 200, shows: payout }
    })
  }

  private rescheduleHeld(payout: Payout, date: number): Expected {
    const { now } = this.book
    if (date !== payout.date) {
      Object.assign(payout, { date, updated: now })
      this.book.tell(payout, now)
      this.approvals.changed(payout.approval, 'the payout was changed')
    }
    return { status: 200, shows: payout }
  }

  return(payout: Payout, code: ReturnCode): Expected {
    return this.unlessRefused(payout, () => {
      if (payout.isHeld) return INVALID_STATE
      this.settle(payout)
      if (payout.status !== 'sent' || payout.type !== 'ach') return INVALID_STATE
      this.steps.giveBack(payout, code, this.book.now)
      return { status: 200, shows: payout }
    })
  }

  fail(payout: Payout): Expected {
    return this.unlessRefused(payout, () => {
      if (this.isPastApproval(payout)) return INVALID_STATE
      this.settle(payout)
      if (payout.status !== 'ready' && payout.status !== 'pending') return INVALID_STATE
      this.steps.release(payout, 'error', UNMADE, this.book.now)
      this.approvals.changed(payout.approval, 'the payout failed')
      return { status: 200, shows: payout }
    })
  }

  // What a connection does to its payouts.

  settleBefore(connection: Connection): void {
    const depends = ({ status, type }: Payout) => status === 'ready' || (status === 'pending' && type === 'ach')
    for (const payout of this.all) {
      if (payout.connection === connection) this.settle(payout, depends)
    }
    // Where they would go may change.
    for (const payout of this.waitingFor(connection)) {
      if (payout.isHeld) this.approvals.changed(payout.approval, 'the payout was changed')
    }
  }

  claim(connection: Connection): void {
    const { method } = connection
    if (!method) return
    for (const payout of this.waitingFor(connection)) {
      if (payout.type !== 'unclaimed' || payout.isHeld) continue
      this.claimOne(payout, method)
    }
  }

  private claimOne(payout: Payout, method: Method): void {
    const { now, isSuspended: isStopped } = this.book
    const isLater = payout.date > now
    const until = isLater ? undefined : newUntil(payout.connection, now)
    if (!isLater && ((!isStopped && until === undefined) || !isPayable(payout.connection))) {
      this.steps.start(payout, now)
      return
    }
    Object.assign(payout, { type: method.type, method })
    const claimed = became('ready', `Claimed: goes ${WHERE[method.type]}${isLater ? ' on its date' : ''}`, now)
    const due = until ?? (isLater ? payout.date : now)
    this.steps.moveTo(payout, due, now, [claimed, ...(until === undefined ? [] : [waits('ready', until, now)])])
  }

  delay(connection: Connection): void {
    const { now } = this.book
    const until = newUntil(connection, now)
    if (until === undefined) return
    for (const payout of this.all) {
      if (payout.connection !== connection || payout.status !== 'pending' || payout.type !== 'ach') continue
      this.steps.moveTo(payout, hourAfter(until), now, [waits('pending', until, now)])
    }
  }

  end(connection: Connection): void {
    const why = { why: 'Canceled: the account connection was deleted' }
    const waiting = this.waitingFor(connection)
    for (const payout of waiting) this.steps.release(payout, 'canceled', why, this.book.now)
    for (const approval of new Set(waiting.map((payout) => payout.approval))) {
      this.approvals.changed(approval, 'the payout was canceled')
    }
  }

  private waitingFor(connection: Connection): Payout[] {
    return this.all.filter((payout) => payout.connection === connection && payout.status === 'ready')
  }

  // Time.

  /** To look at payouts enforces the deadlines they have. */
  look(payouts: readonly Payout[]): void {
    for (const payout of payouts) {
      this.settle(payout, ({ status, type }) => status === 'ready' && type === 'unclaimed')
    }
  }

  private isPastApproval({ isHeld, approval }: Payout): boolean {
    return isHeld && approval !== undefined && approval.expires <= this.book.now
  }

  /** Enough have approved: it takes its method, and goes on as of then. */
  private goOn(payout: Payout, at: number): void {
    const { connection, date, created } = payout
    const { method, requested, status } = connection
    const isUnclaimed = !method && status !== 'active' && requested.includes('payment.credit')
    const names = payout.approval?.given.map(() => APPROVER).join(', ')
    payout.isHeld = false
    payout.type = isUnclaimed ? 'unclaimed' : (method?.type ?? 'ach')
    payout.method = method
    payout.due = isUnclaimed ? Math.max(created, date) + CLAIM_MS : Math.max(date, at)
    this.book.note(payout, at, became('ready', `Approved by ${names}`, at))
    if (payout.due > at || this.isStopped(payout)) this.book.tell(payout, at)
    else this.steps.start(payout, at)
  }

  *coming(): Iterable<Coming> {
    for (const [nth, payout] of this.all.entries()) {
      const { due } = payout
      if (due === undefined || this.isStopped(payout)) continue
      yield { at: due, rank: 0, nth, happen: () => this.steps.step(payout, due) }
    }
  }

  /** By a suspension of the enterprise: nothing is initiated or sent. */
  private isStopped(payout: Payout): boolean {
    return this.book.isSuspended && isMoneyOut(payout)
  }

  private settle(payout: Payout, concerns: (payout: Payout) => boolean = () => true): void {
    if (payout.isHeld) this.approvals.expirePast(payout.approval)
    while (payout.due !== undefined && payout.due <= this.book.now && concerns(payout)) {
      if (this.isStopped(payout)) return
      this.steps.step(payout, payout.due)
    }
  }
}

import { type Book, became, type Coming, DAY_MS, type Expected, INVALID_STATE, type Thing } from './book.ts'

const WAIT_MS = 7 * DAY_MS

/** The rules of every simulated enterprise: by the sum of a request, how many of the approving keys must agree. */
export const RULES = [
  { from: 30_000, needed: 1 },
  { from: 1_000_000, needed: 2 },
] as const

/** The name of each approving key. */
export const APPROVER = 'Approver'

export const neededFor = (amount: number): number => RULES.findLast(({ from }) => amount >= from)?.needed ?? 0

/** What an approval needs to know of a payout or a withdrawal. */
export interface Held extends Thing {
  readonly amount: number
  status: string
  isHeld: boolean
  approval?: Approval
}

export interface Approval extends Thing {
  readonly kind: 'approval'
  readonly subject: Subject<Held>
  readonly held: readonly Held[]
  status: 'awaiting' | 'approved' | 'rejected' | 'expired' | 'void'
  count: number
  amount: number
  readonly needed: number
  /** Which of the approving keys, and when. */
  given: { readonly by: number; readonly at: number }[]
  rejected?: { readonly by: number; readonly at: number; readonly reason: string | undefined }
  readonly expires: number
  /** Until the approvers are told, as of its creation. */
  isAnnounced: boolean
}

/** What is to be approved, and what becomes of it. */
interface Subject<One> {
  readonly deed: 'payout' | 'withdrawal'
  readonly type: 'payout' | 'payout_batch' | 'withdrawal'
  /** As it was asked for: names and addresses change. */
  readonly description: string
  approved(one: One, at: number): void
  givenUp(one: One, why: string, at: number): void
}

export class Approvals {
  readonly all: Approval[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  ask<One extends Held>(held: readonly One[], subject: Subject<One>): void {
    const { now } = this.book
    const amount = held.reduce((sum, one) => sum + one.amount, 0)
    const needed = neededFor(amount)
    const approval: Approval = {
      kind: 'approval',
      id: '',
      subject: subject as Subject<Held>,
      held,
      status: 'awaiting',
      count: held.length,
      amount,
      needed,
      given: [],
      expires: now + WAIT_MS,
      isAnnounced: false,
      created: now,
      updated: now,
      userData: undefined,
      activity: [became('awaiting', `Asked for: ${needed} must approve`, now)],
    }
    this.all.push(approval)
    for (const one of held) one.approval = approval
  }

  approve(approval: Approval, by: number): Expected {
    const { now } = this.book
    const hasGiven = approval.given.some((one) => one.by === by)
    if (hasGiven && approval.status === 'approved') return { status: 200, shows: approval }
    if (!this.isOpen(approval)) return INVALID_STATE
    if (hasGiven) return { status: 200, shows: approval }
    approval.given.push({ by, at: now })
    const { length } = approval.given
    if (length === approval.needed) approval.status = 'approved'
    this.step(approval, `Approved by ${APPROVER} (${length} of ${approval.needed})`, now)
    if (approval.status === 'approved') {
      for (const one of approval.held) if (isHeld(one)) approval.subject.approved(one, now)
    }
    return { status: 200, shows: approval }
  }

  reject(approval: Approval, by: number, reason: string | undefined): Expected {
    const { now } = this.book
    if (approval.status === 'rejected' && approval.rejected?.by === by) return { status: 200, shows: approval }
    if (!this.isOpen(approval)) return INVALID_STATE
    approval.rejected = { by, at: now, reason }
    const why = `by ${APPROVER}${reason === undefined ? '' : `: ${reason}`}`
    this.end(approval, 'rejected', `Rejected ${why}`, `rejected ${why}`, now)
    return { status: 200, shows: approval }
  }

  private isOpen({ status, expires }: Approval): boolean {
    return status === 'awaiting' && expires > this.book.now
  }

  /** A payment of it was changed, or waits no more. */
  changed(approval: Approval | undefined, why: string): void {
    if (approval?.status !== 'awaiting') return
    const held = approval.held.filter(isHeld)
    const amount = held.reduce((sum, one) => sum + one.amount, 0)
    if (held.length === 0) {
      approval.status = 'void'
      this.step(approval, `Void: ${why}`, this.book.now)
      return
    }
    const { length } = approval.given
    if (held.length === approval.count && length === 0) return
    Object.assign(approval, { count: held.length, amount, given: [] })
    const lost = Array.from({ length }, () => APPROVER).join(', ')
    this.step(
      approval,
      `Changed: ${why}${lost === '' ? '' : `. The approval of ${lost} no longer counts`}`,
      this.book.now,
    )
  }

  // Time.

  /** To look at one whose time is over expires it. */
  look(approvals: readonly Approval[]): void {
    for (const approval of approvals) this.expirePast(approval)
  }

  expirePast(approval: Approval | undefined): void {
    if (approval?.status !== 'awaiting' || approval.expires > this.book.now) return
    this.end(approval, 'expired', 'Expired: not approved in time', 'not approved in time', approval.expires)
  }

  *coming(): Iterable<Coming> {
    for (const [nth, approval] of this.all.entries()) {
      if (approval.status !== 'awaiting') continue
      if (!approval.isAnnounced) yield { at: approval.created, rank: 0.5, nth, happen: () => this.announce(approval) }
      else yield { at: approval.expires, rank: 0.5, nth, happen: () => this.expirePast(approval) }
    }
  }

  private announce(approval: Approval): void {
    approval.isAnnounced = true
    this.step(approval, 'Nobody was asked by mail', approval.created)
  }

  private end(approval: Approval, status: 'rejected' | 'expired', entry: string, why: string, at: number): void {
    approval.status = status
    this.step(approval, entry, at)
    for (const one of approval.held) if (isHeld(one)) approval.subject.givenUp(one, why, at)
  }

  private step(approval: Approval, entry: string, at: number): void {
    approval.activity.push(became(approval.status, entry, at))
    approval.updated = Math.max(approval.updated, at)
    this.book.tell(approval, approval.updated)
  }
}

/** It waits for the decision, whatever the approval has become by now. */
const isHeld = ({ status, isHeld }: Held): boolean => status === 'ready' && isHeld

import {
  type Book,
  became,
  type Coming,
  dollars,
  ENTERPRISE_SUSPENDED,
  type Expected,
  INVALID_STATE,
  invalid,
  isSame,
  MINUTE_MS,
  moved,
  NOT_FOUND,
  refuse,
  SECOND_MS,
  type Thing,
  type UserData,
} from './book.ts'
import type { Connection } from './connections.ts'

const VALID_MS = 10 * MINUTE_MS
const ARRIVAL_MS = 2 * SECOND_MS
const ATTEMPTS_MAX = 3
const TOO_LATE = 'Expired: not committed within 10 minutes'

export interface P2p extends Thing {
  readonly kind: 'p2p'
  readonly source: Connection
  readonly destination: Connection
  readonly amount: number
  readonly description: string
  readonly expires: number
  status: 'created' | 'pending' | 'sent' | 'error' | 'expired'
  wrong: number
  due: number | undefined
}

export interface P2pRequest {
  readonly source: Connection | undefined
  readonly destination: Connection | undefined
  readonly amount: number
  readonly description: string | undefined
  readonly userData: UserData | undefined
}

/** Why a committed payment was not made. */
const FAILURES = {
  insufficient_funds: "the source's account does not hold enough",
  connection_deleted: 'a connection was deleted after the payment was created',
  connection_inactive: 'a connection is not active any more',
  connection_not_direct: 'a connection is not `direct` any more',
  permission_withdrawn: 'a permission was withdrawn or has expired',
  account_changed: 'a connection leads to the account of another creator now',
}
type Failure = keyof typeof FAILURES

const nameOf = ({ details }: Connection): string => `${details.first_name} ${details.last_name}`

/** P2P payments are told of by nobody: there is no event for them. */
export class P2ps {
  readonly all: P2p[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  create({ source, destination, amount, description, userData }: P2pRequest): Expected {
    const { now } = this.book
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (source === destination && source) return invalid(['destination', 'invalid_value'])
    if (this.book.isSuspended) return ENTERPRISE_SUSPENDED
    if (!source || !destination) return NOT_FOUND
    const failure = failureOf(source, destination)
    if (failure === 'permission_withdrawn') return refuse(403, 'permission_not_granted')
    if (failure) return INVALID_STATE
    const payment: P2p = {
      kind: 'p2p',
      id: '',
      source,
      destination,
      amount,
      description: description ?? `Payment from ${nameOf(source)} to ${nameOf(destination)}`,
      expires: now + VALID_MS,
      status: 'created',
      wrong: 0,
      userData,
      due: now + VALID_MS,
      created: now,
      updated: now,
      activity: [became('created', "Created: a code was sent to the source's mobile", now)],
    }
    this.all.push(payment)
    return { status: 201, shows: payment }
  }

  commit(payment: P2p, isRight: boolean): Expected {
    const { now } = this.book
    const { status } = this.asOf(payment)
    if (status === 'expired') return refuse(409, 'p2p_expired')
    if (status !== 'created') return INVALID_STATE
    if (this.book.isSuspended) return ENTERPRISE_SUSPENDED
    if (isRight) {
      payment.status = 'pending'
      payment.due = now + ARRIVAL_MS
      this.note(payment, 'Committed with the code', now)
      return { status: 200, shows: payment }
    }
    payment.wrong++
    this.book.touched.add(payment)
    if (payment.wrong === ATTEMPTS_MAX) this.end(payment, 'expired', 'Expired: three codes were wrong', now)
    else payment.updated = Math.max(payment.updated, now)
    return refuse(400, 'incorrect_code', {
      failed_commits: payment.wrong,
      attempts_left: ATTEMPTS_MAX - payment.wrong,
    })
  }

  describe(payment: P2p, userData: UserData): Expected {
    this.book.touched.add(payment)
    if (isSame(userData, payment.userData)) return { status: 200, shows: payment }
    payment.userData = userData
    payment.updated = this.book.now
    return { status: 200, shows: payment }
  }

  /** How it is shown: past its ten minutes it has expired, though nobody has written it yet. */
  asOf(payment: P2p): P2p {
    if (!this.isPast(payment)) return payment
    const { expires: at, updated, activity } = payment
    return {
      ...payment,
      status: 'expired',
      updated: Math.max(updated, at),
      activity: [...activity, became('expired', TOO_LATE, at)],
    }
  }

  /** Who looks for a status finds what has expired written down. */
  expire(): void {
    for (const payment of this.all) if (this.isPast(payment)) this.step(payment, payment.expires)
  }

  private isPast({ status, expires }: P2p): boolean {
    return status === 'created' && expires <= this.book.now
  }

  *coming(): Iterable<Coming> {
    for (const [nth, payment] of this.all.entries()) {
      const { due } = payment
      if (due !== undefined) yield { at: due, rank: 5, nth, happen: () => this.step(payment, due) }
    }
  }

  private step(payment: P2p, at: number): void {
    if (payment.status === 'created') this.end(payment, 'expired', TOO_LATE, at)
    else this.process(payment, at)
  }

  /** By the connections as they are when it is processed, at the time it was due. */
  private process(payment: P2p, at: number): void {
    const { source, destination, amount } = payment
    const failure =
      failureOf(source, destination) ?? (this.book.purse(source.email) < amount ? 'insufficient_funds' : undefined)
    if (failure) {
      this.end(payment, 'error', `Failed: ${FAILURES[failure]}`, at, failure)
      return
    }
    this.book.give(source.email, -amount)
    this.book.give(destination.email, amount)
    this.end(payment, 'sent', 'Sent: available at the destination', at)
    payment.activity.push(moved('sent', `${dollars(amount)} moved from the source to the destination`, at))
  }

  private end(payment: P2p, status: P2p['status'], text: string, at: number, code?: Failure): void {
    payment.status = status
    payment.due = undefined
    this.note(payment, text, at, code)
  }

  /** What was due earlier may be written later than a change of `user_data`. */
  private note(payment: P2p, text: string, at: number, code?: Failure): void {
    const { updated, status } = payment
    this.book.note(payment, at, became(status, text, at, code))
    payment.updated = Math.max(updated, at)
  }
}

function failureOf(source: Connection, destination: Connection): Failure | undefined {
  for (const { status, method } of [source, destination]) {
    if (status === 'deleted') return 'connection_deleted'
    if (status !== 'active') return 'connection_inactive'
    if (method?.type !== 'direct') return 'connection_not_direct'
  }
  if (!source.granted.includes('payment.debit')) return 'permission_withdrawn'
  if (!destination.granted.includes('payment.credit')) return 'permission_withdrawn'
  return source.email === destination.email ? 'account_changed' : undefined
}

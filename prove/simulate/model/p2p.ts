import {
  type Book,
  type Coming,
  type Expected,
  INVALID,
  INVALID_STATE,
  MINUTE_MS,
  NOT_FOUND,
  refuse,
  SECOND_MS,
  statusLine,
  type Thing,
} from './book.ts'
import type { Connection } from './connections.ts'

const VALID_MS = 10 * MINUTE_MS
const ARRIVAL_MS = 2 * SECOND_MS
const ATTEMPTS_MAX = 3

export interface P2p extends Thing {
  readonly kind: 'p2p'
  readonly source: Connection
  readonly destination: Connection
  readonly amount: number
  readonly expires: number
  status: 'created' | 'pending' | 'sent' | 'error' | 'expired'
  wrong: number
  userData: Record<string, unknown> | undefined
  due: number | undefined
}

/** P2P payments are told of by nobody: there is no event for them. */
export class P2ps {
  readonly all: P2p[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  create(source: Connection | undefined, destination: Connection | undefined, amount: number): Expected {
    const { now } = this.book
    if (source === destination && source) return INVALID
    if (amount < 1) return INVALID
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
      expires: now + VALID_MS,
      status: 'created',
      wrong: 0,
      userData: undefined,
      due: now + VALID_MS,
      created: now,
      updated: now,
      history: [`${statusLine('created')} ${new Date(now).toISOString()}`],
    }
    this.all.push(payment)
    return { status: 201, shows: [payment] }
  }

  commit(payment: P2p, isRight: boolean): Expected {
    const { now } = this.book
    const { status } = this.asOf(payment)
    if (status === 'expired') return refuse(409, 'p2p_expired')
    if (status !== 'created') return INVALID_STATE
    if (isRight) {
      payment.status = 'pending'
      payment.due = now + ARRIVAL_MS
      this.note(payment, statusLine('pending'), now)
      return { status: 200, shows: [payment] }
    }
    payment.wrong++
    this.book.touched.add(payment)
    if (payment.wrong === ATTEMPTS_MAX) this.end(payment, 'expired', now)
    else payment.updated = Math.max(payment.updated, now)
    return refuse(400, 'incorrect_code', {
      failed_commits: payment.wrong,
      attempts_left: ATTEMPTS_MAX - payment.wrong,
    })
  }

  describe(payment: P2p, userData: Record<string, unknown>): Expected {
    payment.userData = userData
    payment.updated = this.book.now
    this.book.touched.add(payment)
    return { status: 200, shows: [payment] }
  }

  /** How it is shown: past its ten minutes it has expired, though nobody has written it yet. */
  asOf(payment: P2p): P2p {
    if (payment.status !== 'created' || payment.expires > this.book.now) return payment
    const seen = { ...payment, history: [...payment.history] }
    this.end(seen, 'expired', payment.expires)
    return seen
  }

  *coming(): Iterable<Coming> {
    for (const [nth, payment] of this.all.entries()) {
      const { due } = payment
      if (due !== undefined) yield { at: due, rank: 5, nth, happen: () => this.step(payment, due) }
    }
  }

  private step(payment: P2p, at: number): void {
    if (payment.status === 'created') this.end(payment, 'expired', at)
    else this.process(payment, at)
  }

  /** By the connections as they are when it is processed, at the time it was due. */
  private process(payment: P2p, at: number): void {
    const { source, destination, amount } = payment
    const failure =
      failureOf(source, destination) ?? (this.book.purse(source.email) < amount ? 'insufficient_funds' : undefined)
    if (failure) {
      this.end(payment, 'error', at, failure)
      return
    }
    this.book.give(source.email, -amount)
    this.book.give(destination.email, amount)
    this.end(payment, 'sent', at)
  }

  private end(payment: P2p, status: P2p['status'], at: number, code?: string): void {
    payment.status = status
    payment.due = undefined
    this.note(payment, statusLine(status, code), at)
  }

  /** What was due earlier may be written later than a change of `user_data`. */
  private note(payment: P2p, text: string, at: number): void {
    const { updated } = payment
    this.book.note(payment, text, at)
    payment.updated = Math.max(updated, at)
  }
}

function failureOf(source: Connection, destination: Connection): string | undefined {
  for (const { status, method } of [source, destination]) {
    if (status === 'deleted') return 'connection_deleted'
    if (status !== 'active') return 'connection_inactive'
    if (method?.type !== 'direct') return 'connection_not_direct'
  }
  if (!source.granted.includes('payment.debit')) return 'permission_withdrawn'
  if (!destination.granted.includes('payment.credit')) return 'permission_withdrawn'
  return source.email === destination.email ? 'account_changed' : undefined
}

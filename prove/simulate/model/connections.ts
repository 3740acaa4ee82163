import {
  type Book,
  became,
  type Coming,
  type Entry,
  type Expected,
  INVALID_STATE,
  invalid,
  refuse,
  type Thing,
  type UserData,
  wentWrong,
} from './book.ts'

/** What the sandbox enters for a creator who chooses `ach` and has no legacy method. */
const SAMPLE_ACCOUNT = '000123456789'

/** What it enters where that one is suspended. */
const OTHER_ACCOUNT = '000987654321'

const WHERE = { direct: 'to the Tributary account', wallet: 'to the wallet', ach: 'by ACH' }
const REVIEWED = 'the identity check stayed open for a review, and the review failed'
const UNREQUESTED = invalid(['legacy_payout_method', 'permission_not_requested'])

export type Type = 'direct' | 'ach' | 'wallet'
export type Permission = 'payment.credit' | 'payment.debit'

/** Where a payment goes: to a creator's account (by e-mail) or to a bank account (by number). */
export type Method =
  | { readonly type: 'direct' | 'wallet'; readonly creator: string }
  | { readonly type: 'ach'; readonly account: string }

/** What the enterprise says of a creator, as it is shown. */
export interface Details {
  readonly first_name: string
  readonly last_name: string
  readonly business_name?: string | undefined
  readonly display_name?: string | undefined
  readonly verification_prompt: string
}

/** What of it an update says anew. */
export interface Changes {
  readonly details: Partial<Details>
  /** Never shown, but a change of it is one. */
  readonly answer: string | undefined
  readonly userData: UserData | undefined
}

export interface Wanted {
  readonly email: string
  readonly externalId: string | undefined
  readonly details: Details
  readonly answer: string
  readonly requested: Permission[]
  readonly account: string | undefined
  readonly userData: UserData | undefined
}

export interface Connection extends Thing {
  readonly kind: 'account_connection'
  readonly email: string
  readonly externalId: string | undefined
  details: Details
  answer: string
  status: 'created' | 'pending' | 'active' | 'deleted'
  /** The creator failed the identity check once. */
  rejected: boolean
  requested: Permission[]
  granted: Permission[]
  method: Method | undefined
  /** The bank account it has, or had last: ACH payouts on their way go there when their batch leaves. */
  account: string | undefined
  /** Since when it has that account. */
  since?: number | undefined
  /** The account that a bank has said to be wrong, until another is given. */
  suspended?: Suspended | undefined
}

interface Suspended {
  readonly account: string
  readonly code: string
  readonly reason: string
  readonly payout: Thing
  readonly at: number
  isTold: boolean
}

/** What the rest of the model does when a connection changes. */
export interface Dependents {
  /** Before: what was due by then happens on the connection as it was. */
  settleBefore(connection: Connection): void
  /** The creator has activated: what was unclaimed goes on, or takes the connection's type and waits for its date. */
  claim(connection: Connection): void
  /** It has a new bank account: what was to leave to the one before waits. */
  delay(connection: Connection): void
  end(connection: Connection): void
}

/** Each change settles what depends on the connection, changes it, and tells of it last. */
export class Connections {
  readonly all: Connection[] = []
  private readonly book: Book
  private readonly dependents: Dependents

  constructor(book: Book, dependents: Dependents) {
    this.book = book
    this.dependents = dependents
  }

  create({ account, requested, ...wanted }: Wanted): Expected {
    const { now } = this.book
    if (account !== undefined && !requested.includes('payment.credit')) return UNREQUESTED
    if (account !== undefined && requested.includes('payment.debit')) return INVALID_STATE
    const twin = this.byExternalId(wanted.externalId)
    if (twin) return refuse(409, 'external_id_taken', { existing_id: twin.id })
    const connection: Connection = {
      kind: 'account_connection',
      id: '',
      ...wanted,
      status: 'created',
      rejected: false,
      requested: [...requested],
      granted: account === undefined ? [] : ['payment.credit'],
      method: account === undefined ? undefined : { type: 'ach', account },
      account,
      since: account === undefined ? undefined : now,
      created: now,
      updated: now,
      activity: [],
    }
    this.all.push(connection)
    return { status: 201, shows: connection }
  }

  byExternalId(externalId: string | undefined): Connection | undefined {
    return externalId === undefined ? undefined : this.all.find((one) => one.externalId === externalId)
  }

  /** What is said as it was said before changes nothing. */
  describe(connection: Connection, { details, answer, userData }: Changes): Expected {
    const before = JSON.stringify([connection.details, connection.answer, connection.userData])
    const after = {
      details: { ...connection.details, ...details },
      answer: answer ?? connection.answer,
      userData: userData ?? connection.userData,
    }
    const saysNothing = Object.keys(details).length === 0 && answer === undefined && userData === undefined
    if (connection.status === 'deleted' && !saysNothing) return INVALID_STATE
    if (before === JSON.stringify(Object.values(after))) return { status: 200, shows: connection }
    Object.assign(connection, after)
    return this.changed(connection)
  }

  setLegacyMethod(connection: Connection, account: string): Expected {
    const { status, requested, granted, rejected } = connection
    if (status === 'deleted') return INVALID_STATE
    if (!requested.includes('payment.credit')) return UNREQUESTED
    if (status !== 'created' || rejected || requested.includes('payment.debit')) return INVALID_STATE
    this.dependents.settleBefore(connection)
    if (connection.account === account && granted.includes('payment.credit')) return { status: 200, shows: connection }
    const isNew = connection.account !== account
    connection.method = this.use(connection, account)
    connection.granted = ['payment.credit']
    if (isNew) this.renew(connection)
    this.dependents.claim(connection)
    return this.changed(connection)
  }

  request(connection: Connection, requested: Permission[]): Expected {
    if (connection.status === 'deleted') return INVALID_STATE
    this.dependents.settleBefore(connection)
    if (connection.requested.join() === requested.join()) return { status: 200, shows: connection }
    connection.requested = requested
    return this.changed(connection)
  }

  connect(connection: Connection, type: Type, outcome: 'approved' | 'review' | 'rejected'): Expected {
    if (connection.status === 'deleted') return INVALID_STATE
    if (type !== 'direct' && connection.requested.includes('payment.debit')) return INVALID_STATE
    if (outcome !== 'approved') {
      if (connection.status === 'active') return INVALID_STATE
      this.dependents.settleBefore(connection)
      const before = connection.status
      connection.status = outcome === 'review' ? 'pending' : 'created'
      connection.rejected ||= outcome === 'rejected'
      connection.activity.push(this.unsettled(outcome, before))
      return this.changed(connection)
    }
    this.dependents.settleBefore(connection)
    const done = connection.status === 'active' ? 'Payout method changed by the creator' : 'Activated by the creator'
    connection.activity.push(became('active', `${done}: paid ${WHERE[type]}`, this.book.now))
    connection.status = 'active'
    connection.granted = [...connection.requested].sort()
    connection.method = this.chosen(connection, type)
    if (type === 'ach') this.renew(connection)
    this.dependents.claim(connection)
    return this.changed(connection)
  }

  delete(connection: Connection): Expected {
    if (connection.status === 'deleted') return { status: 200, shows: connection }
    this.dependents.settleBefore(connection)
    connection.status = 'deleted'
    connection.activity.push(became('deleted', 'Deleted', this.book.now))
    this.dependents.end(connection)
    return this.changed(connection)
  }

  /** The line of a check that stays open, or that has failed. */
  private unsettled(outcome: 'review' | 'rejected', before: Connection['status']): Entry {
    const { now } = this.book
    if (outcome === 'review') return became('pending', 'Submitted in Connect: the identity check is open', now)
    return before === 'pending'
      ? wentWrong('created', `Rejected: ${REVIEWED}`, now, 'review_failed')
      : wentWrong('created', 'Rejected: the identity check failed', now, 'identity_check_failed')
  }

  private chosen(connection: Connection, type: Type): Method {
    const { email: creator } = connection
    if (type === 'ach') return this.use(connection, this.given(connection))
    this.book.open(creator)
    return { type, creator }
  }

  /** A creator whose account is suspended gives another. */
  private given({ suspended, account = SAMPLE_ACCOUNT }: Connection): string {
    if (!suspended) return account
    return suspended.account === SAMPLE_ACCOUNT ? OTHER_ACCOUNT : SAMPLE_ACCOUNT
  }

  /** The creator who enters the same account again waits again. */
  private renew(connection: Connection): void {
    connection.since = this.book.now
    this.dependents.delay(connection)
  }

  private use(connection: Connection, account: string): Method {
    connection.account = account
    if (connection.suspended?.account !== account) connection.suspended = undefined
    return { type: 'ach', account }
  }

  // Time.

  *coming(): Iterable<Coming> {
    for (const [nth, connection] of this.all.entries()) {
      const { suspended } = connection
      if (suspended && !suspended.isTold) {
        yield { at: suspended.at, rank: 0.4, nth, happen: () => this.tellOf(connection, suspended) }
      }
    }
  }

  private tellOf(connection: Connection, suspended: Suspended): void {
    suspended.isTold = true
    if (connection.status === 'deleted') return
    const { at, code, reason } = suspended
    connection.activity.push(wentWrong(connection.status, `Bank account suspended: ${reason}`, at, code))
    this.book.tell(connection, at)
  }

  private changed(connection: Connection): Expected {
    connection.updated = this.book.now
    this.book.tell(connection, this.book.now)
    return { status: 200, shows: connection }
  }
}

import { Book, type Coming, type Expected, iso, NOT_FOUND, refuse, SECOND_MS, type UserData } from './book.ts'
import { Buyers } from './buyers.ts'
import { type Connection, Connections } from './connections.ts'
import { Contracts } from './contracts.ts'
import { P2ps } from './p2p.ts'
import { Payouts } from './payouts.ts'
import { Purchases } from './purchases.ts'
import { Withdrawals } from './withdrawals.ts'

export interface Webhook {
  id: string
  readonly event: string
  readonly url: string
  readonly userData: UserData | undefined
  readonly created: number
  /** How many events there were before it. */
  readonly since: number
  deleted: boolean
}

/**
 * What the service must do for one enterprise, written from the decisions and from nothing else: a few numbers and lists
 * in memory. Every method is one request; it changes the model and says what the service must answer.
 */
export class Model {
  readonly book: Book
  readonly payouts: Payouts
  readonly connections: Connections
  readonly withdrawals: Withdrawals
  readonly p2ps: P2ps
  readonly contracts: Contracts
  readonly buyers: Buyers
  readonly purchases: Purchases
  readonly webhooks: Webhook[] = []
  /** The ids of the key that asks for everything, and of those that approve. */
  readonly maker: string
  readonly approvers: readonly string[]

  constructor(now: number, maker: string, approvers: readonly string[]) {
    this.maker = maker
    this.approvers = approvers
    this.book = new Book(now)
    this.payouts = new Payouts(this.book, () => this.withdrawals.all)
    this.withdrawals = new Withdrawals(this.book, this.payouts)
    this.p2ps = new P2ps(this.book)
    this.contracts = new Contracts(this.book)
    this.buyers = new Buyers(this.book)
    this.purchases = new Purchases(this.book)
    this.connections = new Connections(this.book, {
      settleBefore: (connection) => this.payouts.settleBefore(connection),
      claim: (connection) => this.payouts.claim(connection),
      delay: (connection) => this.payouts.delay(connection),
      end: (connection: Connection) => {
        this.payouts.end(connection)
        this.contracts.end(connection)
      },
    })
  }

  /** With `at` in the future it waits until then. */
  fund(amount: number, at?: number): Expected {
    if (at !== undefined && at > this.book.now) this.book.incoming.push({ amount, at })
    else this.book.credit(amount)
    return this.shownOperating()
  }

  takeBack(amount: number): Expected {
    this.book.takeBack(amount)
    return this.shownOperating()
  }

  private shownOperating(): Expected {
    const { operating } = this.book
    return { status: 200, body: () => ({ operating_account: { balance_in_cents: operating } }) }
  }

  /** By the operator. What waits stays as it is, until it is next looked for. */
  suspend(isSuspended: boolean): void {
    this.book.isSuspended = isSuspended
    if (!isSuspended) this.book.resumedAt = this.book.now
  }

  // Webhooks: one per event.

  subscribe(event: string, url: string, userData: UserData | undefined): Expected {
    const { now, told } = this.book
    const twin = this.webhooks.find((one) => one.event === event && !one.deleted)
    if (twin) return refuse(409, 'webhook_exists', { existing_id: twin.id })
    const webhook = { id: '', event, url, userData, created: now, since: told.length, deleted: false }
    this.webhooks.push(webhook)
    return { status: 201, body: () => shownWebhook(webhook) }
  }

  unsubscribe(webhook: Webhook): Expected {
    if (webhook.deleted) return NOT_FOUND
    webhook.deleted = true
    const { id, url, event } = webhook
    return { status: 200, body: () => ({ id, url, event, deleted: true }) }
  }

  // Time.

  /** The clock goes on while no worker runs: only what somebody touches is done. */
  pass(seconds: number): void {
    this.book.now += seconds * SECOND_MS
  }

  /** Everything that has become due, in the order it was due. */
  advance(seconds: number): Expected {
    this.pass(seconds)
    for (;;) {
      const next = this.next()
      if (!next) break
      next.happen()
    }
    const now = iso(this.book.now)
    return { status: 200, body: () => ({ now }) }
  }

  private next(): Coming | undefined {
    let first: Coming | undefined
    const { payouts, withdrawals, connections, purchases, p2ps, contracts, book } = this
    for (const part of [payouts, withdrawals, connections, payouts.approvals, purchases, p2ps, contracts, book]) {
      for (const one of part.coming()) {
        if (one.at <= this.book.now && (!first || comesBefore(one, first))) first = one
      }
    }
    return first
  }
}

export const shownWebhook = ({ id, url, event, userData }: Webhook) => ({ id, url, event, user_data: userData })

const comesBefore = (one: Coming, other: Coming): boolean =>
  (one.at - other.at || one.rank - other.rank || one.nth - other.nth) < 0

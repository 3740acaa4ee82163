import {
  type Book,
  type Coming,
  DAY_MS,
  dollars,
  type Expected,
  hourAfter,
  INVALID,
  INVALID_STATE,
  MINUTE_MS,
  NOT_FOUND,
  refuse,
  SECOND_MS,
  statusLine,
  type Thing,
} from './book.ts'
import type { Connection, Method, Type } from './connections.ts'

const FEES = { direct: 0, wallet: 0, ach: 25 }
const HIGHEST_FEE = 25
const CLAIM_MS = 30 * DAY_MS
/** Of the account that always comes back, and what the simulated bank is told to say. */
export const RETURN_CODE = 'R03'

export interface Payout extends Thing {
  readonly kind: 'payout'
  readonly connection: Connection
  readonly amount: number
  status: 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  type: Type | 'unclaimed'
  fee: number
  date: number
  description: string | undefined
  /** Where it is shown to go. */
  method: Method | undefined
  /** When time next does something to it. */
  due: number | undefined
}

export interface Wish {
  readonly connection: Connection | undefined
  readonly amount: number
  readonly date: number | undefined
}

export class Payouts {
  readonly all: Payout[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  get pending(): number {
    const held = (p: Payout): number =>
      p.status === 'ready' ? p.amount + p.fee : p.status === 'pending' ? p.amount : 0
    return this.all.reduce((sum, payout) => sum + held(payout), 0)
  }

  create(wish: Wish): Expected {
    return this.faultOf(wish) ?? this.accept([wish])
  }

  createBatch(wishes: readonly Wish[]): Expected {
    const details = wishes.flatMap((wish, index) => {
      const code = this.faultOf(wish)?.code
      return code === undefined ? [] : [{ index, code }]
    })
    return details.length > 0 ? refuse(400, 'batch_invalid', { details }) : this.accept(wishes)
  }

  private faultOf({ connection, amount }: Wish): Expected | undefined {
    if (amount < 1) return INVALID
    if (!connection) return NOT_FOUND
    if (connection.status === 'deleted') return INVALID_STATE
    const known = connection.method !== undefined
    const allowed = (known ? connection.granted : connection.requested).includes('payment.credit')
    return allowed ? undefined : refuse(403, 'permission_not_granted')
  }

  private accept(wishes: readonly Wish[]): Expected {
    const { book } = this
    const payouts = wishes.map((wish) => this.accepted(wish as Wish & { connection: Connection }))
    const needed = payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
    if (needed > book.operating) return refuse(402, 'insufficient_funds')
    book.credit(-needed)
    this.all.push(...payouts)
    const told = book.told.length
    for (const payout of payouts) this.settle(payout)
    // Creation is no change, also of what goes at once.
    book.told.length = told
    return { status: 201, shows: payouts }
  }

  private accepted({ connection, amount, date: wanted }: Wish & { connection: Connection }): Payout {
    const { now } = this.book
    const { method } = connection
    const date = Math.max(wanted ?? now, now)
    const at = new Date(now).toISOString()
    const fee = method && date === now ? FEES[method.type] : HIGHEST_FEE
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
      description: undefined,
      updated: now,
      method,
      due: method ? date : date + CLAIM_MS,
      history: [statusLine('created'), `ready transfer ${dollars(amount + fee)}`, statusLine('ready')].map(
        (text) => `${text} ${at}`,
      ),
    }
  }

  describe(payout: Payout, description: string): Expected {
    const { book } = this
    this.settle(payout)
    if (payout.description !== description) {
      payout.description = description
      payout.updated = book.now
      book.tell(payout, book.now)
    }
    return { status: 200, shows: [payout] }
  }

  cancel(payout: Payout): Expected {
    this.settle(payout)
    if (payout.status === 'ready') this.release(payout, 'canceled', this.book.now)
    return { status: 200, shows: [payout] }
  }

  reschedule(payout: Payout, wanted: number): Expected {
    return this.book.unlessRefused(payout, () => {
      const { now } = this.book
      this.settle(payout)
      if (payout.status !== 'ready') return INVALID_STATE
      const date = Math.max(wanted, now)
      const due = payout.type === 'unclaimed' ? Math.max(payout.created, date) + CLAIM_MS : date
      if (date === payout.date && due === payout.due) return { status: 200, shows: [payout] }
      Object.assign(payout, { date, due, updated: now })
      const before = payout.type
      this.settle(payout)
      // A move tells of itself, and of the rest with it.
      if (payout.status === 'ready' && payout.type === before) this.book.tell(payout, now)
      return { status: 200, shows: [payout] }
    })
  }

  return(payout: Payout): Expected {
    return this.book.unlessRefused(payout, () => {
      this.settle(payout)
      if (payout.status !== 'sent' || payout.type !== 'ach') return INVALID_STATE
      this.giveBack(payout, this.book.now)
      return { status: 200, shows: [payout] }
    })
  }

  fail(payout: Payout): Expected {
    return this.book.unlessRefused(payout, () => {
      this.settle(payout)
      if (payout.status !== 'ready' && payout.status !== 'pending') return INVALID_STATE
      this.release(payout, 'error', this.book.now)
      return { status: 200, shows: [payout] }
    })
  }

  // What a connection does to its payouts.

  settleBefore(connection: Connection): void {
    const depends = ({ status, type }: Payout) => status === 'ready' || (status === 'pending' && type === 'ach')
    for (const payout of this.all) {
      if (payout.connection === connection) this.settle(payout, depends)
    }
  }

  claim(connection: Connection): void {
    const { method } = connection
    if (!method) return
    for (const payout of this.waitingFor(connection)) {
      if (payout.type !== 'unclaimed') continue
      if (payout.date <= this.book.now) {
        this.start(payout, this.book.now)
        continue
      }
      payout.type = method.type
      payout.method = method
      this.become(payout, 'ready', this.book.now, payout.date)
    }
  }

  end(connection: Connection): void {
    for (const payout of this.waitingFor(connection)) this.release(payout, 'canceled', this.book.now)
  }

  private waitingFor(connection: Connection): Payout[] {
    return this.all.filter((payout) => payout.connection === connection && payout.status === 'ready')
  }

  // Time.

  /** To look at payouts enforces the one deadline they have. */
  look(payouts: readonly Payout[]): void {
    for (const payout of payouts) {
      this.settle(payout, ({ status, type }) => status === 'ready' && type === 'unclaimed')
    }
  }

  *coming(): Iterable<Coming> {
    for (const [nth, payout] of this.all.entries()) {
      const { due } = payout
      if (due !== undefined) yield { at: due, rank: 0, nth, happen: () => this.step(payout, due) }
    }
  }

  private settle(payout: Payout, concerns: (payout: Payout) => boolean = () => true): void {
    while (payout.due !== undefined && payout.due <= this.book.now && concerns(payout)) this.step(payout, payout.due)
  }

  private step(payout: Payout, at: number): void {
    if (payout.status === 'pending') this.send(payout, at)
    else if (payout.status === 'sent') this.giveBack(payout, at)
    else if (payout.type === 'unclaimed') this.release(payout, 'canceled', at)
    else this.start(payout, at)
  }

  private start(payout: Payout, at: number): void {
    const { method, granted } = payout.connection
    if (method && granted.includes('payment.credit')) this.initiate(payout, method, at)
    else this.release(payout, 'error', at)
  }

  private initiate(payout: Payout, method: Method, at: number): void {
    const fee = FEES[method.type]
    const over = payout.fee - fee
    this.book.credit(over)
    this.book.fees += fee
    payout.fee = fee
    payout.type = method.type
    payout.method = method
    this.become(payout, 'pending', at, method.type === 'ach' ? hourAfter(at) : at + 2 * SECOND_MS)
    if (over > 0) this.book.noteTransfer(payout, 'pending', over, at)
  }

  private send(payout: Payout, at: number): void {
    if (payout.type === 'ach') payout.method = { type: 'ach', account: payout.connection.account ?? '' }
    const method = payout.method as Method
    if (method.type === 'ach') this.book.achOut += payout.amount
    else this.book.give(method.creator, payout.amount)
    const comesBack = method.type === 'ach' && method.account.startsWith('9')
    this.become(payout, 'sent', at, comesBack ? at + 30 * MINUTE_MS : undefined)
  }

  private giveBack(payout: Payout, at: number): void {
    this.book.credit(payout.amount)
    this.book.achOut -= payout.amount
    this.become(payout, 'returned', at, undefined, RETURN_CODE)
    this.book.noteTransfer(payout, 'returned', payout.amount, at)
  }

  private release(payout: Payout, status: 'canceled' | 'error', at: number): void {
    const held = payout.amount + payout.fee
    this.book.credit(held)
    if (payout.status === 'pending') this.book.fees -= payout.fee
    payout.fee = 0
    this.become(payout, status, at)
    this.book.noteTransfer(payout, status, held, at)
  }

  private become(payout: Payout, status: Payout['status'], at: number, due?: number, code?: string): void {
    payout.status = status
    payout.due = due
    this.book.note(payout, statusLine(status, code), at)
    this.book.tell(payout, at)
  }
}

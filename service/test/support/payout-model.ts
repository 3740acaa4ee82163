/**
 * What payouts must do, written from the decisions and from nothing else: a few numbers and lists in memory. Every method
 * is one request; it changes the model and says what the service must answer.
 */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const FEES = { direct: 0, wallet: 0, ach: 25 }
const HIGHEST_FEE = 25
const ENTERPRISE_OPENING = 10_000_000
const CREATOR_OPENING = 500_000
/** What the sandbox enters for a creator who chooses `ach` and has no legacy method. */
const SAMPLE_ACCOUNT = '000123456789'

export type Type = 'direct' | 'ach' | 'wallet'
export type Permission = 'payment.credit' | 'payment.debit'

/** Where a payment goes: to a creator's account (by e-mail) or to a bank account (by number). */
type Method =
  | { readonly type: 'direct' | 'wallet'; readonly creator: string }
  | { type: 'ach'; readonly account: string }

export interface ModelConnection {
  id: string
  readonly email: string
  status: 'created' | 'pending' | 'active' | 'deleted'
  requested: Permission[]
  granted: Permission[]
  method: Method | undefined
  /** The bank account it has, or had last: ACH payouts on their way go there when their batch leaves. */
  account: string | undefined
}

export interface ModelPayout {
  id: string
  readonly connection: ModelConnection
  readonly amount: number
  readonly created: number
  status: 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  type: Type | 'unclaimed'
  fee: number
  date: number
  description: string | undefined
  updated: number
  /** Where it is shown to go. */
  method: Method | undefined
  /** When time next does something to it. */
  due: number | undefined
  /** Every status it has had, and since when. */
  history: (readonly [string, number])[]
}

export interface Expected {
  readonly status: number
  readonly code?: string
  /** Of a batch that fails: every failing entry. */
  readonly details?: readonly { readonly index: number; readonly code: string }[]
  /** What the answer shows: their ids are the service's to give. */
  readonly connection?: ModelConnection
  readonly payouts?: readonly ModelPayout[]
}

export interface PayoutWish {
  readonly connection: ModelConnection | undefined
  readonly amount: number
  readonly date: number | undefined
}

const refuse = (status: number, code: string): Expected => ({ status, code })
const NOT_FOUND = refuse(404, 'not_found')
const INVALID_STATE = refuse(409, 'invalid_state')
const INVALID = refuse(400, 'validation_failed')

export const hourAfter = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS

export class PayoutModel {
  now: number
  operating = ENTERPRISE_OPENING
  readonly connections: ModelConnection[] = []
  readonly payouts: ModelPayout[] = []
  /** By e-mail. */
  readonly creators = new Map<string, number>()
  feesCharged = 0
  achOut = 0

  constructor(now: number) {
    this.now = now
  }

  get pending(): number {
    const held = { ready: (p: ModelPayout) => p.amount + p.fee, pending: (p: ModelPayout) => p.amount }
    return this.payouts.reduce(
      (sum, p) => sum + (p.status === 'ready' || p.status === 'pending' ? held[p.status](p) : 0),
      0,
    )
  }

  // Connections.

  createConnection(email: string, requested: Permission[], account: string | undefined): Expected {
    if (account !== undefined && !requested.includes('payment.credit')) return INVALID
    const connection: ModelConnection = {
      id: '',
      email,
      status: 'created',
      requested,
      granted: account === undefined ? [] : ['payment.credit'],
      method: account === undefined ? undefined : { type: 'ach', account },
      account,
    }
    this.connections.push(connection)
    return { status: 201, connection }
  }

  setLegacyMethod(connection: ModelConnection, account: string): Expected {
    const { status, method, requested, granted } = connection
    if (status === 'deleted' || (method && method.type !== 'ach')) return INVALID_STATE
    if (!requested.includes('payment.credit')) return INVALID
    this.settleBefore(connection)
    connection.method = this.use(connection, account)
    // Once the creator has been through Connect, permissions are theirs to give.
    if (status !== 'active') {
      connection.granted = ['payment.credit', ...granted.filter((name) => name === 'payment.debit')]
      this.claim(connection)
    }
    return { status: 200, connection }
  }

  request(connection: ModelConnection, requested: Permission[]): Expected {
    if (connection.status === 'deleted') return INVALID_STATE
    this.settleBefore(connection)
    connection.requested = requested
    return { status: 200, connection }
  }

  connect(connection: ModelConnection, type: Type, outcome: 'approved' | 'review' | 'rejected'): Expected {
    if (connection.status === 'deleted') return INVALID_STATE
    if (type !== 'direct' && connection.requested.includes('payment.debit')) return INVALID_STATE
    if (outcome !== 'approved') {
      if (connection.status === 'active') return INVALID_STATE
      this.settleBefore(connection)
      connection.status = outcome === 'review' ? 'pending' : 'created'
      return { status: 200, connection }
    }
    this.settleBefore(connection)
    connection.status = 'active'
    connection.granted = [...connection.requested].sort()
    connection.method = this.chosen(connection, type)
    this.claim(connection)
    return { status: 200, connection }
  }

  private chosen(connection: ModelConnection, type: Type): Method {
    const { email: creator } = connection
    if (type === 'ach') return this.use(connection, connection.account ?? SAMPLE_ACCOUNT)
    if (!this.creators.has(creator)) this.creators.set(creator, CREATOR_OPENING)
    return { type, creator }
  }

  private use(connection: ModelConnection, account: string): Method {
    connection.account = account
    return { type: 'ach', account }
  }

  deleteConnection(connection: ModelConnection): Expected {
    if (connection.status !== 'deleted') this.settleBefore(connection)
    connection.status = 'deleted'
    for (const payout of this.waitingFor(connection)) this.release(payout, 'canceled', this.now)
    return { status: 200, connection }
  }

  /** Before a connection changes, what was due by then happens on the connection as it was. */
  private settleBefore(connection: ModelConnection): void {
    const depends = ({ status, type }: ModelPayout) => status === 'ready' || (status === 'pending' && type === 'ach')
    for (const payout of this.payouts) {
      if (payout.connection === connection) this.settle(payout, depends)
    }
  }

  private waitingFor(connection: ModelConnection): ModelPayout[] {
    return this.payouts.filter((payout) => payout.connection === connection && payout.status === 'ready')
  }

  /** The creator has activated: what was unclaimed goes on, or takes the connection's type and waits for its date. */
  private claim(connection: ModelConnection): void {
    const { method } = connection
    if (!method) return
    for (const payout of this.waitingFor(connection)) {
      if (payout.type !== 'unclaimed') continue
      if (payout.date <= this.now) {
        this.start(payout, this.now)
        continue
      }
      payout.type = method.type
      payout.method = method
      this.become(payout, 'ready', this.now, payout.date)
    }
  }

  // Payouts.

  createPayout(wish: PayoutWish): Expected {
    const fault = this.faultOf(wish)
    if (fault) return fault
    return this.accept([wish])
  }

  createBatch(wishes: readonly PayoutWish[]): Expected {
    const details = wishes.flatMap((wish, index) => {
      const code = this.faultOf(wish)?.code
      return code === undefined ? [] : [{ index, code }]
    })
    if (details.length > 0) return { status: 400, code: 'batch_invalid', details }
    return this.accept(wishes)
  }

  private faultOf({ connection, amount }: PayoutWish): Expected | undefined {
    if (amount < 1) return INVALID
    if (!connection) return NOT_FOUND
    if (connection.status === 'deleted') return INVALID_STATE
    const known = connection.method !== undefined
    const allowed = (known ? connection.granted : connection.requested).includes('payment.credit')
    return allowed ? undefined : refuse(403, 'permission_not_granted')
  }

  private accept(wishes: readonly PayoutWish[]): Expected {
    const payouts = wishes.map((wish) => this.accepted(wish as PayoutWish & { connection: ModelConnection }))
    const needed = payouts.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
    if (needed > this.operating) return refuse(402, 'insufficient_funds')
    this.operating -= needed
    this.payouts.push(...payouts)
    for (const payout of payouts) this.settle(payout)
    return { status: 201, payouts }
  }

  private accepted({ connection, amount, date: wanted }: PayoutWish & { connection: ModelConnection }): ModelPayout {
    const { now } = this
    const { method } = connection
    const date = Math.max(wanted ?? now, now)
    return {
      id: '',
      connection,
      amount,
      created: now,
      status: 'ready',
      type: method?.type ?? 'unclaimed',
      fee: method && date === now ? FEES[method.type] : HIGHEST_FEE,
      date,
      description: undefined,
      updated: now,
      method,
      due: method ? date : date + 30 * DAY_MS,
      history: [
        ['created', now],
        ['ready', now],
      ],
    }
  }

  describe(payout: ModelPayout, description: string): Expected {
    this.settle(payout)
    // Saying again what it says already is no change, and nobody hears of it.
    if (payout.description !== description) payout.updated = this.now
    payout.description = description
    return { status: 200, payouts: [payout] }
  }

  cancel(payout: ModelPayout): Expected {
    this.settle(payout)
    if (payout.status === 'ready') this.release(payout, 'canceled', this.now)
    return { status: 200, payouts: [payout] }
  }

  reschedule(payout: ModelPayout, wanted: number): Expected {
    return this.ifSettled(payout, ({ status }) => {
      if (status !== 'ready') return INVALID_STATE
      payout.date = Math.max(wanted, this.now)
      payout.due = payout.type === 'unclaimed' ? Math.max(payout.created, payout.date) + 30 * DAY_MS : payout.date
      payout.updated = this.now
      this.settle(payout)
      return { status: 200, payouts: [payout] }
    })
  }

  returnPayout(payout: ModelPayout): Expected {
    return this.ifSettled(payout, ({ status, type }) => {
      if (status !== 'sent' || type !== 'ach') return INVALID_STATE
      this.giveBack(payout, this.now)
      return { status: 200, payouts: [payout] }
    })
  }

  failPayout(payout: ModelPayout): Expected {
    return this.ifSettled(payout, ({ status }) => {
      if (status !== 'ready' && status !== 'pending') return INVALID_STATE
      this.release(payout, 'error', this.now)
      return { status: 200, payouts: [payout] }
    })
  }

  /** A request is judged after what was due is done; one that is refused changes nothing, not even that. */
  private ifSettled(payout: ModelPayout, act: (payout: ModelPayout) => Expected): Expected {
    const { operating, feesCharged, achOut } = this
    const [before, creators] = [{ ...payout, history: [...payout.history] }, [...this.creators]]
    this.settle(payout)
    const expected = act(payout)
    if (expected.status < 300) return expected
    Object.assign(payout, before)
    Object.assign(this, { operating, feesCharged, achOut })
    for (const [email, balance] of creators) this.creators.set(email, balance)
    return expected
  }

  fund(amount: number): Expected {
    this.operating += amount
    return { status: 200 }
  }

  // Time.

  /** The clock goes on while no worker runs: only what somebody touches is done. */
  pass(seconds: number): void {
    this.now += seconds * SECOND_MS
  }

  /** To list payouts enforces the one deadline they have. */
  listed(): readonly ModelPayout[] {
    for (const payout of this.payouts) {
      this.settle(payout, ({ status, type }) => status === 'ready' && type === 'unclaimed')
    }
    return this.payouts
  }

  advance(seconds: number): Expected {
    this.pass(seconds)
    for (const payout of this.payouts) this.settle(payout)
    return { status: 200 }
  }

  /** Payouts do not depend on one another: each goes its own way until now. */
  private settle(payout: ModelPayout, concerns: (payout: ModelPayout) => boolean = () => true): void {
    while (payout.due !== undefined && payout.due <= this.now && concerns(payout)) this.step(payout, payout.due)
  }

  private step(payout: ModelPayout, at: number): void {
    if (payout.status === 'pending') this.send(payout, at)
    else if (payout.status === 'sent') this.giveBack(payout, at)
    else if (payout.type === 'unclaimed') this.release(payout, 'canceled', at)
    else this.start(payout, at)
  }

  private start(payout: ModelPayout, at: number): void {
    const { method, granted } = payout.connection
    if (method && granted.includes('payment.credit')) this.initiate(payout, method, at)
    else this.release(payout, 'error', at)
  }

  private initiate(payout: ModelPayout, method: Method, at: number): void {
    const fee = FEES[method.type]
    this.operating += payout.fee - fee
    this.feesCharged += fee
    payout.fee = fee
    payout.type = method.type
    payout.method = method
    this.become(payout, 'pending', at, method.type === 'ach' ? hourAfter(at) : at + 2 * SECOND_MS)
  }

  private send(payout: ModelPayout, at: number): void {
    if (payout.type === 'ach') payout.method = { type: 'ach', account: payout.connection.account ?? '' }
    const method = payout.method as Method
    if (method.type === 'ach') this.achOut += payout.amount
    else this.creators.set(method.creator, (this.creators.get(method.creator) ?? 0) + payout.amount)
    const comesBack = method.type === 'ach' && method.account.startsWith('9')
    this.become(payout, 'sent', at, comesBack ? at + 30 * MINUTE_MS : undefined)
  }

  private giveBack(payout: ModelPayout, at: number): void {
    this.operating += payout.amount
    this.achOut -= payout.amount
    this.become(payout, 'returned', at)
  }

  private release(payout: ModelPayout, status: 'canceled' | 'error', at: number): void {
    this.operating += payout.amount + payout.fee
    if (payout.status === 'pending') this.feesCharged -= payout.fee
    payout.fee = 0
    this.become(payout, status, at)
  }

  private become(payout: ModelPayout, status: ModelPayout['status'], at: number, due?: number): void {
    payout.status = status
    payout.updated = at
    payout.due = due
    payout.history.push([status, at])
  }
}

/** What all parts of the model share: the clock, the money of one tenant, and what an enterprise must hear of. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const ENTERPRISE = 'Simulated Enterprise'
const ENTERPRISE_OPENING = 10_000_000
const CREATOR_OPENING = 500_000

/** Whether two values are written alike. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** New bank accounts of every simulated enterprise, its creators' and its own, wait so long. */
export const WAIT_HOURS = 3

/** When an account that is there since then may be paid to, if that is after `at`. */
export function payableFrom(since: number | undefined, at: number): number | undefined {
  const from = (since ?? Number.NEGATIVE_INFINITY) + WAIT_HOURS * HOUR_MS
  return from > at ? from : undefined
}

export const waits = (status: 'ready' | 'pending', until: number, at: number): Entry =>
  became(status, `Waits until ${iso(until)}: the bank account is new`, at, 'new_bank_account')

export const hourAfter = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS

export type Resource =
  | 'account_connection'
  | 'payout'
  | 'buyer'
  | 'purchase'
  | 'contract'
  | 'p2p'
  | 'approval'
  | 'withdrawal'

export type UserData = Readonly<Record<string, unknown>>

/** A line of a thing's log, as it is shown. */
export interface Entry {
  readonly entry: string
  readonly date: string
  readonly type?: 'status_change' | 'transfer' | 'error'
  readonly status?: string
  readonly code?: string
  readonly hidden?: boolean
}

/** Whatever has an id, which is the service's to give. */
export interface Thing {
  id: string
  readonly kind: Resource
  readonly created: number
  updated: number
  userData: UserData | undefined
  /** Everything that happened to it. */
  activity: Entry[]
}

export interface Told {
  readonly type: string
  readonly of: Thing
  /** When it changed, and when that was written down. */
  readonly at: number
  readonly recorded: number
  /** As it was then. */
  readonly userData: UserData
  /** Its status then; a buyer has none. */
  readonly status: string | undefined
}

export interface Expected {
  readonly status: number
  readonly code?: string
  /** What a refusal says beside its code. */
  readonly parts?: Readonly<Record<string, unknown>>
  /** The thing that the answer shows. */
  readonly shows?: Thing
  /** The same of a batch, in order. */
  readonly batch?: readonly Thing[]
  /** The answer was given before, and kept for whoever asks again. */
  readonly isReplay?: boolean
  /** Any other answer, whole; asked for when the ids in it are known. */
  readonly body?: () => Readonly<Record<string, unknown>>
  /** A page of a list. */
  readonly page?: Page
}

export interface Page {
  readonly kind: Resource
  readonly things: readonly Thing[]
  readonly pagination: { readonly page: number; readonly page_size: number; readonly total: number }
}

export const refuse = (status: number, code: string, parts: Record<string, unknown> = {}): Expected => ({
  status,
  code,
  parts,
})
export const NOT_FOUND = refuse(404, 'not_found')
export const ENTERPRISE_SUSPENDED = refuse(403, 'enterprise_suspended')
export const INVALID_STATE = refuse(409, 'invalid_state')
/** Each parameter that is wrong, and how. */
export const invalid = (...faults: readonly (readonly [param: string, code: string])[]): Expected =>
  refuse(400, 'validation_failed', { errors: faults.map(([param, code]) => ({ param, code })) })

/** What time does to a thing, and when. At one moment the order of the ranks decides, then that of creation. */
export interface Coming {
  readonly at: number
  readonly rank: number
  readonly nth: number
  happen(): void
}

export const iso = (at: number): string => new Date(at).toISOString()

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const dollars = (cents: number): string => DOLLARS.format(cents / 100)

/** What a thing has become, in words. */
export const became = (status: string, entry: string, at: number, code?: string): Entry => ({
  entry,
  date: iso(at),
  type: status === 'error' ? 'error' : 'status_change',
  status,
  ...(code === undefined ? {} : { code }),
})

export const moved = (status: string, entry: string, at: number): Entry => ({
  entry,
  date: iso(at),
  type: 'transfer',
  status,
})

/** It stays what it is, but something went wrong. */
export const wentWrong = (status: string, entry: string, at: number, code: string): Entry => ({
  entry,
  date: iso(at),
  type: 'error',
  status,
  code,
})

export class Book {
  now: number
  /** The operator has suspended the enterprise: no new money moves out. */
  isSuspended = false
  /** When the last suspension was lifted: what waited is not dated before. */
  resumedAt = 0
  /** Below zero it is what reversals and the bank could not take: due from the next credits. */
  private net = ENTERPRISE_OPENING
  private lastSeen = ''
  /** The part of that debt that the bank took; reversals are repaid first. */
  private owed = 0
  /** Credits that wait for their date. */
  readonly incoming: { readonly amount: number; readonly at: number }[] = []
  fees = 0
  achOut = 0
  cardsOut = 0
  /** By e-mail. */
  readonly creators = new Map<string, number>()
  readonly told: Told[] = []
  /** What the command has changed, to be looked at after it. */
  readonly touched = new Set<Thing>()

  constructor(now: number) {
    this.now = now
  }

  get operating(): number {
    return Math.max(this.net, 0)
  }

  get receivables(): number {
    return Math.min(this.owed, Math.max(-this.net, 0))
  }

  get refundsDue(): number {
    return Math.max(-this.net, 0) - this.receivables
  }

  /** Less than nothing takes. */
  credit(amount: number): void {
    this.net += amount
    this.owed = this.receivables
  }

  /** The bank takes money; what is not there is owed. */
  takeBack(amount: number): void {
    const rest = Math.max(amount - this.operating, 0)
    this.net -= amount
    this.owed += rest
  }

  get incomingSum(): number {
    return this.incoming.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** Credits become available on their dates. */
  *coming(): Generator<Coming> {
    for (const [nth, one] of this.incoming.entries())
      yield { at: one.at, rank: 7, nth, happen: () => this.release(one) }
  }

  private release(one: { readonly amount: number; readonly at: number }): void {
    this.incoming.splice(this.incoming.indexOf(one), 1)
    this.credit(one.amount)
  }

  /** Whether no money has moved since this was asked last. */
  isUnmoved(): boolean {
    const { lastSeen } = this
    this.lastSeen = `${this.net} ${this.owed} ${this.incomingSum}`
    return this.lastSeen === lastSeen
  }

  open(creator: string): void {
    if (!this.creators.has(creator)) this.creators.set(creator, CREATOR_OPENING)
  }

  purse(creator: string): number {
    return this.creators.get(creator) ?? 0
  }

  give(creator: string, amount: number): void {
    this.creators.set(creator, this.purse(creator) + amount)
  }

  /** Something happened to it that stands in its log. */
  note(thing: Thing, at: number, ...entries: readonly Entry[]): void {
    thing.activity.push(...entries)
    thing.updated = at
    this.touched.add(thing)
  }

  tell(of: Thing, at: number): void {
    const { status } = of as { status?: string }
    this.told.push({ type: `${of.kind}.update`, of, at, recorded: this.now, userData: of.userData ?? {}, status })
    this.touched.add(of)
  }

  /** A request is judged after what was due is done; one that is refused changes nothing, not even that. */
  unlessRefused<T extends Thing>(thing: T, act: () => Expected): Expected {
    const { net, owed, fees, achOut, cardsOut } = this
    const before = { ...thing, activity: [...thing.activity] }
    const creators = [...this.creators]
    const told = this.told.length
    const expected = act()
    if (expected.status < 300) return expected
    // A field that was not there before what was due, such as the code of a failure, is not there again.
    for (const name of Object.keys(thing)) if (!(name in before)) Reflect.deleteProperty(thing, name)
    Object.assign(thing, before)
    Object.assign(this, { net, owed, fees, achOut, cardsOut })
    for (const [email, purse] of creators) this.creators.set(email, purse)
    this.told.length = told
    return expected
  }
}

/** What all parts of the model share: the clock, the money of one tenant, and what an enterprise must hear of. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const ENTERPRISE_OPENING = 10_000_000
const CREATOR_OPENING = 500_000

export const hourAfter = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS

export type Resource = 'account_connection' | 'payout' | 'buyer' | 'purchase' | 'contract' | 'p2p'

/** Whatever has an id, which is the service's to give. */
export interface Thing {
  id: string
  readonly kind: Resource
  readonly created: number
  updated: number
  /** Everything that happened to it: what it became, what money that moved, and when. */
  history: string[]
  userData?: Record<string, unknown> | undefined
}

export interface Told {
  readonly type: string
  readonly of: Thing
  readonly at: number
}

export interface Expected {
  readonly status: number
  readonly code?: string
  /** Further parts of the answer that must be there as they are. */
  readonly parts?: Readonly<Record<string, unknown>>
  /** What the answer shows, in order. */
  readonly shows?: readonly Thing[]
}

export const refuse = (status: number, code: string, parts: Record<string, unknown> = {}): Expected => ({
  status,
  code,
  parts,
})
export const NOT_FOUND = refuse(404, 'not_found')
export const INVALID_STATE = refuse(409, 'invalid_state')
export const INVALID = refuse(400, 'validation_failed')

/** What time does to a thing, and when. At one moment the order of the ranks decides, then that of creation. */
export interface Coming {
  readonly at: number
  readonly rank: number
  readonly nth: number
  happen(): void
}

const iso = (at: number): string => new Date(at).toISOString()

/** As every log says an amount. */
export const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** What a log says of a status: an error is one of another type. */
export const statusLine = (status: string, code?: string): string =>
  `${status} ${status === 'error' ? 'error' : 'status_change'}${code === undefined ? '' : ` ${code}`}`

export class Book {
  now: number
  /** Below zero it is what reversals could not take: due from the next credits. */
  private net = ENTERPRISE_OPENING
  private lastNet = ENTERPRISE_OPENING
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

  get refundsDue(): number {
    return Math.max(-this.net, 0)
  }

  /** Less than nothing takes. */
  credit(amount: number): void {
    this.net += amount
  }

  /** Whether no money has moved since this was asked last. */
  isUnmoved(): boolean {
    const { net, lastNet } = this
    this.lastNet = net
    return net === lastNet
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
  note(thing: Thing, text: string, at: number): void {
    thing.history.push(`${text} ${iso(at)}`.trim())
    thing.updated = at
    this.touched.add(thing)
  }

  /** The line of its log that says what money moved by it. */
  noteTransfer(thing: Thing, status: string, cents: number, at: number): void {
    this.note(thing, `${status} transfer ${dollars(cents)}`, at)
  }

  tell(of: Thing, at: number): void {
    this.told.push({ type: `${of.kind}.update`, of, at })
    this.touched.add(of)
  }

  /** A request is judged after what was due is done; one that is refused changes nothing, not even that. */
  unlessRefused<T extends Thing>(thing: T, act: () => Expected): Expected {
    const { net, fees, achOut, cardsOut } = this
    const before = { ...thing, history: [...thing.history] }
    const creators = [...this.creators]
    const told = this.told.length
    const expected = act()
    if (expected.status < 300) return expected
    Object.assign(thing, before)
    Object.assign(this, { net, fees, achOut, cardsOut })
    for (const [email, purse] of creators) this.creators.set(email, purse)
    this.told.length = told
    return expected
  }
}

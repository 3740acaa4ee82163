import type { ApprovalRule, Deed } from '../../../../contracts/approvals.ts'
import type { LimitPeriod, LimitScope, LimitUse, StoredLimit } from '../../../../contracts/limits.ts'
import { type ExceededLimit, type Problem, problem } from '../../kernel/errors.ts'
import { add, type Cents, cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import type { Maker } from '../approvals/index.ts'

export type { StoredLimit } from '../../../../contracts/limits.ts'

/** A span of the calendar, in UTC. */
export type Period = Exclude<LimitPeriod, 'payment'>

/** The row that the payments of one scope and one period are added up in. */
export interface UsageKey {
  readonly scope: LimitScope
  /** The API key, role or account connection; empty for the whole enterprise. */
  readonly subject: string
  readonly period: Period
  readonly starts_at: Date
}

export interface Usage {
  readonly amount_in_cents: Cents
  readonly count: number
}

export const UNUSED: Usage = { amount_in_cents: ZERO, count: 0 }

/** A payout or a withdrawal as limits see it. */
export interface LimitedPayment {
  /** The creator who is paid. Absent for a withdrawal, which counts for no creator. */
  readonly account_connection?: string
  readonly amount_in_cents: number
}

const startOf: Readonly<Record<Period, (at: Date, ahead?: number) => Date>> = {
  day: (at, ahead = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ahead)),
  month: (at, ahead = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)),
}

/** When the running period has begun. */
export const periodStart = (period: Period, at: Date): Date => startOf[period](at)

/** When the next one begins. */
export const periodEnd = (period: Period, at: Date): Date => startOf[period](at, 1)

const isPeriod = (per: LimitPeriod): per is Period => per !== 'payment'

/** The scopes and periods that are added up, each once. */
export function countedScopes(limits: readonly StoredLimit[]): readonly { scope: LimitScope; period: Period }[] {
  const pairs = limits.flatMap(({ scope, per }) => (isPeriod(per) ? [{ scope, period: per }] : []))
  return pairs.filter(
    (pair, nth) => pairs.findIndex((other) => other.scope === pair.scope && other.period === pair.period) === nth,
  )
}

/** Whether a limit adds payments up by who has made them. */
export const countsMakers = (limits: readonly StoredLimit[]): boolean =>
  countedScopes(limits).some(({ scope }) => scope === 'key' || scope === 'role')

/** The subject that a payment counts for in each scope; `undefined` where it counts for none. */
const SUBJECTS: Readonly<
  Record<LimitScope, (payment: LimitedPayment, maker: Maker | undefined) => string | undefined>
> = {
  enterprise: () => '',
  key: (_payment, maker) => (maker?.role === 'api_key' ? maker.id : undefined),
  role: (_payment, maker) => (maker?.role === 'api_key' ? undefined : maker?.role),
  creator: ({ account_connection }) => account_connection,
}

/** Every row that a payment counts in, if it was created then. */
export function usageKeysOf(
  limits: readonly StoredLimit[],
  payment: LimitedPayment,
  maker: Maker | undefined,
  createdAt: Date,
): UsageKey[] {
  return countedScopes(limits).flatMap(({ scope, period }) => {
    const subject = SUBJECTS[scope](payment, maker)
    return subject === undefined ? [] : [{ scope, subject, period, starts_at: periodStart(period, createdAt) }]
  })
}

const plus = (a: Usage, b: Usage): Usage => ({
  amount_in_cents: add(a.amount_in_cents, b.amount_in_cents),
  count: a.count + b.count,
})

const asUsage = ({ amount_in_cents }: LimitedPayment): Usage => ({ amount_in_cents: cents(amount_in_cents), count: 1 })

/** A limit that a request would exceed, and where it stands. */
export interface Exceeded {
  readonly limit: StoredLimit
  readonly figures: ExceededLimit
}

export interface LimitVerdict {
  /** The limit per payment that an entry of the request exceeds, by the entry's place in the list. */
  readonly entries: ReadonlyMap<number, Exceeded>
  /** The first limit that the request as a whole exceeds and that refuses it. */
  readonly refusal: Exceeded | undefined
  /** Limits that are exceeded unless others approve. */
  readonly toApprove: readonly Exceeded[]
}

export const WITHIN_LIMITS: LimitVerdict = { entries: new Map(), refusal: undefined, toApprove: [] }

/** The figures of a limit for one subject, as the API shows them. */
export function figuresOf(limit: StoredLimit, subject: string | undefined, used: Usage, now: Date): ExceededLimit {
  const { scope, per, max_in_cents, max_count } = limit
  const of = subject === '' ? undefined : subject
  return {
    scope,
    ...(of === undefined ? {} : { of }),
    per,
    ...(max_in_cents === undefined ? {} : { max_in_cents }),
    ...(max_count === undefined ? {} : { max_count }),
    ...(isPeriod(per) ? usedAndLeft(limit, used) : {}),
    ...(isPeriod(per) ? { frees_at: iso(periodEnd(per, now)) } : {}),
  }
}

function usedAndLeft({ max_in_cents, max_count }: StoredLimit, used: Usage): Partial<LimitUse> {
  if (max_in_cents !== undefined) {
    return {
      used_in_cents: used.amount_in_cents,
      left_in_cents: Math.max(0, subtract(cents(max_in_cents), used.amount_in_cents)),
    }
  }
  return { used_count: used.count, left_count: Math.max(0, (max_count ?? 0) - used.count) }
}

const exceeds = ({ max_in_cents, max_count }: StoredLimit, { amount_in_cents, count }: Usage): boolean =>
  amount_in_cents > (max_in_cents ?? Number.MAX_SAFE_INTEGER) || count > (max_count ?? Number.MAX_SAFE_INTEGER)

/** Sums of a request by the subjects that a limit counts. */
function sumsOf(
  { scope, of }: StoredLimit,
  payments: readonly LimitedPayment[],
  maker: Maker | undefined,
): ReadonlyMap<string, Usage> {
  const sums = new Map<string, Usage>()
  for (const payment of payments) {
    const subject = SUBJECTS[scope](payment, maker)
    if (subject === undefined || (of !== undefined && of !== subject)) continue
    sums.set(subject, plus(sums.get(subject) ?? UNUSED, asUsage(payment)))
  }
  return sums
}

export interface LimitContext {
  readonly limits: readonly StoredLimit[] | null
  readonly tally: UsageTally
  readonly now: Date
}

/** The entries of a request that a limit per payment is too small for, by their place. */
const exceededEntries = (
  limit: StoredLimit,
  payments: readonly LimitedPayment[],
  maker: Maker | undefined,
  now: Date,
): [nth: number, exceeded: Exceeded][] =>
  payments.flatMap((payment, nth) => {
    const [subject] = sumsOf(limit, [payment], maker).keys()
    if (subject === undefined || !exceeds(limit, asUsage(payment))) return []
    return [[nth, { limit, figures: figuresOf(limit, subject, UNUSED, now) }]]
  })

/** The subjects of a request whose day or month would be over a limit. */
const exceededSums = (
  limit: StoredLimit,
  period: Period,
  sums: ReadonlyMap<string, Usage>,
  { tally, now }: Pick<LimitContext, 'tally' | 'now'>,
): Exceeded[] =>
  [...sums].flatMap(([subject, sum]) => {
    const used = tally.get({ scope: limit.scope, subject, period, starts_at: periodStart(period, now) })
    return exceeds(limit, plus(used, sum)) ? [{ limit, figures: figuresOf(limit, subject, used, now) }] : []
  })

/** Compares a request with every limit. Counts nothing: a request that is refused for another reason uses nothing up. */
export function judgeLimits(
  payments: readonly LimitedPayment[],
  maker: Maker | undefined,
  { limits, tally, now }: LimitContext,
): LimitVerdict {
  if (limits === null) return WITHIN_LIMITS
  const perPayment = limits.flatMap((limit) =>
    isPeriod(limit.per) ? [] : exceededEntries(limit, payments, maker, now),
  )
  const perPeriod = limits.flatMap((limit) =>
    isPeriod(limit.per) ? exceededSums(limit, limit.per, sumsOf(limit, payments, maker), { tally, now }) : [],
  )
  const asks = ({ limit }: Exceeded): boolean => limit.outcome === 'approve'
  const refused = perPayment.filter(([, exceeded]) => !asks(exceeded))
  return {
    // The first of several limits is told.
    entries: new Map(refused.toReversed()),
    refusal: perPeriod.find((exceeded) => !asks(exceeded)),
    toApprove: [...perPayment.map(([, exceeded]) => exceeded), ...perPeriod].filter(asks),
  }
}

/** The figures of every limit that counts one of these payments. */
export const standingOf = (
  limits: readonly StoredLimit[],
  payments: readonly LimitedPayment[],
  maker: Maker | undefined,
  { tally, now }: Pick<LimitContext, 'tally' | 'now'>,
): ExceededLimit[] =>
  limits.flatMap((limit) =>
    [...sumsOf(limit, payments, maker).keys()].map((subject) => {
      const { scope, per } = limit
      const used = isPeriod(per) ? tally.get({ scope, subject, period: per, starts_at: periodStart(per, now) }) : UNUSED
      return figuresOf(limit, subject, used, now)
    }),
  )

/** The approval rule of an exceeded limit. */
const asRule = ({ limit: { needed = 1, approvers = ['admin'] } }: Exceeded, deed: Deed): ApprovalRule => ({
  deed,
  from_amount_in_cents: 0,
  maker: 'any',
  needed,
  approvers,
})

/** Both rules as one: as many as the stricter needs, of the roles that both name; where they name none in common, its own. */
function bothRules(one: ApprovalRule, other: ApprovalRule): ApprovalRule {
  const stricter = other.needed > one.needed ? other : one
  const inBoth = one.approvers.filter((party) => other.approvers.includes(party))
  return { ...stricter, approvers: inBoth.length > 0 ? inBoth : stricter.approvers }
}

/** The rule that a request falls under, by the rule of its deed and the limits that it exceeds: none makes another easier. */
export const strictestRule = (
  rule: ApprovalRule | undefined,
  { toApprove }: LimitVerdict,
  deed: Deed,
): ApprovalRule | undefined =>
  toApprove
    .map((exceeded) => asRule(exceeded, deed))
    .reduce((most, next) => (most ? bothRules(most, next) : next), rule)

/** Why others must approve, for the description of the approval. */
export function whyToApprove({ toApprove: [exceeded] }: LimitVerdict): string {
  return exceeded ? `, above the limit of ${limitInWords(exceeded.limit)}` : ''
}

const WHOSE: Readonly<Record<LimitScope, (of: string | undefined) => string>> = {
  enterprise: () => 'your enterprise',
  key: (of) => `the API key ${of}`,
  role: (of) => `the role ${of}`,
  creator: (of) => `payouts to ${of}`,
}

/** `$10,000.00 a day`, `100 payments a month`. */
export function limitInWords({
  per,
  max_in_cents,
  max_count,
}: Pick<StoredLimit, 'per' | 'max_in_cents' | 'max_count'>) {
  const most =
    max_in_cents === undefined ? `${max_count?.toLocaleString('en-US')} payments` : dollars(cents(max_in_cents))
  return `${most} ${per === 'payment' ? 'per payment' : `a ${per}`}`
}

function leftInWords({ left_in_cents, left_count, frees_at }: ExceededLimit): string {
  if (frees_at === undefined) return ''
  const left = left_in_cents === undefined ? `${left_count?.toLocaleString('en-US')}` : dollars(cents(left_in_cents))
  return `; ${left} is left until ${frees_at}`
}

/** The problem that refuses a request. */
export function limitExceeded({ limit, figures }: Exceeded): Problem {
  const whose = WHOSE[limit.scope](figures.of)
  return problem('limit_exceeded', {
    message: `This exceeds the limit of ${whose}, ${limitInWords(limit)}${leftInWords(figures)}.`,
    limit: figures,
  })
}

const keyText = ({ scope, subject, period, starts_at }: UsageKey): string =>
  `${scope} ${period} ${starts_at.getTime()} ${subject}`

/** Usage as it was read, and what a transaction adds to it. */
export class UsageTally {
  readonly #used = new Map<string, Usage>()
  readonly #added = new Map<string, UsageKey & Usage>()

  constructor(rows: readonly (UsageKey & Usage)[] = []) {
    for (const row of rows) this.#used.set(keyText(row), row)
  }

  get(key: UsageKey): Usage {
    return this.#used.get(keyText(key)) ?? UNUSED
  }

  add(key: UsageKey, usage: Usage): void {
    const text = keyText(key)
    this.#used.set(text, plus(this.get(key), usage))
    this.#added.set(text, { ...key, ...plus(this.#added.get(text) ?? UNUSED, usage) })
  }

  /** Counts payments that are created. */
  count(
    limits: readonly StoredLimit[],
    payments: readonly LimitedPayment[],
    maker: Maker | undefined,
    createdAt: Date,
  ): void {
    for (const payment of payments) {
      for (const key of usageKeysOf(limits, payment, maker, createdAt)) this.add(key, asUsage(payment))
    }
  }

  /** The rows to add, each key once. */
  added(): readonly (UsageKey & Usage)[] {
    return [...this.#added.values()]
  }
}

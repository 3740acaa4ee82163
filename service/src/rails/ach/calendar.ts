import type { Brand } from '../../kernel/brand.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'

/**
 * The banking calendar of ACH: the days on which the Federal Reserve settles, and the cut-off times for files.
 * Holidays are computed from rules instead of listed by year. The rules are today's; they hold back to 1986.
 */

/** A calendar day in US Eastern time, `2026-07-06`; it may be a weekend or a holiday. Days sort as their text does. */
export type BankingDate = Brand<string, 'BankingDate'>

export type CutoffKind = 'same_day' | 'next_day'

export interface Holiday {
  /** The day on which the holiday is observed. */
  readonly date: BankingDate
  readonly name: string
}

/** A cut-off of every banking day, and when its files settle, in Eastern time. */
export interface CutoffRule {
  readonly eastern: string
  readonly settles: string
  readonly kind: CutoffKind
}

export interface Cutoff {
  /** The first instant that is too late. */
  readonly at: Date
  readonly kind: CutoffKind
  readonly settlesOn: BankingDate
  /** When the Federal Reserve settles it on that day. */
  readonly settlesAt: Date
}

/**
 * The cut-offs of a banking day, in order. The same-day deadlines are those of Nacha's three windows. The ACH operators
 * accept next-day files until 02:15; ours close at 20:00, so that the originating bank has time to check and send them.
 */
export const CUTOFFS = [
  { eastern: '10:30', settles: '13:00', kind: 'same_day', what: 'Same Day ACH, first window: settles at 13:00 ET.' },
  { eastern: '14:45', settles: '17:00', kind: 'same_day', what: 'Same Day ACH, second window: settles at 17:00 ET.' },
  { eastern: '16:45', settles: '18:00', kind: 'same_day', what: 'Same Day ACH, third window: settles at 18:00 ET.' },
  {
    eastern: '20:00',
    settles: '08:30',
    kind: 'next_day',
    what: 'Standard ACH: settles at 08:30 ET on the next banking day.',
  },
] as const satisfies readonly (CutoffRule & { what: string })[]

const STANDARD = CUTOFFS[3]

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

interface Rule {
  readonly name: string
  readonly dateIn: (year: number) => BankingDate
  readonly since?: number
}

const RULES: readonly Rule[] = [
  { name: "New Year's Day", dateIn: fixed(1, 1) },
  { name: 'Birthday of Martin Luther King, Jr.', dateIn: nth(3, MONDAY, 1) },
  { name: "Washington's Birthday", dateIn: nth(3, MONDAY, 2) },
  { name: 'Memorial Day', dateIn: lastOfMay(MONDAY) },
  { name: 'Juneteenth National Independence Day', dateIn: fixed(6, 19), since: 2022 },
  { name: 'Independence Day', dateIn: fixed(7, 4) },
  { name: 'Labor Day', dateIn: nth(1, MONDAY, 9) },
  { name: 'Columbus Day', dateIn: nth(2, MONDAY, 10) },
  { name: 'Veterans Day', dateIn: fixed(11, 11) },
  { name: 'Thanksgiving Day', dateIn: nth(4, THURSDAY, 11) },
  { name: 'Christmas Day', dateIn: fixed(12, 25) },
]

/** Parses a day. Throws `RangeError` when the text is not a day of the calendar. */
export function bankingDate(text: string): BankingDate {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(ms) || utcDay(ms) !== text) throw new RangeError(`${JSON.stringify(text)} is not a day`)
  return text as BankingDate
}

/** The calendar day of an instant in US Eastern time. */
export function easternDay(at: Date): BankingDate {
  return utcDay(at.getTime() + easternOffsetMs(at))
}

/** The Federal Reserve's holidays of a year, in order, on the days they are observed. */
export function holidaysOf(year: number): readonly Holiday[] {
  return RULES.filter(({ since }) => since === undefined || year >= since).map(({ name, dateIn }) => ({
    date: observed(dateIn(year)),
    name,
  }))
}

export function isBankingDay(day: BankingDate): boolean {
  const weekday = weekdayOf(day)
  return weekday !== SATURDAY && weekday !== SUNDAY && !holidayDates(Number(day.slice(0, 4))).has(day)
}

/** The banking day of an instant: the next banking day when its own is a weekend or a holiday. */
export function bankingDayOf(at: Date): BankingDate {
  const day = easternDay(at)
  return isBankingDay(day) ? day : nextBankingDay(day)
}

/** The first banking day after a day, never the day itself. */
export function nextBankingDay(day: BankingDate): BankingDate {
  let next = addDays(day, 1)
  while (!isBankingDay(next)) next = addDays(next, 1)
  return next
}

/** The last banking day before a day, never the day itself. */
export function previousBankingDay(day: BankingDate): BankingDate {
  let previous = addDays(day, -1)
  while (!isBankingDay(previous)) previous = addDays(previous, -1)
  return previous
}

/** The nth banking day after a day. Zero is the day itself, even on a weekend or a holiday. */
export function bankingDaysAfter(day: BankingDate, n: number): BankingDate {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`${n} is not a number of banking days`)
  let after = day
  for (let count = 0; count < n; count++) after = nextBankingDay(after)
  return after
}

/** The first cut-off strictly after an instant; only cut-offs of `kind`, when it is given. */
export function nextCutoff(at: Date, kind?: CutoffKind, rules: readonly CutoffRule[] = CUTOFFS): Cutoff {
  for (let day = easternDay(at); ; day = nextBankingDay(day)) {
    const cutoff = cutoffsOf(day, rules).find((each) => each.at > at && (kind === undefined || each.kind === kind))
    if (cutoff) return cutoff
  }
}

/** The settlement day of a payment that is ready at an instant and leaves with the next cut-off. */
export function settlementDay(at: Date, kind?: CutoffKind, rules: readonly CutoffRule[] = CUTOFFS): BankingDate {
  return nextCutoff(at, kind, rules).settlesOn
}

/** The first instant of a day. */
export const startOf = (day: BankingDate): Date => easternTime(day, '00:00')

/** When credits of the standard service settle on a banking day. */
export const standardSettlement = (day: BankingDate): Date => easternTime(day, STANDARD.settles)

function cutoffsOf(day: BankingDate, rules: readonly CutoffRule[]): readonly Cutoff[] {
  if (!isBankingDay(day)) return []
  return rules.map(({ eastern, settles, kind }) => {
    const settlesOn = kind === 'same_day' ? day : nextBankingDay(day)
    return { at: easternTime(day, eastern), kind, settlesOn, settlesAt: easternTime(settlesOn, settles) }
  })
}

/** Clocks change at 02:00 Eastern, which is 06:00 or 07:00 UTC, so noon UTC has the offset of every later time of its day. */
const easternTime = (day: BankingDate, time: string): Date =>
  new Date(Date.parse(`${day}T${time}:00.000Z`) - easternOffsetMs(new Date(`${day}T12:00:00.000Z`)))

// The Reserve Banks, unlike federal offices, do not close on the Friday before a Saturday holiday.
function observed(day: BankingDate): BankingDate {
  return weekdayOf(day) === SUNDAY ? addDays(day, 1) : day
}

const holidayDatesByYear = new Map<number, ReadonlySet<BankingDate>>()

function holidayDates(year: number): ReadonlySet<BankingDate> {
  const known = holidayDatesByYear.get(year)
  if (known) return known
  const dates = new Set(holidaysOf(year).map(({ date }) => date))
  holidayDatesByYear.set(year, dates)
  return dates
}

function fixed(month: number, date: number): Rule['dateIn'] {
  return (year) => dayOf(year, month, date)
}

function nth(n: number, weekday: number, month: number): Rule['dateIn'] {
  return (year) => firstFrom(dayOf(year, month, 7 * (n - 1) + 1), weekday)
}

function lastOfMay(weekday: number): Rule['dateIn'] {
  return (year) => firstFrom(dayOf(year, 5, 25), weekday)
}

function firstFrom(day: BankingDate, weekday: number): BankingDate {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7)
}

function dayOf(year: number, month: number, date: number): BankingDate {
  const padded = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')]
  return bankingDate(padded.join('-'))
}

function utcDay(ms: number): BankingDate {
  const text = new Date(ms).toISOString()
  // Years outside 0000 to 9999 are written with a sign and six digits, and would not sort as text.
  if (text.length !== 24) throw new RangeError(`${text} is outside the calendar`)
  return text.slice(0, 10) as BankingDate
}

function utcMidnight(day: BankingDate): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}

function weekdayOf(day: BankingDate): number {
  return new Date(utcMidnight(day)).getUTCDay()
}

function addDays(day: BankingDate, days: number): BankingDate {
  return utcDay(utcMidnight(day) + days * DAY_MS)
}

// Created once, because creating a formatter costs far more than using one.
const EASTERN = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })

function easternOffsetMs(at: Date): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(EASTERN.format(at)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

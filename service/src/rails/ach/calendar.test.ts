import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../kernel/time.ts'
import {
  type BankingDate,
  bankingDate,
  bankingDaysAfter,
  CUTOFFS,
  easternDay,
  holidaysOf,
  isBankingDay,
  nextBankingDay,
  nextCutoff,
  settlementDay,
} from './calendar.ts'

const NAMES = [
  "New Year's Day",
  'Birthday of Martin Luther King, Jr.',
  "Washington's Birthday",
  'Memorial Day',
  'Juneteenth National Independence Day',
  'Independence Day',
  'Labor Day',
  'Columbus Day',
  'Veterans Day',
  'Thanksgiving Day',
  'Christmas Day',
]

const OBSERVED: Readonly<Record<number, string>> = {
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25',
  2028: '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
}

const banksOpen = (day: string): boolean => isBankingDay(bankingDate(day))
const daysOn = (day: string, n: number): string => bankingDaysAfter(bankingDate(day), n)

function cutoffAfter(at: string): [at: string, kind: string, settlesOn: string] {
  const cutoff = nextCutoff(new Date(at))
  return [cutoff.at.toISOString(), cutoff.kind, cutoff.settlesOn]
}

const instants = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const days = instants.map(easternDay)

describe('holidays', () => {
  test.each(Object.entries(OBSERVED))('the holidays of %s are those the Federal Reserve observes', (year, dates) => {
    const expected = dates.split(' ').map((date, index) => ({ date: `${year}-${date}`, name: NAMES[index] }))
    expect(holidaysOf(Number(year))).toEqual(expected)
  })

  test.each(Object.entries(OBSERVED))('no payment settles on a holiday of %s', (year, dates) => {
    for (const date of dates.split(' ')) expect(banksOpen(`${year}-${date}`)).toBe(false)
  })

  test.each([
    ['Independence Day 2026', '2026-07-03', '2026-07-06'],
    ['Juneteenth 2027', '2027-06-18', '2027-06-21'],
    ['Christmas 2027', '2027-12-24', '2027-12-27'],
    ["New Year's Day 2028", '2027-12-31', '2028-01-03'],
    ['Veterans Day 2028', '2028-11-10', '2028-11-13'],
  ])('banks work on both sides of %s, a Saturday', (_name, friday, monday) => {
    expect(banksOpen(friday)).toBe(true)
    expect(nextBankingDay(bankingDate(friday))).toBe(monday)
  })

  test.each([
    ['Christmas 2022', '2022-12-26'],
    ["New Year's Day 2023", '2023-01-02'],
    ['Independence Day 2027', '2027-07-05'],
    ['Veterans Day 2029', '2029-11-12'],
    ["New Year's Day 2034", '2034-01-02'],
  ])('banks rest on the Monday after %s, a Sunday', (_name, monday) => {
    expect(banksOpen(monday)).toBe(false)
  })

  test('Juneteenth is a holiday since 2022 and a banking day before', () => {
    expect(banksOpen('2020-06-19')).toBe(true)
    expect(holidaysOf(2021)).toHaveLength(10)
    expect(holidaysOf(2022)).toHaveLength(11)
    // A Sunday in 2022.
    expect(banksOpen('2022-06-20')).toBe(false)
  })

  test.each([
    ['Good Friday', '2026-04-03'],
    ['the day after Thanksgiving', '2026-11-27'],
    ['Christmas Eve', '2026-12-24'],
    ["New Year's Eve", '2026-12-31'],
  ])('%s is a banking day', (_name, day) => {
    expect(banksOpen(day)).toBe(true)
  })
})

describe('banking days', () => {
  test('banks work from Monday to Friday and rest on the weekend', () => {
    const week = ['2026-08-03', '2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07', '2026-08-08', '2026-08-09']
    expect(week.map(banksOpen)).toEqual([true, true, true, true, true, false, false])
  })

  test('a holiday beside a weekend makes it three days long', () => {
    expect(daysOn('2026-09-04', 1)).toBe('2026-09-08')
    expect(daysOn('2026-12-24', 1)).toBe('2026-12-28')
  })

  test('counting banking days skips weekends and holidays, across the year too', () => {
    expect(daysOn('2026-11-25', 2)).toBe('2026-11-30')
    expect(daysOn('2026-12-30', 2)).toBe('2027-01-04')
    expect(daysOn('2028-02-28', 2)).toBe('2028-03-01')
  })

  test('no banking days after a day is that day', () => {
    expect(daysOn('2026-08-07', 0)).toBe('2026-08-07')
    expect(daysOn('2026-08-08', 0)).toBe('2026-08-08')
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s banking days cannot be counted', (n) => {
    expect(() => daysOn('2026-08-07', n)).toThrow(RangeError)
  })

  test('the next banking day is the first one later, at most four days on', () => {
    fc.assert(
      fc.property(days, (day) => {
        const next = nextBankingDay(day)
        const between = daysBetween(day, next)
        return next > day && isBankingDay(next) && between.length <= 3 && !between.some(isBankingDay)
      }),
    )
  })

  test('counting in two steps comes to the same day as counting in one', () => {
    const count = fc.nat({ max: 30 })
    fc.assert(
      fc.property(days, count, count, (day, a, b) => {
        expect(bankingDaysAfter(bankingDaysAfter(day, a), b)).toBe(bankingDaysAfter(day, a + b))
      }),
    )
  })
})

describe('a day as text', () => {
  test.each(['2026-02-30', '2026-13-01', '2026-1-1', '26-01-01', '2026-01-01T00:00:00Z', ''])(
    '%j is no day',
    (text) => {
      expect(() => bankingDate(text)).toThrow(RangeError)
    },
  )

  test('a leap day is a day only in a leap year', () => {
    expect(bankingDate('2028-02-29')).toBe('2028-02-29')
    expect(() => bankingDate('2100-02-29')).toThrow(RangeError)
  })

  test('the calendar ends with the year 9999 rather than answer a day that does not sort', () => {
    expect(() => nextBankingDay(bankingDate('9999-12-31'))).toThrow(RangeError)
  })

  test.each([0.5, -1, 10_000, Number.NaN])('%s is no year to have holidays', (year) => {
    expect(() => holidaysOf(year)).toThrow(RangeError)
  })

  test('the day turns at midnight in New York, in summer and in winter', () => {
    expect(easternDay(new Date('2026-07-02T03:59:59.999Z'))).toBe('2026-07-01')
    expect(easternDay(new Date('2026-07-02T04:00:00.000Z'))).toBe('2026-07-02')
    expect(easternDay(new Date('2026-01-06T04:59:59.999Z'))).toBe('2026-01-05')
    expect(easternDay(new Date('2026-01-06T05:00:00.000Z'))).toBe('2026-01-06')
  })
})

describe('cut-offs', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('a banking day has three same-day cut-offs, then one for the next banking day', () => {
    expect(cutoffAfter('2026-08-05T04:00:00.000Z')).toEqual(['2026-08-05T14:30:00.000Z', 'same_day', '2026-08-05'])
    expect(cutoffAfter('2026-08-05T14:30:00.000Z')).toEqual(['2026-08-05T18:45:00.000Z', 'same_day', '2026-08-05'])
    expect(cutoffAfter('2026-08-05T18:45:00.000Z')).toEqual(['2026-08-05T20:45:00.000Z', 'same_day', '2026-08-05'])
    expect(cutoffAfter('2026-08-05T20:45:00.000Z')).toEqual(['2026-08-06T00:00:00.000Z', 'next_day', '2026-08-06'])
    expect(cutoffAfter('2026-08-06T00:00:00.000Z')).toEqual(['2026-08-06T14:30:00.000Z', 'same_day', '2026-08-06'])
  })

  test('a payment a millisecond before a cut-off makes it, and one at the cut-off misses it', () => {
    expect(cutoffAfter('2026-08-05T18:44:59.999Z')[0]).toBe('2026-08-05T18:45:00.000Z')
    expect(cutoffAfter('2026-08-05T18:45:00.000Z')[0]).toBe('2026-08-05T20:45:00.000Z')
  })

  test("Friday's last cut-off settles on Monday, and a weekend has none", () => {
    expect(cutoffAfter('2026-08-07T21:00:00.000Z')).toEqual(['2026-08-08T00:00:00.000Z', 'next_day', '2026-08-10'])
    expect(cutoffAfter('2026-08-08T15:00:00.000Z')).toEqual(['2026-08-10T14:30:00.000Z', 'same_day', '2026-08-10'])
  })

  test('the last cut-off before a holiday settles after it, and a holiday has none', () => {
    expect(cutoffAfter('2026-11-25T22:00:00.000Z')).toEqual(['2026-11-26T01:00:00.000Z', 'next_day', '2026-11-27'])
    expect(cutoffAfter('2026-11-26T15:00:00.000Z')).toEqual(['2026-11-27T15:30:00.000Z', 'same_day', '2026-11-27'])
  })

  test('cut-offs come an hour earlier in UTC once clocks go forward on 2026-03-08', () => {
    expect(cutoffAfter('2026-03-06T12:00:00.000Z')[0]).toBe('2026-03-06T15:30:00.000Z')
    expect(cutoffAfter('2026-03-06T23:00:00.000Z')).toEqual(['2026-03-07T01:00:00.000Z', 'next_day', '2026-03-09'])
    expect(cutoffAfter('2026-03-08T06:59:59.999Z')[0]).toBe('2026-03-09T14:30:00.000Z')
    expect(cutoffAfter('2026-03-08T07:00:00.000Z')[0]).toBe('2026-03-09T14:30:00.000Z')
    expect(cutoffAfter('2026-03-09T23:00:00.000Z')[0]).toBe('2026-03-10T00:00:00.000Z')
  })

  test('cut-offs come an hour later in UTC once clocks go back on 2026-11-01', () => {
    expect(cutoffAfter('2026-10-30T12:00:00.000Z')[0]).toBe('2026-10-30T14:30:00.000Z')
    expect(cutoffAfter('2026-10-30T23:00:00.000Z')).toEqual(['2026-10-31T00:00:00.000Z', 'next_day', '2026-11-02'])
    expect(cutoffAfter('2026-11-01T05:59:59.999Z')[0]).toBe('2026-11-02T15:30:00.000Z')
    expect(cutoffAfter('2026-11-01T06:00:00.000Z')[0]).toBe('2026-11-02T15:30:00.000Z')
    expect(cutoffAfter('2026-11-03T00:30:00.000Z')[0]).toBe('2026-11-03T01:00:00.000Z')
  })

  test('a payment that cannot go same-day waits for the next-day cut-off', () => {
    const morning = new Date('2026-08-05T13:00:00.000Z')
    expect(nextCutoff(morning, 'next_day').at.toISOString()).toBe('2026-08-06T00:00:00.000Z')
    expect(settlementDay(morning, 'next_day')).toBe('2026-08-06')
    expect(settlementDay(morning)).toBe('2026-08-05')
  })

  test('a payment that must go same-day waits for the next banking day once the last window closed', () => {
    const evening = new Date('2026-08-07T21:00:00.000Z')
    expect(nextCutoff(evening, 'same_day').at.toISOString()).toBe('2026-08-10T14:30:00.000Z')
    expect(settlementDay(evening, 'same_day')).toBe('2026-08-10')
  })

  test.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('cut-offs are the same on a server in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(cutoffAfter('2026-03-08T06:00:00.000Z')).toEqual(['2026-03-09T14:30:00.000Z', 'same_day', '2026-03-09'])
    expect(
      holidaysOf(2027)
        .map(({ date }) => date.slice(5))
        .join(' '),
    ).toBe(OBSERVED[2027])
  })

  test('an invalid instant has no cut-off', () => {
    expect(() => nextCutoff(new Date(Number.NaN))).toThrow(RangeError)
  })

  test('the next cut-off is always later than the instant and on a banking day', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const next = nextCutoff(at)
        return next.at > at && isBankingDay(easternDay(next.at))
      }),
    )
  })

  test('a clock in New York shows a time of the table at every cut-off', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'medium' })
    fc.assert(
      fc.property(instants, (at) => {
        const next = nextCutoff(at)
        const shown = CUTOFFS.find(({ eastern }) => `${eastern}:00` === clock.format(next.at))
        expect(shown?.kind).toBe(next.kind)
      }),
    )
  })

  test('a later payment never makes an earlier cut-off nor settles on an earlier day', () => {
    fc.assert(
      fc.property(instants, fc.nat({ max: 10 * DAY_MS }), (at, later) => {
        const first = nextCutoff(at)
        const second = nextCutoff(new Date(at.getTime() + later))
        return first.at <= second.at && first.settlesOn <= second.settlesOn
      }),
    )
  })

  test('every instant until a cut-off leads to it, so none is skipped', () => {
    fc.assert(
      fc.property(instants, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (at, share) => {
        const next = nextCutoff(at)
        const between = new Date(at.getTime() + Math.floor(share * (next.at.getTime() - at.getTime())))
        expect(nextCutoff(between)).toEqual(next)
      }),
    )
  })

  test('a same-day cut-off settles on its own day and a next-day one on the next banking day', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom('same_day', 'next_day', undefined), (at, asked) => {
        const { at: cutoff, kind, settlesOn } = nextCutoff(at, asked)
        const day = easternDay(cutoff)
        expect(kind).toBe(asked ?? kind)
        expect(settlesOn).toBe(kind === 'same_day' ? day : nextBankingDay(day))
      }),
    )
  })
})

function daysBetween(from: BankingDate, to: BankingDate): BankingDate[] {
  const between: BankingDate[] = []
  for (let ms = Date.parse(from) + DAY_MS; ms < Date.parse(to); ms += DAY_MS) {
    between.push(bankingDate(new Date(ms).toISOString().slice(0, 10)))
  }
  return between
}

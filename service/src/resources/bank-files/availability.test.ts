import { describe, expect, it } from 'vitest'
import { bankingDate } from '../../rails/ach/calendar.ts'
import { availableAt, settlementDayOf } from './availability.ts'

const dates = (settlementDate: string, effectiveEntryDate: string) => ({ settlementDate, effectiveEntryDate })

describe('an entry settles', () => {
  it.each([
    ['on the day of the year that the operator wrote', '321', '261116', '2026-11-16', '2026-11-17'],
    ['on its effective date, where the operator wrote none', '   ', '261118', '2026-11-16', '2026-11-18'],
    ['on the next banking day, where its date is a Sunday', '   ', '261122', '2026-11-16', '2026-11-23'],
    ['in the next year, where that is nearer', '004', '270104', '2026-12-31', '2027-01-04'],
    ['in the year before, where that is nearer', '365', '261231', '2027-01-04', '2026-12-31'],
    ['today, without a date', '   ', '      ', '2026-11-16', '2026-11-16'],
    ['today, with dates that are none', '000', '269999', '2026-11-16', '2026-11-16'],
  ])('%s', (_what, operator, effective, today, day) => {
    expect(settlementDayOf(dates(operator, effective), bankingDate(today))).toBe(day)
  })
})

describe('a credit is available', () => {
  const at = (text: string) => new Date(`${text}:00-05:00`)

  it.each([
    ['2026-11-16T09:00', '261117', at('2026-11-17T08:30')],
    ['2026-11-16T23:59', '261117', at('2026-11-17T08:30')],
    ['2026-11-17T00:00', '261117', undefined],
    ['2026-11-18T09:00', '261117', undefined],
    ['2026-11-20T18:00', '261121', at('2026-11-23T08:30')],
  ])('that came at %s for %s: from %s on', (now, effective, from) => {
    expect(availableAt(dates('   ', effective), at(now))).toEqual(from)
  })
})

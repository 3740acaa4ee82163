import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { achByFile, achInWindows, leavesInTimeFor, settlesOn, windowsOf } from './by-file.ts'
import { bankingDate } from './calendar.ts'

const eastern = (text: string): Date => new Date(`${text}:00-05:00`)
const leaves = (at: string, dollars = 100): Date | null =>
  achByFile.schedule(eastern(at), cents(dollars * 100)).batch_at

describe('when a payout leaves', () => {
  it.each([
    ['2026-11-16T00:00', '2026-11-16T10:00'],
    ['2026-11-16T09:59', '2026-11-16T10:00'],
    ['2026-11-16T10:00', '2026-11-16T14:15'],
    ['2026-11-16T14:15', '2026-11-16T16:15'],
    ['2026-11-16T16:15', '2026-11-16T19:30'],
    ['2026-11-16T19:30', '2026-11-17T10:00'],
    // Friday evening, over the weekend.
    ['2026-11-20T19:30', '2026-11-23T10:00'],
    // Christmas on a Friday; 4 July on a Sunday, observed on Monday.
    ['2026-12-24T19:30', '2026-12-28T10:00'],
    ['2027-07-02T20:00', '2027-07-06T09:00'],
  ])('ready at %s, it leaves at %s, half an hour before a cut-off', (ready, expected) => {
    expect(leaves(ready)).toEqual(eastern(expected))
  })

  it('above a million dollars only for the next day', () => {
    expect(leaves('2026-11-16T09:00', 1_000_000)).toEqual(eastern('2026-11-16T10:00'))
    expect(leaves('2026-11-16T09:00', 1_000_001)).toEqual(eastern('2026-11-16T19:30'))
  })
})

describe('the cut-offs of a bank', () => {
  const early = windowsOf({ sameDay: ['14:00', '09:00'], nextDay: '18:00', leadMinutes: 60 })
  const none = windowsOf({ sameDay: [], nextDay: '19:00', leadMinutes: 15 })

  it.each([
    [early, '2026-11-16T07:59', '2026-11-16T08:00', '2026-11-16T13:00'],
    [early, '2026-11-16T08:00', '2026-11-16T13:00', '2026-11-16T17:00'],
    [early, '2026-11-16T13:00', '2026-11-16T17:00', '2026-11-17T08:30'],
    [none, '2026-11-16T09:00', '2026-11-16T18:45', '2026-11-17T08:30'],
    [none, '2026-11-20T18:45', '2026-11-23T18:45', '2026-11-24T08:30'],
  ])('are settings: %o, ready at %s', (windows, ready, left, arrives) => {
    const rail = achInWindows(windows)
    const schedule = rail.schedule(eastern(ready), cents(100))
    expect([schedule.batch_at, rail.arrivesAt(schedule)]).toEqual([eastern(left), eastern(arrives)])
  })

  it('without Same Day ACH a file settles on the next day, late or not', () => {
    expect(settlesOn(eastern('2026-11-16T18:45'), eastern('2026-11-16T18:45'), none)).toBe('2026-11-17')
    expect(settlesOn(eastern('2026-11-16T18:45'), eastern('2026-11-16T19:00'), none)).toBe('2026-11-18')
    expect(leavesInTimeFor(bankingDate('2026-11-16'), eastern('2026-11-16T09:00'), cents(1), none)).toBe('2026-11-17')
  })

  it('after the last window of Same Day ACH is none of it', () => {
    expect(() => windowsOf({ sameDay: ['17:00'], nextDay: '20:00', leadMinutes: 0 })).toThrow('17:00 is after')
  })
})

describe('when a file settles', () => {
  it.each([
    ['2026-11-16T10:00', '2026-11-16T10:00', '2026-11-16'],
    ['2026-11-16T10:00', '2026-11-16T10:29', '2026-11-16'],
    // Made too late for a window, it takes the next one.
    ['2026-11-16T10:00', '2026-11-16T10:30', '2026-11-16'],
    ['2026-11-16T16:15', '2026-11-16T16:45', '2026-11-17'],
    ['2026-11-16T19:30', '2026-11-16T19:30', '2026-11-17'],
    // A next-day payout never becomes same-day, however late its file is made.
    ['2026-11-16T19:30', '2026-11-17T09:00', '2026-11-18'],
    ['2026-11-25T19:30', '2026-11-25T19:45', '2026-11-27'],
    ['2026-11-25T19:30', '2026-11-25T20:00', '2026-11-30'],
  ])('for %s, made at %s: on %s', (batchAt, now, day) => {
    expect(settlesOn(eastern(batchAt), eastern(now))).toBe(day)
  })
})

describe('when a file that was planned for a day leaves', () => {
  it.each([
    ['2026-11-16', '2026-11-16T16:44', 100, '2026-11-16'],
    ['2026-11-16', '2026-11-16T16:45', 100, '2026-11-17'],
    ['2026-11-17', '2026-11-16T19:59', 100, '2026-11-17'],
    // The evening was missed; the windows of the day itself still reach it, but not for more than a million dollars.
    ['2026-11-17', '2026-11-17T09:00', 100, '2026-11-17'],
    ['2026-11-17', '2026-11-17T09:00', 1_000_001, '2026-11-18'],
    ['2026-11-17', '2026-11-20T21:00', 100, '2026-11-23'],
  ])('%s, at %s with $%i: it settles on %s', (planned, now, dollars, day) => {
    expect(leavesInTimeFor(bankingDate(planned), eastern(now), cents(dollars * 100))).toBe(day)
  })
})

describe('when a payout arrives', () => {
  it.each([
    ['2026-11-16T09:59', '2026-11-16T13:00'],
    ['2026-11-16T10:00', '2026-11-16T17:00'],
    ['2026-11-16T14:15', '2026-11-16T18:00'],
    ['2026-11-16T16:15', '2026-11-17T08:30'],
    ['2026-11-20T16:15', '2026-11-23T08:30'],
    ['2026-11-25T16:15', '2026-11-27T08:30'],
    // Clocks go forward on Sunday, 14 March 2027.
    ['2027-03-12T16:15', '2027-03-15T07:30'],
  ])('ready at %s, it settles at %s', (ready, expected) => {
    expect(achByFile.arrivesAt(achByFile.schedule(eastern(ready), cents(100)))).toEqual(eastern(expected))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttemptResult, disabledBecause, judge, RETRY_AFTER_MS, readRetryAfter } from './schedule.ts'

const AT = new Date('2026-11-15T01:12:00.000Z')
const result = (status: number | null, retryAfterMs: number | null = null): AttemptResult => ({
  status,
  error: null,
  answer: null,
  durationMs: 1,
  retryAfterMs,
})
const waitOf = (failures: number, retryAfterMs: number | null, random: number): number | undefined => {
  const verdict = judge({ at: AT, failures, isTest: false }, result(500, retryAfterMs), random)
  return verdict.status === 'due' ? verdict.dueAt.getTime() - AT.getTime() : undefined
}

describe('the schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each within a tenth', () => {
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(RETRY_AFTER_MS).toEqual(seconds.map((wait) => wait * 1_000))
    fc.assert(
      fc.property(fc.nat(8), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const wait = waitOf(failures, null, random) as number
        const planned = RETRY_AFTER_MS[failures] as number
        expect(wait).toBeGreaterThanOrEqual(Math.floor(planned * 0.9))
        expect(wait).toBeLessThanOrEqual(Math.ceil(planned * 1.1))
      }),
    )
  })

  it('is over after the tenth failure, and after the first of a test', () => {
    expect(judge({ at: AT, failures: 9, isTest: false }, result(500), 0.5)).toEqual({ status: 'dead' })
    expect(judge({ at: AT, failures: 0, isTest: true }, result(500), 0.5)).toEqual({ status: 'dead' })
  })

  it('is over with any 2xx, and only with that', () => {
    for (const status of [200, 201, 204, 299]) {
      expect(judge({ at: AT, failures: 0, isTest: false }, result(status), 0.5)).toEqual({ status: 'delivered' })
    }
    for (const status of [null, 100, 199, 300, 301, 304, 400, 410, 500]) {
      expect(judge({ at: AT, failures: 0, isTest: false }, result(status), 0.5).status).toBe('due')
    }
  })

  it('waits as long as the receiver asks, when that is longer, but no more than a day', () => {
    expect(waitOf(0, 60_000, 0.5)).toBe(60_000)
    expect(waitOf(1, 1_000, 0.5)).toBe(300_000)
    expect(waitOf(0, 10 * 86_400_000, 0.5)).toBe(86_400_000)
    expect(waitOf(0, readRetryAfter('9'.repeat(400), AT.getTime()), 0.5)).toBe(86_400_000)
  })
})

describe('Retry-After', () => {
  it.each([
    [undefined, null],
    ['120', 120_000],
    [' 3 ', 3_000],
    ['Sun, 15 Nov 2026 01:13:00 GMT', 60_000],
    ['Sun, 15 Nov 2020 01:13:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['99999999999', 99_999_999_999_000],
  ])('%s is %s', (header, expected) => {
    expect(readRetryAfter(header, AT.getTime())).toEqual(expected)
  })
})

describe('a webhook is disabled', () => {
  const since = (days: number, failedAttempts: number) => ({
    failingSince: new Date(AT.getTime() - days * 86_400_000),
    failedAttempts,
  })

  it('after five days and ten attempts of nothing but failure, not before either', () => {
    expect(disabledBecause(since(5, 10), [result(500)], AT)).toMatch(/^All 10 attempts since 2026-11-10T01:12:00.000Z/)
    expect(disabledBecause(since(4.99, 1_000), [result(500)], AT)).toBeUndefined()
    expect(disabledBecause(since(30, 9), [result(null)], AT)).toBeUndefined()
  })

  it('at once by 410', () => {
    expect(disabledBecause(since(0, 1), [result(500), result(410)], AT)).toBe('The receiver answered 410 Gone.')
  })
})

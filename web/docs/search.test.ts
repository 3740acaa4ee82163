import { describe, expect, it } from 'vitest'
import { type Entry, excerptOf, scoreOf, search, wordsOf } from './search.ts'

const ENTRIES: readonly Entry[] = [
  ['/docs/webhooks', 'Webhooks', 'Webhooks', 'Whenever a payout changes, one event is written.'],
  ['/docs/api/payouts#pay-a-creator', 'Payouts', 'Pay a creator', 'POST /payout at once, or at a date.'],
  ['/docs/errors#insufficient_funds', 'Errors', 'insufficient_funds', 'The balance is too low.'],
  ['/docs/limits', 'Limits', 'Limits', 'A payout of more is refused with insufficient_funds.'],
]

const found = (query: string): string[] => search(ENTRIES, query).map(([address]) => address)

describe('the search of the docs', () => {
  it('puts headings before texts, and the exact heading first', () => {
    expect(found('insufficient_funds')).toEqual(['/docs/errors#insufficient_funds', '/docs/limits'])
    expect(found('payout')[0]).toBe('/docs/api/payouts#pay-a-creator')
  })

  it('wants every word, in any case and order', () => {
    expect(found('CREATOR pay')).toEqual(['/docs/api/payouts#pay-a-creator'])
    expect(found('creator nowhere')).toEqual([])
    expect(found('  ')).toEqual([])
    expect(scoreOf(ENTRIES[0] as Entry, wordsOf('payout event'))).toBeGreaterThan(0)
  })

  it('shows the words around the first hit', () => {
    expect(excerptOf(`${'x '.repeat(60)}target ${'y '.repeat(100)}`, ['target'])).toMatch(/^….*target/)
    expect(excerptOf('short', ['nothing'])).toBe('short')
  })
})

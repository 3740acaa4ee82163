import { describe, expect, it } from 'vitest'
import { createValidate } from '../../http/index.ts'
import { PayoutCreate } from './schema.ts'

const faultsOf = createValidate(PayoutCreate)
const paramsOf = (body: object): string[] => faultsOf(body).map(({ param }) => param)
const GOOD = { account_connection: 'acon_any', amount_in_cents: 1 }

describe('a payout', () => {
  it.each([
    {},
    { description: 'Royalties', date: '2031-02-28T00:00:00Z', user_data: { a: 1 } },
    { description: null, date: null, user_data: null },
  ])('may be asked for with %j', (more) => {
    expect(faultsOf({ ...GOOD, ...more })).toEqual([])
  })

  it.each([
    ['true', true],
    ['null', null],
    ['text', '100'],
    ['an array', [100]],
    ['a fraction', 1.5],
    ['nothing', 0],
    ['less than nothing', -1],
    ['more than ACH can carry', 10_000_000_000],
    ['beyond the safe integers', 2 ** 53],
  ])('is refused when its amount is %s', (_name, amount_in_cents) => {
    expect(paramsOf({ ...GOOD, amount_in_cents })).toEqual(['amount_in_cents'])
  })

  it.each([
    ['account_connection', undefined],
    ['account_connection', 7],
    ['amount_in_cents', undefined],
    ['description', ''],
    ['description', 'x'.repeat(1_001)],
    ['date', 'tomorrow'],
    ['date', '2031-02-30T00:00:00Z'],
    ['date', 1_900_000_000],
    ['user_data', { a: 'x'.repeat(1_016) }],
    ['status', 'ready'],
  ])('is refused when %s is %j', (field, value) => {
    expect(paramsOf(JSON.parse(JSON.stringify({ ...GOOD, [field]: value })))).toEqual([field])
  })
})

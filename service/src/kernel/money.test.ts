import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MAX, add, cents, dollars, parseDollars, subtract, ZERO } from './money.ts'

describe('cents', () => {
  it.each([1.5, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('%s is not money', (value) => {
    expect(() => cents(value)).toThrow(RangeError)
  })

  it.each([0, 1, -1, AMOUNT_MAX, Number.MAX_SAFE_INTEGER])('%s is money', (value) => {
    expect(cents(value)).toBe(value)
  })

  it('the largest amount has the ten digits an ACH entry can carry', () => {
    expect(String(AMOUNT_MAX)).toBe('9'.repeat(10))
  })
})

describe('add and subtract', () => {
  it('a sum beyond the safe integers is refused rather than rounded', () => {
    expect(() => add(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError)
    expect(() => subtract(cents(Number.MIN_SAFE_INTEGER), cents(1))).toThrow(RangeError)
  })

  it('what is added and taken away again leaves the amount as it was', () => {
    const amount = fc.integer({ min: 0, max: AMOUNT_MAX }).map(cents)
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(subtract(add(a, b), b)).toBe(a)
        expect(add(a, b)).toBe(add(b, a))
        expect(add(a, ZERO)).toBe(a)
      }),
    )
  })
})

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99, '$0.99'],
    [100, '$1.00'],
    [100_000, '$1,000.00'],
    [-5, '-$0.05'],
    [-123_456, '-$1,234.56'],
    [AMOUNT_MAX, '$99,999,999.99'],
  ])('%s cents read as %s', (amount, text) => {
    expect(dollars(cents(amount))).toBe(text)
  })

  it('every amount reads back to the same cents', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        expect(BigInt(dollars(cents(amount)).replaceAll(/[$,.]/g, ''))).toBe(BigInt(amount))
      }),
    )
  })
})

describe('parseDollars', () => {
  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['0.01', 1],
    ['$12.50', 1_250],
    ['1,234.56', 123_456],
    ['1,234,567', 123_456_700],
    [' 7 ', 700],
    ['99999999.99', AMOUNT_MAX],
  ])('%s is %d cents', (text, amount) => expect(parseDollars(text)).toBe(amount))

  it.each(['', '12.505', '12,50', '1,23', '-5', '+5', '1e3', '.5', '5.', '12 50', '€5', 'abc', '9'.repeat(20)])(
    '%j is no amount',
    (text) => expect(parseDollars(text)).toBeUndefined(),
  )
})

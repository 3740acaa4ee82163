import { describe, expect, it } from 'vitest'
import { BRAND_NAMES } from '../../contracts/card-brands.ts'
import { speak } from '../ui/words/current.ts'
import { en } from '../ui/words/en/index.ts'
import {
  cvcRule,
  expiryRefused,
  expiryRule,
  groupNumber,
  networkOf,
  numberRule,
  postalRule,
  readExpiry,
  shapeExpiry,
} from './card.ts'

speak('en', en)
const now = new Date(2026, 10, 15)

describe('the card number', () => {
  it.each([
    ['4', 'Visa', '4'],
    ['4242424242424242', 'Visa', '4242 4242 4242 4242'],
    ['4242 4242-4242.4242 99999', 'Visa', '4242 4242 4242 4242 999'],
    ['5555555555554444', 'Mastercard', '5555 5555 5555 4444'],
    ['378282246310005', 'American Express', '3782 822463 10005'],
    ['37828224631000599', 'American Express', '3782 822463 10005'],
    ['6011111111111117', 'Discover', '6011 1111 1111 1117'],
    ['36227206271667', 'Diners Club', '3622 7206 2716 67'],
    ['3566002020360505', 'JCB', '3566 0020 2036 0505'],
    ['6200000000000005', 'UnionPay', '6200 0000 0000 0005'],
    ['9', undefined, '9'],
  ])('%s is of %s and reads %s', (typed, name, shown) => {
    const brand = networkOf(typed)?.brand
    expect(brand && BRAND_NAMES[brand]).toBe(name)
    expect(groupNumber(typed)).toBe(shown)
    expect(groupNumber(groupNumber(typed))).toBe(shown)
  })

  it('is judged by its network, its length and its check digit', () => {
    expect(numberRule('4242 4242 4242 4242')).toBeUndefined()
    for (const wrong of ['', '4242', '4242 4242 4242 4241', '9999 9999 9999 9995']) {
      expect([wrong, numberRule(wrong)]).toEqual([wrong, expect.any(String)])
    }
  })
})

describe('the expiry', () => {
  it.each([
    ['1', '1'],
    ['2', '02 / '],
    ['12', '12 / '],
    ['12 / 3', '12 / 3'],
    ['1230', '12 / 30'],
    ['122030', '12 / 2030'],
    ['8/30', '08 / 30'],
    ['1/30', '01 / 30'],
    ['12 /', '12'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(shapeExpiry(typed)).toBe(shown)
  })

  it('is read with two digits of the year or four', () => {
    expect(readExpiry('08 / 30')).toEqual({ month: 8, year: 2030 })
    expect(readExpiry('08/2030')).toEqual({ month: 8, year: 2030 })
    expect(readExpiry('8 / 30')).toBeUndefined()
  })

  it('that the service refuses has passed, or is mistyped', () => {
    expect(expiryRefused('expired')).toBe('This card has expired.')
    expect(expiryRefused('out_of_range')).toBe('Please check the year.')
  })

  it('must not be past', () => {
    const rule = expiryRule(now)
    expect(rule('11 / 26')).toBeUndefined()
    expect(rule('10 / 26')).toBe('This card has expired.')
    expect(rule('12 / 25')).toBe('This card has expired.')
    for (const wrong of ['', '13 / 30', '00 / 30', '12'])
      expect([wrong, rule(wrong)]).toEqual([wrong, expect.any(String)])
  })
})

it('the security code has as many digits as its network prints', () => {
  expect(cvcRule('4242')('123')).toBeUndefined()
  expect(cvcRule('4242')('1234')).toContain('3 digits')
  expect(cvcRule('3782')('1234')).toBeUndefined()
  expect(cvcRule('3782')('123')).toContain('4 digits')
})

it('a postal code may be of any country', () => {
  for (const good of ['94103', 'SW1A 1AA', '1010', 'K1A 0B1']) expect(postalRule(good)).toBeUndefined()
  for (const bad of ['', ' ', '1', '12345678901', '<b>']) expect(postalRule(bad)).toBeDefined()
})

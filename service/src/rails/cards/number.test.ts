import { describe, expect, it } from 'vitest'
import { brandOf, faultsOf, passesLuhn } from './number.ts'

const now = new Date('2026-11-15T12:00:00Z')

describe('a card number', () => {
  it.each([
    ['4242424242424242', 'VISA'],
    ['4000056655665556', 'VISA'],
    ['5555555555554444', 'MASTERCARD'],
    ['2223003122003222', 'MASTERCARD'],
    ['378282246310005', 'AMERICAN_EXPRESS'],
    ['6011111111111117', 'DISCOVER'],
    ['3056930009020004', 'DINERS_CLUB'],
    ['36227206271667', 'DINERS_CLUB'],
    ['3566002020360505', 'JCB'],
    ['6200000000000005', 'UNION_PAY'],
  ])('%s is of %s', (number, brand) => {
    expect(passesLuhn(number)).toBe(true)
    expect(brandOf(number)).toBe(brand)
    expect(faultsOf({ number, expirationMonth: 12, expirationYear: 2030 }, now)).toEqual([])
  })

  it('changed in any one digit, or with two neighbours swapped, is wrong', () => {
    const number = '4242424242424242'
    for (let place = 0; place < number.length; place++) {
      for (let digit = 0; digit <= 9; digit++) {
        const other = number.slice(0, place) + digit + number.slice(place + 1)
        if (other !== number) expect([other, passesLuhn(other)]).toEqual([other, false])
      }
    }
    expect(passesLuhn('4224424242424242')).toBe(false)
  })

  it.each([
    '',
    '4',
    '4242424242424241',
    '42424242424242424242',
    '0000000000000000',
    '9999999999999995',
    '424242424242',
    '4242 4242 4242 4242',
  ])('%j is refused, without being repeated', (number) => {
    const faults = faultsOf({ number, expirationMonth: 12, expirationYear: 2030 }, now)
    expect(faults).toMatchObject([{ param: 'number', code: 'invalid_number' }])
    if (number.length > 3) expect(JSON.stringify(faults)).not.toContain(number)
  })

  it.each([
    [11, 2026, []],
    [10, 2026, ['expiration_month']],
    [12, 2025, ['expiration_year']],
    [1, 2027, []],
    [1, 2077, ['expiration_year']],
  ])('expires %i/%i → %j', (expirationMonth, expirationYear, params) => {
    const faults = faultsOf({ number: '4242424242424242', expirationMonth, expirationYear }, now)
    expect(faults.map(({ param }) => param)).toEqual(params)
  })

  it('of a year too far ahead is told the last one that is taken', () => {
    const [fault] = faultsOf({ number: '4242424242424242', expirationMonth: 12, expirationYear: 2077 }, now)
    expect(fault).toEqual({ param: 'expiration_year', code: 'out_of_range', message: 'must be at most 2076' })
    expect(faultsOf({ number: '4242424242424242', expirationMonth: 12, expirationYear: 2076 }, now)).toEqual([])
  })

  it.each([
    ['4242424242424242', '123', true],
    ['4242424242424242', '1234', false],
    ['378282246310005', '1234', true],
    ['378282246310005', '123', false],
  ])('%s with a code of %s', (number, cvc, good) => {
    const faults = faultsOf({ number, cvc, expirationMonth: 12, expirationYear: 2030 }, now)
    expect(faults.map(({ param }) => param)).toEqual(good ? [] : ['cvc'])
    expect(JSON.stringify(faults)).not.toContain(cvc)
  })
})

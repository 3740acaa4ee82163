import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, isRoutingNumber, US_STATES } from '../../contracts/formats.ts'
import { speak } from '../ui/words/current.ts'
import { en } from '../ui/words/en/index.ts'
import { birthDate, isoBirthDate, shapeBirthDate, tomorrow, writtenBirthDate } from './dates.ts'
import { email, formatSsn, mobileNumber, postalCode, type Rule, routingNumber, ssn, state } from './rules.ts'
import { depositsOf, shareOf } from './words.ts'

speak('en', en)

const rightOf = (rule: Rule) => (value: string) => rule(value) === undefined

describe('the rules of the fields', () => {
  it('agree with the formats that the API checks', () => {
    const digits = fc.stringMatching(/^\d{8,10}$/)
    const isState = (text: string) => US_STATES.some(({ abbreviation }) => abbreviation === text)
    const pairs: [(text: string) => boolean, Rule, fc.Arbitrary<string>][] = [
      [isRoutingNumber, routingNumber, fc.oneof(digits, fc.constantFrom('021000021', '000000000', '121000248'))],
      [isState, state, fc.oneof(fc.stringMatching(/^[A-Z]{2}$/), fc.constantFrom('NY', 'ny', '', 'New York'))],
      [
        isEmail,
        email,
        fc.oneof(fc.emailAddress(), fc.string(), fc.constantFrom('a@b', 'a@b.c', 'ä@b.co', 'a..b@c.de')),
      ],
    ]
    for (const [isFormat, rule, values] of pairs) {
      fc.assert(
        fc.property(values, (value) => rightOf(rule)(value) === isFormat(value)),
        { numRuns: 2_000 },
      )
    }
  })

  it('take what people type and shape it', () => {
    expect(formatSsn('123456789')).toBe('123-45-6789')
    expect(formatSsn('123 45')).toBe('123-45')
    expect(ssn('123-45-6789')).toBeUndefined()
    expect(ssn('123456789')).toMatch(/9 digits/)
    expect(postalCode('1234')).toMatch(/5 digits/)
    for (const number of ['(202) 555-0123', '+1 202 555 0123', '2025550123'])
      expect(mobileNumber(number)).toBeUndefined()
    for (const number of ['555', '', '+44 20 7946 0018', '(102) 555-0123', '(202) 155-0123'])
      expect(mobileNumber(number)).toMatch(/10 digits/)
  })

  it('know real dates and grown-ups', () => {
    expect(shapeBirthDate('01311990')).toBe('01/31/1990')
    expect(isoBirthDate('01/31/1990')).toBe('1990-01-31')
    expect(writtenBirthDate('1990-01-31')).toBe('01/31/1990')
    expect(birthDate('01/31/1990')).toBeUndefined()
    expect(birthDate('02/30/1990')).toMatch(/MM\/DD\/YYYY/)
    expect(birthDate(`01/01/${new Date().getFullYear() - 10}`)).toMatch(/18/)
    expect(birthDate('01/01/1066')).toMatch(/year/)
    expect(tomorrow(new Date(2026, 11, 31))).toBe('2027-01-01')
  })
})

describe('the terms of a contract', () => {
  const terms = {
    split_percent_amount: null,
    split_fixed_amount_in_cents: null,
    split_amount_max_in_cents: null,
    deposit_minimum_in_cents: 0,
    deposit_maximum_in_cents: null,
  }

  it('are said in plain words', () => {
    expect(shareOf({ ...terms, split_percent_amount: 12.5 })).toBe('12.5% of each deposit')
    expect(shareOf({ ...terms, split_percent_amount: 20, split_amount_max_in_cents: 5_000 })).toBe(
      '20% of each deposit, at most $50.00',
    )
    expect(shareOf({ ...terms, split_fixed_amount_in_cents: 1_050 })).toBe('$10.50 of each deposit')
    expect(depositsOf(terms)).toBe('All of them')
    expect(depositsOf({ ...terms, deposit_minimum_in_cents: 1_000 })).toBe('Of $10.00 or more')
    expect(depositsOf({ ...terms, deposit_maximum_in_cents: 100_000 })).toBe('Up to $1,000.00')
    expect(depositsOf({ ...terms, deposit_minimum_in_cents: 1_000, deposit_maximum_in_cents: 2_000 })).toBe(
      'From $10.00 to $20.00',
    )
  })
})

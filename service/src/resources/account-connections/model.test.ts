import { describe, expect, it } from 'vitest'
import { bankLabel, normalizeAnswer } from './model.ts'

describe('verification answers are compared by what was meant', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['  Canary\t', 'CANARY'],
    ['\u00a0ＡＢＣ', 'abc'],
    ['ﬁsh', 'FISH'],
    ['É', 'e\u0301'],
    ['İzmir', 'i\u0307ZMIR'],
  ])('%j is %j', (one, other) => {
    expect(normalizeAnswer(one)).toBe(normalizeAnswer(other))
  })

  it('and different ones stay different', () => {
    expect(normalizeAnswer('a b')).not.toBe(normalizeAnswer('ab'))
    expect(normalizeAnswer('4711')).not.toBe(normalizeAnswer('4712'))
  })
})

describe('the label of a bank account', () => {
  it.each([
    ['1', 'Checking ••••'],
    ['12', 'Checking ••••2'],
    ['123', 'Checking ••••3'],
    ['1234567', 'Checking ••••567'],
    ['12345678', 'Checking ••••5678'],
    ['000123456789', 'Checking ••••6789'],
  ])('of %s is %s: never the whole number', (number, label) => {
    expect(bankLabel('checking', number)).toBe(label)
  })
})

import { describe, expect, it } from 'vitest'
import { centsOf, percentOf, written } from './amounts.ts'
import { emptyOf, type Field, newItem, toWire } from './field.ts'

describe('an amount', () => {
  it.each([
    ['125', 12_500],
    ['125.5', 12_550],
    ['125.50', 12_550],
    ['0.07', 7],
    ['1,234,567.89', 123_456_789],
    ['$ 5', undefined],
    ['$5', 500],
    [' 19.99 ', 1_999],
    ['12.345', undefined],
    ['12,5', undefined],
    ['1e3', undefined],
    ['-5', undefined],
    ['', undefined],
    ['99999999999', undefined],
  ])('%j is %j cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  it('may be negative where a discount may stand', () => {
    expect(centsOf('-5.25', { negative: true })).toBe(-525)
  })

  it('is written as it would be typed', () => {
    expect([0, 7, 12_550, -525].map(written)).toEqual(['0.00', '0.07', '125.50', '-5.25'])
  })

  it('as a percentage has up to four decimals', () => {
    expect(['12.5', '100', '0', '100.0001', '12.34567', '12.5 %'].map(percentOf)).toEqual([
      12.5,
      100,
      0,
      undefined,
      undefined,
      12.5,
    ])
  })
})

describe('a dialog', () => {
  const fields: readonly Field[] = [
    { kind: 'creator', name: 'account_connection', label: 'Creator' },
    { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
    { kind: 'text', name: 'description', label: 'Description', optional: true },
    { kind: 'moment', name: 'date', label: 'Date', optional: true },
    { kind: 'json', name: 'user_data', label: 'Your data', optional: true },
    { kind: 'switch', name: 'again', label: 'Again', optional: true },
    { kind: 'items', name: 'items', label: 'Items', optional: true },
  ]

  it('sends what was filled in, as the API wants it', () => {
    const { body, faults } = toWire(fields, {
      account_connection: ' acon_1 ',
      amount_in_cents: '12.50',
      description: '  ',
      date: '2031-03-10T10:00:00Z',
      user_data: '{"order": 42}',
      again: true,
      items: [{ ...newItem(), name: 'Ticket', amount: '45', quantity: '2' }],
    })
    expect(faults).toEqual({})
    expect(body).toEqual({
      account_connection: 'acon_1',
      amount_in_cents: 1_250,
      date: '2031-03-10T10:00:00.000Z',
      user_data: { order: 42 },
      again: true,
      items: [{ name: 'Ticket', amount_in_cents: 4_500, quantity: 2 }],
    })
  })

  it('says every fault beside its field', () => {
    const { faults } = toWire(fields, {
      amount_in_cents: 'a lot',
      date: 'soon',
      user_data: '[1]',
      items: [{ ...newItem(), name: 'Ticket', amount: '45', quantity: '0' }],
    })
    expect(Object.keys(faults).sort()).toEqual(['account_connection', 'amount_in_cents', 'date', 'items', 'user_data'])
  })

  it('starts a choice that is needed at its first option', () => {
    const options = [{ value: 'video_ads', label: 'Video ads' }]
    expect(emptyOf({ kind: 'choice', name: 'source', label: 'Source', options })).toBe('video_ads')
    expect(emptyOf({ kind: 'choice', name: 'source', label: 'Source', options, optional: true })).toBe('')
  })
})

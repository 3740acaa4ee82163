import { describe, expect, it } from 'vitest'
import { type Field, initialValue, newItem, toWire } from './field.ts'

describe('a form', () => {
  const fields: readonly Field[] = [
    { kind: 'creator', name: 'account_connection', label: 'Creator' },
    { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
    { kind: 'text', name: 'description', label: 'Description', optional: true },
    { kind: 'moment', name: 'date', label: 'Date', optional: true },
    { kind: 'json', name: 'user_data', label: 'Your data', optional: true },
    { kind: 'switch', name: 'again', label: 'Again', optional: true },
    { kind: 'items', name: 'items', label: 'Items', optional: true },
    { kind: 'lines', name: 'networks', label: 'Networks', optional: true },
  ]

  it('sends what was filled in, as the API wants it', () => {
    const { body, errors } = toWire(fields, {
      account_connection: ' acon_1 ',
      amount_in_cents: '12.50',
      description: '  ',
      date: '2031-03-10T10:00:00Z',
      user_data: '{"order": 42}',
      again: true,
      items: [{ ...newItem(), name: 'Ticket', amount: '45', quantity: '2' }],
      networks: ' 203.0.113.0/24, 10.0.0.0/8\n\n2001:db8::/32 \n',
    })
    expect(errors).toEqual({})
    expect(body).toEqual({
      account_connection: 'acon_1',
      amount_in_cents: 1_250,
      date: '2031-03-10T10:00:00.000Z',
      user_data: { order: 42 },
      again: true,
      items: [{ name: 'Ticket', amount_in_cents: 4_500, quantity: 2 }],
      networks: ['203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32'],
    })
  })

  it('has a message for every wrong field', () => {
    const { errors } = toWire(fields, {
      amount_in_cents: 'a lot',
      date: 'soon',
      user_data: '[1]',
      items: [{ ...newItem(), name: 'Ticket', amount: '45', quantity: '0' }],
    })
    expect(errors.account_connection).toBe('Choose a creator.')
    expect(Object.keys(errors).sort()).toEqual(['account_connection', 'amount_in_cents', 'date', 'items', 'user_data'])
  })

  it.each([
    ['12.5', 12.5],
    ['100', 100],
    ['12.5 %', 12.5],
    ['100.0001', undefined],
    ['12.34567', undefined],
    ['half', undefined],
  ])('takes %j for %j percent', (share, percent) => {
    const { body } = toWire([{ kind: 'percent', name: 'share', label: 'Share' }], { share })
    expect(body.share).toBe(percent)
  })

  it('asks for a missing value by its label', () => {
    const amount: Field = { kind: 'money', name: 'amount_in_cents', label: 'Amount' }
    expect(toWire([amount], {}).errors).toEqual({ amount_in_cents: 'Enter the amount.' })
    expect(toWire([{ ...amount, missing: 'How much?' }], {}).errors).toEqual({ amount_in_cents: 'How much?' })
  })

  it('sends a password with its spaces and a number as a number', () => {
    const secret: Field = { kind: 'password', name: 'password', label: 'Password', minLength: 4 }
    const year: Field = { kind: 'number', name: 'year', label: 'Year', initial: '2040' }
    expect(toWire([secret, year], { password: ' abc' })).toEqual({ body: { password: ' abc', year: 2040 }, errors: {} })
    expect(toWire([secret, year], { password: 'abc', year: '20.5' }).errors).toEqual({
      password: 'Use at least 4 characters.',
      year: 'Enter a whole number.',
    })
  })

  it('starts a choice that is needed at its first option', () => {
    const options = [{ value: 'video_ads', label: 'Video ads' }]
    expect(initialValue({ kind: 'choice', name: 'source', label: 'Source', options })).toBe('video_ads')
    expect(initialValue({ kind: 'choice', name: 'source', label: 'Source', options, optional: true })).toBe('')
  })
})

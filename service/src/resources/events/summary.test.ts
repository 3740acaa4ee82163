import { describe, expect, it } from 'vitest'
import { summarize } from './summary.ts'

const TITLE = 'Payout of $125.00 to Alice Alison'
const status = (before: string, after: string) => ({ changes: { status: { before, after } } })

describe('the sentence about an event', () => {
  it.each([
    ['Sent: available to the creator', 'was sent: available to the creator.'],
    ['Returned by the bank: no account', 'was returned by the bank: no account.'],
    ['Being settled to the operating account', 'is being settled to the operating account.'],
    ['Failed: the payment could not be made', 'failed: the payment could not be made.'],
    ['Expired: not accepted within 30 days', 'expired: not accepted within 30 days.'],
  ])('takes the activity entry `%s` as its verb', (note, end) => {
    expect(summarize(TITLE, { ...status('pending', 'sent'), note })).toBe(`${TITLE} ${end}`)
  })

  it('puts any other entry after a colon', () => {
    expect(summarize(TITLE, { changes: {}, note: 'Payment initiated by ACH, with the next batch' })).toBe(
      `${TITLE}: payment initiated by ACH, with the next batch.`,
    )
    expect(summarize(TITLE, { note: '$1.00 of deposit dep_1 split' })).toBe(`${TITLE}: $1.00 of deposit dep_1 split.`)
  })

  it('names the fields where the activity says nothing', () => {
    const change = { before: null, after: 'x' }
    expect(summarize(TITLE, { changes: { description: change, user_data: change } })).toBe(
      `${TITLE} was updated: description, user data.`,
    )
    expect(summarize(TITLE, { changes: {} })).toBe(`${TITLE} was updated.`)
    expect(summarize(TITLE, {})).toBe(`${TITLE} was updated.`)
  })
})

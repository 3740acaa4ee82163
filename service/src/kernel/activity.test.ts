import { expect, expectTypeOf, it } from 'vitest'
import { type ActivityEntry, errorEntry, statusEntry, transferEntry } from './activity.ts'

const at = new Date('2026-11-15T01:12:00.000Z')
const date = '2026-11-15T01:12:00.000Z'

it('a change of status is an entry with the new status, and with a code only where there is one', () => {
  expect(statusEntry('sent', 'Sent to the ACH network', at)).toStrictEqual({
    entry: 'Sent to the ACH network',
    date,
    type: 'status_change',
    status: 'sent',
  })
  expect(statusEntry('returned', 'Returned by the bank: no account', at, 'R03')).toStrictEqual({
    entry: 'Returned by the bank: no account',
    date,
    type: 'status_change',
    status: 'returned',
    code: 'R03',
  })
})

it('a change to the status `error` is an entry of type `error`', () => {
  expect(statusEntry('error', 'Failed', at)).toStrictEqual({ entry: 'Failed', date, type: 'error', status: 'error' })
})

it('a transfer is an entry under the status that it belongs to', () => {
  expect(transferEntry('pending', '$1.00 moved', at)).toStrictEqual({
    entry: '$1.00 moved',
    date,
    type: 'transfer',
    status: 'pending',
  })
})

it('an error is an entry with its code under any status', () => {
  expect(errorEntry('created', 'Card declined', at, 'card_declined')).toStrictEqual({
    entry: 'Card declined',
    date,
    type: 'error',
    status: 'created',
    code: 'card_declined',
  })
})

it('an entry is typed by the statuses of its resource', () => {
  type Status = 'created' | 'sent'
  const entries: ActivityEntry<Status>[] = [statusEntry('created', 'Created', at)]
  expectTypeOf(entries[0]?.status).toEqualTypeOf<Status | undefined>()
  // @ts-expect-error `canceled` is not a status of this resource
  entries.push(transferEntry('canceled', 'Canceled', at))
})

import { describe, expect, it } from 'vitest'
import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import { cents } from '../../kernel/money.ts'
import { fullActivity, withArrival } from './activity.ts'
import { acceptedEntries, initiatedEntry } from './model.ts'

const at = new Date('2031-02-28T09:30:00.120Z')
const arrived = new Date('2031-02-28T09:30:02.120Z')
const later = new Date('2031-02-28T17:00:00.000Z')

const sent = (moment: Date): ActivityEntry => statusEntry('sent', 'Sent: available to the creator', moment)
const initiated = [...acceptedEntries(cents(1_025), at), initiatedEntry('direct', at)]

describe('the activity of a payout that was sent', () => {
  it.each(['direct', 'wallet'] as const)('ends with its arrival, two seconds after it was initiated: %s', (type) => {
    expect(withArrival({ status: 'sent', type, activity: initiated })).toEqual([...initiated, sent(arrived)])
  })

  it('is dated from the initiation where a part of the fee was returned, too', () => {
    const activity = [...initiated, transferEntry('pending', '$0.25 of the reserved fee returned', at)]
    expect(withArrival({ status: 'sent', type: 'direct', activity })).toEqual([...activity, sent(arrived)])
  })

  it('is what is stored where that has an entry of the sending, as of one that was held back', () => {
    const activity = [...initiated, sent(later)]
    expect(withArrival({ status: 'sent', type: 'direct', activity })).toBe(activity)
  })

  it.each([
    ['it is not sent yet', { status: 'pending', type: 'direct', activity: initiated }],
    ['it goes by ACH', { status: 'sent', type: 'ach', activity: initiated }],
    ['its activity was not read', { status: 'sent', type: 'direct', activity: [] }],
  ] as const)('is what is stored where %s', (_name, payout) => {
    expect(withArrival(payout)).toBe(payout.activity)
  })

  it('tells of each transfer behind the entry that it follows from', () => {
    const payout = { status: 'sent', type: 'wallet', activity: initiated } as const
    expect(fullActivity({ ...payout, amount_in_cents: cents(1_000), fee_in_cents: cents(25) })).toEqual([
      ...initiated,
      transferEntry('pending', '$0.25 charged as the fee', at),
      sent(arrived),
      transferEntry('sent', '$10.00 paid from pending payouts', arrived),
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { type ActivityEntry, statusEntry } from '../../kernel/activity.ts'
import type { ExpectedSteps, ShownPayout } from '../../resources/payouts/index.ts'
import { storyOf } from './story.ts'

const at = (hour: number): Date => new Date(Date.UTC(2031, 2, 10, hour))
const time = (hour: number): string => at(hour).toISOString()

type StoryPayout = Parameters<typeof storyOf>[0]

const payout = (
  status: StoryPayout['status'],
  type: StoryPayout['type'],
  entries: readonly ActivityEntry[],
  more: object = {},
): StoryPayout => ({
  status,
  type,
  created_at: at(1),
  activity: [statusEntry('created', 'Created', at(1)), statusEntry('ready', 'Ready', at(1)), ...entries],
  ...more,
})

const pending = statusEntry('pending', 'Payment initiated', at(2))
const sent = statusEntry('sent', 'Sent', at(3))
const lines = (told: StoryPayout, expected: ExpectedSteps = {}) =>
  storyOf(told, expected).map(({ title, state, at: when, until }) => [
    title,
    state,
    when?.slice(11, 13) ?? until ?? '?',
  ])

describe('the story of a payout', () => {
  it('that arrived has its times', () => {
    expect(lines(payout('sent', 'direct', [pending, sent]))).toEqual([
      ['Created', 'done', '01'],
      ['On its way', 'done', '02'],
      ['In the creator’s Tributary account', 'done', '03'],
    ])
  })

  it('by ACH says when the bank gets it, and promises no arrival that nobody reports', () => {
    expect(lines(payout('pending', 'ach', [pending]), { sentAt: at(5), arrivesAt: at(9) })).toEqual([
      ['Created', 'done', '01'],
      ['On its way', 'done', '02'],
      ['Handed to the bank', 'expected', '05'],
      ['In the creator’s bank account', 'expected', '09'],
    ])
    expect(lines(payout('sent', 'ach', [pending, sent]))).toEqual([
      ['Created', 'done', '01'],
      ['On its way', 'done', '02'],
      ['Handed to the bank', 'done', '03'],
      ['In the creator’s bank account', 'expected', '?'],
    ])
  })

  it('that is scheduled says when each step is expected', () => {
    const expected = { initiatedAt: at(6), sentAt: at(7), arrivesAt: at(7) }
    expect(lines(payout('ready', 'wallet', []), expected)).toEqual([
      ['Created', 'done', '01'],
      ['On its way', 'expected', '06'],
      ['In the creator’s wallet', 'expected', '07'],
    ])
    const [, doomed] = storyOf(payout('ready', 'wallet', []), { initiatedAt: at(6), willFail: true })
    expect(doomed?.detail).toMatch(/would fail/)
  })

  it('that waits for somebody says until when', () => {
    const approval = { id: 'apr_1', status: 'awaiting' } as ShownPayout['approval']
    expect(lines(payout('ready', 'ach', [], { approval }), { endsAt: at(8) })).toEqual([
      ['Created', 'done', '01'],
      ['Approved by others', 'expected', time(8)],
      ['Handed to the bank', 'expected', '?'],
      ['In the creator’s bank account', 'expected', '?'],
    ])
    expect(lines(payout('ready', 'unclaimed', []), { endsAt: at(8) })[1]).toEqual([
      'Claimed by the creator',
      'expected',
      time(8),
    ])
  })

  it('that was approved or claimed says when', () => {
    const approved = statusEntry('ready', 'Approved by Anna', at(2))
    expect(lines(payout('sent', 'direct', [approved, pending, sent]))[1]).toEqual(['Approved by Anna', 'done', '02'])
    const claimed = statusEntry('ready', 'Claimed: goes by ACH', at(2))
    expect(lines(payout('sent', 'ach', [claimed, pending, sent])).map(([title]) => title)).toEqual([
      'Created',
      'Claimed by the creator',
      'Handed to the bank',
      'In the creator’s bank account',
    ])
  })

  it.each([
    ['error', 'Failed', [pending]],
    ['returned', 'Returned by the bank', [pending, sent]],
    ['canceled', 'Canceled', []],
  ] as const)('that is %s ends there, with the reason', (status, title, before) => {
    const end = (entry: string) =>
      storyOf(payout(status, 'ach', [...before, statusEntry(status, entry, at(4), 'R03')]), {})
    expect(end('Because of a reason')).toHaveLength(before.length + 2)
    for (const entry of ['Because of a reason', `${title}: because of a reason`]) {
      expect(end(entry).at(-1)).toEqual({ title, state: 'failed', at: time(4), detail: 'Because of a reason (R03)' })
    }
    expect(end(title).at(-1)).toEqual({ title, state: 'failed', at: time(4) })
  })
})

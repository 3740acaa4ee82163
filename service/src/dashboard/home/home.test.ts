import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { DaySum } from '../../ledger/index.ts'
import { attentionOf, feesOf, volumeBefore, volumeOf } from './home.ts'

const sum = (code: DaySum['code'], day: string, kind: string, debits: number, credits: number): DaySum => ({
  code,
  day,
  kind,
  debits,
  credits,
})

const SUMS = [
  sum('due_to_bank', '2031-03-10', 'payout.sent', 0, 500),
  sum('due_to_bank', '2031-03-10', 'payout.returned', 200, 0),
  sum('due_to_bank', '2031-03-11', 'fees.collected', 0, 75),
  sum('card_clearing', '2031-03-11', 'purchase.settled', 941, 0),
  sum('card_clearing', '2031-03-11', 'purchase.fee', 59, 0),
  sum('card_clearing', '2031-03-11', 'purchase.reversal', 0, 600),
  sum('fees_payable', '2031-02-28', 'payout.fee', 0, 1_000),
  sum('fees_payable', '2031-03-10', 'payout.fee', 0, 50),
  sum('fees_payable', '2031-03-11', 'purchase.fee', 0, 59),
  sum('fees_payable', '2031-03-11', 'payout.fee_back', 25, 0),
  sum('fees_payable', '2031-03-11', 'fees.collected', 75, 0),
]

describe('the volume', () => {
  const volume = volumeOf(SUMS, '2031-02-10', 30)

  it('is of thirty days, the days without any too', () => {
    expect(volume).toHaveLength(30)
    expect(volume[0]?.date).toBe('2031-02-10')
    expect(volume[19]).toEqual({ date: '2031-03-01', payouts_in_cents: 0, purchases_in_cents: 0 })
    expect(volume.at(-1)?.date).toBe('2031-03-11')
  })

  it('counts what was sent less what came back, and what buyers paid less what they got back', () => {
    expect(volume[28]).toEqual({ date: '2031-03-10', payouts_in_cents: 300, purchases_in_cents: 0 })
    expect(volume[29]).toEqual({ date: '2031-03-11', payouts_in_cents: 0, purchases_in_cents: 400 })
  })
})

it('is compared with as many days before, and no others', () => {
  expect(volumeBefore(SUMS, '2031-03-11', 1)).toEqual({ payouts_in_cents: 300, purchases_in_cents: 0 })
  expect(volumeBefore(SUMS, '2031-03-12', 7)).toEqual({ payouts_in_cents: 300, purchases_in_cents: 400 })
  expect(volumeBefore(SUMS, '2031-03-10', 7)).toEqual({ payouts_in_cents: 0, purchases_in_cents: 0 })
})

it('the fees of a month are what was charged less what was given back', () => {
  expect(feesOf(SUMS, '2031-03-01')).toEqual({
    total: 50 + 59 - 25,
    kinds: ['payout.fee', 'payout.fee_back', 'purchase.fee'],
  })
})

describe('what needs attention', () => {
  const calm = {
    now: new Date('2031-03-31T10:00:00.000Z'),
    payoutsStopped: false,
    awaitingApprovals: 0,
    refundsDue: cents(0),
    receivables: cents(0),
    failedPayouts: 0,
    endingClaims: 0,
    failedPayFiles: 0,
    flaggedKeys: 0,
    webhooks: [],
    suspendedBecause: null,
    limits: [],
    alerts: [],
  }

  it('is nothing when nothing is wrong', () => {
    expect(attentionOf(calm)).toEqual([])
  })

  it('says each thing once, with the page to look at', () => {
    const webhook = { id: 'wh_1', url: 'x', event: 'payout.update', failed_attempts: 3, failing_since: null }
    const limit = {
      scope: 'enterprise',
      per: 'day',
      max_in_cents: 1_000,
      outcome: 'refuse',
      set_by: 'enterprise',
    } as const
    const found = attentionOf({
      now: calm.now,
      payoutsStopped: true,
      awaitingApprovals: 2,
      refundsDue: cents(1_234),
      receivables: cents(567),
      failedPayouts: 1,
      endingClaims: 2,
      failedPayFiles: 1_000,
      flaggedKeys: 1,
      suspendedBecause: 'The review is open.',
      alerts: [
        { kind: 'low_balance', subject: '', summary: 'Low.' },
        { kind: 'webhook', subject: 'wh_1', summary: 'Failing.' },
      ],
      limits: [
        { ...limit, used_in_cents: 800, left_in_cents: 200 },
        { ...limit, used_in_cents: 799, left_in_cents: 201 },
        { ...limit, used_in_cents: 1_000, left_in_cents: 0 },
      ],
      webhooks: [
        { ...webhook, disabled_because: null },
        { ...webhook, id: 'wh_2', disabled_because: 'Gone.' },
      ],
    })
    expect(found.map(({ kind, link }) => [kind, link])).toEqual([
      ['enterprise_suspended', '/settings'],
      ['payouts_stopped', '/ledger'],
      ['approvals_awaiting', '/approvals?status=awaiting'],
      ['refunds_due', '/ledger/statement?account=refunds_due'],
      ['receivables', '/ledger/statement?account=receivables'],
      ['payouts_failed', '/payouts?status=error,returned&updated_after=2031-03-24T10:00:00.000Z'],
      [
        'payouts_unclaimed',
        '/payouts?status=ready&type=unclaimed&date_after=2031-03-01T10:00:00.000Z&date_before=2031-03-08T10:00:00.000Z',
      ],
      ['pay_file_stopped', '/pay-file?state=failed'],
      ['key_exposed', '/keys?only=exposed'],
      ['alert_low_balance', '/ledger'],
      ['limit_nearly_used', '/settings'],
      ['limit_nearly_used', '/settings'],
      ['webhook_failing', '/webhooks/wh_1'],
      ['webhook_disabled', '/webhooks/wh_2'],
    ])
    expect(found.map(({ text }) => text)).toContain('The limit of $10.00 a day is nearly used up.')
    expect(found.map(({ text }) => text)).toContain('The limit of $10.00 a day is used up.')
    expect(found.map(({ text }) => text)).toContain('$12.34 of reversals wait for money in the operating account.')
    expect(found.map(({ text }) => text)).toContain('1000 or more files were not paid to the end.')
    expect(found.map(({ text }) => text)).toContain('One payout failed or came back in the last 7 days.')
  })
})

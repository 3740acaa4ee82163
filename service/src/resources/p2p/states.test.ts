import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import { defaultDescription } from './create.ts'
import {
  ATTEMPTS_MAX,
  activityOf,
  EVENTS,
  FAILURES,
  type Failure,
  failedCommits,
  P2P_STATES,
  type P2p,
  type P2pEvent,
  STATUSES,
  VALID_MS,
} from './model.ts'
import { p2pTransfers } from './postings.ts'
import {
  asOf,
  commit,
  exhaust,
  expire,
  fail,
  followedBy,
  mistake,
  type P2pTransition,
  send,
  unchanged,
} from './transition.ts'

const made = new Date('2026-11-15T10:00:00.000Z')
const at = new Date('2026-11-15T10:05:00.000Z')
const end = new Date(made.getTime() + VALID_MS)

const payment = (status: P2p['status']): P2p => ({
  id: 'p2p_1' as Id<'p2p'>,
  source: 'acon_1',
  destination: 'acon_2',
  source_creator_id: 'cre_1',
  destination_creator_id: 'cre_2',
  status,
  amount_in_cents: cents(1_000),
  description: 'x',
  code_digest: Buffer.alloc(36),
  attempts: 1,
  expires_at: end,
  committed_at: status === 'created' || status === 'expired' ? null : made,
  ended_at: null,
  failure: null,
  due_at: end,
  user_data: null,
  created_at: made,
  updated_at: made,
})

/** Every event as the code makes it happen. */
const HAPPEN: Record<P2pEvent, (payment: P2p) => P2pTransition> = {
  commit: (before) => commit(before, at),
  mistake: (before) => mistake(before, at),
  exhaust: (before) => exhaust({ ...before, attempts: ATTEMPTS_MAX }, at),
  expire,
  send: (before) => send(before, at),
  fail: (before) => fail(before, 'insufficient_funds', at),
}

describe('every P2P state × every event', () => {
  for (const status of STATUSES) {
    for (const event of EVENTS) {
      const to = follow(P2P_STATES, status, event)
      if (to === undefined) {
        it(`${event} cannot happen in ${status}`, () => {
          expect(() => HAPPEN[event](payment(status))).toThrow(`${event} cannot happen in ${status}`)
        })
      } else {
        it(`${event} leads from ${status} to ${to}, and the log's last line says so`, () => {
          const { to: after } = HAPPEN[event](payment(status))
          expect(after.status).toBe(to)
          expect(activityOf(after).at(-1)).toMatchObject({ status: to })
          expect(after.updated_at).toEqual(event === 'expire' ? end : at)
        })
      }
    }
  }

  it('what is final has no way out, and needs no time any more', () => {
    for (const status of ['sent', 'error', 'expired'] as const) expect(P2P_STATES[status]).toEqual({})
    for (const event of ['exhaust', 'expire', 'send', 'fail'] as const) {
      const { to: after } = HAPPEN[event](payment(event === 'send' || event === 'fail' ? 'pending' : 'created'))
      expect([event, after.due_at]).toEqual([event, null])
    }
  })

  it('changes that follow each other are one change with the transfers of all', () => {
    const before = payment('created')
    const committed = followedBy(unchanged(before), commit(before, at))
    const sent = send(committed.to, at)
    expect(sent.transfers.bank).toHaveLength(1)
    expect(followedBy(committed, sent)).toEqual({ from: before, to: sent.to, transfers: sent.transfers })
    expect(followedBy(sent, unchanged(sent.to)).transfers).toEqual(sent.transfers)
  })

  it('the attempt that commits has not failed', () => {
    expect(failedCommits(mistake(payment('created'), at).to)).toBe(1)
    expect(failedCommits(commit(payment('created'), at).to)).toBe(0)
    expect(failedCommits(exhaust({ ...payment('created'), attempts: 3 }, at).to)).toBe(3)
  })

  it.each(Object.keys(FAILURES) as Failure[])('an error says that it was %s', (failure) => {
    expect(activityOf(fail(payment('pending'), failure, at).to).at(-1)).toEqual({
      entry: `Failed: ${FAILURES[failure]}`,
      date: at.toISOString(),
      type: 'error',
      status: 'error',
      code: failure,
    })
  })
})

describe('time', () => {
  it.each([
    [-1, 'created'],
    [0, 'expired'],
    [1, 'expired'],
  ] as const)('%i ms after 10:00.000 a payment nobody committed is %s', (ms, status) => {
    expect(asOf(payment('created'), new Date(end.getTime() + ms)).status).toBe(status)
  })

  it.each(['pending', 'sent', 'error', 'expired'] as const)('does not expire what is %s', (status) => {
    expect(asOf(payment(status), new Date(end.getTime() + 1)).status).toBe(status)
  })

  it('goes no way back: a payment changed after it expired keeps the later time', () => {
    const changed = { ...payment('created'), updated_at: new Date(end.getTime() + 5) }
    expect(expire(changed).to).toMatchObject({ ended_at: end, updated_at: changed.updated_at })
  })
})

it('a default description is no longer than one that is given may be', () => {
  expect(defaultDescription('Sara', 'Dora')).toBe('Payment from Sara to Dora')
  expect([...defaultDescription('𝒮'.repeat(600), 'D'.repeat(600))]).toHaveLength(1_000)
})

it('only a payment that is sent moves money, from one creator to the other', () => {
  for (const event of EVENTS.filter((name) => name !== 'send')) {
    expect(p2pTransfers(event, payment('pending'), at)).toEqual(NO_TRANSFERS)
  }
  expect(send(payment('pending'), at).transfers).toEqual({
    tenant: [],
    bank: [{ sourceId: 'p2p_1', kind: 'p2p.sent', debit: 'creator:cre_1', credit: 'creator:cre_2', amount: 1_000, at }],
  })
})

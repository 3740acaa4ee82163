import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { cents, ZERO } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { ANSWER_MS, CONTRACT_STATES, type Contract, type ContractEvent, EVENTS, STATUSES } from './model.ts'
import { accept, asOf, decline, expire, terminate } from './transition.ts'

const made = new Date('2026-11-15T10:00:00.000Z')
const at = new Date('2026-11-20T10:00:00.000Z')
const end = new Date(made.getTime() + ANSWER_MS)

const contract = (status: Contract['status']): Contract => ({
  id: 'con_1' as Id<'contract'>,
  account_connection: 'acon_1',
  type: 'deposit_split',
  status,
  deposit_source: 'video_ads',
  deposit_minimum_in_cents: ZERO,
  deposit_maximum_in_cents: null,
  split_ppm: null,
  split_fixed_amount_in_cents: cents(100),
  split_amount_max_in_cents: null,
  activity: [],
  expires_at: end,
  agreement_at: null,
  agreement_ip: null,
  deleted_at: null,
  user_data: null,
  created_at: made,
  updated_at: made,
})

/** Every event as the code makes it happen. */
const HAPPEN: Record<ContractEvent, (contract: Contract) => Contract> = {
  accept: (before) => accept(before, '192.0.2.1', at).to,
  decline: (before) => decline(before, at).to,
  expire: (before) => expire(before, at).to,
  terminate: (before) => terminate(before, 'deleted', at).to,
}

describe('every contract state × every event', () => {
  for (const status of STATUSES) {
    for (const event of EVENTS) {
      const to = follow(CONTRACT_STATES, status, event)
      if (to === undefined) {
        it(`${event} cannot happen in ${status}`, () => {
          expect(() => HAPPEN[event](contract(status))).toThrow(`${event} cannot happen in ${status}`)
        })
      } else {
        it(`${event} leads from ${status} to ${to}, with an entry that says so`, () => {
          const after = HAPPEN[event](contract(status))
          expect(after).toMatchObject({ status: to, updated_at: at, deleted_at: to === 'terminated' ? at : null })
          expect(after.activity).toEqual([
            {
              entry: expect.stringMatching(/^(Accepted|Declined|Expired|Terminated)/),
              date: at.toISOString(),
              hidden: false,
            },
          ])
        })
      }
    }
  }

  it('acceptance is recorded with its time and address, and ends the deadline', () => {
    expect(HAPPEN.accept(contract('created'))).toMatchObject({
      agreement_at: at,
      agreement_ip: '192.0.2.1',
      expires_at: null,
    })
  })
})

describe('the deadline', () => {
  it.each([
    ['decline', 'created', null],
    ['terminate', 'created', null],
    ['terminate', 'expired', end],
    ['expire', 'created', end],
  ] as const)('after %s of what was %s is %s', (event, status, expires_at) => {
    expect(HAPPEN[event](contract(status))).toMatchObject({ expires_at })
  })
})

describe('time', () => {
  it.each([
    [-1, 'created'],
    [0, 'expired'],
    [1, 'expired'],
  ] as const)('%i ms after 30 days an unanswered contract is %s', (ms, status) => {
    expect(asOf(contract('created'), new Date(end.getTime() + ms)).status).toBe(status)
  })

  it.each(['active', 'declined', 'terminated', 'expired'] as const)('does not expire what is %s', (status) => {
    expect(asOf(contract(status), new Date(end.getTime() + 1)).status).toBe(status)
  })
})

import { describe, expect, it } from 'vitest'
import type { StoredLimit } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { withBankAccountAges } from '../account-connections/index.ts'
import {
  addUsageStatements,
  giveBackLimits,
  insertMakersStatements,
  judgeLimits,
  makersFor,
  readTally,
  UsageTally,
} from '../limits/index.ts'
import type { PayoutTransition } from './transition.ts'

const TENANT = 1 as TenantId
const NOW = new Date('2026-02-28T23:59:59.999Z')
const KEY = { id: 'key_1', role: 'api_key' } as const
const without = { payout_limits: null, new_bank_account_wait_hours: 0, now: NOW } as TenantSettings
const entries = [{ input: { account_connection: 'acon_1', amount_in_cents: 100 } }]

/** A connection on which every statement is a failure. */
const closed = new Proxy(() => undefined, {
  apply: () => {
    throw new Error('a statement was sent')
  },
}) as unknown as Tx

describe('without limits and waits', () => {
  it('creating, canceling and failing payouts send no statement for them', async () => {
    const tally = await readTally(closed, TENANT, without, [{ entries, maker: KEY }])
    expect(addUsageStatements(closed, TENANT, tally.added())).toEqual([])
    expect(insertMakersStatements(closed, TENANT, [])).toEqual([])
    const canceled = { from: { status: 'ready' }, to: { status: 'canceled' } } as PayoutTransition
    await giveBackLimits(closed, TENANT, without, [canceled])
    const payees = new Map([['acon_1', { id: 'acon_1', type: 'ach' } as never]])
    expect(await withBankAccountAges(closed, TENANT, without, payees)).toBe(payees)
  })
})

describe('with a limit per payment alone', () => {
  const limits: StoredLimit[] = [
    { scope: 'enterprise', per: 'payment', max_in_cents: 99, outcome: 'refuse', set_by: 'provider' },
  ]

  it('nothing is read or counted, and it is compared all the same', async () => {
    const tally = await readTally(closed, TENANT, { ...without, payout_limits: limits }, [{ entries, maker: KEY }])
    const inputs = entries.map(({ input }) => input)
    tally.count(limits, inputs, KEY, NOW)
    expect(tally.added()).toEqual([])
    expect(makersFor(limits, [{ id: 'pay_1', created_at: NOW }] as never, KEY)).toEqual([])
    expect(judgeLimits(inputs, KEY, { limits, tally, now: NOW }).entries.get(0)?.figures).toEqual({
      scope: 'enterprise',
      per: 'payment',
      max_in_cents: 99,
    })
  })
})

describe('a day and a month', () => {
  it.each([
    ['day', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z'],
    ['month', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z'],
    ['day', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['month', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ] as const)('a limit per %s at %s is free again at %s', (per, at, frees_at) => {
    const limit: StoredLimit = { scope: 'enterprise', per, max_count: 0, outcome: 'refuse', set_by: 'enterprise' }
    const context = { limits: [limit], tally: new UsageTally(), now: new Date(at) }
    const { refusal } = judgeLimits([{ account_connection: 'acon_1', amount_in_cents: cents(1) }], KEY, context)
    expect(refusal?.figures).toMatchObject({ used_count: 0, left_count: 0, frees_at })
  })
})

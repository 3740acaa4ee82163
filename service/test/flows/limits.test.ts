import { beforeAll, describe, expect, it } from 'vitest'
import type { PayoutLimit } from '../../../contracts/limits.ts'
import { approve, approvingKey, readApproval, reject } from '../support/approvals.ts'
import { anotherKey, DAY_LIMIT, pay, readLimits, setLimits, setWait, usageIsExact } from '../support/limits.ts'
import {
  advance,
  at,
  auditClean,
  balances,
  change,
  connected,
  invited,
  legacyMethod,
  OPENING,
  paid,
  read,
  standStill,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
  await standStill(running)
})

const HOUR = 3_600
const DAY = 24 * HOUR
const MIDNIGHT = '2031-03-11T00:00:00.000Z'
const NEXT_MONTH = '2031-04-01T00:00:00.000Z'

async function limited(...limits: PayoutLimit[]) {
  const enterprise = await running.enterprise()
  await setLimits(running, enterprise.id, limits)
  const creator = await connected(enterprise.sandbox, 'direct')
  return { ...enterprise, creator }
}

describe('a limit', () => {
  it('refuses what exceeds it and says what is used, what is left and when it is free again', async () => {
    const { sandbox, creator } = await limited(DAY_LIMIT)
    await paid(sandbox, creator, 9_500)
    const refused = await pay(sandbox, creator, 501)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'limit_exceeded',
        message: `This exceeds the limit of your enterprise, $100.00 a day; $5.00 is left until ${MIDNIGHT}.`,
        limit: {
          scope: 'enterprise',
          per: 'day',
          max_in_cents: 10_000,
          used_in_cents: 9_500,
          left_in_cents: 500,
          frees_at: MIDNIGHT,
        },
      },
    })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 9_500, pending: 9_500 })
    // Exactly up to the limit, not beyond it.
    await paid(sandbox, creator, 500)
    expect((await pay(sandbox, creator, 1)).body.code).toBe('limit_exceeded')
    await auditClean(running.database)
  })

  it('is free again when its day or month begins', async () => {
    const month: PayoutLimit = { ...DAY_LIMIT, per: 'month', max_in_cents: 15_000 }
    const { sandbox, creator } = await limited(DAY_LIMIT, month)
    await paid(sandbox, creator, 10_000)
    expect((await pay(sandbox, creator, 1)).body.limit).toMatchObject({ per: 'day' })
    await advance(sandbox, DAY)
    await paid(sandbox, creator, 5_000)
    expect((await pay(sandbox, creator, 1)).body.limit).toMatchObject({ per: 'month', frees_at: NEXT_MONTH })
    await advance(sandbox, 22 * DAY)
    await paid(sandbox, creator, 10_000)
  })

  it('is shown before it is hit', async () => {
    const { sandbox, creator } = await limited(DAY_LIMIT, {
      scope: 'creator',
      per: 'day',
      max_count: 3,
      outcome: 'refuse',
    })
    await paid(sandbox, creator, 2_500)
    expect(await readLimits(sandbox)).toEqual([
      { ...DAY_LIMIT, set_by: 'enterprise', used_in_cents: 2_500, left_in_cents: 7_500, frees_at: MIDNIGHT },
      { scope: 'creator', per: 'day', max_count: 3, outcome: 'refuse', set_by: 'enterprise', frees_at: MIDNIGHT },
    ])
    expect((await readLimits(sandbox, creator))[1]).toMatchObject({ used_by: creator, used_count: 1, left_count: 2 })
  })

  it('refuses in a dry run too, which uses nothing up, and shows what would be left', async () => {
    const { sandbox, creator } = await limited(DAY_LIMIT)
    const dry = (amount: number) =>
      sandbox.post('/payout?dry_run=true', { account_connection: creator, amount_in_cents: amount })
    expect((await dry(4_000)).body.expected.limits).toEqual([
      {
        scope: 'enterprise',
        per: 'day',
        max_in_cents: 10_000,
        used_in_cents: 4_000,
        left_in_cents: 6_000,
        frees_at: MIDNIGHT,
      },
    ])
    expect(await dry(10_001)).toMatchObject({ status: 403, body: { code: 'limit_exceeded' } })
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 0 })
  })

  it('of each key, of one key, of each creator and of one payment counts only theirs', async () => {
    const { id, sandbox, creator } = await limited()
    const other = await anotherKey(running, id)
    const someone = await connected(sandbox, 'direct', { email: 'other+sandbox@example.com' })
    const cases: { limit: PayoutLimit; refused: () => Promise<unknown>; free: () => Promise<unknown> }[] = [
      {
        limit: { scope: 'key', per: 'day', max_in_cents: 1_000, outcome: 'refuse' },
        refused: async () => [await pay(sandbox, creator, 1_000), await pay(sandbox, someone, 1)].at(-1),
        free: () => pay(other.client, creator, 1_000),
      },
      {
        limit: { scope: 'key', of: other.id, per: 'day', max_in_cents: 10, outcome: 'refuse' },
        refused: () => pay(other.client, creator, 11),
        free: () => pay(sandbox, creator, 11),
      },
      {
        limit: { scope: 'creator', per: 'day', max_count: 1, outcome: 'refuse' },
        refused: async () => [await pay(sandbox, creator, 1), await pay(sandbox, creator, 1)].at(-1),
        free: () => pay(sandbox, someone, 1),
      },
      {
        limit: { scope: 'enterprise', per: 'payment', max_in_cents: 500, outcome: 'refuse' },
        refused: () => pay(sandbox, creator, 501),
        free: () => pay(sandbox, creator, 500),
      },
    ]
    for (const { limit, refused, free } of cases) {
      await advance(sandbox, DAY)
      await setLimits(running, id, [limit])
      expect(await refused(), JSON.stringify(limit)).toMatchObject({ status: 403, body: { code: 'limit_exceeded' } })
      expect(await free(), JSON.stringify(limit)).toMatchObject({ status: 201 })
      await usageIsExact(running, id, [limit])
    }
  })

  it('counts what was paid earlier on the day on which it is set', async () => {
    const { id, sandbox, creator } = await limited()
    await paid(sandbox, creator, 9_000)
    await setLimits(running, id, [DAY_LIMIT])
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 9_000 })
    expect((await pay(sandbox, creator, 1_001)).status).toBe(403)
  })

  it('judges a batch as a whole, and a limit per payment entry by entry', async () => {
    const { sandbox, creator } = await limited(DAY_LIMIT, {
      scope: 'enterprise',
      per: 'payment',
      max_in_cents: 6_000,
      outcome: 'refuse',
    })
    const batch = (...amounts: number[]) =>
      sandbox.post('/payout/batch', {
        payouts: amounts.map((amount_in_cents) => ({ account_connection: creator, amount_in_cents })),
      })
    expect(await batch(5_000, 5_001)).toMatchObject({ status: 403, body: { code: 'limit_exceeded' } })
    expect(await batch(1, 6_001)).toMatchObject({
      status: 400,
      body: { code: 'batch_invalid', details: [{ index: 1, code: 'limit_exceeded' }] },
    })
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 0 })
    expect((await batch(5_000, 5_000)).status).toBe(201)
  })

  it('gives back what was canceled or failed, and keeps what a bank returned', async () => {
    const all: PayoutLimit[] = [DAY_LIMIT, { scope: 'key', per: 'month', max_in_cents: 50_000, outcome: 'refuse' }]
    const { id, sandbox, creator } = await limited(...all)
    const later = new Date(Date.parse(at(0)) + 40 * DAY * 1_000).toISOString()
    const canceled = await paid(sandbox, creator, 3_000, { date: later })
    const failed = await paid(sandbox, creator, 3_000)
    const bank = await connected(sandbox, 'ach', { email: 'bank+sandbox@example.com' })
    const returned = await paid(sandbox, bank, 3_000)
    const used = async () => (await readLimits(sandbox)).map((limit) => limit.used_in_cents)
    expect(await used()).toEqual([9_000, 9_000])
    await change(sandbox, canceled.id, { status: 'canceled' })
    expect(await used()).toEqual([6_000, 6_000])
    await change(sandbox, canceled.id, { status: 'canceled' })
    expect(await used()).toEqual([6_000, 6_000])
    expect((await sandbox.post('/sandbox/payout-error', { payout: failed.id })).status).toBe(200)
    expect(await used()).toEqual([3_000, 3_000])
    await advance(sandbox, HOUR)
    expect((await sandbox.post('/sandbox/payout-return', { payout: returned.id, code: 'R03' })).status).toBe(200)
    expect(await used()).toEqual([3_000, 3_000])
    await usageIsExact(running, id, all)
    await auditClean(running.database)
  })

  it('is never exceeded by requests that come at the same moment', async () => {
    const { id, sandbox, creator } = await limited(DAY_LIMIT, {
      scope: 'creator',
      per: 'day',
      max_count: 1_000,
      outcome: 'refuse',
    })
    const other = await anotherKey(running, id)
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, nth) => pay(nth % 2 ? sandbox : other.client, creator, 300)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(33)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(87)
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 9_900, left_in_cents: 100 })
  })

  it('is used up once by requests with one idempotency key', async () => {
    const { sandbox, creator } = await limited(DAY_LIMIT)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        sandbox.post('/payout', { account_connection: creator, amount_in_cents: 6_000 }, { idempotencyKey: 'once' }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 6_000 })
  })
})

describe('a limit that asks for approval', () => {
  const ASK: PayoutLimit = { ...DAY_LIMIT, outcome: 'approve', needed: 1, approvers: ['api_key'] }

  it('lets a payout await, counts it meanwhile, and pays it once approved', async () => {
    const { id, sandbox, creator } = await limited(ASK)
    const approver = await approvingKey(running, id)
    expect(await paid(sandbox, creator, 10_000)).toMatchObject({ status: 'pending' })
    const payout = await paid(sandbox, creator, 1)
    expect(payout).toMatchObject({ status: 'ready', approval: { status: 'awaiting' } })
    expect((await readApproval(sandbox, payout.approval.id)).subject.description).toContain(
      'above the limit of $100.00 a day',
    )
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 10_001, left_in_cents: 0 })
    await approve(approver.client, payout.approval.id)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending' })
    await usageIsExact(running, id, [ASK])
  })

  it('gives back what was rejected', async () => {
    const { id, sandbox, creator } = await limited(ASK)
    const approver = await approvingKey(running, id)
    const payout = await paid(sandbox, creator, 10_001)
    await reject(approver.client, payout.approval.id)
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 0 })
  })

  it('never lets approvers lift a limit that refuses', async () => {
    const { sandbox, creator } = await limited(ASK, { ...DAY_LIMIT, max_in_cents: 20_000 })
    expect(await paid(sandbox, creator, 20_000)).toMatchObject({ approval: { status: 'awaiting' } })
    expect((await pay(sandbox, creator, 1)).body.code).toBe('limit_exceeded')
  })
})

describe('a new bank account', () => {
  const entries = (payout: { activity: { entry: string; code?: string }[] }) =>
    payout.activity.filter(({ code }) => code === 'new_bank_account').map(({ entry }) => entry)

  it('is paid to only after the wait, however the payout came about', async () => {
    const { id, sandbox } = await running.enterprise()
    await setWait(running, id, 48)
    const unclaimed = await paid(sandbox, await invited(sandbox), 1_000)
    await sandbox.post('/sandbox/connect', { account_connection: unclaimed.account_connection, type: 'ach' })
    const atOnce = await paid(sandbox, unclaimed.account_connection, 1_000)
    const waits = `Waits until ${at(48 * HOUR * 1_000)}: the bank account is new`
    for (const { id: payout } of [unclaimed, atOnce]) {
      const shown = await read(sandbox, payout)
      expect(shown).toMatchObject({ status: 'ready', type: 'ach' })
      expect(entries(shown)).toEqual([waits])
    }
    await advance(sandbox, 47 * HOUR)
    expect(await read(sandbox, atOnce.id)).toMatchObject({ status: 'ready' })
    await advance(sandbox, 2 * HOUR)
    for (const { id: payout } of [unclaimed, atOnce])
      expect(await read(sandbox, payout)).toMatchObject({ status: 'sent' })
    // It is not new any more.
    expect(await paid(sandbox, atOnce.account_connection, 1_000)).toMatchObject({ status: 'pending' })
    await auditClean(running.database)
  })

  it('that replaces another shortly before a payout leaves lets that payout wait too', async () => {
    const { id, sandbox } = await running.enterprise()
    const creator = await invited(sandbox, { legacy_payout_method: legacyMethod() })
    const scheduled = await paid(sandbox, creator, 1_000, { date: at(10 * HOUR * 1_000) })
    const initiated = await paid(sandbox, creator, 1_000)
    expect(initiated).toMatchObject({ status: 'pending' })
    await setWait(running, id, 24)
    const another = legacyMethod({ account_number: '777777777' })
    expect((await sandbox.put(`/account-connection/${creator}`, { legacy_payout_method: another })).status).toBe(200)
    await advance(sandbox, 12 * HOUR)
    expect(await read(sandbox, initiated.id)).toMatchObject({ status: 'pending' })
    expect(await read(sandbox, scheduled.id)).toMatchObject({ status: 'ready' })
    await advance(sandbox, 14 * HOUR)
    expect(await read(sandbox, initiated.id)).toMatchObject({ status: 'sent', destination: 'Checking ••••7777' })
    expect(await read(sandbox, scheduled.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })

  it('does not wait in a wallet or a direct account, and a dry run says when it arrives', async () => {
    const { id, sandbox } = await running.enterprise()
    await setWait(running, id, 48)
    expect(await paid(sandbox, await connected(sandbox, 'wallet'), 1)).toMatchObject({ status: 'pending' })
    const bank = await connected(sandbox, 'ach', { email: 'b+sandbox@example.com' })
    const dry = await sandbox.post('/payout?dry_run=true', { account_connection: bank, amount_in_cents: 1 })
    expect(Date.parse(dry.body.expected.arrives_at)).toBeGreaterThan(Date.parse(at(48 * HOUR * 1_000)))
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import type { PayoutLimit } from '../../../contracts/limits.ts'
import { approve, approvingKey, readApproval, reject, setRules } from '../support/approvals.ts'
import { DAY_LIMIT, pay, readLimits, setLimits, setWait, usageIsExact } from '../support/limits.ts'
import { advance, at, auditClean, connected, OPENING, paid, standStill } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { ACCOUNT, held, readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

const HOUR = 3_600
const RULE: ApprovalRule = {
  deed: 'withdrawal',
  from_amount_in_cents: 0,
  maker: 'any',
  needed: 1,
  approvers: ['api_key'],
}

async function limited(...limits: PayoutLimit[]) {
  const { id, sandbox } = await running.enterprise()
  await setLimits(running, id, limits)
  return { id, sandbox, client: await withdrawingKey(running, id), approver: await approvingKey(running, id) }
}

const withdraw = (client: Awaited<ReturnType<typeof withdrawingKey>>, amount: number) =>
  client.post('/withdrawal', { amount_in_cents: amount })

const used = async (client: Parameters<typeof readLimits>[0]) =>
  (await readLimits(client)).map(({ used_in_cents, used_count }) => used_in_cents ?? used_count)

describe('a limit', () => {
  it('adds withdrawals up with payouts and refuses what exceeds it', async () => {
    const { id, sandbox, client } = await limited(DAY_LIMIT)
    await paid(sandbox, await connected(sandbox, 'direct'), 4_000)
    await withdrawn(client, 5_000)
    expect(await withdraw(client, 1_001)).toMatchObject({
      status: 403,
      body: {
        code: 'limit_exceeded',
        limit: { scope: 'enterprise', per: 'day', used_in_cents: 9_000, left_in_cents: 1_000 },
      },
    })
    expect(await held(client)).toEqual({ operating: OPENING - 9_000, pending: 5_000 })
    await withdrawn(client, 1_000)
    expect((await pay(sandbox, await connected(sandbox, 'direct'), 1)).body.code).toBe('limit_exceeded')
    await usageIsExact(running, id, [DAY_LIMIT])
    await auditClean(running.database)
  })

  it('per payment, of a key or of a role counts them; one of a creator does not', async () => {
    const creators: PayoutLimit = { scope: 'creator', per: 'day', max_count: 0, outcome: 'refuse' }
    const { id, client } = await limited(creators)
    await withdrawn(client, 1)
    const payment: PayoutLimit = { scope: 'enterprise', per: 'payment', max_in_cents: 500, outcome: 'refuse' }
    const key: PayoutLimit = { scope: 'key', per: 'day', max_count: 1, outcome: 'refuse' }
    await setLimits(running, id, [payment])
    expect((await withdraw(client, 501)).body.limit).toMatchObject({ per: 'payment' })
    await withdrawn(client, 500)
    await setLimits(running, id, [key])
    await withdrawn(client, 1)
    expect((await withdraw(client, 1)).body.limit).toMatchObject({ scope: 'key', used_count: 1 })
    await usageIsExact(running, id, [key])
  })

  it('gets back what was canceled, rejected or failed, and keeps what a bank returned', async () => {
    const all: PayoutLimit[] = [DAY_LIMIT, { scope: 'key', per: 'month', max_in_cents: 50_000, outcome: 'refuse' }]
    const { id, client, approver } = await limited(...all)
    await setRules(running, id, [RULE])
    const [canceled, rejected] = [await withdrawn(client, 2_000), await withdrawn(client, 2_000)]
    await setRules(running, id, [])
    const [failed, returned] = [await withdrawn(client, 2_000), await withdrawn(client, 2_000)]
    expect(await used(client)).toEqual([8_000, 8_000])
    await client.put(`/withdrawal/${canceled.id}`, { status: 'canceled' })
    await client.put(`/withdrawal/${canceled.id}`, { status: 'canceled' })
    expect(await used(client)).toEqual([6_000, 6_000])
    await reject(approver.client, rejected.approval.id)
    expect(await used(client)).toEqual([4_000, 4_000])
    expect((await client.post('/sandbox/withdrawal-error', { withdrawal: failed.id })).status).toBe(200)
    expect(await used(client)).toEqual([2_000, 2_000])
    await advance(client, HOUR)
    expect((await client.post('/sandbox/withdrawal-return', { withdrawal: returned.id, code: 'R03' })).status).toBe(200)
    expect(await used(client)).toEqual([2_000, 2_000])
    await usageIsExact(running, id, all)
    await auditClean(running.database)
  })

  it('is never exceeded by withdrawals and payouts that come at the same moment', async () => {
    const { id, sandbox, client } = await limited(DAY_LIMIT)
    const creator = await connected(sandbox, 'direct')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => (nth % 2 ? withdraw(client, 900) : pay(sandbox, creator, 900))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(11)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(29)
    await usageIsExact(running, id, [DAY_LIMIT])
  })
})

describe('a limit that asks for approval', () => {
  const ASK: PayoutLimit = { ...DAY_LIMIT, outcome: 'approve', needed: 1, approvers: ['api_key', 'finance'] }

  it('holds the withdrawal until others have approved', async () => {
    const { id, client, approver } = await limited(ASK)
    expect(await withdrawn(client, 10_000)).toMatchObject({ status: 'pending' })
    const { id: withdrawal, status, approval } = await withdrawn(client, 1)
    expect([status, approval.status]).toEqual(['ready', 'awaiting'])
    expect(await readApproval(client, approval.id)).toMatchObject({
      deed: 'withdrawal',
      subject: {
        type: 'withdrawal',
        id: withdrawal,
        description: expect.stringContaining('above the limit of $100.00'),
      },
    })
    expect((await approve(approver.client, approval.id)).body.status).toBe('approved')
    expect(await readWithdrawal(client, withdrawal)).toMatchObject({ status: 'pending' })
    await usageIsExact(running, id, [ASK])
  })

  it('makes no approval easier than the rule alone: the roles that both name approve', async () => {
    const { id, client, approver } = await limited({ ...ASK, max_in_cents: 0 })
    await setRules(running, id, [{ ...RULE, approvers: ['admin', 'finance'] }])
    const { approval } = await withdrawn(client, 1)
    expect(await readApproval(client, approval.id)).toMatchObject({ needed: 1, approvers: ['finance'] })
    expect(await approve(approver.client, approval.id)).toMatchObject({
      status: 403,
      body: { code: 'approval_not_allowed' },
    })
  })
})

describe('a new bank account of the enterprise', () => {
  const waits = (hours: number): string => `Waits until ${at(hours * HOUR * 1_000)}: the bank account is new`
  const entries = ({ activity }: { activity: { entry: string; code?: string }[] }): string[] =>
    activity.filter(({ code }) => code === 'new_bank_account').map(({ entry }) => entry)

  const register = async (client: Awaited<ReturnType<typeof withdrawingKey>>, account_number: string) =>
    expect((await client.post('/sandbox/bank-account', { ...ACCOUNT, account_number })).status).toBe(200)

  it('is paid to only after the wait, also what was approved meanwhile', async () => {
    const { id, client, approver } = await limited()
    await setWait(running, id, 48)
    expect(await withdrawn(client, 100)).toMatchObject({ status: 'pending', destination: 'Checking ••••6789' })
    await advance(client, HOUR)
    await register(client, '000111222333')
    const plain = await withdrawn(client, 1_000)
    await setRules(running, id, [RULE])
    const ruled = await withdrawn(client, 1_000)
    await approve(approver.client, ruled.approval.id)
    for (const { id: withdrawal } of [plain, ruled]) {
      const shown = await readWithdrawal(client, withdrawal)
      expect(shown).toMatchObject({ status: 'ready', destination: 'Checking ••••2333' })
      expect(entries(shown)).toEqual([waits(49)])
    }
    expect(await held(client)).toEqual({ operating: OPENING - 2_100, pending: 2_000 })
    await advance(client, 47 * HOUR)
    // The same account again is no new one.
    await register(client, '000111222333')
    expect(await readWithdrawal(client, plain.id)).toMatchObject({ status: 'ready' })
    await advance(client, 2 * HOUR)
    for (const { id: withdrawal } of [plain, ruled])
      expect(await readWithdrawal(client, withdrawal)).toMatchObject({ status: 'sent' })
    await setRules(running, id, [])
    expect(await withdrawn(client, 1_000)).toMatchObject({ status: 'pending' })
    await auditClean(running.database)
  })

  it('that replaces another before a withdrawal leaves lets that withdrawal wait too', async () => {
    const { id, client } = await limited()
    const initiated = await withdrawn(client, 1_000)
    await setWait(running, id, 24)
    await register(client, '000111222333')
    const waiting = await withdrawn(client, 1_000)
    await advance(client, 20 * HOUR)
    await register(client, '000444555666')
    await advance(client, 10 * HOUR)
    expect(await readWithdrawal(client, initiated.id)).toMatchObject({ status: 'pending' })
    expect(await readWithdrawal(client, waiting.id)).toMatchObject({ status: 'ready' })
    await advance(client, 16 * HOUR)
    for (const { id: withdrawal } of [initiated, waiting])
      expect(await readWithdrawal(client, withdrawal)).toMatchObject({
        status: 'sent',
        destination: 'Checking ••••5666',
      })
    await auditClean(running.database)
  })

  it('that makes a withdrawal wait lets it be canceled, and the money is back', async () => {
    const { id, client } = await limited()
    await setWait(running, id, 48)
    await register(client, '000111222333')
    const { id: withdrawal } = await withdrawn(client, 1_000)
    expect((await client.put(`/withdrawal/${withdrawal}`, { status: 'canceled' })).body.status).toBe('canceled')
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
  })
})

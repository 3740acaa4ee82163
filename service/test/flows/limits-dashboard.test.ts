import { beforeAll, describe, expect, it } from 'vitest'
import type { PayoutLimit } from '../../../contracts/limits.ts'
import { lockOperating } from '../../src/ledger/index.ts'
import { periodStart } from '../../src/resources/limits/index.ts'
import { requireTenant, tenantNow } from '../../src/tenants/index.ts'
import { ONE, setRules } from '../support/approvals.ts'
import { DAY_LIMIT, pay, readLimits, setLimits, usageIsExact } from '../support/limits.ts'
import { bring, confirm, csvOf, settled } from '../support/pay-files.ts'
import { connected, paid } from '../support/payouts.ts'
import { type Browser, deedsOf, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
})

const LIMITS = '/dashboard/api/sandbox/limits'
const put = (browser: Browser, limits: readonly object[], hours = 0) =>
  browser.call('PUT', LIMITS, { limits, new_bank_account_wait_hours: hours })
const ASK: PayoutLimit = { ...DAY_LIMIT, outcome: 'approve', needed: 1, approvers: ['admin'] }

describe('the table of limits', () => {
  it('is written by an admin with a fresh sign-in, shown with what is used, and stands in the audit log', async () => {
    const { id, sandbox } = await running.enterprise()
    const admin = await signedIn(running, id, 'admin')
    await paid(sandbox, await connected(sandbox, 'direct'), 4_000)
    const answer = await put(admin, [DAY_LIMIT], 24)
    expect(answer.body).toMatchObject({
      limits: [{ ...DAY_LIMIT, set_by: 'enterprise', used_in_cents: 4_000, left_in_cents: 6_000 }],
      new_bank_account_wait_hours: 24,
    })
    const [deed] = await deedsOf(running, id)
    expect(deed).toMatchObject({
      action: 'limits.change',
      person_id: admin.id,
      details: { before: { limits: [] }, after: { limits: [DAY_LIMIT], new_bank_account_wait_hours: 24 } },
    })
    const { sql } = running.database
    await sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour' where person_id = ${admin.id}`
    expect((await put(admin, [])).body.code).toBe('fresh_sign_in_required')
  })

  it.each([
    ['an amount and a count', [{ ...DAY_LIMIT, max_count: 1 }], 'limits.0.max_in_cents'],
    ['neither', [{ scope: 'enterprise', per: 'day', outcome: 'refuse' }], 'limits.0.max_in_cents'],
    [
      'a count per payment',
      [{ scope: 'enterprise', per: 'payment', max_count: 2, outcome: 'refuse' }],
      'limits.0.max_count',
    ],
    ['nobody to approve', [{ ...DAY_LIMIT, outcome: 'approve' }], 'limits.0.needed'],
    ['a viewer to approve', [{ ...ASK, approvers: ['viewer'] }], 'limits.0.approvers.0'],
    ['a role that is none', [{ ...DAY_LIMIT, scope: 'role', of: 'boss' }], 'limits.0.of'],
    ['a key that is none', [{ ...DAY_LIMIT, scope: 'key', of: 'acon_1' }], 'limits.0.of'],
    ['the same twice', [DAY_LIMIT, { ...DAY_LIMIT, max_in_cents: 1 }], 'limits.1'],
  ])('is refused with %s', async (_name, limits, param) => {
    const { id } = await running.enterprise()
    const answer = await put(await signedIn(running, id, 'admin'), limits)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors.map((fault: { param: string }) => fault.param)).toContain(param)
  })

  it('awaits another admin where a change of the rules does', async () => {
    const { id, sandbox } = await running.enterprise()
    const [admin, other] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'admin')]
    await setLimits(running, id, [DAY_LIMIT])
    await setRules(running, id, [{ ...ONE, deed: 'approval_rules', approvers: ['admin'] }])
    const { approval, limits } = (await put(admin, [])).body
    expect(limits).toHaveLength(1)
    expect((await put(other, [])).body.code).toBe('invalid_state')
    const decide = (browser: Browser) => browser.post(`/dashboard/api/sandbox/v1/approval/${approval.id}/approve`)
    expect((await decide(admin)).status).toBe(403)
    expect(await readLimits(sandbox)).toHaveLength(1)
    expect((await decide(other)).body).toMatchObject({ status: 'approved', subject: { type: 'limits' } })
    expect(await readLimits(sandbox)).toEqual([])
  })

  it("keeps the provider's limits above the enterprise's own", async () => {
    const { id, sandbox } = await running.enterprise()
    const admin = await signedIn(running, id, 'admin')
    await running.database.sql`
      update tenants set payout_limits = ${JSON.stringify([{ ...DAY_LIMIT, set_by: 'provider' }])}::json
      where enterprise_id = ${id} and environment = 'sandbox'`
    await put(admin, [{ ...DAY_LIMIT, max_in_cents: 90_000_000 }])
    expect((await readLimits(sandbox)).map(({ set_by }) => set_by)).toEqual(['provider', 'enterprise'])
    expect((await pay(sandbox, await connected(sandbox, 'direct'), 10_001)).status).toBe(403)
  })

  it('of a role adds up what all people of the role pay, and no key', async () => {
    const limit: PayoutLimit = { scope: 'role', of: 'finance', per: 'day', max_in_cents: 1_000, outcome: 'refuse' }
    const { id, sandbox } = await running.enterprise()
    const [one, two] = [await signedIn(running, id, 'finance'), await signedIn(running, id, 'finance')]
    const creator = await connected(sandbox, 'direct')
    await setLimits(running, id, [limit])
    const by = (browser: Browser, amount_in_cents: number) =>
      browser.post('/dashboard/api/sandbox/v1/payout', { account_connection: creator, amount_in_cents })
    expect((await by(one, 600)).status).toBe(201)
    expect((await by(two, 401)).body).toMatchObject({ code: 'limit_exceeded', limit: { of: 'finance' } })
    await paid(sandbox, creator, 50_000)
    expect((await by(two, 400)).status).toBe(201)
    await usageIsExact(running, id, [limit])
  })
})

describe('a pay file', () => {
  async function file(limits: readonly PayoutLimit[], ...amounts: number[]) {
    const { id, sandbox } = await running.enterprise()
    const finance = await signedIn(running, id, 'finance')
    const creator = await connected(sandbox, 'direct')
    await setLimits(running, id, limits)
    const rows = amounts.map((amount) => `${creator},${amount}`)
    const { file_id } = (await bring(finance, csvOf('connection,amount_in_cents', rows))).body
    return { id, sandbox, finance, creator, file: file_id }
  }

  it('above a limit is refused when it is confirmed, and nobody is paid', async () => {
    const { sandbox, finance, file: id } = await file([DAY_LIMIT], 6_000, 4_001)
    expect((await confirm(finance, id)).body).toMatchObject({
      code: 'limit_exceeded',
      limit: { left_in_cents: 10_000 },
    })
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(0)
  })

  it('counts for the role of the person who confirmed it', async () => {
    const limit: PayoutLimit = { scope: 'role', of: 'finance', per: 'day', max_in_cents: 10_000, outcome: 'refuse' }
    const { id, sandbox, finance, file: paying } = await file([limit], 6_000, 4_000)
    await confirm(finance, paying)
    expect(await settled(finance, paying)).toMatchObject({ state: 'done', done: 2 })
    expect((await readLimits(sandbox))[0]).toMatchObject({ used_in_cents: 10_000, left_in_cents: 0 })
    await usageIsExact(running, id, [limit])
  })

  it('above a limit that asks awaits approval, and is paid once it is approved', async () => {
    const { id, finance, file: paying } = await file([ASK], 6_000, 4_001)
    const { approval } = (await confirm(finance, paying)).body
    const admin = await signedIn(running, id, 'admin')
    expect((await admin.post(`/dashboard/api/sandbox/v1/approval/${approval.id}/approve`)).status).toBe(200)
    expect(await settled(finance, paying)).toMatchObject({ state: 'done', done: 2 })
  })

  it('stops where others have used the limit up meanwhile', async () => {
    const { id, finance, file: paying } = await file([ASK], 6_000)
    await running.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, id, 'sandbox')
      // The payouts of the file wait for this lock, until the others are counted.
      await lockOperating(tx, tenant)
      expect((await confirm(finance, paying)).body.state).toBe('running')
      const day = periodStart('day', await tenantNow(tx, tenant))
      await tx`
        insert into limit_usage (tenant_id, scope, subject, period, starts_at, amount_in_cents, count)
        values (${tenant}, 'enterprise', '', 'day', ${day}, 6000, 1)`
    })
    expect(await settled(finance, paying)).toMatchObject({ state: 'failed', why: expect.stringContaining('limit') })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import { approve, approvingKey, ONE, readApproval, reject, setRules, TWO } from '../support/approvals.ts'
import { advance, auditClean, balances, change, connected, OPENING, paid, read, remove } from '../support/payouts.ts'
import { deedsOf, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
})

const DAY = 86_400

/** An enterprise under these rules, with two keys that may approve. */
async function underRules(...rules: ApprovalRule[]) {
  const { id, sandbox } = await running.enterprise()
  const [first, second] = [await approvingKey(running, id), await approvingKey(running, id)]
  await setRules(running, id, rules)
  return { id, sandbox, first, second }
}

const entriesOf = ({ activity }: { activity: { entry: string }[] }): string[] => activity.map(({ entry }) => entry)

describe('an approval ends', () => {
  it('by one rejection: canceled, the money is back, and the reason is shown', async () => {
    const { sandbox, first } = await underRules(TWO)
    const payout = await paid(sandbox, await connected(sandbox, 'ach'), 1_000)
    const rejected = await reject(first.client, payout.approval.id, 'paid already')
    expect(rejected.body).toMatchObject({ status: 'rejected', rejected: { by: first.id, reason: 'paid already' } })
    const after = await read(sandbox, payout.id)
    expect(after).toMatchObject({ status: 'canceled', fee_in_cents: 0, approval: { status: 'rejected' } })
    expect(entriesOf(after)).toContain('Canceled: rejected by Approver: paid already')
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    expect(await approve(first.client, payout.approval.id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    await auditClean(running.database)
  })

  it('after seven days: canceled as of that moment, however late it is looked at', async () => {
    const { id, sandbox, first } = await underRules(TWO)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    const { expires_at } = await readApproval(sandbox, payout.approval.id)
    expect(Date.parse(expires_at) - Date.parse(payout.created_at)).toBe(7 * DAY * 1_000)
    await advance(sandbox, 8 * DAY)
    expect(await read(sandbox, payout.id)).toMatchObject({
      status: 'canceled',
      updated_at: expires_at,
      approval: { status: 'expired' },
    })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    expect((await approve(first.client, payout.approval.id)).status).toBe(409)
    await expect
      .poll(async () => (await deedsOf(running, id)).map(({ action }) => action))
      .toContain('approvals.expired')
  })

  it('when the connection is deleted, the payout canceled or failed: void', async () => {
    const { sandbox, first } = await underRules(TWO)
    const creator = await connected(sandbox, 'direct')
    const [gone, canceled, failed] = [
      await paid(sandbox, await connected(sandbox, 'direct'), 1_000),
      await paid(sandbox, creator, 1_000),
      await paid(sandbox, creator, 1_000),
    ]
    await remove(sandbox, gone.account_connection)
    await change(sandbox, canceled.id, { status: 'canceled' })
    await sandbox.post('/sandbox/payout-error', { payout: failed.id })
    for (const { id, approval } of [gone, canceled, failed]) {
      expect(await readApproval(sandbox, approval.id)).toMatchObject({ status: 'void' })
      expect((await approve(first.client, approval.id)).status).toBe(409)
      expect((await read(sandbox, id)).status).not.toBe('pending')
    }
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })
})

describe('a change of the subject', () => {
  it.each([
    ['its description', { description: 'another' }],
    ['its date', { date: new Date(Date.now() + DAY * 1_000).toISOString() }],
    ['its user data', { user_data: { a: 1 } }],
  ])('%s voids what was given', async (_name, body) => {
    const { sandbox, first, second } = await underRules(TWO)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    await approve(first.client, payout.approval.id)
    const changed = await change(sandbox, payout.id, body)
    expect(changed).toMatchObject({ status: 200, body: { status: 'ready', approval: { status: 'awaiting' } } })
    expect(await readApproval(sandbox, payout.approval.id)).toMatchObject({ status: 'awaiting', given: [] })
    await approve(second.client, payout.approval.id)
    expect((await read(sandbox, payout.id)).status).toBe('ready')
    await advance(sandbox, 2 * DAY)
    expect((await read(sandbox, payout.id)).status).toBe('ready')
  })

  it('where the creator is paid voids it too', async () => {
    const { sandbox, first } = await underRules(TWO)
    const creator = await connected(sandbox, 'direct')
    const payout = await paid(sandbox, creator, 1_000)
    await approve(first.client, payout.approval.id)
    const { body: link } = await sandbox.post('/connect-link', { account_connection: creator })
    expect(link.url).toBeTruthy()
    await running.database.sql`update account_connections set status = 'created', type = null where id = ${creator}`
    await sandbox.post('/sandbox/connect', { account_connection: creator, type: 'ach' })
    expect(await readApproval(sandbox, payout.approval.id)).toMatchObject({ status: 'awaiting', given: [] })
  })

  it('that changes nothing voids nothing', async () => {
    const { sandbox, first } = await underRules(TWO)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    await approve(first.client, payout.approval.id)
    await change(sandbox, payout.id, { description: payout.description })
    expect((await readApproval(sandbox, payout.approval.id)).given).toHaveLength(1)
  })
})

describe('telling of it', () => {
  it('an event at each step, and mails to approvers and maker', async () => {
    const { id, sandbox } = await underRules({ ...ONE, approvers: ['finance', 'admin'] })
    const creator = await connected(sandbox, 'direct')
    const [maker, checker] = [await signedIn(running, id, 'finance'), await signedIn(running, id, 'admin')]
    const { body: payout } = await maker.post('/dashboard/api/sandbox/v1/payout', {
      account_connection: creator,
      amount_in_cents: 1_000,
    })
    const messages = async (kind: string): Promise<{ to: string; subject: string; text: string }[]> =>
      (await sandbox.get('/sandbox/message?page_size=100')).body.data.filter(
        (one: { kind: string }) => one.kind === kind,
      )
    await expect.poll(() => messages('approval_needed')).toHaveLength(1)
    const [asked] = await messages('approval_needed')
    expect(asked).toMatchObject({ to: checker.email })
    expect(asked?.text).toContain(`/dashboard/sandbox/approvals/${payout.approval.id}`)
    expect(asked?.text).toContain('10.00')
    await checker.post(`/dashboard/api/sandbox/v1/approval/${payout.approval.id}/approve`)
    await expect.poll(() => messages('approval_decided')).toHaveLength(1)
    expect((await messages('approval_decided'))[0]).toMatchObject({
      to: maker.email,
      subject: expect.stringMatching(/^Approved: /),
    })
    const events = await sandbox.get(`/event?type=approval.update&resource=${payout.approval.id}`)
    expect(events.body.data).toHaveLength(2)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { approve, approvingKey, ONE, readApproval, reject, setRules, TWO } from '../support/approvals.ts'
import { advance, auditClean, balances, change, connected, OPENING, paid, read, remove } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  second = await startService({ WORKER_POLL_MS: '60000' }, running.databaseUrl)
})

const ROUNDS = 12
const AMOUNT = 1_000

/** An enterprise with two keys that approve, each at a process of its own. */
async function scene(rule = TWO) {
  const { id, sandbox } = await running.enterprise()
  const one = await approvingKey(running, id)
  const other = await approvingKey(second, id)
  await setRules(running, id, [rule])
  return { id, sandbox, one, other, creator: await connected(sandbox, 'direct') }
}

/** How often a payout was initiated, by its log. */
const initiated = ({ activity }: { activity: { entry: string }[] }): number =>
  activity.filter(({ entry }) => entry.startsWith('Payment initiated')).length

describe('two approvers at the same moment, over two processes', () => {
  it('the last one who is needed carries it out, once', async () => {
    const { sandbox, one, other, creator } = await scene()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      const answers = await Promise.all([approve(one.client, approval.id), approve(other.client, approval.id)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers.map(({ body }) => body.status).sort()).toEqual(['approved', 'awaiting'])
      const after = await read(sandbox, id)
      expect([after.status, initiated(after)]).toEqual(['pending', 1])
    }
    await advance(sandbox, 5)
    expect(await balances(sandbox)).toEqual({ operating: OPENING - ROUNDS * AMOUNT, pending: 0 })
    await auditClean(running.database)
  })

  it('of an approval and a rejection, one counts', async () => {
    const { sandbox, one, other, creator } = await scene(ONE)
    for (let round = 0; round < ROUNDS; round++) {
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      const [yes, no] = await Promise.all([approve(one.client, approval.id), reject(other.client, approval.id)])
      expect([yes.status, no.status].sort()).toEqual([200, 409])
      const after = await readApproval(sandbox, approval.id)
      expect(after.status).toBe(yes.status === 200 ? 'approved' : 'rejected')
      expect((await read(sandbox, id)).status).toBe(yes.status === 200 ? 'pending' : 'canceled')
    }
    await auditClean(running.database)
  })

  it('one Idempotency-Key gives one approval, and the same answer', async () => {
    const { sandbox, one, creator } = await scene(ONE)
    const { approval } = await paid(sandbox, creator, AMOUNT)
    const options = { idempotencyKey: 'once' }
    const [first, again] = [
      await approve(one.client, approval.id, options),
      await approve(one.client, approval.id, options),
    ]
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('an approval meets', () => {
  it('a cancellation: paid, or canceled, never both', async () => {
    const { sandbox, one, creator } = await scene(ONE)
    for (let round = 0; round < ROUNDS; round++) {
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      const [yes] = await Promise.all([approve(one.client, approval.id), change(sandbox, id, { status: 'canceled' })])
      const { status } = await read(sandbox, id)
      expect([yes.status, status]).toEqual(yes.status === 200 ? [200, 'pending'] : [409, 'canceled'])
      expect((await readApproval(sandbox, approval.id)).status).toBe(yes.status === 200 ? 'approved' : 'void')
    }
    await auditClean(running.database)
  })

  it('a change of the payout: the change voids it, or comes too late', async () => {
    const { sandbox, one, other, creator } = await scene()
    const date = new Date(Date.now() + 86_400_000).toISOString()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      await approve(one.client, approval.id)
      const [, changed] = await Promise.all([approve(other.client, approval.id), change(sandbox, id, { date })])
      const after = await readApproval(sandbox, approval.id)
      if (after.status === 'approved') expect(changed.status).toBe(409)
      else expect(after.given.length).toBeLessThan(2)
      expect((await read(sandbox, id)).status).toBe(after.status === 'approved' ? 'pending' : 'ready')
    }
  })

  it('its expiry: paid, or canceled and given back, never both', async () => {
    const { sandbox, one, creator } = await scene(ONE)
    for (let round = 0; round < 4; round++) {
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      const [yes] = await Promise.all([approve(one.client, approval.id), advance(sandbox, 7 * 86_400)])
      const { status } = await read(sandbox, id)
      expect(status).toBe(yes.status === 200 ? 'sent' : 'canceled')
    }
    await auditClean(running.database)
  })

  it('the deletion of its connection: initiated before, or canceled', async () => {
    const { sandbox, one } = await scene(ONE)
    for (let round = 0; round < 4; round++) {
      const creator = await connected(sandbox, 'direct')
      const { id, approval } = await paid(sandbox, creator, AMOUNT)
      const [yes] = await Promise.all([approve(one.client, approval.id), remove(sandbox, creator)])
      expect((await read(sandbox, id)).status).toBe(yes.status === 200 ? 'pending' : 'canceled')
    }
    await auditClean(running.database)
  })

  it('the loss of the role: given before and it counts, or refused, never paid by nobody', async () => {
    const { id, sandbox, one, creator } = await scene({ ...TWO, approvers: ['finance', 'api_key'] })
    const [admin, finance] = [await signedIn(running, id, 'admin'), await signedIn(second, id, 'finance')]
    const giveRole = async (role: string) =>
      expect((await admin.post(`/dashboard/api/people/${finance.id}/role`, { role })).status).toBe(200)
    for (let round = 0; round < 8; round++) {
      const { id: payout, approval } = await paid(sandbox, creator, AMOUNT)
      const byFinance = () => finance.post(`/dashboard/api/sandbox/v1/approval/${approval.id}/approve`)
      // The one who loses the role is the last to agree, or was the first.
      const isLast = round % 2 === 0
      expect((await (isLast ? approve(one.client, approval.id) : byFinance())).status).toBe(200)
      const [last] = await Promise.all([isLast ? byFinance() : approve(one.client, approval.id), giveRole('viewer')])
      const { status, given } = await readApproval(sandbox, approval.id)
      expect(last.status).toBe(isLast && status === 'awaiting' ? 403 : 200)
      expect([given.length, (await read(sandbox, payout)).status]).toEqual(
        status === 'approved' ? [2, 'pending'] : [1, 'ready'],
      )
      await giveRole('finance')
    }
    await auditClean(running.database)
  })

  it('funds that run out: what is held stays held', async () => {
    const { id, sandbox, one, creator } = await scene(ONE)
    const { id: payout, approval } = await paid(sandbox, creator, AMOUNT)
    await setRules(running, id, [])
    const { operating } = await balances(sandbox)
    await paid(sandbox, creator, operating)
    expect((await balances(sandbox)).operating).toBe(0)
    expect((await approve(one.client, approval.id)).status).toBe(200)
    expect((await read(sandbox, payout)).status).toBe('pending')
    await auditClean(running.database)
  })

  it('a stop of payouts by the audit: approved, and initiated once they go on', async () => {
    const { id, sandbox, one, creator } = await scene(ONE)
    const { id: payout, approval } = await paid(sandbox, creator, AMOUNT)
    const stop = (because: string | null) => running.database.sql`
      update tenants set payouts_stopped_because = ${because} where enterprise_id = ${id} and environment = 'sandbox'`
    await stop('a test')
    expect((await approve(one.client, approval.id)).body.status).toBe('approved')
    await advance(sandbox, 5)
    expect((await read(sandbox, payout)).status).toBe('ready')
    await stop(null)
    await advance(sandbox, 5)
    expect((await read(sandbox, payout)).status).toBe('sent')
  })
})

describe('without a worker', () => {
  it('an approval whose time is over is read as expired, and its payout as canceled', async () => {
    const { id, sandbox, one, creator } = await scene(ONE)
    const [a, b] = [await paid(sandbox, creator, AMOUNT), await paid(sandbox, creator, AMOUNT)]
    await running.database.sql`
      update tenants set clock_offset_ms = clock_offset_ms + ${7 * 86_400_000}
      where enterprise_id = ${id} and environment = 'sandbox'`
    expect((await approve(one.client, a.approval.id)).body.message).toContain('`expired`')
    expect(await read(sandbox, a.id)).toMatchObject({ status: 'canceled', approval: { status: 'expired' } })
    expect((await sandbox.get('/payout?status=ready')).body.pagination.total).toBe(0)
    expect((await sandbox.get('/approval?status=expired')).body.pagination.total).toBe(2)
    expect(await readApproval(sandbox, b.approval.id)).toMatchObject({ status: 'expired' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import { approve, approvingKey, ONE, readApproval, reject, setRules, TWO } from '../support/approvals.ts'
import { advance, auditClean, OPENING, timePasses } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { ACCOUNT, held, readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const HOUR = 3_600
const DAY = 24 * HOUR

async function treasury(...rules: ApprovalRule[]) {
  const { id, sandbox } = await running.enterprise()
  if (rules.length > 0) await setRules(running, id, rules)
  return { id, sandbox, client: await withdrawingKey(running, id) }
}

const entries = ({ activity }: { activity: { entry: string }[] }): string[] => activity.map(({ entry }) => entry)

describe('a withdrawal', () => {
  it('reserves the amount, leaves with the batch on the hour, and costs nothing', async () => {
    const { client } = await treasury()
    const made = await withdrawn(client, 250_000, { user_data: { month: 'October' } })
    expect(made).toMatchObject({
      amount_in_cents: 250_000,
      fee_in_cents: 0,
      status: 'pending',
      destination: 'Checking ••••6789',
      user_data: { month: 'October' },
    })
    expect(made.id).toMatch(/^wdr_/)
    expect(made.description).toMatch(/^Withdrawal from /)
    expect(made.activity.map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'ready',
      'ready',
      'pending',
    ])
    expect(await held(client)).toEqual({ operating: OPENING - 250_000, pending: 250_000 })
    await advance(client, HOUR)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'sent' })
    expect(await held(client)).toEqual({ operating: OPENING - 250_000, pending: 0 })
    await advance(client, DAY)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })

  it('to an account number that begins with 9 is returned half an hour later', async () => {
    const { client } = await treasury()
    const set = await client.post('/sandbox/bank-account', { ...ACCOUNT, account_number: '900011112222' })
    expect(set).toMatchObject({ status: 200, body: { destination: 'Checking ••••2222' } })
    // Batches leave on the hour: an hour later, this one left five minutes ago.
    const now = Date.parse((await client.get('/sandbox/clock')).body.now)
    const fiveAfter = (Math.floor(now / 3_600_000) + 1) * 3_600_000 + 300_000
    await client.post('/sandbox/clock/advance', { to: new Date(fiveAfter).toISOString() })
    const { id } = await withdrawn(client, 1_000)
    await advance(client, HOUR)
    expect(await readWithdrawal(client, id)).toMatchObject({ status: 'sent', destination: 'Checking ••••2222' })
    await advance(client, HOUR / 2)
    expect(await readWithdrawal(client, id)).toMatchObject({ status: 'returned', failure_code: 'R03' })
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })

  it('goes to the account that is registered when its batch leaves', async () => {
    const { client } = await treasury()
    const { id } = await withdrawn(client, 1_000)
    await client.post('/sandbox/bank-account', { ...ACCOUNT, account_type: 'savings' })
    expect((await readWithdrawal(client, id)).destination).toBe('Savings ••••2333')
    await advance(client, HOUR)
    expect(await readWithdrawal(client, id)).toMatchObject({ status: 'sent', destination: 'Savings ••••2333' })
  })

  it('of more than the operating account holds is refused, and of all of it is not', async () => {
    const { client } = await treasury()
    const refused = await client.post('/withdrawal', { amount_in_cents: OPENING + 1 })
    expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
    expect((await client.get('/withdrawal')).body.pagination.total).toBe(0)
    await withdrawn(client, OPENING)
    expect(await held(client)).toEqual({ operating: 0, pending: OPENING })
  })

  it('is made once, whatever is retried', async () => {
    const { client } = await treasury()
    const once = { idempotencyKey: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/withdrawal', { amount_in_cents: 500 }, once)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await client.post('/withdrawal', { amount_in_cents: 501 }, once)).status).toBe(409)
    expect(await held(client)).toEqual({ operating: OPENING - 500, pending: 500 })
  })

  it('needs a key that names the scope', async () => {
    const { sandbox } = await treasury()
    const refused = await sandbox.post('/withdrawal', { amount_in_cents: 500 })
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing', scope: 'withdrawals' } })
    expect((await sandbox.get('/withdrawal')).status).toBe(200)
  })

  it('is refused in production while no bank account is registered', async () => {
    const { id } = await treasury()
    const client = await withdrawingKey(running, id, 'production')
    const refused = await client.post('/withdrawal', { amount_in_cents: 500 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.message).toContain('No bank account is registered')
  })

  it.each([
    [{}, 'amount_in_cents'],
    [{ amount_in_cents: 0 }, 'amount_in_cents'],
    [{ amount_in_cents: 1.5 }, 'amount_in_cents'],
    [{ amount_in_cents: 10_000_000_000 }, 'amount_in_cents'],
    [{ amount_in_cents: 1, account_connection: 'acon_1' }, 'account_connection'],
  ])('with the body %j is refused, naming %s', async (body, param) => {
    const { client } = await treasury()
    const refused = await client.post('/withdrawal', body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param }] } })
  })

  it('is not found by another enterprise, nor under an id that nothing has', async () => {
    const { client } = await treasury()
    const other = await treasury()
    const { id } = await withdrawn(client, 500)
    const [foreign, unknown] = [await other.client.get(`/withdrawal/${id}`), await client.get('/withdrawal/wdr_1')]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect((await other.client.put(`/withdrawal/${id}`, { status: 'canceled' })).status).toBe(404)
    expect((await other.client.get('/withdrawal')).body.data).toEqual([])
  })

  it('returned or failed by simulation gives the money back once', async () => {
    const { client } = await treasury()
    const [one, two] = [await withdrawn(client, 700), await withdrawn(client, 900)]
    const early = await client.post('/sandbox/withdrawal-return', { withdrawal: one.id, code: 'R02' })
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const failed = await client.post('/sandbox/withdrawal-error', { withdrawal: two.id })
    expect(failed).toMatchObject({ status: 200, body: { status: 'error', failure_code: 'payment_failed' } })
    await advance(client, HOUR)
    const returned = await client.post('/sandbox/withdrawal-return', { withdrawal: one.id, code: 'R02' })
    expect(returned).toMatchObject({ status: 200, body: { status: 'returned', failure_code: 'R02' } })
    expect((await client.post('/sandbox/withdrawal-return', { withdrawal: one.id, code: 'R02' })).status).toBe(409)
    expect((await client.post('/sandbox/withdrawal-error', { withdrawal: two.id })).status).toBe(409)
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })
})

describe('an update of a withdrawal', () => {
  it('outside of `ready` cancels nothing, and changes description and user_data', async () => {
    const { client } = await treasury()
    const made = await withdrawn(client, 500, { description: 'first' })
    const changed = await client.put(`/withdrawal/${made.id}`, {
      status: 'canceled',
      description: 'second',
      user_data: { a: 1 },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { status: 'pending', description: 'second', user_data: { a: 1 } },
    })
    const again = await client.put(`/withdrawal/${made.id}`, { description: null, user_data: null })
    expect(again.body.description).toMatch(/^Withdrawal from /)
    expect(again.body.user_data).toBeUndefined()
    const events = (await client.get(`/event?resource=${made.id}`)).body.data
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['withdrawal.update', 'withdrawal.update'])
    expect(events[0].summary).toBe('Withdrawal of $5.00 to Checking ••••6789 was updated: description, user data.')
  })
})

const RULE = { ...TWO, deed: 'withdrawal' } satisfies ApprovalRule
const RULE_OF_ONE = { ...ONE, deed: 'withdrawal' } satisfies ApprovalRule

describe('a withdrawal that needs approval', () => {
  it('is ready with its money held, leaves nothing before two have agreed, and then leaves with the next batch', async () => {
    const { id, client } = await treasury(RULE)
    const [one, two] = [await approvingKey(running, id), await approvingKey(running, id)]
    const made = await withdrawn(client, 40_000)
    expect(made).toMatchObject({ status: 'ready', approval: { status: 'awaiting' } })
    expect(await readApproval(client, made.approval.id)).toMatchObject({
      deed: 'withdrawal',
      subject: { type: 'withdrawal', id: made.id, count: 1, description: 'Withdrawal to Checking ••••6789' },
      amount_in_cents: 40_000,
    })
    await advance(client, DAY)
    await approve(one.client, made.approval.id)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'ready' })
    expect((await approve(two.client, made.approval.id)).body.status).toBe('approved')
    expect(await readWithdrawal(client, made.id)).toMatchObject({
      status: 'pending',
      approval: { id: made.approval.id, status: 'approved' },
    })
    await advance(client, HOUR)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })

  it('can be canceled while it awaits, and its approval is void', async () => {
    const { id, client } = await treasury(RULE)
    const one = await approvingKey(running, id)
    const made = await withdrawn(client, 40_000)
    const canceled = await client.put(`/withdrawal/${made.id}`, { status: 'canceled' })
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', approval: { status: 'void' } } })
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
    expect((await approve(one.client, made.approval.id)).status).toBe(409)
    expect((await client.put(`/withdrawal/${made.id}`, { status: 'canceled' })).body.status).toBe('canceled')
    await auditClean(running.database)
  })

  it('is canceled when it is rejected', async () => {
    const { id, client } = await treasury(RULE)
    const one = await approvingKey(running, id)
    const made = await withdrawn(client, 40_000)
    expect((await reject(one.client, made.approval.id, 'too much')).status).toBe(200)
    const after = await readWithdrawal(client, made.id)
    expect(after).toMatchObject({ status: 'canceled', approval: { status: 'rejected' } })
    expect(entries(after)).toContain('Canceled: rejected by Approver: too much')
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('is canceled after seven days, also where no worker runs', async () => {
    const { id, client } = await treasury(RULE)
    const [read, listed] = [await withdrawn(client, 300), await withdrawn(client, 400)]
    await timePasses(running.database, id, 7 * DAY * 1_000)
    expect(await readWithdrawal(client, read.id)).toMatchObject({ status: 'canceled', approval: { status: 'expired' } })
    const list = (await client.get('/withdrawal?status=canceled')).body
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([listed.id, read.id])
    expect(await held(client)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })

  it('is not approved by its maker; a change of it, or of the bank account, takes approvals back', async () => {
    const { id } = await treasury(RULE)
    const maker = await withdrawingKey(running, id, 'sandbox', ['approvals'])
    const one = await approvingKey(running, id)
    const made = await withdrawn(maker, 40_000)
    expect((await approve(maker, made.approval.id)).status).toBe(403)
    const given = async () => (await readApproval(maker, made.approval.id)).given.length
    await approve(one.client, made.approval.id)
    expect(await given()).toBe(1)
    await maker.put(`/withdrawal/${made.id}`, { description: 'something else' })
    expect(await given()).toBe(0)
    await approve(one.client, made.approval.id)
    await maker.post('/sandbox/bank-account', ACCOUNT)
    expect(await given()).toBe(0)
  })

  it('is another deed than paying: a rule about payouts does not bind it', async () => {
    const { client } = await treasury(TWO)
    expect((await withdrawn(client, 500)).status).toBe('pending')
  })

  it('approved while payouts are stopped waits in `ready`, can be canceled, and leaves nothing', async () => {
    const { id, client } = await treasury(RULE_OF_ONE)
    const one = await approvingKey(running, id)
    const made = await withdrawn(client, 500)
    const stop = (why: string | null) => running.database.sql`
      update tenants set payouts_stopped_because = ${why} where enterprise_id = ${id} and environment = 'sandbox'`
    await stop('a mismatch')
    expect((await client.post('/withdrawal', { amount_in_cents: 1 })).status).toBe(503)
    await approve(one.client, made.approval.id)
    await advance(client, DAY)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'ready' })
    await stop(null)
    await advance(client, HOUR)
    expect(await readWithdrawal(client, made.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('the list of withdrawals', () => {
  it('has pages, newest first, and the filters of other lists', async () => {
    const { client } = await treasury()
    const ids: string[] = []
    for (const amount of [100, 200, 300, 400, 500]) ids.unshift((await withdrawn(client, amount)).id)
    await client.post('/sandbox/withdrawal-error', { withdrawal: ids[1] })
    const idsOf = async (query: string) => {
      const answer = await client.get(`/withdrawal${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data.map(({ id }: { id: string }) => id)
    }
    expect(await idsOf('')).toEqual(ids)
    expect(await idsOf('?page=2&page_size=2')).toEqual(ids.slice(2, 4))
    expect((await client.get('/withdrawal?page=9')).body).toMatchObject({ data: [], pagination: { total: 5 } })
    expect(await idsOf('?status=error')).toEqual([ids[1]])
    expect(await idsOf('?status=error,pending&order=oldest')).toEqual([...ids].reverse())
    expect(await idsOf('?amount_min_in_cents=200&amount_max_in_cents=300')).toEqual(ids.slice(2, 4))
    expect(await idsOf('?created_after=2099-01-01T00:00:00Z')).toEqual([])
    expect((await client.get('/withdrawal?page=0')).status).toBe(400)
    expect((await client.get('/withdrawal?buyer=buy_1')).status).toBe(400)
  })
})

describe('what the enterprise is told', () => {
  it('every change is an event with its sentence, and a mail tells of what was sent and what came back', async () => {
    const { id, client } = await treasury()
    await running.database.sql`
      update tenants set notification_email = 'treasury+sandbox@example.com' where enterprise_id = ${id}`
    const made = await withdrawn(client, 123_456)
    await advance(client, HOUR)
    await client.post('/sandbox/withdrawal-return', { withdrawal: made.id, code: 'R16' })
    const events = (await client.get('/event?type=withdrawal.update')).body.data
    expect(events.map(({ summary, changes }: { summary: string; changes: object }) => [summary, changes])).toEqual([
      [
        'Withdrawal of $1,234.56 to Checking ••••6789 was sent to the ACH network.',
        { status: { before: 'pending', after: 'sent' } },
      ],
      [
        'Withdrawal of $1,234.56 to Checking ••••6789 was returned by the bank: account frozen.',
        { status: { before: 'sent', after: 'returned' }, failure_code: { before: null, after: 'R16' } },
      ],
    ])
    const mails = (await client.get('/sandbox/message?kind=withdrawal')).body.data
    expect(mails.map(({ subject, to }: { subject: string; to: string }) => [to, subject])).toEqual([
      ['treasury+sandbox@example.com', expect.stringContaining('$1,234.56 came back from your bank')],
      ['treasury+sandbox@example.com', expect.stringContaining('$1,234.56 is on its way to your bank')],
    ])
    expect(mails[0].text).toContain('Returned by the bank: account frozen')
  })
})

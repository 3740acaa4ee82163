import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, auditClean, connected, invited, legacyMethod, paid, read, remove } from '../support/payouts.ts'
import { bought, buyerWith, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const connect = (client: Client, id: string, outcome: string, type = 'direct') =>
  client.post('/sandbox/connect', { account_connection: id, type, outcome })

describe('a rejected creator', () => {
  it('is visible on the connection, in its activity and in the list: why, when, and with a code', async () => {
    const { sandbox } = await running.enterprise()
    const [id, untouched] = [await invited(sandbox), await invited(sandbox)]
    const rejected = await connect(sandbox, id, 'rejected')
    const rejection = {
      code: 'identity_check_failed',
      reason: 'The identity check failed.',
      rejected_at: expect.stringMatching(/Z$/),
    }
    expect(rejected.body).toMatchObject({ status: 'created', rejection })
    expect(rejected.body.rejection.rejected_at).toBe(rejected.body.updated_at)
    expect(rejected.body.activity).toEqual([
      { entry: 'Created', date: rejected.body.created_at, type: 'status_change', status: 'created' },
      {
        entry: 'Rejected: the identity check failed',
        date: rejected.body.updated_at,
        type: 'error',
        status: 'created',
        code: 'identity_check_failed',
      },
    ])
    expect((await sandbox.get(`/account-connection/${id}`)).body).toEqual(rejected.body)
    const { data } = (await sandbox.get('/account-connection')).body
    expect(data).toMatchObject([{ id: untouched }, { id, rejection }])
    expect(data[0]).not.toHaveProperty('rejection')
    for (const listed of data) expect(listed).not.toHaveProperty('activity')
  })

  it('after a review has another code; once active, only the activity remembers', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox, { external_id: 'mine' })
    await connect(sandbox, id, 'rejected')
    await advance(sandbox, 60)
    await connect(sandbox, id, 'review')
    expect((await sandbox.get(`/account-connection/${id}`)).body.rejection.code).toBe('identity_check_failed')
    expect((await connect(sandbox, id, 'rejected')).body.rejection.code).toBe('review_failed')
    await connect(sandbox, id, 'approved', 'wallet')
    await connect(sandbox, id, 'approved', 'ach')
    const active = (await sandbox.get('/account-connection/external/mine')).body
    expect(active).not.toHaveProperty('rejection')
    expect((await sandbox.get('/account-connection')).body.data[0]).not.toHaveProperty('rejection')
    await remove(sandbox, id)
    const { activity } = (await sandbox.get(`/account-connection/${id}`)).body
    expect(activity.map(({ entry, status, code }: Record<string, string>) => [entry, status, code])).toEqual([
      ['Created', 'created', undefined],
      ['Rejected: the identity check failed', 'created', 'identity_check_failed'],
      ['Submitted in Connect: the identity check is open', 'pending', undefined],
      ['Rejected: the identity check stayed open for a review, and the review failed', 'created', 'review_failed'],
      ['Activated by the creator: paid to the wallet', 'active', undefined],
      ['Payout method changed by the creator: paid by ACH', 'active', undefined],
      ['Deleted', 'deleted', undefined],
    ])
  })
})

describe('a payout that failed carries a code', () => {
  const failed = (payout: { activity: { type: string; code?: string }[] }) =>
    payout.activity.filter(({ type }) => type === 'error').map(({ code }) => code)

  it('of a simulated failure, of a permission that was gone, of a bank account that cannot be read', async () => {
    const { sandbox } = await running.enterprise()
    const simulated = await paid(sandbox, await connected(sandbox, 'direct'), 100)
    expect(simulated).not.toHaveProperty('failure_code')
    await sandbox.post('/sandbox/payout-error', { payout: simulated.id })
    const gone = await connected(sandbox, 'wallet')
    const date = new Date(Date.now() + 3_600_000).toISOString()
    const later = await paid(sandbox, gone, 100, { date })
    await running.database.sql`update account_connections set credit_granted = false where id = ${gone}`
    const [broken, missing] = [await connected(sandbox, 'ach'), await connected(sandbox, 'ach')]
    const unreadable = await paid(sandbox, broken, 100)
    const lost = await paid(sandbox, missing, 100)
    await running.database.sql`
      update account_connections set bank_sealed = set_byte(bank_sealed, 40, 1 + get_byte(bank_sealed, 40) % 250) where id = ${broken}`
    await running.database.sql`update account_connections set bank_sealed = null where id = ${missing}`
    await advance(sandbox, 2 * 3_600)
    for (const [{ id }, code] of [
      [simulated, 'payment_failed'],
      [later, 'permission_not_granted'],
      [unreadable, 'bank_account_unreadable'],
      [lost, 'bank_account_missing'],
    ] as const) {
      const payout = await read(sandbox, id)
      expect(payout).toMatchObject({ status: 'error', failure_code: code })
      expect(failed(payout)).toEqual([code])
    }
    await auditClean(running.database)
  })

  it('and one that was returned that of the bank', async () => {
    const { sandbox } = await running.enterprise()
    const bank = await invited(sandbox, { legacy_payout_method: legacyMethod({ account_number: '9123' }) })
    const { id } = await paid(sandbox, bank, 100)
    await advance(sandbox, 2 * 3_600)
    expect(await read(sandbox, id)).toMatchObject({ status: 'returned', failure_code: 'R03' })
  })
})

it.each([
  ['declined', 'card_declined'],
  ['noFunds', 'insufficient_funds'],
] as const)('a card that is %s says so by a code, in the answer and in the activity', async (card, code) => {
  const { sandbox } = await running.enterprise()
  const { id } = await ordered(sandbox, await buyerWith(sandbox, card))
  const refused = await sandbox.post(`/purchase/${id}/commit`)
  expect(refused).toMatchObject({ status: 402, body: { code: 'card_declined', decline_code: code } })
  expect((await readPurchase(sandbox, id)).activity.at(-1)).toMatchObject({ type: 'error', code })
})

describe('GET /enterprise', () => {
  const shown = async (client: Client) => {
    const { refunds_due_in_cents, reserved_fees_in_cents, pending_payouts } = (await client.get('/enterprise')).body
    return { due: refunds_due_in_cents, fees: reserved_fees_in_cents, pending: pending_payouts.balance_in_cents }
  }

  it('shows the fees that are reserved for payouts that wait, and no others', async () => {
    const { sandbox } = await running.enterprise()
    const wallet = await connected(sandbox, 'wallet')
    const date = new Date(Date.now() + 3_600_000).toISOString()
    await paid(sandbox, wallet, 100, { date })
    const { id } = await paid(sandbox, await invited(sandbox), 200)
    await paid(sandbox, await connected(sandbox, 'ach'), 300)
    expect(await shown(sandbox)).toEqual({ due: 0, fees: 50, pending: 125 + 225 + 300 })
    await sandbox.put(`/payout/${id}`, { status: 'canceled' })
    expect((await shown(sandbox)).fees).toBe(25)
    await advance(sandbox, 2 * 3_600)
    expect(await shown(sandbox)).toEqual({ due: 0, fees: 0, pending: 0 })
  })

  it('shows the debt of a chargeback that found the account short, until later credits have repaid it', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await bought(sandbox, await buyerWith(sandbox), 10_000)
    await advance(sandbox, SETTLED_SECONDS)
    const { balance_in_cents } = (await sandbox.get('/enterprise')).body.operating_account
    await paid(sandbox, await connected(sandbox, 'direct'), balance_in_cents - 1_000)
    expect((await sandbox.post('/sandbox/chargeback', { purchase: id })).status).toBe(200)
    expect((await shown(sandbox)).due).toBe(9_000)
    await sandbox.post('/sandbox/funding', { amount_in_cents: 4_000 })
    expect((await shown(sandbox)).due).toBe(5_000)
    await sandbox.post('/sandbox/funding', { amount_in_cents: 9_000 })
    expect((await shown(sandbox)).due).toBe(0)
    expect((await sandbox.get('/enterprise')).body.operating_account.balance_in_cents).toBe(4_000)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import {
  requireTenant,
  resumeEnterprise,
  SUSPENDED_ROUTES,
  SUSPENDED_STEPS,
  suspendEnterprise,
} from '../../src/tenants/index.ts'
import { approve, approvingKey, ONE, setRules } from '../support/approvals.ts'
import { agreed } from '../support/contracts.ts'
import { CALLS, furnish, type Ids, operationsOf } from '../support/operations.ts'
import { asked } from '../support/p2p.ts'
import { bring, confirm, csvOf } from '../support/pay-files.ts'
import { accounts, advance, auditClean, balances, change, connected, invited, paid, read } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { bought, buyerWith } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
})

const suspend = (enterprise: string) =>
  running.database.transaction(async (tx) =>
    suspendEnterprise(tx, await requireTenant(tx, enterprise, 'sandbox'), 'The review is open'),
  )

const resume = (enterprise: string) =>
  running.database.transaction(async (tx) => resumeEnterprise(tx, await requireTenant(tx, enterprise, 'sandbox')))

const inTable = (name: string): string => name.replace(/\{(\w+)\}/g, ':$1')

describe('a suspended enterprise', () => {
  it('has an effect named for every route that changes something', async () => {
    const changing = (await operationsOf(running.roots.production)).filter((name) => !name.startsWith('GET '))
    expect(Object.keys(SUSPENDED_ROUTES).sort()).toEqual(changing.map(inTable).sort())
  })

  it('is refused exactly what the table stops', async () => {
    const stopped = Object.entries(SUSPENDED_ROUTES).filter(([, effect]) => effect === 'stops')
    // Written down a second time, so that a slip of the table is noticed.
    expect(stopped.map(([name]) => name)).toEqual([
      'POST /payout',
      'POST /payout/batch',
      'POST /withdrawal',
      'POST /p2p',
      'POST /p2p/:id/commit',
    ])
    const { id, sandbox } = await running.enterprise()
    const ids: Ids = await furnish(sandbox, 'sandbox')
    const treasury = await withdrawingKey(running, id)
    await suspend(id)
    for (const [name, effect] of Object.entries(SUSPENDED_ROUTES)) {
      const operation = Object.keys(CALLS).find((one) => inTable(one) === name) as string
      const [method = ''] = name.split(' ')
      const made = CALLS[operation]
      if (!made) throw new Error(`${name} is called nowhere`)
      const { path, body } = made(ids)
      const client = path.startsWith('/withdrawal') ? treasury : sandbox
      const answer = await client.call(method, path, body)
      if (effect === 'stops')
        expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'enterprise_suspended'])
      else expect([name, answer.body.code]).not.toEqual([name, 'enterprise_suspended'])
    }
    expect((await sandbox.get('/enterprise')).body.suspended).toEqual({
      since: expect.any(String),
      reason: 'The review is open.',
    })
    await auditClean(running.database)
  })

  it('initiates, sends and approves nothing new until it is resumed; returns and refunds go on', async () => {
    const { id, sandbox } = await running.enterprise()
    const approver = await approvingKey(running, id)
    const [bank, creator] = [
      await connected(sandbox, 'ach'),
      await connected(sandbox, 'direct', { email: 'd+sandbox@example.com' }),
    ]
    const purchase = await bought(sandbox, await buyerWith(sandbox))
    const sent = await paid(sandbox, bank, 1_000)
    await advance(sandbox, 3_600)
    const pending = await paid(sandbox, bank, 1_000)
    const [{ now }] = [(await sandbox.get('/sandbox/clock')).body]
    const scheduled = await paid(sandbox, creator, 1_000, { date: new Date(Date.parse(now) + 60_000).toISOString() })
    await setRules(running, id, [ONE])
    const awaiting = await paid(sandbox, creator, 1_000)
    await suspend(id)
    expect((await approve(approver.client, awaiting.approval.id)).status).toBe(200)
    await advance(sandbox, 7_200)
    for (const { id: payout } of [scheduled, awaiting])
      expect(await read(sandbox, payout)).toMatchObject({ status: 'ready' })
    expect(await read(sandbox, pending.id)).toMatchObject({ status: 'pending' })
    expect((await sandbox.post('/sandbox/payout-return', { payout: sent.id, code: 'R23' })).body.status).toBe(
      'returned',
    )
    expect((await sandbox.put(`/purchase/${purchase.id}`, { status: 'refunded' })).status).toBe(200)
    const finance = await signedIn(running, id, 'finance')
    const { file_id } = (await bring(finance, csvOf('connection,amount_in_cents', [`${creator},100`]))).body
    expect((await confirm(finance, file_id)).body.code).toBe('enterprise_suspended')
    expect(await resume(id)).toEqual({ reason: 'The review is open.' })
    await advance(sandbox, 3_600)
    for (const { id: payout } of [scheduled, awaiting, pending]) {
      expect(await read(sandbox, payout)).toMatchObject({ status: 'sent' })
    }
    await auditClean(running.database)
  })

  it('dates what waited at the resume or later: state, activity, transfers and events', async () => {
    const { id, sandbox } = await running.enterprise()
    const treasury = await withdrawingKey(running, id)
    const creator = await connected(sandbox, 'direct')
    const bank = await connected(sandbox, 'ach', { email: 'late+sandbox@example.com' })
    const now = async () => Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    const date = new Date((await now()) + 60_000).toISOString()
    const scheduled = await paid(sandbox, creator, 1_000, { date })
    const pending = await paid(sandbox, bank, 1_000)
    const arriving = await paid(sandbox, creator, 1_000)
    const renamed = await paid(sandbox, creator, 1_000)
    const withdrawal = await withdrawn(treasury, 1_000)
    await suspend(id)
    await change(sandbox, renamed.id, { description: 'changed while it is held back' })
    await advance(sandbox, 7_200)
    const before = await now()
    await resume(id)
    await advance(sandbox, 7_200)
    const { sql } = running.database
    const waited = [
      await read(sandbox, scheduled.id),
      await read(sandbox, pending.id),
      await read(sandbox, arriving.id),
      await read(sandbox, renamed.id),
      await readWithdrawal(treasury, withdrawal.id),
    ]
    const steps: Record<string, string[]> = { [scheduled.id]: ['pending', 'sent'], default: ['sent'] }
    for (const { id: resource, status, updated_at, activity } of waited) {
      expect([resource, status, Date.parse(updated_at) >= before]).toEqual([resource, 'sent', true])
      for (const step of steps[resource] ?? steps.default ?? []) {
        const entry = activity.find(
          (one: { type: string; status: string }) => one.type === 'status_change' && one.status === step,
        )
        expect([resource, step, Date.parse(entry.date) >= before]).toEqual([resource, step, true])
      }
      const [transfer] = await sql<{ at: Date }[]>`
        select max(at) as at from ledger_transfers where source_id = ${resource}`
      expect([resource, (transfer?.at.getTime() ?? 0) >= before]).toEqual([resource, true])
      const events = (await sandbox.get(`/event?resource=${resource}`)).body.data
      expect([resource, Date.parse(events.at(-1)?.created_at) >= before]).toEqual([resource, true])
    }
    await auditClean(running.database)
  })

  it('does by time and by the outside world exactly what the table lets go on', async () => {
    const { id, sandbox } = await running.enterprise()
    const ids = await furnish(sandbox, 'sandbox')
    const bank = await connected(sandbox, 'ach', { email: 'bank+sandbox@example.com' })
    const purchase = await bought(sandbox, await buyerWith(sandbox))
    await agreed(sandbox, ids.connection)
    const [sent, filed] = [await paid(sandbox, bank, 1_000), await paid(sandbox, bank, 2_000)]
    await advance(sandbox, 3_600)
    const { sql } = running.database
    // As if it had left in a bank file and the bank had confirmed that.
    const inFile = await paid(sandbox, bank, 1_000)
    await sql`update payouts set ach_file = 'ach_1', batch_at = null where id = ${inFile.id}`
    const [pending, unclaimed] = [await paid(sandbox, bank, 1_000), await paid(sandbox, await invited(sandbox), 1_000)]
    const now = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    const scheduled = await paid(sandbox, bank, 1_000, { date: new Date(now + 60_000).toISOString() })
    const finance = await signedIn(running, id, 'finance')
    const { file_id } = (await bring(finance, csvOf('connection,amount_in_cents', [`${bank},100`]))).body
    const payment = await asked(sandbox, { source: ids.connection, destination: ids.peer })
    await sandbox.post(`/p2p/${payment.id}/commit`, { code: '000000' })
    const fees = async () => (await accounts(running.database, id, 'fees'))[0] ?? 0
    const charged = await fees()
    const treasury = await withdrawingKey(running, id)
    const withdrawal = await withdrawn(treasury, 1_000)
    await suspend(id)
    expect((await sandbox.post('/sandbox/payout-return', { payout: sent.id, code: 'R23' })).status).toBe(200)
    const deposit = { account_connection: ids.connection, deposit_source: 'video_ads', amount_in_cents: 1_000 }
    const before = (await balances(sandbox)).operating
    await sandbox.post('/sandbox/deposit', deposit)
    const split = (await balances(sandbox)).operating - before
    const confirmed = await confirm(finance, file_id)
    await advance(sandbox, 7_200)
    await sandbox.put(`/purchase/${purchase.id}`, { status: 'refunded' })
    await advance(sandbox, 31 * 86_400)
    const status = async (payout: { id: string }) => (await read(sandbox, payout.id)).status
    const happened: Record<keyof typeof SUSPENDED_STEPS, boolean> = {
      'a payout is initiated: its date has come, its creator has claimed it, or it was approved':
        (await status(scheduled)) !== 'ready',
      'a pending payout is sent, or leaves in a bank file': (await status(pending)) === 'sent',
      'the next rows of a confirmed pay file are paid': confirmed.status === 200,
      'a withdrawal is initiated, sent, or leaves in a bank file':
        (await readWithdrawal(treasury, withdrawal.id)).status === 'sent',
      'a payout that left in a bank file is recorded as sent': (await status(inFile)) === 'sent',
      'a bank returns a payout': (await status(sent)) === 'returned' && (await status(filed)) === 'sent',
      'an unclaimed or unapproved payout expires': (await status(unclaimed)) === 'canceled',
      'a committed P2P payment is processed': (await sandbox.get(`/p2p/${payment.id}`)).body.status === 'sent',
      'a purchase settles, is refunded or charged back':
        (await sandbox.get(`/purchase/${purchase.id}`)).body.status === 'reversed',
      'a deposit arrives and is split': split === 100,
      'fees are collected': (await fees()) > charged,
    }
    const table = Object.entries(SUSPENDED_STEPS).map(([step, effect]) => [step, effect === 'goes on'])
    expect(happened).toEqual(Object.fromEntries(table))
  })

  it('is suspended once, and resumed once', async () => {
    const { id } = await running.enterprise()
    await expect(resume(id)).rejects.toThrow('not suspended')
    await suspend(id)
    await expect(suspend(id)).rejects.toThrow('suspended already')
  })
})

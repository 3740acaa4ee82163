import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import type { Tx } from '../../src/platform/database.ts'
import { approve, approvingKey, ONE, setRules } from '../support/approvals.ts'
import { createClient } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { advance, auditClean, connected, OPENING } from '../support/payouts.ts'
import { readBanner, startProgram } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'
import { held, newTreasuryKey, readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  second = await startService({ WORKER_POLL_MS: '60000' }, running.databaseUrl)
})

const ROUNDS = 25

/** An enterprise whose key may pay and withdraw, with a client at each of two processes. */
async function treasury() {
  const { id, sandbox } = await running.enterprise()
  return { id, sandbox, here: await withdrawingKey(running, id), there: await withdrawingKey(second, id) }
}

describe('at the same moment, over two processes', () => {
  it('of two withdrawals and a payout that the balance suffices for one of, exactly one is made', async () => {
    const { sandbox, here, there } = await treasury()
    const creator = await connected(sandbox, 'direct')
    await withdrawn(here, OPENING)
    for (let round = 1; round <= ROUNDS; round++) {
      await here.post('/sandbox/funding', { amount_in_cents: 1_000 })
      const answers = await Promise.all([
        here.post('/withdrawal', { amount_in_cents: 1_000 }),
        there.post('/withdrawal', { amount_in_cents: 1_000 }),
        (round % 2 ? here : there).post('/payout', { account_connection: creator, amount_in_cents: 1_000 }),
      ])
      expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([201, 402, 402])
      expect((await held(here)).operating).toBe(0)
    }
    await auditClean(running.database)
  })

  it('an approval and a cancellation: initiated, or canceled and given back, never both', async () => {
    const { id, here, there } = await treasury()
    const one = await approvingKey(second, id)
    await setRules(running, id, [{ ...ONE, deed: 'withdrawal' } satisfies ApprovalRule])
    let left = 0
    for (let round = 0; round < ROUNDS; round++) {
      const made = await withdrawn(here, 100)
      const [yes] = await Promise.all([
        approve(one.client, made.approval.id),
        there.put(`/withdrawal/${made.id}`, { status: 'canceled' }),
      ])
      const { status } = await readWithdrawal(here, made.id)
      expect([yes.status, status]).toEqual(yes.status === 200 ? [200, 'pending'] : [409, 'canceled'])
      if (status === 'pending') left += 100
    }
    expect(await held(here)).toEqual({ operating: OPENING - left, pending: left })
    await auditClean(running.database)
  })

  it('a return that is told twice gives back once, and a failure meets the batch in one of both', async () => {
    const { here, there } = await treasury()
    for (let round = 0; round < 6; round++) {
      const made = await withdrawn(here, 100)
      const [failed] = await Promise.all([
        there.post('/sandbox/withdrawal-error', { withdrawal: made.id }),
        advance(here, 3_600),
      ])
      const { status } = await readWithdrawal(here, made.id)
      expect(status).toBe(failed.status === 200 ? 'error' : 'sent')
      if (status !== 'sent') continue
      const told = { withdrawal: made.id, code: 'R02' }
      const answers = await Promise.all([
        here.post('/sandbox/withdrawal-return', told),
        there.post('/sandbox/withdrawal-return', told),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    }
    expect(await held(here)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })
})

/** Rows that the transaction of a request waits for: before it has written anything, and when nothing but COMMIT is left. */
const MOMENTS: Record<string, (tx: Tx, tenant: number) => PromiseLike<unknown>> = {
  'before anything is written': (tx, tenant) =>
    tx`select 1 from ledger_accounts where tenant_id = ${tenant} and code = 'operating' for update`,
  'between the row and its transfer': (tx, tenant) =>
    tx`select 1 from ledger_accounts where tenant_id = ${tenant} and code = 'pending_withdrawals' for update`,
}

it.each(Object.entries(MOMENTS))(
  'kill -9 of the process that makes a withdrawal, %s: nothing is left of it, and the retry makes it once',
  async (_name, hold) => {
    const { id, here } = await treasury()
    const key = await newTreasuryKey(running, id)
    const program = startProgram({
      args: ['api'],
      variables: { DATABASE_URL: running.databaseUrl, VAULT_KEY, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    })
    await program.printed('Ctrl-C stops it.')
    const { base } = readBanner(program.output())
    const { sql } = running.database
    const [tenant] = await sql<{ id: number }[]>`
      select id from tenants where enterprise_id = ${id} and environment = 'sandbox'`
    const body = { amount_in_cents: 1_000 }
    const once = { idempotencyKey: 'once' }
    await running.database.transaction(async (tx) => {
      await hold(tx, tenant?.id ?? 0)
      const asked = createClient(base, key)
        .post('/withdrawal', body, once)
        .catch(() => undefined)
      await expect.poll(() => countLockWaits({ sql })).toBeGreaterThan(0)
      program.child.kill('SIGKILL')
      await program.ended
      await asked
    })
    await expect.poll(async () => (await held(here)).pending).toBe(0)
    expect((await here.get('/withdrawal')).body.data).toEqual([])
    const made = await running.client('sandbox', key).post('/withdrawal', body, once)
    expect(made.status, made.text).toBe(201)
    const again = await running.client('sandbox', key).post('/withdrawal', body, once)
    expect(again.text).toBe(made.text)
    expect(await held(here)).toEqual({ operating: OPENING - 1_000, pending: 1_000 })
    await auditClean(running.database)
  },
)

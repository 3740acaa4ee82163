import { expect, it } from 'vitest'
import type { Tx } from '../../src/platform/database.ts'
import { approve, approvingKey, ONE, readApproval, setRules } from '../support/approvals.ts'
import { createClient } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { advance, auditClean, balances, connected, OPENING, paid, read } from '../support/payouts.ts'
import { readBanner, startProgram } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

/** Rows that the approving transaction waits for: before it has written anything, and when nothing but COMMIT is left. */
const MOMENTS: Record<string, (tx: Tx, tenant: number) => PromiseLike<unknown>> = {
  'before anything is written': (tx, tenant) =>
    tx`select 1 from ledger_accounts where tenant_id = ${tenant} and code = 'operating' for update`,
  'after everything is written, before COMMIT': (tx, tenant) =>
    tx`select 1 from counters where tenant_id = ${tenant} and kind = 'event' for update`,
}

it.each(Object.entries(MOMENTS))(
  'kill -9 of the approving process %s: paid once, by the retry',
  async (_name, hold) => {
    const running = await startService({ WORKER_POLL_MS: '60000' })
    const { id, sandbox } = await running.enterprise()
    const approver = await approvingKey(running, id)
    await setRules(running, id, [ONE])
    const { id: payout, approval } = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    const program = startProgram({
      args: ['api'],
      variables: { DATABASE_URL: running.databaseUrl, VAULT_KEY, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    })
    await program.printed('Ctrl-C stops it.')
    const { base } = readBanner(program.output())
    const { sql } = running.database
    const [tenant] = await sql<{ id: number }[]>`
    select id from tenants where enterprise_id = ${id} and environment = 'sandbox'`
    await running.database.transaction(async (tx) => {
      await hold(tx, tenant?.id ?? 0)
      const asked = approve(createClient(base, approver.key), approval.id).catch(() => undefined)
      await expect.poll(() => countLockWaits({ sql })).toBeGreaterThan(0)
      program.child.kill('SIGKILL')
      await program.ended
      await asked
    })
    expect((await readApproval(sandbox, approval.id)).status).toBe('awaiting')
    expect((await read(sandbox, payout)).status).toBe('ready')
    await expect.poll(async () => (await approve(approver.client, approval.id)).status).toBe(200)
    await advance(sandbox, 3)
    expect(await read(sandbox, payout)).toMatchObject({ status: 'sent', approval: { status: 'approved' } })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_000, pending: 0 })
    await auditClean(running.database)
  },
)

it('a batch that is too large to be initiated at once is paid once by workers that are killed', async () => {
  const PAYOUTS = 1_200
  const running = await startService({}, undefined, { role: 'api' })
  const { id, sandbox } = await running.enterprise()
  const approver = await approvingKey(running, id)
  await setRules(running, id, [ONE])
  const entry = { account_connection: await connected(sandbox, 'direct'), amount_in_cents: 10 }
  const { body } = await sandbox.post('/payout/batch', { payouts: Array.from({ length: PAYOUTS }, () => entry) })
  const { approval } = body.payouts[0]
  expect((await approve(approver.client, approval.id)).body.status).toBe('approved')
  const counted = async (status: string): Promise<number> =>
    (await sandbox.get(`/payout?status=${status}&page_size=1`)).body.pagination.total
  expect(await counted('ready')).toBe(PAYOUTS)
  const worker = async () => {
    const program = startProgram({
      args: ['worker'],
      variables: { DATABASE_URL: running.databaseUrl, VAULT_KEY, WORKER_POLL_MS: '10', LOG_LEVEL: 'silent' },
    })
    await program.printed('Tributary worker is running.')
    return program
  }
  const killed = await worker()
  await expect.poll(() => counted('ready')).toBeLessThan(PAYOUTS)
  killed.child.kill('SIGKILL')
  await killed.ended
  const last = await worker()
  await expect.poll(() => counted('sent'), { timeout: 30_000 }).toBe(PAYOUTS)
  last.child.kill('SIGTERM')
  expect(await balances(sandbox)).toEqual({ operating: OPENING - PAYOUTS * 10, pending: 0 })
  await auditClean(running.database)
})

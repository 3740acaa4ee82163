import { describe, expect, it } from 'vitest'
import { auditEverything, auditSinceLast } from '../../src/app/audit.ts'
import { auditOnce } from '../../src/app/worker.ts'
import type { Database, Tx } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { agreed, deposit } from '../support/contracts.ts'
import { asked, commit, pair } from '../support/p2p.ts'
import { auditClean, connected, paid } from '../support/payouts.ts'
import { runOperator } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

/** As ledger/audit.ts takes it. */
const AUDIT_LOCK = 7_461_005
const silent = createLogger('silent')

/** The worker of the service may be auditing at this very moment; then it sees the same. */
const sinceLast = async (database: Database) => (await auditSinceLast(database)) ?? []

/** A service of its own: what these tests do to a book would disturb others. */
async function busy() {
  const running = await startService({ WORKER_POLL_MS: '60000' })
  const { sandbox } = running
  const connection = await connected(sandbox, 'direct')
  for (let nth = 0; nth < 3; nth++) await paid(sandbox, connection, 1_000 + nth)
  await sandbox.post('/sandbox/clock/advance', { seconds: 60 })
  await paid(sandbox, connection, 500)
  return { running, sandbox, connection }
}

/** What no code of ours does, done with the owner's rights. */
const TAMPERINGS = [
  [
    'an account whose totals were changed',
    `update ledger_accounts set credits = credits + 1, debits = debits + 1 where code = 'operating'`,
  ],
  ['a book out of balance', `update ledger_accounts set credits = credits + 1 where code = 'fees_payable'`],
  ['a payout that vanished', `delete from payouts where status = 'pending'`],
  [
    'a payout whose amount was changed',
    `update payouts set amount_in_cents = amount_in_cents + 1 where status = 'pending'`,
  ],
] as const

describe('the audit', () => {
  it('is clean after ordinary business, whole and from where it last stopped', async () => {
    const { running, sandbox, connection } = await busy()
    await auditClean(running.database)
    expect(await sinceLast(running.database)).toEqual([])
    await paid(sandbox, connection, 700)
    expect(await sinceLast(running.database)).toEqual([])
    const [row] = await running.database.sql`select count(*)::int as count from ledger_checkpoints`
    expect(row?.count).toBeGreaterThan(3)
  })

  it('that begins while another one ends leaves it to that one', async () => {
    const { running, sandbox, connection } = await busy()
    const { database } = running
    await sinceLast(database)
    await paid(sandbox, connection, 700)
    /** The real database, on which another audit begins and ends between the snapshot of this one and its lock. */
    const overtaken: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((tx) => {
          const query = async (parts: TemplateStringsArray, ...values: never[]) => {
            if (!parts[0]?.includes('pg_try_advisory_xact_lock')) return tx(parts, ...values)
            await tx`select 1`
            expect(await sinceLast(database)).toEqual([])
            return tx(parts, ...values)
          }
          return work(Object.assign(query, { liftTimeLimits: () => tx.liftTimeLimits() }) as unknown as Tx)
        }),
    }
    expect(await auditSinceLast(overtaken)).toBeUndefined()
    expect(await sinceLast(database)).toEqual([])
  })

  it('that finds another one under way says that it has checked nothing, so that one that hangs is noticed', async () => {
    const { running } = await busy()
    const { database } = running
    const hanging = await database.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(${AUDIT_LOCK}::bigint)`
      return auditOnce(database, silent)
    })
    expect(hanging).toBe(false)
    await expect.poll(() => auditOnce(database, silent)).toBe(true)
  })

  it.each(TAMPERINGS)('finds %s, whole and incrementally', async (_name, statement) => {
    const { running } = await busy()
    await sinceLast(running.database)
    await running.database.sql.unsafe(statement)
    expect((await auditEverything(running.database)).length).toBeGreaterThan(0)
    expect((await sinceLast(running.database)).length).toBeGreaterThan(0)
  })

  it.each([
    ['p2p.sent', `update p2p_payments set amount_in_cents = amount_in_cents + 1 where status = 'sent'`],
    ['p2p.sent', `update p2p_payments set status = 'error' where status = 'sent'`],
    ['deposit', 'delete from deposits'],
    ['contract.split', 'update contract_splits set amount_in_cents = amount_in_cents - 1'],
    ['contract.split.bank', 'delete from contract_splits'],
    ['contract.split', `update contract_splits set id = id || 'x'`],
  ])('finds transfers of kind %s that differ from their rows: %s', async (kind, statement) => {
    const { running, sandbox } = await busy()
    const between = await pair(sandbox)
    await agreed(sandbox, between.source)
    await deposit(sandbox, between.source, 5_000)
    await commit(sandbox, (await asked(sandbox, between)).id)
    await sandbox.post('/sandbox/clock/advance', { seconds: 5 })
    await auditClean(running.database)
    await running.database.sql.unsafe(statement)
    const found = (await auditEverything(running.database)).map(({ what }) => what)
    expect(found).toContainEqual(expect.stringContaining(`transfers of kind ${kind} differ`))
  })

  it('stops the payouts of the tenant it concerns, repairs nothing, and a person lets them go on', async () => {
    const { running, sandbox, connection } = await busy()
    const other = await running.enterprise()
    const elsewhere = await connected(other.sandbox, 'direct')
    await running.database.sql`update payouts set amount_in_cents = amount_in_cents + 1 where status = 'pending'`
    await auditOnce(running.database, silent)
    const refused = await sandbox.post('/payout', { account_connection: connection, amount_in_cents: 100 })
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.body.message).toContain('paused')
    await paid(other.sandbox, elsewhere, 100)
    expect((await auditEverything(running.database)).length).toBeGreaterThan(0)

    await running.database.sql`update payouts set amount_in_cents = amount_in_cents - 1 where status = 'pending'`
    const { id } = (await sandbox.get('/enterprise')).body
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    expect(await runOperator(['payouts', 'resume', id, 'sandbox'], variables)).toMatchObject({ code: 0 })
    await paid(sandbox, connection, 100)
  })

  it('names accounts that do not exist, and payouts to connections that do not; only the whole audit looks for them', async () => {
    const { running, sandbox } = await busy()
    const { id } = (await sandbox.get('/enterprise')).body
    await running.database.sql`
      insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
      select id, 'nobody', 'nothing', 999998, 999999, 5, now() from tenants
      where enterprise_id = ${id} and environment = 'sandbox'`
    await running.database.sql`update payouts set account_connection = 'acon_gone' where amount_in_cents = 1000`
    const whole = (await auditEverything(running.database)).map(({ what }) => what).sort()
    expect(whole).toEqual([
      expect.stringMatching(/^1 payouts go to connections that do not exist, the first is pay_/),
      'account 999998 does not exist, its transfers are debits 5 and credits 0',
      'account 999999 does not exist, its transfers are debits 0 and credits 5',
    ])
    expect(await sinceLast(running.database)).toEqual([])
  })

  it('is a command for anyone, which exits with 1 and says what disagrees', async () => {
    const { running } = await busy()
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    const clean = await runOperator(['audit'], variables)
    expect(clean).toMatchObject({ code: 0 })
    expect(clean.output).toContain('Every book balances')
    await running.database.sql`update ledger_accounts set credits = credits + 1 where code = 'fees_payable'`
    const broken = await runOperator(['audit'], variables)
    expect(broken.code).toBe(1)
    expect(broken.output).toContain('account fees_payable')
  })
})

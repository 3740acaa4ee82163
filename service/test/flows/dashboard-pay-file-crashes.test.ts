import { expect, it } from 'vitest'
import { bring, confirm, csvOf, readFileOf, settled } from '../support/pay-files.ts'
import { auditClean, connected } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type Program, startProgram } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

const ROWS = 10_000
const KILLS = 4

it('a file of 10,000 rows is paid once, whoever is killed on the way', async () => {
  const running = await startService({}, undefined, { role: 'api' })
  const { id, sandbox } = await running.enterprise()
  const browser = await signedIn(running, id, 'finance')
  const creators = await Promise.all(Array.from({ length: 5 }, () => connected(sandbox, 'direct')))
  const rows = Array.from({ length: ROWS }, (_none, nth) => `${creators[nth % 5]},${(nth % 900) + 1},Row ${nth + 2}`)
  const { file_id, error_count } = (await bring(browser, csvOf('connection,amount_in_cents,memo', rows))).body
  expect(error_count).toBe(0)
  expect((await confirm(browser, file_id)).body).toMatchObject({ state: 'running', done: 0, of: ROWS })

  const worker = async (): Promise<Program> => {
    const program = startProgram({
      args: ['worker'],
      variables: { DATABASE_URL: running.databaseUrl, VAULT_KEY, WORKER_POLL_MS: '10', LOG_LEVEL: 'silent' },
    })
    await program.printed('Tributary worker is running.')
    return program
  }
  let before = 0
  for (let kill = 0; kill < KILLS; kill++) {
    // Two at once, so that one may take over what the other still holds.
    const workers = await Promise.all([worker(), worker()])
    let done = before
    while (done === before) done = (await readFileOf(browser, file_id)).done
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
    before = (await readFileOf(browser, file_id)).done
    if (before === ROWS) break
  }
  const last = await worker()
  expect(await settled(browser, file_id)).toMatchObject({ state: 'done', done: ROWS, of: ROWS })
  last.child.kill('SIGTERM')

  const [counted] = await running.database.sql<{ payouts: number; rows: number; lost: number }[]>`
    select (select count(*)::int from payouts where tenant_id = row.tenant_id) as payouts,
      count(distinct payout)::int as rows,
      count(*) filter (where not exists (
        select 1 from payouts where tenant_id = row.tenant_id and id = row.payout
          and amount_in_cents = (row.entry->>'amount_in_cents')::bigint and description = 'Row ' || row.line))::int as lost
    from pay_file_rows row where file = ${file_id} group by row.tenant_id`
  expect(counted).toEqual({ payouts: ROWS, rows: ROWS, lost: 0 })
  await auditClean(running.database)
})

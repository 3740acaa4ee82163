import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPair, type Pair } from '../../../prove/failover/pair.ts'
import { Finding } from '../../src/operator/command.ts'
import { examine } from '../../src/operator/doctor.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { signedIn } from '../support/people.ts'
import { readMetrics, startService, VAULT_KEY } from '../support/service.ts'

const PATHS = ['home', 'search?q=Newcomer', 'export/buyers.csv', 'ledger/trial-balance', 'ledger/accounts']

let pair: Pair

beforeAll(async () => {
  pair = await openPair()
})
afterAll(() => pair.close())

it('heavy pages and files come from the standby and say as of when; lists and decisions never do', async () => {
  const read = { DATABASE_READ_URL: pair.standbyUrl(), DATABASE_READ_LAG_SECONDS: '3600' }
  const service = await startService(read, pair.primaryUrl())
  const standby = openDatabase({ url: pair.standbyUrl(), connectionsMax: 1, isReadOnly: true })
  onTestFinished(() => standby.close())
  const browser = await signedIn(service, service.service.demo?.enterprise as string, 'admin')
  const get = async (path: string) => {
    const answer = await browser.get(`/dashboard/api/sandbox/${path}`)
    return { status: answer.status, asOf: answer.headers.get('data-as-of'), text: answer.text }
  }
  await expect.poll(async () => (await get('home')).asOf).not.toBeNull()

  await standby.sql`select pg_wal_replay_pause()`
  const person = { first_name: 'Newcomer', last_name: 'Late', email: 'late@example.com' }
  const buyer = await service.sandbox.post('/buyer', person)
  expect(buyer.status).toBe(201)
  const created = Date.now()
  const found = await get('search?q=Newcomer')
  expect(found.text).not.toContain(buyer.body.id)
  expect(Date.parse(found.asOf ?? '')).toBeLessThanOrEqual(created)
  // The same person in a list, which is read where it was written.
  const listed = await get('v1/buyer')
  expect([listed.asOf, listed.text.includes(buyer.body.id)]).toEqual([null, true])
  expect(await readMetrics(service.roots.sandbox)).toMatch(/tributary_standby_lag_seconds [\d.]+/)

  await standby.sql`select pg_wal_replay_resume()`
  await expect.poll(async () => (await get('search?q=Newcomer')).text).toContain(buyer.body.id)
  for (const path of PATHS) {
    const { status, asOf } = await get(path)
    expect([path, status, asOf]).toEqual([path, 200, expect.stringMatching(/^2\d{3}-.*Z$/)])
  }
})

it('doctor finds a replication slot whose log is gone, autovacuum that is off, and an index that is not whole', async () => {
  const primary = openDatabase({ url: pair.primaryUrl(), connectionsMax: 1 })
  onTestFinished(() => primary.close())
  const { sql } = primary
  const said = async (): Promise<string> => {
    const lines = await examine({ DATABASE_URL: pair.primaryUrl(), VAULT_KEY }).catch((error: unknown) => {
      if (error instanceof Finding) return [error.message]
      throw error
    })
    return lines.join('\n')
  }
  await sql`select pg_create_physical_replication_slot('left_behind', true)`
  const sound = await said()
  for (const what of ['Every replication slot is read', 'Autovacuum keeps up', 'Every index is whole']) {
    expect(sound).toMatch(new RegExp(`^ok    ${what}$`, 'm'))
  }

  await sql.unsafe(`alter system set max_slot_wal_keep_size = '1MB'`)
  await sql.unsafe('alter system set autovacuum = off')
  await sql`select pg_reload_conf()`
  await sql.unsafe('create table half_built (id integer)')
  await sql.unsafe('create index half_built_id on half_built (id)')
  await sql.unsafe(`update pg_index set indisvalid = false where indexrelid = 'half_built_id'::regclass`)
  for (let file = 0; file < 4; file++) {
    await sql`select pg_logical_emit_message(false, 'doctor', 'a new file of the log')`
    await sql`select pg_switch_wal()`
  }
  await sql.unsafe('checkpoint')
  const ill = await said()
  expect(ill).toMatch(
    /^FAIL {2}Every replication slot is read: the log that the slot left_behind needs is gone: .*\n {6}Start its standby/m,
  )
  expect(ill).toMatch(/^FAIL {2}Autovacuum keeps up: autovacuum is off\n {6}Switch autovacuum on/m)
  expect(ill).toMatch(/^FAIL {2}Every index is whole: half_built_id was not built to its end\n {6}Run `reindex/m)
})

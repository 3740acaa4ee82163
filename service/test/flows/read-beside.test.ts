import { expect, it, onTestFinished } from 'vitest'
import { openPair } from '../../../prove/failover/pair.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { signedIn } from '../support/people.ts'
import { readMetrics, startService } from '../support/service.ts'

const PATHS = ['home', 'search?q=Newcomer', 'export/buyers.csv', 'ledger/trial-balance', 'ledger/accounts']

it('heavy pages and files come from the standby and say as of when; lists and decisions never do', async () => {
  const pair = await openPair()
  onTestFinished(() => pair.close())
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

import { beforeAll, describe, expect, it } from 'vitest'
import { deedsOf, enrolled, signedIn } from '../support/people.ts'
import { runOperator } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let live: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  live = await startService({ PRODUCTION_URL: 'https://pay.example.com', WORKER_POLL_MS: '60000' })
})

const SETTINGS = '/dashboard/api/sandbox/settings'

async function adminOf(service: RunningService, name: string) {
  const { id, sandbox } = await service.enterprise(name)
  const admin = await signedIn(service, id, 'admin')
  if (service === live) await enrolled(admin)
  return { id, sandbox, admin, rename: (to: string) => admin.call('PUT', SETTINGS, { name: to }) }
}

const nameOf = async ({ sandbox }: { sandbox: RunningService['sandbox'] }) =>
  (await sandbox.get('/enterprise')).body.name

describe('the name of an enterprise', () => {
  it('is changed after a fresh sign-in alone, and the change is in the audit log', async () => {
    const north = await adminOf(running, 'North Music')
    await running.database.sql`
      update person_sessions set confirmed_at = statement_timestamp() - interval '11 minutes' where person_id = ${north.admin.id}`
    expect((await north.rename('South Music')).body.code).toBe('fresh_sign_in_required')
    expect(await nameOf(north)).toBe('North Music')
    // The form sends the name that it has: that is no change.
    const same = await north.admin.call('PUT', SETTINGS, {
      name: 'North Music',
      notification_email: 'ops@north.example',
    })
    expect(same.status, same.text).toBe(200)
    const again = await signedIn(running, north.id, 'admin')
    expect((await again.call('PUT', SETTINGS, { name: '  South   Music ' })).body.own.name).toBe('South Music')
    expect(await nameOf(north)).toBe('South Music')
    const renamed = (await deedsOf(running, north.id)).find(({ action }) => action === 'enterprise.rename')
    expect(renamed?.details).toEqual({ from: 'North Music', to: 'South Music', held: false })
  })

  it('holds nothing that turns or hides letters', async () => {
    const east = await adminOf(running, 'East Music')
    for (const name of ['East\u202EcisuM', 'East\u2066Music', 'Ea\u200Bst', 'East\u0007', '\u0000', '— — —']) {
      const refused = await east.rename(name)
      expect([name, refused.status, refused.body.errors?.[0].param]).toEqual([name, 400, 'name'])
    }
    expect(await nameOf(east)).toBe('East Music')
  })

  it("does not look like another's, also not when both ask at once", async () => {
    await adminOf(running, 'Paypool Studios')
    const west = await adminOf(running, 'West Music')
    for (const name of [
      'PAYPOOL, STUDIOS',
      'Раурооl Studios',
      'PaypooI Stud1os',
      'Paypóól Studios',
      'Tributary Support',
    ]) {
      const refused = await west.rename(name)
      expect([name, refused.status, refused.body.errors?.[0].param]).toEqual([name, 400, 'name'])
    }
    const [one, two] = [await adminOf(running, 'One Music'), await adminOf(running, 'Two Music')]
    const answers = await Promise.all([one.rename('Brand New Name'), two.rename('BRAND NEW NARNE')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it("waits for the operator's review where production is served", async () => {
    const one = await adminOf(live, 'Live One')
    const two = await adminOf(live, 'Live Two')
    const asked = await one.rename('Bright Future')
    expect(asked.body.own).toMatchObject({ name: 'Live One', requested_name: 'Bright Future' })
    expect(await nameOf(one)).toBe('Live One')
    expect((await two.rename('Bright  future')).status).toBe(400)
    await two.rename('Dark Past')

    const operator = (...words: string[]) =>
      runOperator(words, { DATABASE_URL: live.databaseUrl, VAULT_KEY, LOG_LEVEL: 'silent' })
    const listed = await operator('name', 'list')
    expect(listed.output).toMatch(new RegExp(`${one.id}.*Live One → Bright Future .*Pat admin`))
    expect(listed.output).toContain(`${two.id}`)
    expect((await operator('name', 'approve', one.id)).output).toContain('Approved: Live One → Bright Future')
    expect((await operator('name', 'refuse', two.id)).output).toContain('Refused: Live Two → Dark Past')
    expect([await nameOf(one), await nameOf(two)]).toEqual(['Bright Future', 'Live Two'])
    expect((await operator('name', 'approve', one.id)).code).toBe(1)
    const decided = (await deedsOf(live, one.id))[0]
    expect(decided).toMatchObject({ action: 'enterprise.renamed', person_id: 'operator' })
    expect((await one.admin.get(SETTINGS)).body.own).toEqual({ name: 'Bright Future', notification_email: null })
  })
})

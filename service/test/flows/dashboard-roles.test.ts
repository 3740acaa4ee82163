import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../src/dashboard/index.ts'
import { ENVIRONMENTS, type Environment } from '../../src/kernel/environment.ts'
import type { Answer } from '../support/client.ts'
import { type DashboardRoute, dashboardRoutesOf } from '../support/dashboard-routes.ts'
import { CALLS, furnish, type Ids, namesIds, operationsOf, shape, UNKNOWN } from '../support/operations.ts'
import { auditClean } from '../support/payouts.ts'
import { type Browser, createBrowser, newPerson, signedIn, signIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let owner: Awaited<ReturnType<RunningService['enterprise']>>
let ids: Ids
let people: Record<Role, Browser>
let stranger: Browser
let routes: DashboardRoute[]
const operations = {} as Record<Environment, string[]>

beforeAll(async () => {
  running = await startService()
  owner = await running.enterprise('Owner')
  ids = await furnish(owner.sandbox, 'sandbox')
  people = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await signedIn(running, owner.id, role)])),
  )
  stranger = await signedIn(running, (await running.enterprise('Stranger')).id, 'admin')
  for (const environment of ENVIRONMENTS) operations[environment] = await operationsOf(running.roots[environment])
  routes = await dashboardRoutesOf()
})

afterAll(() => auditClean(running.database))

/** Who may, as the enterprise was told; written down here a second time, so that a slip of the table is noticed. */
const WHO: Record<string, string> = {
  read: 'admin developer finance viewer',
  money: 'admin finance',
  build: 'admin developer',
  simulate: 'admin developer finance',
  books: 'admin finance viewer',
  take: 'admin developer finance',
  rule: 'admin',
}

const API_RULES: readonly [pattern: RegExp, who: string, alsoInSandbox?: string][] = [
  [/^GET \/webhook\/\{id\}\/secret$/, 'build'],
  [/^GET \/audit-log$/, 'rule'],
  [/^GET \/request-log$/, 'build'],
  [/^GET /, 'read'],
  [/^POST \/sandbox\//, 'simulate'],
  [/^(POST|PUT) \/(payout|p2p|purchase|withdrawal)/, 'money', 'developer'],
  [/^(POST|PUT|DELETE) \/(account-connection|connect-link|connect-invite|contract|buyer)/, 'money', 'developer'],
  [/^(POST|PUT|DELETE) \/(webhook|embed-origin)/, 'build'],
  [/^POST \/approval\//, 'simulate'],
]

const DASHBOARD_RULES: readonly [pattern: RegExp, who: string, alsoInSandbox?: string][] = [
  [/^GET \/(me|people|invitations|sign-in-rules)$/, 'read'],
  [/^POST \/(confirm|enterprise)$/, 'read'],
  [/^PUT \/sign-in-rules$/, 'rule'],
  [/^(GET|POST) \/invitation\/:token(\/accept)?$/, 'anyone'],
  [/^GET \/sign-in-options$/, 'anyone'],
  [/^(POST|DELETE) \/(people|invitations)/, 'rule'],
  [/^GET \/audit-log/, 'rule'],
  [/ \/:environment\/keys/, 'build'],
  [/^GET \/:environment\/request-(log|figures)/, 'build'],
  [/^GET \/:environment\/(settings|brand|approval-rules|alert-settings)$/, 'read'],
  [/^PUT \/:environment\/(approval-rules|limits|alert-settings|brand)$/, 'rule'],
  [/^PUT \/:environment\/settings$/, 'rule'],
  [/^POST \/sandbox\/reset$/, 'rule'],
  [/^GET \/:environment\/(home|payouts|purchases|p2p|search|names|timeline|message|pay-file)/, 'read'],
  [/^GET \/:environment\/export/, 'take'],
  [/^GET \/:environment\/ledger\/statement\.csv$/, 'money'],
  [/^GET \/:environment\/(ledger|reconciliation)/, 'books'],
  [/^POST \/:environment\/pay-file/, 'money', 'developer'],
]

function mayThey(rules: typeof API_RULES, name: string, role: Role, environment?: Environment): boolean {
  const rule = rules.find(([pattern]) => pattern.test(name))
  if (!rule) throw new Error(`${name} is in no row of this test: say who may`)
  const [, who, also = ''] = rule
  return `${WHO[who]}${environment === 'sandbox' ? ` ${also}` : ''}`.split(' ').includes(role)
}

/** Whether the guard let it through: what the route itself then says is not the question. */
function wasLetIn({ status, body }: Answer): boolean {
  if (status === 403) expect(body.code).toMatch(/^(forbidden|permission_not_granted)$/)
  expect(status).not.toBe(401)
  return body?.code !== 'forbidden'
}

const filled = (path: string): string => path.replace(/[:{]\w+\}?/g, 'nothing')

describe('every route of the API, through the dashboard', () => {
  it.each(ENVIRONMENTS)('lets in those roles that may, and no other, in %s', async (environment) => {
    for (const name of operations[environment]) {
      const [method = '', path = ''] = name.split(' ')
      for (const role of ROLES) {
        const url = `/dashboard/api/${environment}/v1${filled(path)}`
        const answer = await people[role].call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {})
        const expected = mayThey(API_RULES, name, role, environment)
        expect([environment, name, role, wasLetIn(answer)]).toEqual([environment, name, role, expected])
      }
    }
  })

  it('answers the same as with a key: lists, details, faults and unknown paths', async () => {
    for (const path of [
      '/payout',
      `/payout/${ids.payout}`,
      '/payout?page_size=0',
      '/payout/nothing',
      '/enterprise',
      '/no',
    ]) {
      const [byKey, bySession] = [
        await owner.sandbox.get(path),
        await people.viewer.get(`/dashboard/api/sandbox/v1${path}`),
      ]
      expect(shape(bySession, ids)).toEqual(shape(byKey, ids))
    }
    const put = await people.admin.call('PATCH', '/dashboard/api/sandbox/v1/payout')
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD'])
  })

  it('does a thing once for one Idempotency-Key, as with a key', async () => {
    const pay = () =>
      people.finance.post(
        '/dashboard/api/sandbox/v1/payout',
        // Of a day that does not come: another test looks whether anything has moved.
        { account_connection: ids.connection, amount_in_cents: 150, date: '2090-01-01T00:00:00Z' },
        { 'idempotency-key': 'click-1' },
      )
    const [first, second] = [await pay(), await pay()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('needs a session: neither a key nor nothing opens it, and a session opens no API address', async () => {
    const browser = createBrowser(running.roots.sandbox)
    const key = { authorization: `Basic ${btoa(`${owner.keys.sandbox}:`)}` }
    expect((await browser.get('/dashboard/api/sandbox/v1/payout', key)).status).toBe(401)
    expect((await browser.get('/dashboard/api/sandbox/v1/payout')).status).toBe(401)
    const cookie = { cookie: people.admin.cookies() }
    expect((await browser.get('/enterprise/v1/payout', cookie)).status).toBe(401)
  })

  it('is of that environment alone, from either address', async () => {
    const { email } = await newPerson(running, owner.id, 'viewer')
    for (const root of Object.values(running.roots)) {
      const browser = await signIn(root, email)
      for (const environment of ENVIRONMENTS) {
        const answer = await browser.get(`/dashboard/api/${environment}/v1/enterprise`)
        expect([answer.status, answer.body.environment]).toEqual([200, environment])
      }
    }
    expect((await people.viewer.get('/dashboard/api/staging/v1/enterprise')).status).toBe(404)
  })

  it('cannot be left by a path that climbs', async () => {
    for (const path of ['/../../../metrics', '/%2e%2e/%2e%2e/metrics', '//metrics', '/openapi.json/../../../metrics']) {
      const answer = await people.viewer.get(`/dashboard/api/sandbox/v1${path}`)
      expect([path, answer.text.includes('process_cpu')]).toEqual([path, false])
    }
  })
})

describe('another enterprise', () => {
  it('finds nothing by any id, through the API', async () => {
    const before = await Promise.all(
      ['/payout', '/webhook', '/contract', '/event'].map((path) => owner.sandbox.get(path)),
    )
    for (const name of operations.sandbox.filter(namesIds)) {
      const [method = ''] = name.split(' ')
      const ask = async (which: Ids) => {
        const made = CALLS[name]?.(which)
        return shape(await stranger.call(method, `/dashboard/api/sandbox/v1${made?.path}`, made?.body), which)
      }
      const theirs = await ask(ids)
      expect([name, theirs]).toEqual([name, await ask(UNKNOWN)])
      const expected = name === 'POST /payout/batch' ? 400 : 404
      expect([name, theirs]).toMatchObject([name, { status: expected }])
    }
    const after = await Promise.all(
      ['/payout', '/webhook', '/contract', '/event'].map((path) => owner.sandbox.get(path)),
    )
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  })

  it("finds nothing by any id, on the dashboard's own routes", async () => {
    const admin = people.admin
    const { id: person } = (await admin.get('/dashboard/api/me')).body.person
    const { id: key } = (await admin.post('/dashboard/api/sandbox/keys', { name: 'Owner' })).body
    const invitation = (
      await admin.post('/dashboard/api/invitations', { email: 'guest@people.example', role: 'viewer' })
    ).body.id
    const called = await owner.sandbox.get('/payout')
    const request = called.headers.get('request-id') as string
    await expect.poll(async () => (await admin.get(`/dashboard/api/sandbox/request-log/${request}`)).status).toBe(200)

    const message = (await owner.sandbox.get('/sandbox/message')).body.data.find(
      ({ channel }: { channel: string }) => channel === 'email',
    ).id
    const csv = `account_connection,amount_in_cents\n${ids.connection},100\n`
    const file = (await admin.post('/dashboard/api/sandbox/pay-file', { name: 'pay.csv', csv })).body.file_id
    const theirs: Record<string, { mine: string; body?: object }> = {
      'POST /people/:id/role': { mine: person, body: { role: 'viewer' } },
      'DELETE /people/:id': { mine: person },
      'DELETE /invitations/:id': { mine: invitation },
      'PUT /:environment/keys/:id': { mine: key, body: { name: 'Mine' } },
      'DELETE /:environment/keys/:id': { mine: key },
      'GET /:environment/request-log/:request_id': { mine: request },
      'GET /:environment/message/:id/html': { mine: message },
      'GET /:environment/timeline/:id': { mine: ids.payout },
      'GET /:environment/payouts/:id/story': { mine: ids.payout },
      'GET /:environment/pay-file/:id': { mine: file },
      'GET /:environment/pay-file/:id/rows': { mine: file },
      'POST /:environment/pay-file/:id/confirm': { mine: file, body: {} },
    }
    const named = routes.filter(({ path }) => /:(id|request_id)\b/.test(path))
    expect(named.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(theirs).sort())
    for (const [name, { mine, body }] of Object.entries(theirs)) {
      const [method = '', path = ''] = name.split(' ')
      const at = (id: string) =>
        `/dashboard/api${path.replace(':environment', 'sandbox').replace(/:(id|request_id)/, id)}`
      const answer = await stranger.call(method, at(mine), body)
      const unknown = await stranger.call(method, at(`${mine.slice(0, -4)}zzzz`), body)
      expect([name, answer.status]).toEqual([name, 404])
      expect({ ...answer.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    }
    expect((await stranger.get(`/dashboard/api/sandbox/request-log?request_id=${request}`)).body.data).toEqual([])
    for (const list of [
      'people',
      'invitations',
      'sandbox/keys',
      'sandbox/request-log',
      'sandbox/home',
      'sandbox/pay-file',
      'sandbox/ledger/accounts',
      'sandbox/ledger/statement?account=operating',
      `sandbox/search?q=${ids.payout}`,
      `sandbox/search?q=${ids.external}`,
      'sandbox/export/payouts.csv',
      'sandbox/export/account-connections.csv',
    ]) {
      const text = (await stranger.get(`/dashboard/api/${list}`)).text
      expect([
        list,
        [person, key, invitation, request, file, ids.connection, ids.payout].filter((id) =>
          text.replaceAll(list, '').includes(id),
        ),
      ]).toEqual([list, []])
    }
    // The stranger's audit log names the ids that the stranger has asked for in vain, and what nobody else did.
    const deeds = (await stranger.get('/dashboard/api/audit-log')).body.data
    expect(new Set(deeds.map(({ person_id }: { person_id: string }) => person_id)).size).toBe(1)
    expect((await admin.get('/dashboard/api/sandbox/keys')).body.data).toContainEqual(
      expect.objectContaining({ id: key, revoked_at: null }),
    )
    expect((await admin.get('/dashboard/api/me')).body.role).toBe('admin')
  })
})

describe("every route of the dashboard's own", () => {
  const concrete = (path: string): string => filled(path.replace(':environment', 'sandbox'))

  it('lets in those roles that may, and no other', async () => {
    expect(routes.length).toBeGreaterThan(15)
    for (const { method, path, access } of routes) {
      if (access === 'anyone') continue
      for (const role of ROLES) {
        const answer = await people[role].call(
          method,
          concrete(`/dashboard/api${path}`),
          method === 'GET' ? undefined : {},
        )
        const name = `${method} ${path}`
        const environment = path.startsWith('/:environment') ? 'sandbox' : undefined
        const expected = mayThey(DASHBOARD_RULES, name, role, environment)
        expect([name, role, wasLetIn(answer)]).toEqual([name, role, expected])
      }
    }
  })

  it('is closed to whoever is not signed in', async () => {
    const nobody = createBrowser(running.roots.sandbox)
    for (const { method, path, access } of routes) {
      const answer = await nobody.call(method, concrete(`/dashboard/api${path}`), method === 'GET' ? undefined : {})
      if (path === '/sign-in-options') expect(answer.body).toEqual({ mails_links: false })
      else if (access === 'anyone') expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 409])])
      else expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'unauthorized'])
    }
  })
})

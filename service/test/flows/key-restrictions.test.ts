import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENVIRONMENTS, type Environment } from '../../src/kernel/environment.ts'
import { createKey, type RestrictionsInput, requireTenant, SCOPES, type Scope } from '../../src/tenants/index.ts'
import { ROUTE_SCOPES } from '../../src/tenants/key-scopes.ts'
import type { Client } from '../support/client.ts'
import { CALLS, furnish, type Ids, operationsOf, UNKNOWN } from '../support/operations.ts'
import { deedsOf, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

const PROXIED = { TRUSTED_PROXIES: '127.0.0.1' }

beforeAll(async () => {
  running = await startService(PROXIED)
  second = await startService(PROXIED, running.databaseUrl)
})

const ALL = Object.keys(SCOPES) as Scope[]

async function keyOf(enterprise: string, environment: Environment, limits: RestrictionsInput): Promise<string> {
  const made = await running.database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, enterprise, environment), environment, 'Limited', limits),
  )
  return made.key
}

const clientOf = async (enterprise: string, environment: Environment, limits: RestrictionsInput): Promise<Client> =>
  running.client(environment, await keyOf(enterprise, environment, limits))

/** The scope that the API document asks for an operation. */
async function documentedScopes(environment: Environment): Promise<Record<string, string[]>> {
  const document = (await (await fetch(`${running.roots[environment]}/enterprise/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: { api_key: string[] }[] }>>
  }
  return Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => [
        `${method.toUpperCase()} ${path}`,
        security[0]?.api_key ?? [],
      ]),
    ),
  )
}

/** Written down a second time, so that a slip of the table is noticed. The first pattern that matches decides. */
const RULES: readonly [pattern: RegExp, scope: Scope][] = [
  [/^GET \/webhook\/\{id\}\/secret$/, 'webhooks'],
  [/^GET \/sandbox\/message$/, 'sandbox'],
  [/^GET \/audit-log$/, 'audit'],
  [/^(GET |POST \/contract\/preview$)/, 'read'],
  [/ \/(account-connection|connect-link|connect-invite)/, 'connections'],
  [/ \/approval/, 'approvals'],
  [/ \/withdrawal/, 'withdrawals'],
  [/ \/payout/, 'payouts'],
  [/ \/p2p/, 'p2p'],
  [/ \/contract/, 'contracts'],
  [/ \/buyer/, 'buyers'],
  [/ \/purchase/, 'purchases'],
  [/ \/webhook/, 'webhooks'],
  [/ \/embed-origin/, 'embed_origins'],
  [/ \/sandbox\//, 'sandbox'],
]

const ruleFor = (name: string): Scope => {
  const rule = RULES.find(([pattern]) => pattern.test(name))
  if (!rule) throw new Error(`${name} is in no row of this test: say which scope it needs`)
  return rule[1]
}

describe('scopes', () => {
  it.each(ENVIRONMENTS)('are enforced on every route of %s, and documented', async (environment) => {
    const acme = await running.enterprise()
    // In production there is nothing yet: the scope is checked before a resource is looked for.
    const ids: Ids = environment === 'sandbox' ? await furnish(acme.sandbox, environment) : UNKNOWN
    const documented = await documentedScopes(environment)
    const names = await operationsOf(running.roots[environment])
    expect(names.length).toBeGreaterThan(40)
    const without = Object.fromEntries(
      await Promise.all(
        ALL.map(async (scope) => [
          scope,
          await clientOf(acme.id, environment, { scopes: ALL.filter((other) => other !== scope) }),
        ]),
      ),
    ) as Record<Scope, Client>
    const only = Object.fromEntries(
      await Promise.all(ALL.map(async (scope) => [scope, await clientOf(acme.id, environment, { scopes: [scope] })])),
    ) as Record<Scope, Client>
    for (const name of names) {
      const scope = ruleFor(name)
      const [method = ''] = name.split(' ')
      const call = CALLS[name]?.(ids)
      expect([name, documented[name]]).toEqual([name, [scope]])
      const refused = await without[scope].call(method, call?.path ?? '', call?.body)
      expect([name, refused.status, refused.body.code, refused.body.scope]).toEqual([name, 403, 'scope_missing', scope])
      expect(refused.body.message).toContain(`\`${scope}\``)
      // Each scope opens its own routes, and needs no other beside it.
      const taken = await only[scope].call(method, call?.path ?? '', call?.body)
      expect([name, taken.body.code === 'scope_missing']).toEqual([name, false])
      if (method === 'GET') {
        const head = (client: Client) => client.call('HEAD', call?.path ?? '').then(({ status }) => status)
        expect([name, await head(without[scope])]).toEqual([name, 403])
        expect([name, await head(only[scope])]).toEqual([name, taken.status])
      }
    }
  })

  it('a refused request changes nothing, and does not use its Idempotency-Key up', async () => {
    const acme = await running.enterprise()
    const reader = await clientOf(acme.id, 'sandbox', { scopes: ['read'] })
    const buyer = {}
    expect((await reader.post('/buyer', buyer, { idempotencyKey: 'once' })).status).toBe(403)
    expect((await reader.get('/buyer')).body.pagination.total).toBe(0)
    expect((await acme.sandbox.post('/buyer', buyer, { idempotencyKey: 'once' })).status).toBe(201)
  })

  it('a buyer changed by the path of account connections needs the scope of buyers', async () => {
    const acme = await running.enterprise()
    const { id } = (await acme.sandbox.post('/buyer', {})).body
    const change = (client: Client) => client.put(`/account-connection/${id}`, { first_name: 'Ben' })
    const connections = await change(await clientOf(acme.id, 'sandbox', { scopes: ['connections'] }))
    expect(connections).toMatchObject({ status: 403, body: { code: 'scope_missing', scope: 'buyers' } })
    expect((await change(await clientOf(acme.id, 'sandbox', { scopes: ['buyers'] }))).status).toBe(200)
  })

  it('the table has no route that is not there', async () => {
    const mounted = new Set(
      (await Promise.all(ENVIRONMENTS.map((environment) => operationsOf(running.roots[environment])))).flat(),
    )
    const named = Object.keys(ROUTE_SCOPES).map((route) => route.replace(/\(.*\)$/, '').replace(/:(\w+)/g, '{$1}'))
    expect(named.filter((name) => !mounted.has(name))).toEqual([])
  })

  it('an unknown path is answered 404 and a wrong method 405, whatever the scopes', async () => {
    const acme = await running.enterprise()
    const reader = await clientOf(acme.id, 'sandbox', { scopes: ['read'] })
    expect((await reader.get('/nothing')).status).toBe(404)
    expect((await reader.call('PATCH', '/payout', {})).status).toBe(405)
  })
})

it('a key that names no scope may do all that a key of version 0.1 could, and nothing that came later', async () => {
  const acme = await running.enterprise()
  expect((await acme.sandbox.get('/enterprise')).status).toBe(200)
  const refused = await acme.sandbox.get('/audit-log')
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing', scope: 'audit' } })
})

describe('a restricted key', () => {
  it('is not found by version 0.1, which knows no restriction and would let it do everything', async () => {
    const acme = await running.enterprise()
    const stored = async (key: string): Promise<boolean> => {
      const hash = createHash('sha256').update(key).digest()
      return (await running.database.sql`select 1 from api_keys where hash = ${hash}`).length === 1
    }
    expect(await stored(acme.keys.sandbox)).toBe(true)
    for (const limits of [
      { scopes: ['read'] },
      { expires_at: new Date('2090-01-01') },
      { allowed_networks: ['127.0.0.1'] },
    ]) {
      const key = await keyOf(acme.id, 'sandbox', limits)
      expect([limits, await stored(key)]).toEqual([limits, false])
      expect((await running.client('sandbox', key).get('/enterprise')).status).toBe(200)
    }
  })

  it('expires at its moment by the clock of the database, also where it is cached', async () => {
    const acme = await running.enterprise()
    const now = async (): Promise<number> => {
      const [row] = await running.database.sql<{ now: Date }[]>`select clock_timestamp() as now`
      return (row as { now: Date }).now.getTime()
    }
    const expiresAt = (await now()) + 2_500
    const key = await keyOf(acme.id, 'sandbox', { expires_at: new Date(expiresAt) })
    const clients = [running, second].map((process) => process.client('sandbox', key))
    const seen = new Set<number>()
    for (let isLate = false; !isLate; ) {
      const before = await now()
      const answers = await Promise.all(clients.map((client) => client.get('/enterprise')))
      const after = await now()
      isLate = before >= expiresAt
      for (const { status, body } of answers) {
        seen.add(status)
        if (isLate) expect([status, body.code]).toEqual([401, 'key_expired'])
        // The clocks of a process and of the database are compared to within a query's time.
        if (after < expiresAt - 1_000) expect(status).toBe(200)
      }
    }
    expect([...seen]).toEqual([200, 401])
    const late = await clients[0]?.get('/enterprise')
    expect(late?.headers.get('www-authenticate')).toBe('Basic realm="enterprise"')
    expect((await acme.sandbox.get('/enterprise')).status).toBe(200)
  })

  it('works from its networks alone, IPv4 and IPv6, as a trusted proxy names the sender', async () => {
    const acme = await running.enterprise()
    const limited = await clientOf(acme.id, 'sandbox', { allowed_networks: ['203.0.113.0/24', '2001:db8::/32'] })
    const from = async (ip?: string) => {
      const headers = ip === undefined ? {} : { 'x-forwarded-for': ip }
      const { status, body } = await limited.get('/enterprise', { headers })
      return status === 200 ? 'taken' : `${status} ${body.code}`
    }
    // The second time from memory.
    for (const _time of [1, 2]) {
      expect(await from()).toBe('403 network_not_allowed')
      expect(await from('203.0.113.77')).toBe('taken')
      expect(await from('203.0.114.1')).toBe('403 network_not_allowed')
      expect(await from('2001:db8:1::7')).toBe('taken')
      expect(await from('::ffff:203.0.113.77')).toBe('taken')
      expect(await from('2001:db9::1')).toBe('403 network_not_allowed')
    }
  })

  it('shows when and from where it was last used; a refused request is no use', async () => {
    const acme = await running.enterprise()
    const admin = await signedIn(running, acme.id, 'admin')
    const made = await admin.post('/dashboard/api/sandbox/keys', { name: 'Used', allowed_networks: ['203.0.113.0/24'] })
    const client = running.client('sandbox', made.body.key)
    const used = async () => {
      const { data } = (await admin.get('/dashboard/api/sandbox/keys')).body
      return data.find(({ id }: { id: string }) => id === made.body.id).last_used_from
    }
    await client.get('/enterprise', { headers: { 'x-forwarded-for': '198.51.100.1' } })
    await client.get('/enterprise', { headers: { 'x-forwarded-for': '203.0.113.5' } })
    await expect.poll(used).toBe('203.0.113.5')
    await client.get('/enterprise', { headers: { 'x-forwarded-for': '203.0.113.6' } })
    await expect.poll(used).toBe('203.0.113.6')
    const logged = async () =>
      (await admin.get('/dashboard/api/sandbox/request-log')).body.data.map(({ status }: { status: number }) => status)
    await expect.poll(logged).toContain(403)
  })
})

describe('the dashboard', () => {
  it('makes and changes a restricted key, which every process follows within a second; both are in the audit log', async () => {
    const acme = await running.enterprise()
    const admin = await signedIn(running, acme.id, 'admin')
    const keys = '/dashboard/api/sandbox/keys'
    const made = await admin.post(keys, { name: 'Reader', scopes: ['read'], expires_at: '2090-01-01T00:00:00Z' })
    expect(made.status).toBe(201)
    const clients = [running, second].map((process) => process.client('sandbox', made.body.key))
    for (const client of clients) expect((await client.post('/buyer', {})).status).toBe(403)
    const put = (body: object, id = made.body.id) => admin.call('PUT', `${keys}/${id}`, body)
    const changed = await put({ scopes: ['read', 'buyers'], allowed_networks: ['127.0.0.1'] })
    expect(changed.body).toMatchObject({
      id: made.body.id,
      name: 'Reader',
      scopes: ['read', 'buyers'],
      allowed_networks: ['127.0.0.1/32'],
      expires_at: '2090-01-01T00:00:00.000Z',
      expired: false,
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const client of clients) expect((await client.post('/buyer', {})).status).toBe(201)
    expect((await put({ expires_at: null, scopes: null, name: 'All' })).body).toMatchObject({
      name: 'All',
      scopes: null,
      expires_at: null,
      allowed_networks: ['127.0.0.1/32'],
    })
    expect((await put({}, 'key_none')).status).toBe(404)
    await admin.delete(`${keys}/${made.body.id}`)
    expect(await put({ name: 'Back' })).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const deeds = (await deedsOf(running, acme.id)).filter(({ action }) => action.startsWith('keys.'))
    expect(deeds.map(({ action, subject }) => [action, subject])).toEqual([
      ['keys.change.refused', made.body.id],
      ['keys.revoke', made.body.id],
      ['keys.change.refused', 'key_none'],
      ['keys.change', made.body.id],
      ['keys.change', made.body.id],
      ['keys.create', made.body.id],
    ])
    expect(deeds[4]?.details).toMatchObject({
      before: { name: 'Reader', scopes: ['read'] },
      after: { name: 'Reader', scopes: ['read', 'buyers'], allowed_networks: ['127.0.0.1/32'] },
    })
    expect(deeds[5]?.details).toMatchObject({ name: 'Reader', scopes: ['read'] })
  })

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ allowed_networks: [] }, 'allowed_networks'],
    [{ allowed_networks: ['203.0.113.7/24'] }, 'allowed_networks.0'],
    [{ allowed_networks: ['127.0.0.1', 'localhost'] }, 'allowed_networks.1'],
  ])('refuses %j and names the field', async (limits, param) => {
    const acme = await running.enterprise()
    const admin = await signedIn(running, acme.id, 'admin')
    const answer = await admin.post('/dashboard/api/sandbox/keys', { name: 'Bad', ...limits })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param }] } })
    expect((await admin.get('/dashboard/api/sandbox/keys')).body.data).toHaveLength(1)
  })

  it('a person is not limited by scopes', async () => {
    const acme = await running.enterprise()
    const admin = await signedIn(running, acme.id, 'admin')
    expect((await admin.post('/dashboard/api/sandbox/v1/buyer', {})).status).toBe(201)
  })
})

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Environment } from '../../src/kernel/environment.ts'
import { cents } from '../../src/kernel/money.ts'
import { post } from '../../src/ledger/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Answer, Client } from '../support/client.ts'
import { CALLS, furnish, type Ids, namesIds, operationsOf, shape, UNKNOWN } from '../support/operations.ts'
import { auditClean } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let owner: Awaited<ReturnType<RunningService['enterprise']>>
let stranger: Awaited<ReturnType<RunningService['enterprise']>>
const operations: { environment: Environment; name: string }[] = []

const owned = {} as Record<Environment, Ids>

function call(client: Client, name: string, ids: Ids): Promise<Answer> {
  const [method = ''] = name.split(' ')
  const made = CALLS[name]?.(ids)
  if (!made) throw new Error(`${name} is not in the table: say how it is called, so that its walls are tested`)
  return client.call(method, made.path, made.body)
}

async function fund(enterprise: string, environment: Environment): Promise<void> {
  await running.database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, enterprise, environment)
    const amount = cents(1_000)
    const transfer = { sourceId: 'test', kind: 'top_up', debit: 'funding', credit: 'operating', amount } as const
    await post(tx, tenant, [{ ...transfer, at: new Date() }])
  })
}

beforeAll(async () => {
  running = await startService()
  owner = await running.enterprise('Owner')
  stranger = await running.enterprise('Stranger')
  for (const environment of ['sandbox', 'production'] as const) {
    for (const { id } of [owner, stranger]) await fund(id, environment)
    owned[environment] = await furnish(owner[environment], environment)
    for (const name of await operationsOf(running.roots[environment])) operations.push({ environment, name })
  }
})

afterEach(() => auditClean(running.database))

const other = (environment: Environment): Environment => (environment === 'sandbox' ? 'production' : 'sandbox')

/** Everything the owner can see, to show that nobody has touched it. */
const ownersView = (environment: Environment): Promise<string[]> =>
  Promise.all(
    ['/account-connection', '/payout', '/p2p', '/contract', '/webhook', '/embed-origin', '/enterprise', '/event'].map(
      async (path) => (await owner[environment].get(path)).text,
    ),
  )

describe('every route of the API document', () => {
  it('is in the table of this test, and the other way round', () => {
    const names = new Set(operations.map(({ name }) => name))
    expect(Object.keys(CALLS).sort()).toEqual([...names].sort())
  })

  it("answers another tenant's id exactly as an unknown one, and changes nothing", async () => {
    for (const environment of ['sandbox', 'production'] as const) {
      const before = await ownersView(environment)
      for (const { name } of operations.filter((one) => one.environment === environment && namesIds(one.name))) {
        const theirs = shape(await call(stranger[environment], name, owned[environment]), owned[environment])
        const nobodys = shape(await call(stranger[environment], name, UNKNOWN), UNKNOWN)
        expect([environment, name, theirs]).toEqual([environment, name, nobodys])
        // Keys that may approve or withdraw are tried in approvals.test.ts and withdrawals.test.ts.
        if (name.startsWith('POST /approval/') || name === 'PUT /withdrawal/{id}') continue
        const expected = name === 'POST /payout/batch' ? 400 : 404
        expect([name, theirs]).toMatchObject([name, { status: expected, plain: expect.stringContaining('not_found') }])
      }
      expect(await ownersView(environment)).toEqual(before)
    }
  })

  it("answers an id of the enterprise's own other environment as an unknown one", async () => {
    for (const { environment, name } of operations.filter((one) => namesIds(one.name))) {
      const foreign = owned[other(environment)]
      const theirs = shape(await call(owner[environment], name, foreign), foreign)
      expect([name, theirs]).toEqual([name, shape(await call(owner[environment], name, UNKNOWN), UNKNOWN)])
    }
  })

  it("answers 401 to the other environment's key, to an unknown one and to none", async () => {
    for (const { environment, name } of operations) {
      const keys = [owner.keys[other(environment)], `sk_${environment}_unknown`, undefined]
      for (const key of keys) {
        const client = running.client(environment, key)
        for (const ids of [owned[environment], UNKNOWN]) {
          const answer = await call(client, name, ids)
          expect([name, key, answer]).toMatchObject([name, key, { status: 401, body: { code: 'unauthorized' } }])
        }
      }
    }
  })

  it('that lists shows a stranger nothing', async () => {
    const lists = [
      '/account-connection',
      '/payout',
      '/p2p',
      '/contract',
      '/webhook',
      '/embed-origin',
      '/buyer',
      '/purchase',
    ]
    for (const path of lists) {
      const { sandbox } = await running.enterprise()
      const empty = { data: [], pagination: { page: 1, page_size: 10, total: 0 } }
      expect((await sandbox.get(path)).body).toEqual(empty)
    }
    const { sandbox } = await running.enterprise()
    expect((await sandbox.get('/event')).body.data).toEqual([])
    expect((await sandbox.get('/sandbox/message')).body.data).toEqual([])
    expect((await sandbox.get(`/event?resource=${owned.sandbox.payout}`)).body.data).toEqual([])
    const filtered = await stranger.sandbox.get(`/account-connection?external_id=${owned.sandbox.external}`)
    expect(filtered.body.pagination.total).toBe(0)
  })
})

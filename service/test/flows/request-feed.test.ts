import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { legacyMethod, person } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const read = async (client: Client, query = ''): Promise<any[]> => (await client.get(`/request-log?${query}`)).body.data

/** The log is written a moment after the answer. */
const untilLogged = (client: Client, id: string | null) =>
  expect.poll(async () => (await read(client)).map(({ request_id }) => request_id)).toContain(id)

describe('GET /request-log', () => {
  it('shows a key its own requests, without secrets, newest first or from one of them on', async () => {
    const { sandbox } = await running.enterprise()
    const first = await sandbox.post('/account-connection', person({ legacy_payout_method: legacyMethod() }))
    await sandbox.get('/payout/pay_nobody')
    const last = await sandbox.get('/enterprise')
    await untilLogged(sandbox, last.headers.get('request-id'))
    const made = await read(sandbox, 'order=oldest&include=bodies&page_size=3')
    expect(made).toMatchObject([
      { method: 'POST', path: '/account-connection', status: 201, request_body: { first_name: 'Alice' } },
      { method: 'GET', path: '/payout/pay_nobody', status: 404, response_body: { code: 'not_found' } },
      { method: 'GET', path: '/enterprise', status: 200 },
    ])
    const text = JSON.stringify(made)
    expect(text).toContain(first.body.id)
    for (const secret of ['4711', '000123456789', '123-45-6789']) expect(text).not.toContain(secret)
    expect(JSON.stringify(await read(sandbox))).not.toContain('_body')

    const page = (await sandbox.get('/request-log?order=oldest&page_size=1')).body
    expect(page.pagination).toEqual({ page_size: 1, next_after: made[0].request_id, has_more: true })
    const next = await read(sandbox, `order=oldest&page_size=2&after=${page.pagination.next_after}`)
    expect(next.map(({ path }) => path)).toEqual(['/payout/pay_nobody', '/enterprise'])
    expect((await read(sandbox, 'status=4xx')).map(({ status }) => status)).toEqual([404])
    expect((await read(sandbox, 'method=POST&status=201')).map(({ path }) => path)).toEqual(['/account-connection'])
    const back = await read(sandbox, `after=${made[2].request_id}&page_size=2`)
    expect(back.map(({ path }) => path)).toEqual(['/payout/pay_nobody', '/account-connection'])
    const before = new Date(Date.parse(made[0].at) - 1).toISOString()
    expect(await read(sandbox, `created_before=${before}`)).toEqual([])
  })

  it("shows neither another key's requests nor another enterprise's", async () => {
    const acme = await running.enterprise()
    const other = await running.enterprise()
    const key = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, acme.id, 'sandbox'), 'sandbox', 'Second', { scopes: ['read'] }),
    )
    const second = running.client('sandbox', key.key)
    const mine = await acme.sandbox.get('/payout')
    await untilLogged(acme.sandbox, mine.headers.get('request-id'))
    for (const client of [second, other.sandbox]) {
      expect((await read(client)).filter(({ path }) => path === '/payout')).toEqual([])
    }
    const payouts = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, acme.id, 'sandbox'), 'sandbox', 'Third', { scopes: ['payouts'] }),
    )
    expect((await running.client('sandbox', payouts.key).get('/request-log')).body).toMatchObject({
      code: 'scope_missing',
      scope: 'read',
    })
  })

  it.each(['after=evt_1', 'order=sideways', 'status=9', 'page_size=101', 'include=secrets', 'page=2'])(
    'refuses %s',
    async (query) => {
      expect((await running.sandbox.get(`/request-log?${query}`)).status).toBe(400)
    },
  )
})

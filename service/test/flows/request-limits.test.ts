import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, requireTenant } from '../../src/tenants/index.ts'
import { basic } from '../support/client.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const OF_KEY = { policy: '"key";q=10000;w=1', left: /^"key";r=\d+;t=1$/ }
const OF_ADDRESS = { policy: '"address";q=1000;w=1', left: /^"address";r=\d+;t=1$/ }

describe('every answer of the API tells the limit of requests and what is left of it', () => {
  it.each([
    ['200', 'GET', '/enterprise', 200, OF_KEY],
    ['201', 'POST', '/buyer', 201, OF_KEY],
    ['400 of validation', 'GET', '/payout?page=0', 400, OF_KEY],
    ['400 of a path', 'GET', '/payout/%zz', 400, OF_KEY],
    ['404 of an id', 'GET', '/payout/pay_x', 404, OF_KEY],
    ['404 of a path', 'GET', '/nothing', 404, OF_KEY],
    ['405', 'DELETE', '/payout', 405, OF_KEY],
    ['200 without a key', 'GET', '/openapi.json', 200, OF_ADDRESS],
  ])('%s', async (_what, method, path, status, { policy, left }) => {
    const answer = await running.sandbox.call(method, path, method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('ratelimit-policy')).toBe(policy)
    expect(answer.headers.get('ratelimit')).toMatch(left)
  })

  it.each([
    ['no key', undefined],
    ['an unknown key', basic('sk_sandbox_unknown')],
    ['a credential that is none', 'Bearer x'],
  ])('401 for %s, by the address', async (_what, authorization) => {
    const headers: Record<string, string> = authorization ? { authorization } : {}
    for (const path of ['/enterprise', '/payout/%zz', '/nothing']) {
      const answer = await fetch(`${running.sandbox.base}${path}`, { headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('ratelimit-policy')).toBe(OF_ADDRESS.policy)
      expect(answer.headers.get('ratelimit')).toMatch(OF_ADDRESS.left)
    }
  })

  it.each([
    ['/.well-known/security.txt', 200],
    ['/nothing', 404],
    ['/%zz', 400],
    ['/', 200],
  ])('%s outside of the API, by the address: nobody searches for paths without a limit', async (path, status) => {
    const answer = await fetch(`${running.roots.sandbox}${path}`)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('ratelimit-policy')).toBe(OF_ADDRESS.policy)
    expect(answer.headers.get('ratelimit')).toMatch(OF_ADDRESS.left)
  })

  it('403 for a key from another network, by the address: a key that is known there is no way around the limit', async () => {
    const { id } = await running.enterprise()
    const { key } = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, id, 'sandbox'), 'sandbox', 'Elsewhere', {
        allowed_networks: ['203.0.113.0/24'],
      }),
    )
    const left = async () => {
      const answer = await fetch(`${running.sandbox.base}/enterprise`, { headers: { authorization: basic(key) } })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('ratelimit-policy')).toBe(OF_ADDRESS.policy)
      return answer.headers.get('ratelimit')
    }
    for (let nth = 0; nth < 3; nth++) expect(await left()).toMatch(OF_ADDRESS.left)
  })

  it('429 too, and the count goes down with each request', async () => {
    const slow = await startService({ RATE_LIMIT_PER_SECOND: '2' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => slow.sandbox.get('/enterprise')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) {
      expect(headers.get('ratelimit-policy')).toBe('"key";q=2;w=1')
      expect(headers.get('ratelimit')).toBe('"key";r=0;t=1')
      expect(headers.get('retry-after')).toBe('1')
    }
    const taken = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('ratelimit'))
    expect(taken).toContain('"key";r=1;t=1')
  })
})

describe('a key that stands twice in a body', () => {
  const payouts = async (): Promise<number> => (await running.sandbox.get('/payout')).body.pagination.total

  it.each([
    ['the amount', '{"account_connection":"acon_x","amount_in_cents":1,"amount_in_cents":500000}', 'amount_in_cents'],
    [
      'by an escape',
      '{"account_connection":"acon_x","amount_in_cents":1,"\\u0061mount_in_cents":5}',
      'amount_in_cents',
    ],
    [
      'deep inside',
      '{"account_connection":"acon_x","amount_in_cents":1,"user_data":{"a":[{"b":1,"b":1}]}}',
      'user_data.a.0.b',
    ],
    ['a name of every object', '{"account_connection":"acon_x","constructor":1,"constructor":2}', 'constructor'],
  ])('%s is refused by its name, and nothing is created', async (_what, raw, param) => {
    const before = await payouts()
    const answer = await running.sandbox.post('/payout', undefined, { raw })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        message: `\`${param}\` must not be given twice.`,
        errors: [{ param, code: 'duplicate_key', message: 'must not be given twice' }],
      },
    })
    expect(await payouts()).toBe(before)
  })

  it('in a batch it is the fault of its entry, and of the body where it is not inside one', async () => {
    const entry = '{"account_connection":"acon_x","amount_in_cents":1}'
    const twice = '{"account_connection":"acon_x","amount_in_cents":1,"amount_in_cents":2}'
    const inEntry = await running.sandbox.post('/payout/batch', undefined, { raw: `{"payouts":[${entry},${twice}]}` })
    expect(inEntry).toMatchObject({ status: 400, body: { code: 'batch_invalid' } })
    expect(inEntry.body.details[1]).toEqual({
      index: 1,
      code: 'validation_failed',
      message: '`amount_in_cents` must not be given twice.',
      request: null,
    })
    const ofBody = await running.sandbox.post('/payout/batch', undefined, {
      raw: `{"payouts":[${entry}],"payouts":[]}`,
    })
    expect(ofBody).toMatchObject({ status: 400, body: { errors: [{ param: 'payouts', code: 'duplicate_key' }] } })
  })
})

describe('/.well-known/security.txt', () => {
  it('is plain text that names a contact and is not out of date', async () => {
    for (const root of Object.values(running.roots)) {
      const answer = await fetch(`${root}/.well-known/security.txt`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      const text = await answer.text()
      expect(text).toMatch(/^Contact: mailto:security@/m)
      expect(Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now())
    }
  })

  it('names the contact that the operator set', async () => {
    const own = await startService({ SECURITY_CONTACT: 'reports@example.com' })
    const text = await (await fetch(`${own.roots.sandbox}/.well-known/security.txt`)).text()
    expect(text).toContain('Contact: mailto:reports@example.com\n')
  })
})

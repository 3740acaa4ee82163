import { describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { connected } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type RunningService, readMetrics, startService } from '../support/service.ts'

// An answer that nobody reads before it is sent takes another way out than one that is kept for the request log. A caller
// must not see which way it took.

const DESCRIPTION = 'Café ½ “Zürich” 支払い 💸'
const USER_DATA = { größe: 'ñ', nested: { 名前: ['é', 1, null] }, plain: 'x' }

async function payout(sandbox: Client): Promise<Answer> {
  const account_connection = await connected(sandbox, 'ach')
  const body = { account_connection, amount_in_cents: 1_000, description: DESCRIPTION, user_data: USER_DATA }
  const created = await sandbox.post('/payout', body)
  expect(created.status).toBe(201)
  expect(created.body.destination).toContain('••••')
  return created
}

/** The headers that are the same in every answer of the same body. */
const lasting = ({ headers }: Answer) =>
  [...headers].filter(([name]) => !['date', 'request-id', 'ratelimit'].includes(name))

async function counted({ roots }: RunningService, route: string): Promise<string | undefined> {
  const text = await readMetrics(roots.sandbox)
  return text.split('\n').find((line) => line.startsWith('tributary_http_requests_total') && line.includes(route))
}

describe.each([
  ['kept for the request log', undefined],
  ['read by nobody', '0'],
] as const)('an answer to a read that is %s', (_name, perSecond) => {
  const start = () => startService(perSecond === undefined ? {} : { REQUEST_LOG_PER_SECOND: perSecond })

  it('has the bytes of the answer to the creation', async () => {
    const running = await start()
    const { sandbox } = await running.enterprise()
    const created = await payout(sandbox)
    const read = await sandbox.get(`/payout/${created.body.id}`)
    expect(read.status).toBe(200)
    expect(read.text).toBe(created.text)
    expect(read.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(read.headers.get('content-length')).toBe(String(Buffer.byteLength(read.text)))
    expect(lasting(read)).toEqual(lasting(created))
    const page = await sandbox.get('/payout')
    expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(page.text)))
    expect(page.body.data).toEqual([created.body])
    await expect.poll(() => counted(running, '/payout/:id')).toMatch(/ 1$/)
  })

  it('is left out, and its length told, where only the head is asked for', async () => {
    const { sandbox } = await (await start()).enterprise()
    const { body } = await payout(sandbox)
    const path = `/payout/${body.id}`
    const head = await sandbox.call('HEAD', path)
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe((await sandbox.get(path)).headers.get('content-length'))
  })
})

it('a person who is signed in, and whose deeds are recorded, reads the same where there is no request log', async () => {
  const running = await startService({ REQUEST_LOG_PER_SECOND: '0' })
  const { id, sandbox } = await running.enterprise('Música ••')
  const created = await payout(sandbox)
  const viewer = await signedIn(running, id, 'viewer')
  for (const path of [`/payout/${created.body.id}`, '/enterprise']) {
    const seen = await viewer.get(`/dashboard/api/sandbox/v1${path}`)
    expect(seen.text).toBe((await sandbox.get(path)).text)
    expect(seen.headers.get('x-frame-options')).toBe('DENY')
  }
  expect((await sandbox.get('/enterprise')).body.name).toBe('Música ••')
})

it('the request log has the characters of an answer, not their bytes', async () => {
  const { sandbox } = await (await startService()).enterprise()
  const { body } = await payout(sandbox)
  const { headers } = await sandbox.get(`/payout/${body.id}`)
  const logged = async () => {
    const log = await sandbox.get('/request-log?include=bodies&page_size=100')
    return log.body.data.find((one: { request_id: string }) => one.request_id === headers.get('request-id'))
  }
  await expect.poll(logged).toMatchObject({
    response_body: { destination: body.destination, description: DESCRIPTION, user_data: USER_DATA },
  })
})

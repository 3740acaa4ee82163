import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { connected, person } from '../support/payouts.ts'
import { buyerWith } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

/** More than a page that is serialized at once. */
const ENTRIES = 60

async function batch(sandbox: Client, account_connection: string): Promise<void> {
  const payouts = Array.from({ length: ENTRIES }, (_, nth) => ({
    account_connection,
    amount_in_cents: nth + 1,
    description: '“é” "data":[]',
  }))
  expect((await sandbox.post('/payout/batch', { payouts })).status).toBe(201)
}

/** A list by one large page, and by three small ones. */
async function bothWays(sandbox: Client, path: string) {
  const large = await sandbox.get(`${path}?page_size=${ENTRIES}`)
  const small = []
  for (const page of [1, 2, 3]) {
    const { body } = await sandbox.get(`${path}?page_size=${ENTRIES / 3}&page=${page}`)
    small.push(...body.data)
  }
  return { large, small }
}

describe('a large page', () => {
  it.each([
    ['/payout', connected],
    // Each is a mail, which is rendered when it is read.
    ['/sandbox/message', async (sandbox: Client) => (await sandbox.post('/account-connection', person())).body.id],
  ] as const)('of %s is the same as its parts', async (path, connect) => {
    const { sandbox } = await running.enterprise()
    await batch(sandbox, await connect(sandbox, 'direct'))
    const { large, small } = await bothWays(sandbox, path)
    expect(large.status).toBe(200)
    expect(large.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(large.headers.get('content-length')).toBe(String(Buffer.byteLength(large.text)))
    expect(large.body.data).toHaveLength(ENTRIES)
    expect(large.body.data).toEqual(small)
    expect(large.body.pagination).toMatchObject({ page: 1, page_size: ENTRIES })
    expect(large.text).toBe(JSON.stringify(large.body))
  })

  it('is in the request log by its size', async () => {
    const { sandbox } = await running.enterprise()
    await batch(sandbox, await connected(sandbox, 'direct'))
    const { headers, text } = await sandbox.get(`/payout?page_size=${ENTRIES}`)
    expect(text.length).toBeGreaterThan(10_000)
    const logged = async () => {
      const { body } = await sandbox.get('/request-log?include=bodies&page_size=100')
      return body.data.find((one: { request_id: string }) => one.request_id === headers.get('request-id'))
    }
    await expect.poll(logged).toMatchObject({ path: `/payout?page_size=${ENTRIES}`, status: 200 })
    const bytes = Buffer.byteLength(text)
    expect((await logged()).response_body).toEqual(bytes > 32_768 ? { omitted: `${bytes} bytes` } : JSON.parse(text))
  })
})

describe('the items of a purchase', () => {
  const items = (bytes: number) => {
    const item = { name: 'x', description: 'é'.repeat(1_000), amount_in_cents: 1 }
    const all = Array.from({ length: 79 }, () => item)
    const left = bytes - Buffer.byteLength(JSON.stringify([...all, { ...item, description: '' }]))
    return [...all, { ...item, description: 'é'.repeat(left / 2) + 'y'.repeat(left % 2) }]
  }

  it('are refused from 160 KB on: a page of a thousand purchases must fit into memory', async () => {
    const { sandbox } = await running.enterprise()
    const buyer = await buyerWith(sandbox)
    const taken = await sandbox.post('/purchase', { buyer, items: items(163_839) })
    expect(taken.status, taken.text).toBe(201)
    expect(await sandbox.post('/purchase', { buyer, items: items(163_840) })).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: [{ param: 'items', code: 'too_large', message: 'must be under 163840 bytes when serialized as JSON' }],
      },
    })
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { useTracer } from '../../src/platform/traces.ts'
import { otlpTracer } from '../../src/platform/traces-otlp.ts'
import { advance, connected } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { whenDone } from '../support/when-done.ts'

interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly events?: readonly { readonly name: string }[]
  readonly links?: readonly { readonly spanId: string }[]
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

/** A collector that keeps every span it gets. */
async function startCollector(): Promise<{ endpoint: string; spans: Sent[] }> {
  const spans: Sent[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  whenDone(async () => void server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'

describe('traces', () => {
  it('follow a payout from the request over its batch to SQL, and from the sweep to the webhook', async () => {
    const { endpoint, spans } = await startCollector()
    const { sandbox } = await startService({ DELIVERY_POLL_MS: '10' })
    const receiver = await startReceiver()
    await sandbox.post('/webhook', { url: receiver.url, event: 'payout.update' })
    const connection = await connected(sandbox, 'direct')
    const tracer = otlpTracer({ endpoint, share: 1, process: 'test' })
    useTracer(tracer)
    whenDone(async () => useTracer(undefined))
    const { body } = await sandbox.post(
      '/payout',
      { account_connection: connection, amount_in_cents: 100 },
      { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } },
    )
    await advance(sandbox, 10)
    const calls = () => receiver.calls.filter(({ text }) => text.includes(body.id))
    await expect.poll(() => calls().length).toBeGreaterThan(0)
    const header = calls()[0]?.headers.traceparent as string
    expect(header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    // The call's span ends after the receiver has it; spans go out every second.
    const webhook = () => spans.find(({ name, spanId }) => name === 'webhook' && header.includes(spanId))
    await expect.poll(webhook).toBeDefined()
    await tracer.close()

    const ours = spans.filter(({ traceId }) => traceId === TRACE)
    const named = (name: string) => ours.find((span) => span.name === name)
    const request = named('POST /enterprise/v1/payout')
    expect(request?.parentSpanId).toBe('b7ad6b7169203331')
    const batch = named('lane payouts')
    expect(batch?.parentSpanId).toBe(request?.spanId)
    expect(batch?.links?.map(({ spanId }) => spanId)).toContain(request?.spanId)
    const sql = ours.filter(({ name, parentSpanId }) => name === 'sql' && parentSpanId === batch?.spanId)
    const statements = sql.flatMap(({ events = [] }) => events.map(({ name }) => name))
    expect(statements[0]).toBe('begin')
    expect(statements.at(-1)).toBe('commit')
    expect(statements).toContainEqual(expect.stringMatching(/\bpayouts\b/))
    // What leaves in one write is one span: reads and writes, however many statements they are.
    expect(sql.length).toBeLessThanOrEqual(3)
    expect(statements.length).toBeGreaterThan(2 * sql.length)
    expect(webhook()?.attributes).toContainEqual({ key: 'tributary.resource', value: { stringValue: body.id } })
    expect(JSON.stringify(spans)).not.toContain('alice')
  })
})

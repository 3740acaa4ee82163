import { beforeAll, describe, expect, it } from 'vitest'
import { invited } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let document: any

beforeAll(async () => {
  running = await startService()
  document = await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()
})

/** The strings in a schema that may be of any length. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxLength, format, pattern, $ref, ...parts } = schema as Record<string, unknown>
  if (typeof $ref === 'string') return unbounded(document.components.schemas[$ref.split('/').at(-1) ?? ''], path)
  const free =
    type === 'string' && [maxLength, format, pattern, parts.enum, parts.const].every((one) => one === undefined)
  return [
    ...(free ? [path] : []),
    ...Object.entries(parts).flatMap(([name, part]) => unbounded(part, `${path}.${name}`)),
  ]
}

describe('a string in a body', () => {
  it('has a greatest length, whatever it is', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(
        methods as Record<string, { requestBody?: { content: Record<string, { schema: unknown }> } }>,
      ).flatMap(([method, { requestBody }]) =>
        unbounded(requestBody?.content['application/json']?.schema, `${method.toUpperCase()} ${path}`),
      ),
    )
    expect(found).toEqual([])
  })

  it.each(['', 'a'.repeat(256), 'a'.repeat(100_000)])('that names a resource is no name of %#', async (id) => {
    const { sandbox } = await running.enterprise()
    const destination = await invited(sandbox)
    const calls: [string, object, string][] = [
      ['/payout', { account_connection: id, amount_in_cents: 1 }, 'account_connection'],
      ['/p2p', { source: id, destination, amount_in_cents: 1 }, 'source'],
      ['/purchase', { buyer: id, items: [{ name: 'x', amount_in_cents: 1 }] }, 'buyer'],
      ['/sandbox/connect', { account_connection: id, type: 'direct' }, 'account_connection'],
      ['/sandbox/payout-return', { payout: id, code: 'R03' }, 'payout'],
      ['/sandbox/chargeback', { purchase: id }, 'purchase'],
    ]
    for (const [path, body, param] of calls) {
      const answer = await sandbox.post(path, body)
      expect(answer, path).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param }] } })
    }
  })
})

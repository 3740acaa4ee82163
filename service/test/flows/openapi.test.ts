import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { FORMATS } from '../../src/http/formats.ts'
import { CATALOGUE } from '../../src/kernel/errors.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let document: any

beforeAll(async () => {
  running = await startService()
  document = await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()
})

const formats = Object.entries(FORMATS).map(([name, { test }]) => [name, test] as const)

const headersOf = (name: string, status: string): string[] => [
  ...(name.startsWith('POST') && status.startsWith('2') ? ['Idempotent-Replayed'] : []),
  'Request-Id',
  ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
  ...(status === '401' ? ['WWW-Authenticate'] : []),
]

interface Operation {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly operation: any
}

const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )

describe('the OpenAPI document', () => {
  it('lets every list be narrowed by when its entries were created', () => {
    const named = (operation: Operation['operation']): string[] =>
      (operation.parameters ?? []).map(({ name }: { name: string }) => name)
    const lists = operations().filter(({ operation }) => named(operation).includes('page_size'))
    expect(lists.length).toBeGreaterThan(15)
    for (const { name, operation } of lists) {
      expect(named(operation), name).toEqual(expect.arrayContaining(['created_after', 'created_before']))
    }
  })

  it('is 3.1 and names every route of this environment', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /contract/{id}',
      'DELETE /embed-origin/{id}',
      'DELETE /webhook/{id}',
      'GET /account-connection',
      'GET /account-connection/external/{external_id}',
      'GET /account-connection/{id}',
      'GET /account-connection/{id}/contract',
      'GET /account-connection/{id}/p2p',
      'GET /account-connection/{id}/p2p/{peer_id}',
      'GET /account-connection/{id}/payout',
      'GET /buyer',
      'GET /buyer/external/{external_id}',
      'GET /buyer/{id}',
      'GET /buyer/{id}/purchase',
      'GET /contract',
      'GET /contract/{id}',
      'GET /contract/{id}/split',
      'GET /embed-origin',
      'GET /enterprise',
      'GET /event',
      'GET /p2p',
      'GET /p2p/{id}',
      'GET /payout',
      'GET /payout/{id}',
      'GET /purchase',
      'GET /purchase/{id}',
      'GET /sandbox/clock',
      'GET /sandbox/message',
      'GET /webhook',
      'GET /webhook/{id}',
      'GET /webhook/{id}/delivery',
      'GET /webhook/{id}/delivery/{delivery_id}',
      'GET /webhook/{id}/secret',
      'POST /account-connection',
      'POST /buyer',
      'POST /connect-invite',
      'POST /connect-link',
      'POST /contract',
      'POST /contract/preview',
      'POST /embed-origin',
      'POST /p2p',
      'POST /p2p/{id}/commit',
      'POST /payout',
      'POST /payout/batch',
      'POST /purchase',
      'POST /purchase/{id}/commit',
      'POST /sandbox/card',
      'POST /sandbox/chargeback',
      'POST /sandbox/clock/advance',
      'POST /sandbox/connect',
      'POST /sandbox/contract',
      'POST /sandbox/deposit',
      'POST /sandbox/fraud-alert',
      'POST /sandbox/funding',
      'POST /sandbox/payout-error',
      'POST /sandbox/payout-return',
      'POST /webhook',
      'POST /webhook/{id}/delivery/{delivery_id}/redeliver',
      'POST /webhook/{id}/recover',
      'POST /webhook/{id}/secret/rotate',
      'POST /webhook/{id}/test',
      'PUT /account-connection/{id}',
      'PUT /buyer/{id}',
      'PUT /p2p/{id}',
      'PUT /payout/{id}',
      'PUT /purchase/{id}',
    ])
  })

  it('leaves the sandbox out in production', async () => {
    const response = await fetch(`${running.roots.production}/enterprise/v1/openapi.json`)
    const live = (await response.json()) as { paths: object }
    expect(Object.keys(live.paths).filter((path) => path.includes('sandbox'))).toEqual([])
  })

  it('gives every operation an id, a summary, a tag, a success with a schema, and its errors', () => {
    for (const { name, operation } of operations()) {
      expect([name, operation.operationId]).toEqual([name, expect.any(String)])
      expect([name, operation.summary]).toEqual([name, expect.any(String)])
      expect([name, operation.tags]).toEqual([name, [expect.any(String)]])
      const statuses = Object.keys(operation.responses)
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['401', '429', '500', '503'])])
      for (const [status, response] of Object.entries<{ content: Record<string, { schema: object }> }>(
        operation.responses,
      )) {
        expect([name, status, response.content['application/json']?.schema]).toEqual([name, status, expect.any(Object)])
      }
    }
  })

  it('lists a fault of the body only where a body is read', () => {
    for (const { name, operation } of operations()) {
      const reads = /^(POST|PUT|PATCH) /.test(name)
      const statuses = Object.keys(operation.responses)
      expect([name, statuses.includes('413'), statuses.includes('415')]).toEqual([name, reads, reads])
      const codes = operation.responses[400].content['application/json'].schema.properties.code.enum
      expect([name, codes.includes('malformed_json')]).toEqual([name, reads])
    }
  })

  it('says in its introduction what any request can be answered', () => {
    for (const code of ['405 `method_not_allowed`', '431 `headers_too_large`']) {
      expect(document.info.description).toContain(code)
    }
  })

  it('describes the entries of a batch as it describes a single payout, and only the errors a batch can have', () => {
    const [single, batch] = ['/payout', '/payout/batch'].map((path) => document.paths[path].post)
    const bodyOf = (operation: Operation['operation']) => operation.requestBody.content['application/json'].schema
    const { items } = bodyOf(batch).properties.payouts
    expect(items).toMatchObject(bodyOf(single))
    expect(Object.keys(batch.responses)).not.toContain('404')
    expect(Object.keys(single.responses)).toContain('404')
  })

  it('holds on whatever address it was fetched from', () => {
    expect(document.servers).toEqual([{ url: '/enterprise/v1', description: 'sandbox' }])
  })

  it('describes every response and the headers it carries', () => {
    for (const { name, operation } of operations()) {
      for (const [status, response] of Object.entries<{ description: string; headers: object }>(operation.responses)) {
        expect(response.description).not.toBe('Default Response')
        expect([name, status, Object.keys(response.headers).sort()]).toEqual([name, status, headersOf(name, status)])
      }
    }
    for (const header of Object.values(document.components.headers)) {
      expect(header).toMatchObject({ description: expect.any(String), schema: { type: 'string' } })
    }
  })

  it('shows whole requests that would be taken', () => {
    const ajv = new Ajv({ strict: false, formats: Object.fromEntries(formats) })
    const shown = operations().flatMap(({ name, operation }) => {
      const media = operation.requestBody?.content['application/json']
      if (media?.example === undefined) return []
      expect([name, ajv.validate(media.schema, media.example), ajv.errors]).toEqual([name, true, null])
      return [name]
    })
    expect(shown).toEqual(expect.arrayContaining(['POST /webhook', 'POST /sandbox/clock/advance']))
  })

  it('names only codes of the catalogue, each under its status', () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries<{
        content: Record<string, { schema: { properties?: { code?: { enum: string[] } } } }>
      }>(operation.responses)) {
        const codes = response.content['application/json']?.schema.properties?.code?.enum ?? []
        for (const code of codes) expect(CATALOGUE[code as keyof typeof CATALOGUE].status).toBe(Number(status))
      }
    }
  })

  it('offers the idempotency key on every POST', () => {
    for (const { name, operation } of operations().filter(({ name }) => name.startsWith('POST'))) {
      const header = operation.parameters?.find((parameter: { in: string }) => parameter.in === 'header')
      expect([name, header?.name]).toEqual([name, 'idempotency-key'])
    }
  })
})

describe('the docs page', () => {
  it('loads nothing from another host, and may not', async () => {
    const response = await fetch(`${running.roots.sandbox}/docs/`)
    const page = await response.text()
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect([link, URL.canParse(link)]).toEqual([link, false])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'self';/)
    expect(policy).not.toMatch(/https?:|\*/)
  })

  it('is ours: it has our title and none of its vendor’s services', async () => {
    const page = await (await fetch(`${running.roots.sandbox}/docs/`)).text()
    expect(page).toContain('<title>Tributary API</title>')
    const configuration = JSON.parse(/createApiReference\('#app', (\{[\s\S]*?\})\)/.exec(page)?.[1] ?? '{}')
    expect(configuration).toMatchObject({
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
      authentication: { preferredSecurityScheme: 'api_key' },
    })
  })
})

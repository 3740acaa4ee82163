import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { FORMATS } from '../../src/http/formats.ts'
import { CATALOGUE } from '../../src/kernel/errors.ts'
import { inlined } from '../support/api-document.ts'
import { CARDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let written: any

/** The same with its references followed. */
// biome-ignore lint/suspicious/noExplicitAny: as above
let document: any

beforeAll(async () => {
  running = await startService()
  written = await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()
  document = inlined(written)
})

const formats = Object.entries(FORMATS).map(([name, { test }]) => [name, test] as const)

const headersOf = (name: string, status: string): string[] => [
  ...(name.startsWith('POST') && status.startsWith('2') ? ['Idempotent-Replayed'] : []),
  'RateLimit',
  'RateLimit-Policy',
  'Request-Id',
  ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
  ...(status === '401' ? ['WWW-Authenticate'] : []),
]

// biome-ignore lint/suspicious/noExplicitAny: as above
const codesOf = ({ content }: any): string[] => content['application/json'].schema.allOf?.[1].properties.code.enum ?? []

// biome-ignore lint/suspicious/noExplicitAny: as above
const schemaOf = ({ content }: any): any => content['application/json'].schema

interface Operation {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly operation: any
}

const operations = (of = document): Operation[] =>
  Object.entries(of.paths).flatMap(([path, methods]) =>
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
      'GET /alert',
      'GET /alert/{id}',
      'GET /approval',
      'GET /approval/{id}',
      'GET /approval/{id}/payout',
      'GET /audit-log',
      'GET /buyer',
      'GET /buyer/external/{external_id}',
      'GET /buyer/{id}',
      'GET /buyer/{id}/purchase',
      'GET /contract',
      'GET /contract/{id}',
      'GET /contract/{id}/activity',
      'GET /contract/{id}/split',
      'GET /embed-origin',
      'GET /enterprise',
      'GET /event',
      'GET /limit',
      'GET /p2p',
      'GET /p2p/{id}',
      'GET /payout',
      'GET /payout/{id}',
      'GET /purchase',
      'GET /purchase/{id}',
      'GET /purchase/{id}/refund',
      'GET /refund/{id}',
      'GET /request-log',
      'GET /sandbox/clock',
      'GET /sandbox/message',
      'GET /webhook',
      'GET /webhook/{id}',
      'GET /webhook/{id}/delivery',
      'GET /webhook/{id}/delivery/{delivery_id}',
      'GET /webhook/{id}/secret',
      'GET /withdrawal',
      'GET /withdrawal/{id}',
      'POST /account-connection',
      'POST /approval/{id}/approve',
      'POST /approval/{id}/reject',
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
      'POST /purchase/{id}/refund',
      'POST /sandbox/bank-account',
      'POST /sandbox/card',
      'POST /sandbox/chargeback',
      'POST /sandbox/clock/advance',
      'POST /sandbox/connect',
      'POST /sandbox/contract',
      'POST /sandbox/deposit',
      'POST /sandbox/dispute',
      'POST /sandbox/fraud-alert',
      'POST /sandbox/funding',
      'POST /sandbox/funding-return',
      'POST /sandbox/idempotency-expiry',
      'POST /sandbox/payout-error',
      'POST /sandbox/payout-return',
      'POST /sandbox/permissions',
      'POST /sandbox/withdrawal',
      'POST /sandbox/withdrawal-error',
      'POST /sandbox/withdrawal-return',
      'POST /webhook',
      'POST /webhook/{id}/delivery/{delivery_id}/redeliver',
      'POST /webhook/{id}/recover',
      'POST /webhook/{id}/secret/rotate',
      'POST /webhook/{id}/test',
      'POST /withdrawal',
      'PUT /account-connection/{id}',
      'PUT /buyer/{id}',
      'PUT /p2p/{id}',
      'PUT /payout/{id}',
      'PUT /purchase/{id}',
      'PUT /webhook/{id}',
      'PUT /withdrawal/{id}',
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
      const codes = codesOf(operation.responses[400])
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
    expect(items).toEqual(bodyOf(single))
    expect(Object.keys(batch.responses)).not.toContain('404')
    expect(Object.keys(single.responses)).toContain('404')
  })

  it('names every body and every answer, so that generated clients have types to speak of', () => {
    for (const { name, operation } of operations(written)) {
      const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
      const schemas = [operation.requestBody, ...successes.map(([, response]) => response)]
        .filter(Boolean)
        .map(schemaOf)
      for (const schema of schemas) {
        for (const one of schema.oneOf ?? schema.anyOf ?? [schema])
          expect([name, one.$ref]).toEqual([name, expect.any(String)])
      }
    }
    expect(Object.keys(written.components.schemas)).toEqual(
      expect.arrayContaining([
        'AccountConnection',
        'Buyer',
        'Contract',
        'Error',
        'Event',
        'Grant',
        'P2p',
        'Pagination',
      ]),
    )
    expect(written.components.schemas).toMatchObject({
      PayoutPage: { properties: { data: { items: { $ref: '#/components/schemas/Payout' } } } },
      Payout: { properties: { user_data: { $ref: '#/components/schemas/UserData' } } },
      NotFoundError: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: ['not_found'] } } }],
      },
    })
  })

  it('describes a change of a buyer where the path of connections takes it', () => {
    const { requestBody, responses } = written.paths['/account-connection/{id}'].put
    const named = (...names: string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
    expect(schemaOf(requestBody)).toEqual({ anyOf: named('AccountConnectionUpdate', 'BuyerUpdate') })
    expect(schemaOf(responses[200])).toEqual({ oneOf: named('AccountConnection', 'Buyer') })
  })

  it('declares every tag it uses, with a description, in the order of the product', () => {
    const names = written.tags.map(({ name }: { name: string }) => name)
    expect(names).toEqual([
      'Account Connections',
      'Connect',
      'Payouts',
      'Withdrawals',
      'Approvals',
      'P2P',
      'Contracts',
      'Buyers',
      'Purchases',
      'Webhooks',
      'Events',
      'Alerts',
      'Audit log',
      'Request log',
      'Enterprise',
      'Sandbox',
    ])
    expect(new Set(operations().flatMap(({ operation }) => operation.tags))).toEqual(new Set(names))
    for (const tag of written.tags) expect(tag.description).toMatch(/\.$/)
  })

  it('says more of every operation than its summary, unless reading says it all', () => {
    const silent = operations().filter(({ operation }) => !operation.description)
    for (const { name, operation } of silent) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^(Read|List) /)])
    }
  })

  it('lists every test card', () => {
    const { description } = written.paths['/sandbox/card'].post
    for (const number of Object.values(CARDS)) expect(description).toContain(`| ${number} |`)
  })

  it('describes the notification that a webhook gets', () => {
    const { post } = written.webhooks.notification
    expect(schemaOf(post.requestBody)).toEqual({ $ref: '#/components/schemas/Notification' })
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']),
    )
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['2XX', '410', 'default']))
    for (const word of ['5 min', '15 seconds', '410', 'Retry-After', 'five days'])
      expect(post.description).toContain(word)
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
    expect(shown.length).toBeGreaterThan(25)
  })

  it('names only codes of the catalogue, each under its status', () => {
    const named = new Set<string>()
    for (const { name, operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const codes = codesOf(response)
        expect([name, status, codes.length > 0]).toEqual([name, status, Number(status) >= 400])
        for (const code of codes) {
          named.add(code)
          expect(CATALOGUE[code as keyof typeof CATALOGUE].status).toBe(Number(status))
        }
      }
    }
    expect(named.size).toBeGreaterThan(15)
  })

  it('offers the idempotency key on every POST', () => {
    for (const { name, operation } of operations().filter(({ name }) => name.startsWith('POST'))) {
      const header = operation.parameters?.find((parameter: { in: string }) => parameter.in === 'header')
      expect([name, header?.name]).toEqual([name, 'Idempotency-Key'])
    }
  })
})

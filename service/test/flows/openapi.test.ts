import { beforeAll, describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/kernel/errors.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let document: any

beforeAll(async () => {
  running = await startService()
  document = await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()
})

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
  it('is 3.1 and names every route of this environment', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /webhook/{id}',
      'GET /enterprise',
      'GET /sandbox/clock',
      'GET /webhook',
      'GET /webhook/{id}',
      'POST /sandbox/clock/advance',
      'POST /webhook',
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

it('the docs page loads nothing from another host', async () => {
  const page = await (await fetch(`${running.roots.sandbox}/docs/`)).text()
  const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect([link, URL.canParse(link)]).toEqual([link, false])
})

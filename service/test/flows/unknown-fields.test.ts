import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, requireTenant } from '../../src/tenants/index.ts'
import { SCOPES, type Scope } from '../../src/tenants/key-scopes.ts'
import type { Client } from '../support/client.ts'
import { CALLS, furnish, type Ids, operationsOf } from '../support/operations.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let api: Client
let ids: Ids

beforeAll(async () => {
  running = await startService()
  const { id } = await running.enterprise()
  const { key } = await running.database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, id, 'sandbox'), 'sandbox', 'All', { scopes: Object.keys(SCOPES) as Scope[] }),
  )
  api = running.client('sandbox', key)
  ids = await furnish(api, 'sandbox')
})

const called = (name: string) => {
  const [method = ''] = name.split(' ')
  const { path, body } = CALLS[name]?.(ids) ?? { path: name }
  return { method, path, body }
}

it('every POST and PUT refuses a field it does not know, by name, also where it takes none', async () => {
  const names = (await operationsOf(running.roots.sandbox)).filter((name) => /^(POST|PUT) /.test(name))
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    const { method, path, body } = called(name)
    const answer = await api.call(method, path, { ...body, colour: 'red' })
    expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'validation_failed'])
    expect([name, answer.body.errors]).toEqual([name, [expect.objectContaining({ param: 'colour' })]])
  }
})

describe('a command that says everything by its path', () => {
  it.each([
    'POST /webhook/{id}/secret/rotate',
    'POST /webhook/{id}/test',
    'POST /webhook/{id}/delivery/{delivery_id}/redeliver',
  ])('%s takes no body and an empty one, and nothing else', async (name) => {
    const { method, path } = called(name)
    for (const body of [undefined, {}]) {
      expect((await api.call(method, path, body)).status).toBeLessThan(300)
    }
    for (const body of [[], 'text', 1, { a: null }]) {
      expect(await api.call(method, path, body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
  })

  it('the document says that their body may be absent, and that every other must be there', async () => {
    const { body } = await running.client('sandbox', undefined).get('/openapi.json')
    const optional = Object.entries<Record<string, { requestBody?: { required: boolean } }>>(body.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, { requestBody }]) => requestBody?.required === false)
          .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(optional.sort()).toEqual([
      'POST /approval/{id}/approve',
      'POST /purchase/{id}/commit',
      'POST /webhook/{id}/delivery/{delivery_id}/redeliver',
      'POST /webhook/{id}/secret/rotate',
      'POST /webhook/{id}/test',
    ])
  })
})

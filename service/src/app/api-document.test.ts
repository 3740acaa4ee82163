import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { generatedDocument } from '../../test/support/generated-document.ts'
import { ENVIRONMENTS } from '../kernel/environment.ts'
import { NAMED_SCOPES } from '../tenants/index.ts'
import examples from './api-examples.json' with { type: 'json' }

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Any = any

let document: Any

beforeAll(async () => {
  document = await generatedDocument('sandbox', examples)
})

const isObject = (value: unknown): value is Record<string, Any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const follow = (part: Any): Any =>
  typeof part?.$ref === 'string'
    ? part.$ref
        .split('/')
        .slice(1)
        .reduce((node: Any, step: string) => node[step], document)
    : part

/** Every part of the document, with its path. Examples are data, not parts. */
function* partsOf(value: unknown, path: string): Generator<[string, Record<string, Any>]> {
  if (typeof value !== 'object' || value === null) return
  if (isObject(value)) yield [path, value]
  for (const [key, part] of Object.entries(value)) {
    if (!['example', 'examples', 'enum', 'x-enumDescriptions'].includes(key)) yield* partsOf(part, `${path}/${key}`)
  }
}

const parts = () => ['paths', 'webhooks', 'components'].flatMap((root) => [...partsOf(document[root], `#/${root}`)])

const operations = (): { name: string; operation: Any }[] =>
  Object.entries<Any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )

const mediaOf = (part: Any): Any => follow(part).content['application/json']

describe.each(ENVIRONMENTS)('the API document of %s', (environment) => {
  it('has no fault that the linter of Redocly finds', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'info-license': 'off',
        // Whatever address the document was fetched from is right, localhost too.
        'no-server-example.com': 'off',
        // `/payout/batch` and `/payout/{id}` differ by their methods.
        'no-ambiguous-paths': 'off',
        'tag-description': 'error',
        'operation-description': 'off',
        'operation-operationId-url-safe': 'error',
        'parameter-description': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-unused-components': 'error',
        'component-name-unique': 'error',
      },
    })
    const source = JSON.stringify(await generatedDocument(environment, examples))
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })
})

describe('every part of the API document', () => {
  it('that is a field or a parameter has a description', () => {
    const fields = parts().flatMap(([path, { properties }]) =>
      isObject(properties)
        ? Object.entries<Any>(properties).map(([name, schema]) => [`${path} ${name}`, schema] as const)
        : [],
    )
    expect(fields.length).toBeGreaterThan(350)
    const described = (part: Any) => part.description ?? follow(part).description
    // The codes of an error are described with its response.
    const isNarrowed = (path: string) => /\/allOf\/1 code$/.test(path)
    expect(fields.filter(([path, schema]) => !isNarrowed(path) && !described(schema)).map(([path]) => path)).toEqual([])
    const parameters = parts().filter(([, part]) => 'in' in part && 'name' in part)
    expect(parameters.length).toBeGreaterThan(15)
    expect(parameters.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([])
  })

  it('that is a state says what each value means', () => {
    const states = Object.entries<Any>(document.components.schemas).filter(([name]) => /Status$/.test(name))
    expect(states.map(([name]) => name)).toEqual([
      'AccountConnectionStatus',
      'AlertStatus',
      'ApprovalStatus',
      'ContractStatus',
      'DeliveryStatus',
      'DisputeStatus',
      'MessageStatus',
      'P2pStatus',
      'PayoutStatus',
      'PurchaseStatus',
      'RefundStatus',
      'SandboxWithdrawalStatus',
      'WithdrawalStatus',
    ])
    for (const [name, schema] of states) {
      expect([name, Object.keys(schema['x-enumDescriptions'])]).toEqual([name, schema.enum])
      for (const value of schema.enum) expect(schema.description).toContain(`- \`${value}\`: `)
    }
  })

  it('that is a list of values says what it is', () => {
    const lists = parts().filter(([path, part]) => part.enum && part.type === 'string' && !/\/allOf\/1\//.test(path))
    const silent = lists.filter(([, { description }]) => !description)
    // A parameter describes its schema.
    expect(silent.map(([path]) => path).filter((path) => !/parameters\/\w+\/schema(\/items)?$/.test(path))).toEqual([])
  })

  it('that is an operation shows a request, if it has one, and each success', () => {
    for (const { name, operation } of operations()) {
      const { requestBody, responses } = operation
      if (requestBody?.required) expect([name, mediaOf(requestBody).example]).toEqual([name, expect.any(Object)])
      for (const [status, response] of Object.entries<Any>(responses)) {
        if (status.startsWith('2'))
          expect([name, status, mediaOf(response).example]).toEqual([name, status, expect.any(Object)])
      }
    }
    expect(mediaOf(document.webhooks.notification.post.requestBody).example).toEqual(expect.any(Object))
  })

  it('that is an error shows the real body of each of its codes', () => {
    const shown = new Set<string>()
    for (const { name, operation } of operations()) {
      const errors = Object.entries<Any>(operation.responses).filter(([status]) => Number(status) >= 400)
      for (const [status, response] of errors) {
        const { schema, examples: bodies } = mediaOf(response)
        const codes = follow(schema).allOf[1].properties.code.enum
        expect([name, status, Object.keys(bodies ?? {})]).toEqual([name, status, codes])
        for (const code of codes) {
          const { value } = follow(bodies[code])
          expect(value.code).toBe(code)
          expect(Object.keys(document.components.schemas.Error.properties)).toEqual(
            expect.arrayContaining(Object.keys(value)),
          )
          shown.add(code)
        }
      }
    }
    expect([...shown].sort()).toEqual(Object.keys(document.components.examples))
  })

  it('has either one example or several with names, as OpenAPI wants it', () => {
    expect(parts().filter(([, part]) => 'example' in part && 'examples' in part)).toEqual([])
  })

  it('that answers a resource leads to what can be done with it', () => {
    const { links } = document.paths['/payout'].post.responses[201]
    expect(Object.keys(links)).toEqual(
      expect.arrayContaining(['getPayout', 'updatePayout', 'getAccountConnectionOfPayout']),
    )
    for (const { operationId } of Object.values<Any>(document.components.links)) {
      expect(operations().filter(({ operation }) => operation.operationId === operationId)).toHaveLength(1)
    }
  })

  it('that leads to a resource names the field that is its id', () => {
    for (const { name, operation } of operations()) {
      for (const response of Object.values<Any>(operation.responses).map(follow)) {
        const answer = follow(response.content['application/json'].schema)
        for (const link of Object.values<Any>(response.links ?? {}).map(follow)) {
          const steps = link.parameters.id.replace('$response.body#/', '').split('/')
          const found = steps.reduce((schema: Any, step: string) => follow(follow(schema)?.properties?.[step]), answer)
          expect([name, link.parameters.id, found?.type]).toEqual([name, link.parameters.id, 'string'])
        }
      }
    }
  })

  it('that needs a key takes it as tools send it: `curl -u KEY:`', () => {
    expect(document.components.securitySchemes).toMatchObject({ api_key: { type: 'http', scheme: 'basic' } })
    expect(document.info.description).toContain('curl -u')
    for (const { name, operation } of operations()) {
      expect([name, operation.security]).toEqual([name, [{ api_key: [expect.any(String)] }]])
    }
  })

  it('that needs a key says which scopes a key must name', () => {
    const { description } = document.components.securitySchemes.api_key
    for (const scope of NAMED_SCOPES) expect(description).toContain(`\`${scope}\``)
  })
})

/** Rules that no schema can say: a request that breaks one is refused, so the document says them in words. */
const SAID_IN_WORDS: readonly (readonly [schema: string, field: string, words: string])[] = [
  ['SandboxGrant', 'expires_at', 'a moment to come, else 400'],
  ['SandboxGrant', 'name', 'at most once'],
  ['SandboxGrant', 'name', '`payment.debit` only with the method `direct`'],
  ['ContractCreate', 'deposit_maximum_in_cents', 'Not below `deposit_minimum_in_cents`'],
  ['ContractCreate', 'split_percent_amount', 'not both above 0'],
  ['PurchaseCreate', 'items', 'at least 1 cent'],
  ['BuyerCreate', 'payment_instrument_id', 'is 400'],
  ['LegacyPayoutMethod', 'routing_number', 'multiple of 10'],
]

describe('rules between fields', () => {
  it.each(SAID_IN_WORDS)('%s.%s says: %s', (schema, field, words) => {
    expect(document.components.schemas[schema].properties[field].description).toContain(words)
  })

  it('of the parameters of lists are said, too', () => {
    const { AmountMaxInCents, Cursor } = document.components.parameters
    expect(AmountMaxInCents.description).toContain('Below `amount_min_in_cents` it is 400')
    expect(Cursor.description).toContain('Instead of `page`: both together are 400')
  })
})

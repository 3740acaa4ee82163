import { expect, it, vi } from 'vitest'
import { callOf } from './snippets.ts'

vi.stubGlobal('location', { origin: 'https://pay.example' })

const CALL = {
  method: 'POST',
  path: '/payout',
  body: { account_connection: 'acon_1', note: "it's true, null", flags: [true, null] },
  idempotencyKey: 'order-17',
}

it('a call is told as curl: quotes of the body do not end the argument', () => {
  expect(callOf(CALL).curl).toBe(`curl -u "$TRIBUTARY_API_KEY:" -X POST 'https://pay.example/enterprise/v1/payout' \\
  -H 'Idempotency-Key: order-17' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "account_connection": "acon_1",
  "note": "it'\\''s true, null",
  "flags": [
    true,
    null
  ]
}'`)
})

it('as TypeScript, which parses', () => {
  const code = callOf(CALL).TypeScript ?? ''
  expect(code).toContain('\'idempotency-key\': "order-17"')
  expect(() => new Function(`return async () => { ${code} }`)).not.toThrow()
})

it('as Python: words of JSON are its own, but not within texts', () => {
  const code = callOf(CALL).Python ?? ''
  expect(code).toContain('"flags": [\n        True,\n        None\n      ]')
  expect(code).toContain(`"note": "it's true, null"`)
})

it('without a body there is none', () => {
  const { curl, Python } = callOf({ method: 'GET', path: '/payout?page=2', body: null })
  expect(curl).toBe(`curl -u "$TRIBUTARY_API_KEY:" -X GET 'https://pay.example/enterprise/v1/payout?page=2'`)
  expect(Python).not.toContain('json=')
})

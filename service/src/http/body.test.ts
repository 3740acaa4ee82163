import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../kernel/errors.ts'
import { parseBody } from './body.ts'

function refusal(body: string | Buffer): Problem {
  try {
    parseBody(Buffer.from(body as string))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('the body was accepted')
}

describe('parseBody', () => {
  it('no body is undefined, so that a schema can say what is missing', () => {
    expect(parseBody(Buffer.alloc(0))).toBeUndefined()
  })

  it('JSON is given on as it came', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('"__proto__"') && !text.includes('\\u0000'))
        expect(JSON.stringify(parseBody(Buffer.from(text)))).toBe(text)
      }),
    )
  })

  it.each([
    ['half an object', '{"a":', 'it ends too early'],
    ['half a string', '{"a":"x', 'it ends too early'],
    ['white space alone', '  ', 'it ends too early'],
    ['a trailing comma', '{"a":1,}', 'unexpected character at position 7'],
    ['a second value', '{} {}', 'unexpected character at position 3'],
    ['single quotes', "{'a':1}", 'unexpected character at position 1'],
    ['a byte order mark', '\ufeff{}', 'unexpected character'],
    ['a form', 'a=1&b=2', 'unexpected character'],
    ['NaN', '{"a":NaN}', 'unexpected character'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'it is not valid UTF-8'],
  ])('%s is not JSON, and the message says why', (_what, body, why) => {
    expect(refusal(body)).toMatchObject({
      code: 'malformed_json',
      status: 400,
      message: `The body is not JSON: ${why}.`,
    })
  })

  it('the message repeats nothing of the body, where a secret may stand', () => {
    for (const body of ['{"ssn": 123-45-6789}', '123-45-6789', '{"ssn":"123-45-6789', '{"ssn":"123-45-6789"x}']) {
      expect(refusal(body).message).not.toContain('45')
    }
  })

  it.each([
    ['a NUL', '{"user":{"name":"\\u0000"}}', 'user.name', 'invalid_character'],
    ['half a surrogate pair', '{"items":["a","\\ud800"]}', 'items.1', 'invalid_character'],
    ['a number out of range', '{"amount_in_cents":1e999}', 'amount_in_cents', 'number_out_of_range'],
    ['a `__proto__` key', '{"user_data":{"__proto__":{}}}', 'user_data.__proto__', 'forbidden_key'],
    ['a megabyte of brackets', '['.repeat(1_000_000), 'body', 'too_many'],
    [
      'too many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, nth) => [nth, 1]))),
      'body',
      'too_many',
    ],
    ['half a million entries of a list', `{"list":[${'1,'.repeat(500_000)}1]}`, 'body', 'too_many'],
    ['a key twice', '{"amount_in_cents":1,"amount_in_cents":500000}', 'amount_in_cents', 'duplicate_key'],
    ['too deep a nesting', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, `a${'.0'.repeat(49)}…`, 'too_deep'],
  ])('%s cannot be stored, and the fault names the parameter', (_what, body, param, code) => {
    const problem = refusal(body)
    expect(problem).toMatchObject({ code: 'validation_failed', status: 400, details: { errors: [{ param, code }] } })
    expect(problem.message).toContain(`\`${param}\``)
  })

  it('a megabyte of brackets is refused and exhausts nothing', () => {
    expect(refusal('['.repeat(1_048_576)).code).toBe('validation_failed')
    expect(refusal('['.repeat(524_288) + ']'.repeat(524_288)).code).toBe('validation_failed')
  })
})

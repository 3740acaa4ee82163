import { describe, expect, it } from 'vitest'
import { Problem } from '../kernel/errors.ts'
import { parseBody } from './body.ts'

function refusal(text: string): Problem {
  try {
    parseBody(Buffer.from(text))
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error(`${text} was taken`)
}

describe('a body that is not JSON says where it goes wrong', () => {
  it.each([
    ['{"a":1', 'it ends too early'],
    ['{', 'it ends too early'],
    ['"abc', 'it ends too early'],
    ['{"a" 1}', 'unexpected character at position 5'],
    ['nope position 42', 'unexpected character.'],
    ['{"x": unterminated }', 'unexpected character.'],
  ])('%j: %s', (text, message) => {
    expect(refusal(text).message).toContain(message)
  })
})

describe('a number that would be stored as another one is refused', () => {
  it.each([
    ['{"n":9007199254740993}', 'n'],
    ['[-9007199254740993]', '0'],
    ['{"a":{"n":123456789012345678901}}', 'a.n'],
    ['{"a":{"n":[0.99999999999999999999]}}', 'a.n.0'],
  ])('%s', (text, param) => {
    expect(refusal(text).details.errors).toMatchObject([{ param, code: 'number_out_of_range' }])
  })

  it.each([
    '{"n":9007199254740991}',
    '{"n":"9007199254740993"}',
    '{"n":0.1234567890123456}',
    '{"n":10000000000000000}',
  ])('and %s is taken', (text) => {
    expect(parseBody(Buffer.from(text))).toEqual(JSON.parse(text))
  })
})

it('a fault of the body as a whole is called `body`', () => {
  expect(refusal('"\\u0000"').details.errors?.[0]?.param).toBe('body')
})

it('everything that cannot be stored is told at once, with its whole path', () => {
  const { details, message } = refusal('{"user_data":{"a":{"b":"\\u0000","c":1e-400}},"__proto__":1}')
  expect(details.errors?.map(({ param, code }) => `${param} ${code}`)).toEqual([
    'user_data.a.b invalid_character',
    'user_data.a.c number_out_of_range',
    '__proto__ forbidden_key',
  ])
  expect(message).toContain('and 2 more faults')
})

it('a long name is cut, so that an answer does not repeat a whole body', () => {
  const { details, message } = refusal(JSON.stringify({ ['😀'.repeat(500_000)]: { a: '\0' } }))
  expect(details.errors?.[0]?.param).toMatch(/^(😀){49}.?…$/u)
  expect(message.length).toBeLessThan(250)
})

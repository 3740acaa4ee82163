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
  it.each(['{"n":9007199254740993}', '[-9007199254740993]', '{"a":{"n":123456789012345678901}}'])('%s', (text) => {
    expect(refusal(text).details.errors?.[0]?.code).toBe('number_out_of_range')
  })

  it.each([
    '{"n":9007199254740991}',
    '{"n":"9007199254740993"}',
    '{"n":0.1234567890123456789}',
    '{"n":10000000000000000}',
  ])('and %s is taken', (text) => {
    expect(parseBody(Buffer.from(text))).toEqual(JSON.parse(text))
  })
})

it('a fault of the body as a whole is called `body`', () => {
  expect(refusal('"\\u0000"').details.errors?.[0]?.param).toBe('body')
})

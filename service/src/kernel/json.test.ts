import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, DEPTH_MAX, findUnstorable, type Json } from './json.ts'

// What a body can hold: JSON has one zero, and `-0` becomes `0` when it is written.
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]): [string, Json] => [key, reversed(member)])
  return Object.fromEntries(members.reverse())
}

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('canonical', () => {
  it('bodies that differ only in the order of keys are spelled the same', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(reversed(value))).toBe(canonical(value))
      }),
    )
  })

  it('the spelling reads back to the same value, so different bodies are spelled differently', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonical(value))).toEqual(value)
      }),
    )
  })

  it('keys are sorted at every level and white space is gone', () => {
    expect(canonical(JSON.parse('{ "b": [ {"d": 1, "c": null} ], "a": "x y" }'))).toBe(
      '{"a":"x y","b":[{"c":null,"d":1}]}',
    )
  })

  it('the order of a list matters', () => {
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]))
  })

  it('an absent member and one that is undefined are the same', () => {
    expect(canonical({ a: 1, b: undefined })).toBe(canonical({ a: 1 }))
  })

  it('a number and its text are different', () => {
    expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }))
  })

  it('no body has a spelling too', () => {
    expect(canonical(undefined)).toBe('null')
  })
})

describe('findUnstorable', () => {
  it.each([
    ['a NUL in a string', '{"a":{"b":["x","\\u0000"]}}', 'invalid_character', ['a', 'b', '1']],
    ['the first half of a surrogate pair', '{"a":"\\ud83d"}', 'invalid_character', ['a']],
    ['the second half of a surrogate pair', '{"a":"\\ude00x"}', 'invalid_character', ['a']],
    ['a surrogate pair the wrong way round', '{"a":"\\ude00\\ud83d"}', 'invalid_character', ['a']],
    ['a NUL in a key, named by its parent', '{"a":{"\\u0000":1}}', 'invalid_character', ['a']],
    ['half a surrogate pair in a key', '{"a":{"\\ud83d":1}}', 'invalid_character', ['a']],
    ['a number no double holds', '{"a":[1,1e999]}', 'number_out_of_range', ['a', '1']],
    ['a negative number no double holds', '{"a":-1e999}', 'number_out_of_range', ['a']],
    ['a `__proto__` key', '{"a":{"__proto__":{"admin":true}}}', 'forbidden_key', ['a', '__proto__']],
  ])('%s is found', (_what, text, code, path) => {
    expect(findUnstorable(JSON.parse(text))).toMatchObject({ code, path })
  })

  it('a value that is not an object is looked at too', () => {
    expect(findUnstorable('\0')).toMatchObject({ code: 'invalid_character', path: [] })
    expect(findUnstorable(Number.POSITIVE_INFINITY)).toMatchObject({ code: 'number_out_of_range', path: [] })
  })

  it(`${DEPTH_MAX} levels are allowed and one more is not`, () => {
    expect(findUnstorable(nested(DEPTH_MAX))).toBeUndefined()
    expect(findUnstorable(nested(DEPTH_MAX + 1))).toMatchObject({ code: 'too_deep' })
  })

  it('a body nested a hundred thousand levels is refused and exhausts nothing', () => {
    const found = findUnstorable(nested(100_000))
    expect(found?.code).toBe('too_deep')
    expect(found?.path.length).toBeLessThanOrEqual(8)
  })

  it.each([
    'null',
    'true',
    '""',
    '"é 😀 \\u0001 \\uffff"',
    '1.7976931348623157e308',
    '{"constructor":1,"prototype":2,"toString":3}',
    '{"a":[[],{},null,false,0]}',
  ])('%s is storable', (text) => {
    expect(findUnstorable(JSON.parse(text))).toBeUndefined()
  })

  it('an offender is found wherever it stands', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 5 })
    const offender = fc.constantFrom<Json>('\0', 'x\ud800', '\udfff', Number.POSITIVE_INFINITY)
    const place = fc.array(fc.oneof(fc.nat({ max: 3 }), anyText), { maxLength: 10 })
    fc.assert(
      fc.property(offender, place, json, (bad, steps, neighbour) => {
        const body = steps.reduceRight<Json>(
          (inner, step) =>
            typeof step === 'number'
              ? [...Array<Json>(step).fill(null), inner]
              : { before: neighbour, [`k${step}`]: inner },
          bad,
        )
        expect(findUnstorable(body)).toBeDefined()
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, DEPTH_MAX, findUnstorable, type Json, parseEntries, parseJson } from './json.ts'

// Values that a body can hold. JSON has one zero: `-0` becomes `0` when it is written.
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
    expect(findUnstorable(JSON.parse(text))).toMatchObject([{ code, path }])
  })

  it('a value that is not an object is looked at too', () => {
    expect(findUnstorable('\0')).toMatchObject([{ code: 'invalid_character', path: [] }])
    expect(findUnstorable(Number.POSITIVE_INFINITY)).toMatchObject([{ code: 'number_out_of_range', path: [] }])
  })

  it(`${DEPTH_MAX} levels are allowed and one more is not`, () => {
    expect(findUnstorable(nested(DEPTH_MAX))).toEqual([])
    expect(findUnstorable(nested(DEPTH_MAX + 1))).toMatchObject([{ code: 'too_deep' }])
  })

  it('a body nested a hundred thousand levels is refused and exhausts nothing', () => {
    const [found] = findUnstorable(nested(100_000))
    expect(found?.code).toBe('too_deep')
    expect(found?.path).toHaveLength(DEPTH_MAX)
    const deep = `${'['.repeat(100_000)}1e999${']'.repeat(100_000)}`
    expect(parseJson(deep).faults).toMatchObject([{ code: 'too_deep' }])
    expect(parseJson(`{"\\u0000":${deep}}`).faults).toMatchObject([{ code: 'invalid_character' }])
    expect(parseJson(`{"__proto__":${deep}}`).faults).toMatchObject([{ code: 'forbidden_key' }])
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
    expect(findUnstorable(JSON.parse(text))).toEqual([])
  })

  it('all offenders are found, each with its whole path', () => {
    const body = JSON.parse('{"a":"\\u0000","b":{"c":[1e999,{"__proto__":1,"d":"\\ud800"}]}}')
    expect(findUnstorable(body).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'a invalid_character',
      'b.c.0 number_out_of_range',
      'b.c.1.__proto__ forbidden_key',
      'b.c.1.d invalid_character',
    ])
  })

  it('a body of nothing but offenders is given up on after a hundred', () => {
    expect(findUnstorable(Array(5_000).fill('\0'))).toHaveLength(100)
  })

  it('an offender is found wherever it stands', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 5 })
    const offender = fc.constantFrom<Json>('\0', 'x\ud800', '\udfff', Number.POSITIVE_INFINITY)
    const place = fc.array(fc.oneof(fc.nat({ max: 3 }), anyText), { maxLength: 10 })
    const storable = json.filter((neighbour) => findUnstorable(neighbour).length === 0)
    fc.assert(
      fc.property(offender, place, storable, (bad, steps, neighbour) => {
        const body = steps.reduceRight<Json>(
          (inner, step) =>
            typeof step === 'number'
              ? [...Array<Json>(step).fill(null), inner]
              : { before: neighbour, [`k${step}`]: inner },
          bad,
        )
        expect(findUnstorable(body)).toHaveLength(1)
      }),
    )
  })
})

describe('parseJson: a number is taken as it is written or not at all', () => {
  const isTaken = (text: string): boolean => parseJson(text).faults.length === 0

  it.each([
    '1.00000000000000000001',
    '0.99999999999999999999',
    '9007199254740993',
    '9007199254740993.0',
    '-9007199254740993',
    '1152921504606846976',
    '0.1234567890123456789',
    '1e-400',
    '1e999',
    '-1e999',
    '4.94065645841247e-324',
    `1${'0'.repeat(5_000)}1`,
    `0.${'0'.repeat(5_000)}1`,
    '1e-99999999999999999999',
  ])('%s is refused', (text) => {
    expect(isTaken(text)).toBe(false)
    expect(parseJson(`{"a":[{"b":${text}}]}`).faults).toMatchObject([
      { path: ['a', '0', 'b'], code: 'number_out_of_range' },
    ])
  })

  it.each([
    '0',
    '-0',
    '0e999',
    '1.0',
    '1.50',
    '100e-2',
    '9007199254740991',
    '0.0000000000000000000000001',
    '10000000000000000000000',
    '1e22',
    '5e-324',
    '1.7976931348623157e308',
    '17976931348623157e292',
    `0.5${'0'.repeat(100)}`,
    '"9007199254740993"',
  ])('%s is taken', (text) => {
    expect(parseJson(text)).toEqual({ value: JSON.parse(text), faults: [] })
  })

  it('whatever JavaScript writes is taken, for every double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isTaken(JSON.stringify(value))).toBe(true)
        expect(isTaken(`{"a":[${JSON.stringify(value)}]}`)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it('whatever is taken is written back as an equal decimal', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`))
    const decimal = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits(25),
        fc.option(digits(25)),
        fc.option(fc.integer({ min: -330, max: 310 })),
      )
      .map(
        ([sign, whole, fraction, exponent]) =>
          `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
      )
    fc.assert(
      fc.property(decimal, (text) => {
        if (isTaken(text)) expect(scaled(JSON.stringify(JSON.parse(text)))).toBe(scaled(text))
      }),
      { numRuns: 5_000 },
    )
  })

  /** The decimal times ten to the thousandth, which is whole for everything these tests write. */
  function scaled(text: string): bigint {
    const [mantissa = '', exponent = '0'] = text.split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    return BigInt(whole + fraction) * 10n ** BigInt(1_000 + Number(exponent) - fraction.length)
  }
})

describe('parseEntries: the faults of entries are told apart', () => {
  const place = { name: 'list', max: 3 }

  it('the first of each, with its path within the entry; what cannot be told again is null', () => {
    const deep = '['.repeat(DEPTH_MAX) + ']'.repeat(DEPTH_MAX)
    const text = `{"list":[{"a":"\\u0000","b":"\\u0000"},{"n":9007199254740993},${deep}],"other":"\\u0000"}`
    const { value, faults, entryFaults } = parseEntries(text, place)
    expect(faults).toMatchObject([{ path: ['other'] }])
    expect([...entryFaults].map(([index, { path, code }]) => [index, path[0], code])).toEqual([
      [0, 'a', 'invalid_character'],
      [1, 'n', 'number_out_of_range'],
      [2, '0', 'too_deep'],
    ])
    expect(value).toEqual({ list: [{ a: '\0', b: '\0' }, { n: Number.NaN }, null], other: '\0' })
  })

  it('a body without such a list, or with too many entries, is looked at as a whole', () => {
    for (const text of ['null', '7', '"\\u0000"', '{"list":"\\u0000"}', '{"list":[1,2,3,"\\u0000"]}']) {
      const { entryFaults, ...whole } = parseEntries(text, place)
      expect(entryFaults.size).toBe(0)
      expect(whole).toEqual(parseJson(text))
    }
  })

  it('a body without faults is taken as it is', () => {
    const text = '{"list":[1,{"a":0.1234567890123456}]}'
    expect(parseEntries(text, place)).toEqual({ value: JSON.parse(text), faults: [], entryFaults: new Map() })
  })
})

describe('a key that is given twice in one object', () => {
  const duplicatesIn = (text: string): string[] =>
    parseJson(text).faults.map(({ path, code }) => `${path.join('.')} ${code}`)

  it.each([
    ['{"a":1,"a":1}', ['a duplicate_key']],
    ['{"a":1,"b":2,"a":3,"b":4,"a":5}', ['a duplicate_key', 'b duplicate_key']],
    ['{"a":1,"\\u0061":2}', ['a duplicate_key']],
    ['[{"x":[{"k":{},"k":[]}]}]', ['0.x.0.k duplicate_key']],
    ['{"a":{"b":1},"a":{"b":1}}', ['a duplicate_key']],
    ['{"":1,"":2}', [' duplicate_key']],
    ['{"1":1,"1":2}', ['1 duplicate_key']],
    ['{"constructor":1,"toString":2,"constructor":3}', ['constructor duplicate_key']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__ forbidden_key', '__proto__ duplicate_key']],
    ['{"a":"\\u0000","b":1,"b":2}', ['a invalid_character', 'b duplicate_key']],
    ['{"a\\"b":1 , "a\\"b" : 2}', ['a"b duplicate_key']],
    ['{"\\ud800":1,"\\ud800":2}', [' invalid_character']],
  ])('%s', (text, found) => {
    expect(duplicatesIn(text)).toEqual(found)
  })

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":["a","a"],"c":":\\":,{"}',
    '{"a":"\\\\","b":"\\\\\\""}',
    '{"A":1,"a":2,"a ":3}',
  ])('%s has none', (text) => {
    expect(duplicatesIn(text)).toEqual([])
  })

  it('is found wherever it stands, and nowhere else', () => {
    const place = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.string({ maxLength: 5 })), { maxLength: 8 })
    const storable = json.filter((neighbour) => findUnstorable(neighbour).length === 0)
    fc.assert(
      fc.property(place, fc.string({ maxLength: 5 }), storable, (steps, key, neighbour) => {
        const name = JSON.stringify(`k${key}`)
        const within = (inner: string): string =>
          steps.reduceRight<string>(
            (text, step) =>
              typeof step === 'number'
                ? `[${'null, '.repeat(step)}${text}]`
                : `{"before": ${JSON.stringify(neighbour)}, ${JSON.stringify(`k${step}`)}: ${text}}`,
            inner,
          )
        const path = [...steps.map((step) => (typeof step === 'number' ? String(step) : `k${step}`)), `k${key}`]
        expect(parseJson(within(`{${name}:1}`)).faults).toEqual([])
        expect(parseJson(within(`{${name}:1,${name}:1}`)).faults).toMatchObject([{ path, code: 'duplicate_key' }])
      }),
    )
  })

  it('a body of nothing but duplicates is given up on after a hundred', () => {
    const text = `[${Array(5_000).fill('{"a":1,"a":2}').join(',')}]`
    expect(parseJson(text).faults).toHaveLength(100)
  })

  it('of entries it is told apart, each with its first fault', () => {
    const text = '{"list":[{"a":1,"a":2,"b":1,"b":2},{"a":1},{"a":"\\u0000","a":"\\u0000"}],"other":1,"other":2}'
    const { faults, entryFaults } = parseEntries(text, { name: 'list', max: 3 })
    expect(faults).toMatchObject([{ path: ['other'], code: 'duplicate_key' }])
    expect([...entryFaults].map(([index, { path, code }]) => [index, ...path, code])).toEqual([
      [2, 'a', 'invalid_character'],
      [0, 'a', 'duplicate_key'],
    ])
    const many = `{"list":[${Array(300).fill('{"a":1,"a":2}').join(',')}]}`
    expect(parseEntries(many, { name: 'list', max: 300 }).entryFaults.size).toBe(300)
  })
})

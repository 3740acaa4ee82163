import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { type Fault, Problem } from '../kernel/errors.ts'
import { Closed, OneOf, PageQuery, Text, UserData } from './schemas.ts'
import { createValidatorCompiler } from './validation.ts'

const compile = createValidatorCompiler()

function validator(schema: TSchema, httpPart = 'body'): (data: unknown) => Problem | undefined {
  const validate = compile({ schema, httpPart, method: 'POST', url: '/' })
  return (data) => {
    const result: unknown = validate(data)
    if (typeof result !== 'object' || result === null) throw new Error('the validator gave no result')
    if (!('error' in result)) return undefined
    if (!(result.error instanceof Problem)) throw new Error('the error is no problem')
    return result.error
  }
}

function faults(schema: TSchema, data: unknown, httpPart?: string): readonly Fault[] {
  return validator(schema, httpPart)(data)?.details.errors ?? []
}

describe('amounts', () => {
  const Payment = Closed({ amount_in_cents: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }) })

  it.each([1, 100, 9_999_999_999, 1e3])('%s is one', (amount) => {
    expect(faults(Payment, { amount_in_cents: amount })).toEqual([])
  })

  it.each([true, null, '100', '', [100], [], {}, 1.5, 0.1 + 0.2])(
    '%j is no whole number and is not made one',
    (amount) => {
      const body = { amount_in_cents: amount }
      expect(faults(Payment, body)).toEqual([
        { param: 'amount_in_cents', code: 'invalid_type', message: 'must be a whole number' },
      ])
      expect(body.amount_in_cents).toBe(amount)
    },
  )

  it.each([
    [0, 'must be at least 1'],
    [-1, 'must be at least 1'],
    [10_000_000_000, 'must be at most 9999999999'],
    [2 ** 53 + 2, 'must be at most 9999999999'],
    [1e300, 'must be at most 9999999999'],
  ])('%s is out of range', (amount, message) => {
    expect(faults(Payment, { amount_in_cents: amount })).toEqual([
      { param: 'amount_in_cents', code: 'out_of_range', message },
    ])
  })

  it('a whole number that no double holds is out of range', () => {
    expect(faults(Payment, JSON.parse('{"amount_in_cents":9007199254740993}'))).toMatchObject([
      { code: 'out_of_range' },
    ])
  })

  it('an amount that is missing is said to be required', () => {
    expect(faults(Payment, {})).toEqual([{ param: 'amount_in_cents', code: 'required', message: 'is required' }])
  })
})

describe('bodies', () => {
  const Item = Closed({ name: Text(5), price: Type.Integer({ minimum: 1 }) })
  const Order = Closed({
    kind: OneOf(['gift', 'sale']),
    email: Type.String({ format: 'email' }),
    items: Type.Array(Item, { minItems: 1, maxItems: 3 }),
    ssn: Type.Optional(Type.String({ pattern: '^\\d{3}-\\d\\d-\\d{4}$', 'x-form': 'like `123-45-6789`' })),
    tags: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    user_data: Type.Optional(UserData),
  })
  const order = { kind: 'gift', email: 'a@example.com', items: [{ name: 'a', price: 1 }] }

  it('a good body is taken as it is', () => {
    expect(faults(Order, { ...order, ssn: '123-45-6789', tags: ['a', 'b'], user_data: { any: ['thing'] } })).toEqual([])
  })

  it('nothing is added to or removed from a body', () => {
    const schema = Type.Object({ page: Type.Optional(Type.Integer({ default: 1 })) })
    const body = { other: true }
    expect(faults(schema, body)).toEqual([])
    expect(body).toEqual({ other: true })
  })

  it.each([
    ['kind', 'loan', 'invalid_value', 'must be one of `gift`, `sale`'],
    ['kind', 1, 'invalid_type', 'must be a string'],
    ['email', 'nobody', 'invalid_format', 'must be an e-mail address like `name@example.com`'],
    ['items', 'x', 'invalid_type', 'must be an array'],
    ['items', [], 'too_few', 'must have at least 1 entry'],
    ['items', Array(4).fill({ name: 'a', price: 1 }), 'too_many', 'must have at most 3 entries'],
    ['ssn', '123456789', 'invalid_format', 'must be like `123-45-6789`'],
    ['tags', ['a', 'a'], 'duplicate', 'must not hold the same value twice'],
    ['user_data', [], 'invalid_type', 'must be an object'],
    ['user_data', null, 'invalid_type', 'must be an object'],
  ])('a fault of `%s` (%j) says what is wanted', (param, value, code, message) => {
    expect(faults(Order, { ...order, [param]: value })).toEqual([{ param, code, message }])
  })

  it.each([
    ['', 'too_short', 'must not be empty'],
    ['abcdef', 'too_long', 'must have at most 5 characters'],
  ])('the length of %j is a fault', (name, code, message) => {
    expect(faults(Order, { ...order, items: [{ name, price: 1 }] })).toEqual([{ param: 'items.0.name', code, message }])
  })

  it('length is judged as if every character were counted', () => {
    const bounds = fc.record({ min: fc.nat(6), max: fc.nat(6) }).filter(({ min, max }) => min <= max)
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\u0301'), maxLength: 14 })
    fc.assert(
      fc.property(bounds, text, ({ min, max }, given) => {
        const count = [...given].length
        const codes = faults(Closed({ x: Type.String({ minLength: min, maxLength: max }) }), { x: given })
        const expected = count < min ? ['too_short'] : count > max ? ['too_long'] : []
        expect(codes.map(({ code }) => code)).toEqual(expected)
      }),
    )
  })

  it('length counts characters, not the halves of an emoji', () => {
    expect(faults(Order, { ...order, items: [{ name: '😀😀😀😀😀', price: 1 }] })).toEqual([])
  })

  it('a field inside a list is named by its path', () => {
    const items = [
      { name: 'a', price: 1 },
      { name: 'b', price: 'free' },
    ]
    expect(faults(Order, { ...order, items })).toEqual([
      { param: 'items.1.price', code: 'invalid_type', message: 'must be a whole number' },
    ])
  })

  it('unknown fields are refused by name, at every depth', () => {
    const body = { ...order, Kind: 'gift', 'a/b~c': 1, items: [{ name: 'a', price: 1, colour: 'red' }] }
    expect(faults(Order, body)).toEqual(
      expect.arrayContaining(
        ['Kind', 'a/b~c', 'items.0.colour'].map((param) => ({
          param,
          code: 'unknown_field',
          message: 'is not a known parameter',
        })),
      ),
    )
    expect(faults(Order, body)).toHaveLength(3)
  })

  it('the name of an unknown field is cut at a hundred characters', () => {
    const [fault] = faults(Order, { ...order, ['x'.repeat(1_000_000)]: 1 })
    expect(fault).toMatchObject({ param: `${'x'.repeat(99)}…`, code: 'unknown_field' })
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])('`%s` is an unknown field like any other', (name) => {
    expect(faults(Order, { ...order, [name]: 1 })).toMatchObject([{ param: name, code: 'unknown_field' }])
  })

  it('several faults are told at once, one for each parameter', () => {
    const body = { kind: 'loan', items: [{ name: '', price: 0 }], colour: 'red' }
    expect(
      faults(Order, body)
        .map(({ param, code }) => `${param} ${code}`)
        .toSorted(),
    ).toEqual([
      'colour unknown_field',
      'email required',
      'items.0.name too_short',
      'items.0.price out_of_range',
      'kind invalid_value',
    ])
    expect(validator(Order)(body)).toMatchObject({ code: 'validation_failed', status: 400 })
    expect(validator(Order)(body)?.message).toMatch(/, and 4 more faults\.$/)
  })

  it('no more than a hundred faults are listed', () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, 1]))
    expect(faults(Closed({}), body)).toHaveLength(100)
  })

  it.each([undefined, null, [], 'text', 1])('a body that is %j is named as the body', (body) => {
    expect(faults(Order, body)).toEqual([{ param: 'body', code: 'invalid_type', message: 'must be an object' }])
  })

  it('user data of 1,023 bytes passes and of 1,024 does not, counted as it is serialized', () => {
    const overhead = JSON.stringify({ a: '' }).length
    const data = (bytes: number) => ({ ...order, user_data: { a: 'x'.repeat(bytes - overhead) } })
    expect(faults(Order, data(1_023))).toEqual([])
    expect(faults(Order, data(1_024))).toEqual([
      { param: 'user_data', code: 'too_large', message: 'must be under 1024 bytes when serialized as JSON' },
    ])
    expect(faults(Order, { ...order, user_data: { a: 'é'.repeat(512) } })).toMatchObject([{ code: 'too_large' }])
  })
})

describe('query strings', () => {
  const Query = Closed({ ...PageQuery, status: Type.Optional(Text(10)) })

  it('digits of a whole number are read as one, other text stays text', () => {
    const query: Record<string, unknown> = { page: '1', page_size: '1000', status: '7' }
    expect(faults(Query, query, 'querystring')).toEqual([])
    expect(query).toEqual({ page: 1, page_size: 1_000, status: '7' })
  })

  it.each(['', '01', '1e1', ' 1', '1 ', '+1', '0x1', '1.0', '1,000', '--1', 'one', 'null', '١'])(
    '%j is no page number',
    (page) => {
      expect(faults(Query, { page }, 'querystring')).toEqual([
        { param: 'page', code: 'invalid_type', message: 'must be a whole number' },
      ])
    },
  )

  it.each([
    ['page', '0', 'must be at least 1'],
    ['page', '-1', 'must be at least 1'],
    ['page', '1000000001', 'must be at most 1000000000'],
    ['page_size', '1001', 'must be at most 1000'],
  ])('%s=%s is out of range', (param, value, message) => {
    expect(faults(Query, { [param]: value }, 'querystring')).toEqual([{ param, code: 'out_of_range', message }])
  })

  it('a parameter given twice is refused', () => {
    expect(faults(Query, { page: ['1', '2'] }, 'querystring')).toMatchObject([{ param: 'page', code: 'invalid_type' }])
  })

  it('an unknown parameter is refused by name', () => {
    expect(faults(Query, { pagesize: '1' }, 'querystring')).toMatchObject([
      { param: 'pagesize', code: 'unknown_field' },
    ])
  })

  it('what cannot be stored is told together with the other faults', () => {
    expect(faults(Query, { status: 'a\0', page: '0', colour: 'red' }, 'querystring')).toMatchObject([
      { param: 'status', code: 'invalid_character' },
      { param: 'colour', code: 'unknown_field' },
      { param: 'page', code: 'out_of_range' },
    ])
  })

  it('digits in a body stay text', () => {
    expect(faults(Query, { page: '1' })).toMatchObject([{ param: 'page', code: 'invalid_type' }])
  })
})

describe('headers', () => {
  it('the idempotency key is named as it is documented', () => {
    const Headers = Type.Object({ 'idempotency-key': Type.String({ minLength: 1, maxLength: 255 }) })
    expect(faults(Headers, { 'idempotency-key': 'x'.repeat(256), host: 'a' }, 'headers')).toEqual([
      { param: 'Idempotency-Key', code: 'too_long', message: 'must have at most 255 characters' },
    ])
  })
})

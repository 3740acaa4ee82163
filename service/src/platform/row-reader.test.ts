import { describe, expect, it } from 'vitest'
import { rowReader } from './row-reader.ts'

const TEXT = 25
const BIGINT = 20
const JSON_TYPE = 114
const TEXTS = 1009

describe('a row', () => {
  it('has its columns in their order, each by its type', () => {
    const read = rowReader([
      { name: 'id', dataTypeID: TEXT },
      { name: 'amount', dataTypeID: BIGINT },
      { name: 'user_data', dataTypeID: JSON_TYPE },
      { name: 'names', dataTypeID: TEXTS },
    ])
    const row = read(['pay_1', '125', '{"a":[1]}', '{x,NULL}'])
    expect(Object.entries(row)).toEqual([
      ['id', 'pay_1'],
      ['amount', 125],
      ['user_data', { a: [1] }],
      ['names', ['x', null]],
    ])
    expect(read([null, null, null, null])).toEqual({ id: null, amount: null, user_data: null, names: null })
  })

  it('has any name that SQL may give a column, as a name and not as code', () => {
    const names = [
      '?column?',
      'a "quoted" one',
      "it's",
      'back\\slash',
      'two\nlines',
      '`texts`',
      '*/ }), x = ({',
      '__proto__',
      '\u2028',
      '',
    ]
    const row = rowReader(names.map((name) => ({ name, dataTypeID: TEXT })))(names)
    expect(row).toEqual(Object.fromEntries(names.map((name) => [name, name])))
  })

  it('is read by one function for all statements with the same columns, and by another where a type differs', () => {
    const of = (dataTypeID: number) => rowReader([{ name: 'same', dataTypeID }])
    expect(of(TEXT)).toBe(of(TEXT))
    expect(of(TEXT)(['7'])).toEqual({ same: '7' })
    expect(of(BIGINT)(['7'])).toEqual({ same: 7 })
  })

  it('that cannot be read is a fault', () => {
    expect(() => rowReader([{ name: 'broken', dataTypeID: JSON_TYPE }])(['{'])).toThrow(SyntaxError)
  })
})

import { expect, it } from 'vitest'
import { readRows } from './csv.ts'
import { amountOf } from './pay.ts'

it.each([
  ['a,b\n1,2\n', [{ a: '1', b: '2' }]],
  ['\uFEFFA;Pay on\r\n1;"x;y"\r\n', [{ a: '1', pay_on: 'x;y' }]],
  ['a\tb\n"say ""hi""\nthere"\t 2 ', [{ a: 'say "hi"\nthere', b: '2' }]],
  ['a,b\n\n1,\n', [{ a: '1', b: '' }]],
])('reads %j', (text, rows) => {
  expect(readRows(text).map(({ fields }) => fields)).toEqual(rows)
})

it('names the line of a row, also behind a cell of several lines', () => {
  expect(readRows('a,b\n"1\n2",x\n3,y\n').map(({ line }) => line)).toEqual([2, 4])
})

it.each([
  ['', 'empty'],
  ['a,b\n1\n', 'Line 2 has 1 fields'],
  ['a\n"1\n', 'a quote is not closed'],
  ['a\n"1"2\n', 'text follows a closing quote'],
])('refuses %j', (text, why) => {
  expect(() => readRows(text)).toThrow(why)
})

it.each([
  ['12.50', 1_250],
  ['12.5', 1_250],
  ['$7', 700],
  ['1,250', 125_000],
  ['12,345,678.90', 1_234_567_890],
])('reads the amount %s', (amount, cents) => {
  expect(amountOf({ amount })).toBe(cents)
})

it.each(['', '0', '0.00', '12,50', '12.505', '1,2345', '-1', '1e3', '１２'])('refuses the amount %j', (amount) => {
  expect(() => amountOf({ amount })).toThrow()
})

it('takes cents, and refuses two amounts in one row', () => {
  expect(amountOf({ amount_in_cents: '1250' })).toBe(1_250)
  expect(() => amountOf({ amount: '5', amount_in_cents: '1250' })).toThrow()
})

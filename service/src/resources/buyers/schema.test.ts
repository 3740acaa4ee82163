import { expect, it } from 'vitest'
import { createValidate } from '../../http/index.ts'
import { BuyerCreate } from './schema.ts'

const faultsOf = createValidate(BuyerCreate)

it('a buyer may be anybody, also nobody known yet', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ first_name: 'Bob', last_name: 'Bobson', email: 'bob@example.com', external_id: '1' })).toEqual([])
})

it.each([
  [{ email: 'nobody' }, 'email'],
  [{ first_name: '' }, 'first_name'],
  [{ last_name: 'x'.repeat(256) }, 'last_name'],
  [{ external_id: 7 }, 'external_id'],
  [{ card: {} }, 'card'],
  [{ user_data: { x: 'y'.repeat(1_024) } }, 'user_data'],
])('a buyer with %j is refused', (body, param) => {
  expect(faultsOf(body).map((fault) => fault.param)).toEqual([param])
})

import { expect, it } from 'vitest'
import { simulationsOf } from './simulations.ts'

it.each([
  ['payout', 'pending', ['Payout error']],
  ['payout', 'sent', ['Payout return']],
  ['payout', 'returned', []],
  ['contract', 'created', ['Contract']],
  ['contract', 'active', []],
  ['purchase', 'created', []],
  ['purchase', 'completed', ['Fraud alert', 'Chargeback']],
  ['account_connection', 'active', ['Connect', 'Deposit']],
  ['buyer', undefined, ['Card']],
])('to a %s that is %s can happen: %j', (resource, status, titles) => {
  expect(simulationsOf(resource, status).map(({ title }) => title)).toEqual(titles)
})

import { expect, it } from 'vitest'
import { simulationsOf } from './simulations.ts'

it.each([
  ['payout', { status: 'pending', type: 'direct' }, ['Payout error']],
  ['payout', { status: 'sent', type: 'ach' }, ['Payout return']],
  ['payout', { status: 'sent', type: 'direct' }, []],
  ['payout', { status: 'returned', type: 'ach' }, []],
  ['contract', { status: 'created' }, ['Contract']],
  ['contract', { status: 'active' }, []],
  ['purchase', { status: 'created' }, []],
  ['purchase', { status: 'completed' }, ['Fraud alert', 'Chargeback', 'Dispute']],
  ['purchase', { status: 'reversed' }, ['Dispute']],
  ['account_connection', { status: 'created' }, ['Connect']],
  ['account_connection', { status: 'active', type: 'direct' }, ['Connect', 'Deposit']],
  ['account_connection', { status: 'active', type: 'ach' }, ['Connect']],
  ['account_connection', { status: 'deleted', type: 'direct' }, []],
  ['buyer', {}, ['Card']],
])('to a %s that is %j can happen: %j', (resource, row, titles) => {
  expect(simulationsOf(resource, row).map(({ title }) => title)).toEqual(titles)
})

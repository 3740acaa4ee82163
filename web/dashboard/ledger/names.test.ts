import { expect, it } from 'vitest'
import { accountKind, creatorOf, transferName } from './names.ts'

it.each([
  ['operating', 'Operating'],
  ['ach_clearing', 'ACH clearing'],
  ['creator:cre_1', 'Creator'],
  ['due_from:4', 'Due from the enterprise'],
])('the account %s is called %s', (account, name) => expect(accountKind(account)).toBe(name))

it('an account of a creator says whose it is', () => {
  expect([creatorOf('creator:cre_1'), creatorOf('operating')]).toEqual(['cre_1', undefined])
})

it.each([
  ['payout.hold', 'Payout hold'],
  ['payout.fee_back', 'Payout fee back'],
  ['payout.returned.bank', "Payout returned, in the bank's book"],
  ['opening', 'Opening'],
])('the transfer %s is called %s', (kind, name) => expect(transferName(kind)).toBe(name))

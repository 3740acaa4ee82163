import { expect, it } from 'vitest'
import { accountName } from './account-name.ts'

it.each([
  ['operating', 'Operating'],
  ['ach_clearing', 'ACH clearing'],
  ['creator:cre_1', 'Creator cre_1'],
  ['due_from:4', 'Due from the enterprise'],
])('the account %s is called %s', (account, name) => expect(accountName(account)).toBe(name))

import { randomUUID } from 'node:crypto'

/** What creating a connection needs; every creator has an e-mail address of their own unless told otherwise. */
export const person = (overrides: object = {}) => ({
  first_name: 'Alice',
  last_name: 'Alison',
  email: `alice.${randomUUID()}@example.com`,
  requested_permissions: ['payment.credit'],
  verification_prompt: 'Your student number?',
  verification_answer: '4711',
  ...overrides,
})

/** A bank account and its owner, as the bank's screen of Connect and a legacy payout method give them. */
export const BANK = {
  name_on_account: 'Alice Alison',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'checking',
  first_name: 'Alice',
  last_name: 'Alison',
  street_line_1: '1 Main Street',
  city: 'Springfield',
  state_abbreviation: 'IL',
  postal_code: '62701',
  ssn: '123-45-6789',
}

export const legacyMethod = (overrides: object = {}) => ({ type: 'ach', ...BANK, ...overrides })

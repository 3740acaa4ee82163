import { describe, expect, it } from 'vitest'
import { legacyMethod, person } from '../../../test/support/bodies.ts'
import { createValidate } from '../../http/index.ts'
import { ConnectionCreate, ConnectionUpdate } from './schema.ts'

const onCreation = createValidate(ConnectionCreate)
const onUpdate = createValidate(ConnectionUpdate)

const long = (length: number): string => 'x'.repeat(length)
const userDataOf = (bytes: number): object => ({ a: long(bytes - '{"a":""}'.length) })

/** A field, a value it refuses, and what the message says about it. */
interface Rule {
  readonly field: string
  readonly value: unknown
  readonly says: string
  readonly param: string
}

const rule = (field: string, value: unknown, says: string, param = field): Rule => ({ field, value, says, param })

const NAMES: Rule[] = ['first_name', 'last_name', 'business_name', 'display_name', 'external_id'].flatMap(
  (field): Rule[] => [
    rule(field, '', 'must not be empty'),
    rule(field, ' \t\u00a0', 'must be more than white space'),
    rule(field, long(256), 'must have at most 255 characters'),
    rule(field, 5, 'must be a string'),
  ],
)

const RULES: Rule[] = [
  ...NAMES,
  rule('first_name', null, 'must be a string'),
  rule('last_name', null, 'must be a string'),
  rule('email', 'alice', 'must be an e-mail address'),
  rule('email', 'alice@', 'must be an e-mail address'),
  rule('email', 'alice @example.com', 'must be an e-mail address'),
  rule('email', `${long(250)}@example.com`, 'must'),
  rule('email', ['alice@example.com'], 'must be a string'),
  rule('requested_permissions', [], 'must have at least 1 entry'),
  rule('requested_permissions', 'payment.credit', 'must be an array'),
  rule('requested_permissions', ['payment.credit', 'payment.credit'], 'must not hold the same value twice'),
  rule(
    'requested_permissions',
    ['payment.steal'],
    'must be one of `payment.credit`, `payment.debit`',
    'requested_permissions.0',
  ),
  rule('requested_permissions', ['payment.debit', 7], 'must be', 'requested_permissions.1'),
  rule('verification_prompt', '', 'must not be empty'),
  rule('verification_prompt', '  ', 'must be more than white space'),
  rule('verification_prompt', long(1_001), 'must have at most 1000 characters'),
  rule('verification_answer', '', 'more than white space'),
  rule('verification_answer', ' \t\n', 'more than white space'),
  rule('verification_answer', long(256), 'must have at most 255 characters'),
  rule('verification_answer', 4711, 'must be a string'),
  rule('user_data', 'text', 'must be an object'),
  rule('user_data', [], 'must be an object'),
  rule('user_data', userDataOf(1_024), 'must be under 1024 bytes'),
  rule('legacy_payout_method', 'ach', 'must be an object'),
  rule('legacy_payout_method', null, 'must be an object'),
  rule('nickname', 'Al', 'is not a known parameter'),
]

const REQUIRED_TEXTS = ['name_on_account', 'first_name', 'last_name', 'street_line_1', 'city']

const LEGACY_RULES: Rule[] = [
  ...REQUIRED_TEXTS.flatMap((field): Rule[] => [
    rule(field, '', 'must not be empty'),
    rule(field, ' ', 'must be more than white space'),
    rule(field, long(256), 'must have at most 255 characters'),
    rule(field, 1, 'must be a string'),
  ]),
  rule('street_line_2', long(256), 'must have at most 255 characters'),
  rule('street_line_2', 1, 'must be a string'),
  rule('type', 'wire', 'must be `ach`'),
  rule('account_number', '', 'must not be empty'),
  rule('account_number', '123456789012345678', 'must have at most 17 characters'),
  rule('account_number', '1234 5678', 'must be digits, letters or hyphens, with at least one digit'),
  rule('account_number', '-----', 'must be digits, letters or hyphens, with at least one digit'),
  rule('account_number', 'ABC', 'must be digits, letters or hyphens, with at least one digit'),
  rule('account_number', 123456789, 'must be a string'),
  rule('routing_number', '02100002', 'must be a valid 9-digit routing number'),
  rule('routing_number', '0210000210', 'must be a valid 9-digit routing number'),
  rule('routing_number', '021000022', 'must be a valid 9-digit routing number'),
  rule('routing_number', '000000000', 'must be a valid 9-digit routing number'),
  rule('routing_number', 21000021, 'must be a string'),
  rule('account_type', 'current', 'must be one of `checking`, `savings`'),
  rule('state_abbreviation', 'XX', 'two-letter abbreviation of a US state'),
  rule('state_abbreviation', 'Illinois', 'two-letter abbreviation of a US state'),
  rule('postal_code', '6270', 'exactly 5 digits'),
  rule('postal_code', '627011', 'exactly 5 digits'),
  rule('postal_code', '6270a', 'exactly 5 digits'),
  rule('postal_code', '62701-0001', 'exactly 5 digits'),
  rule('ssn', '123456789', '9 digits like `123-45-6789`'),
  rule('ssn', '12-345-6789', '9 digits like `123-45-6789`'),
  rule('ssn', '123-45-678', '9 digits like `123-45-6789`'),
  rule('ssn', 'abc-de-fghi', '9 digits like `123-45-6789`'),
  rule('iban', 'DE89', 'is not a known parameter'),
]

const fault = (param: string, says: string) => [
  { param, code: expect.any(String), message: expect.stringContaining(says) },
]

describe('an account connection', () => {
  it('may be created with what a creation needs, and changed with nothing', () => {
    expect(onCreation(person())).toEqual([])
    expect(onCreation(person({ legacy_payout_method: legacyMethod() }))).toEqual([])
    expect(onUpdate({})).toEqual([])
  })

  it.each(RULES)('refuses $field = $value on creation', ({ field, value, says, param }) => {
    expect(onCreation(person({ [field]: value }))).toEqual(fault(param, says))
  })

  it.each(RULES)('refuses $field = $value on update', ({ field, value, says, param }) => {
    expect(onUpdate({ [field]: value })).toEqual(fault(param, says))
  })

  it.each(LEGACY_RULES)('refuses legacy_payout_method.$field = $value', ({ field, value, says }) => {
    const legacy_payout_method = legacyMethod({ [field]: value })
    const expected = fault(`legacy_payout_method.${field}`, says)
    expect(onCreation(person({ legacy_payout_method }))).toEqual(expected)
    expect(onUpdate({ legacy_payout_method })).toEqual(expected)
  })

  it.each(Object.keys(person()).map((field) => [field]))('needs %s', (field) => {
    const { [field]: _, ...rest } = person() as Record<string, unknown>
    expect(onCreation(rest)).toEqual(fault(field, 'is required'))
  })

  it.each(Object.keys(legacyMethod()).map((field) => [field]))('needs legacy_payout_method.%s', (field) => {
    const { [field]: _, ...legacy_payout_method } = legacyMethod() as Record<string, unknown>
    expect(onCreation(person({ legacy_payout_method }))).toEqual(fault(`legacy_payout_method.${field}`, 'is required'))
  })
})

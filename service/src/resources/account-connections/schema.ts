import { type Static, Type } from 'typebox'
import { US_STATES } from '../../../../contracts/formats.ts'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  Described,
  FORMATS,
  Nullable,
  OneOf,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { type ConnectionEntry, REJECTION_CODES, REJECTIONS, type Rejection, rejectionIn } from './activity.ts'
import {
  ACCOUNT_NUMBER,
  type ConnectionRow,
  type ConnectionStatus,
  type ConnectionType,
  type Permission,
} from './model.ts'

export const StatusSchema = Values<ConnectionStatus>(
  'AccountConnectionStatus',
  'Where the connection is. Only the creator can activate it, in Connect.',
  {
    created: 'the creator has not been through Connect yet, or was rejected and may begin again',
    pending: 'the creator has submitted Connect and a check is still open: the identity review, or that of the bank',
    active: 'the creator has connected; `type`, `permissions` and `destination` are there',
    deleted: 'deactivated for good: it gets no payouts, its `ready` payouts are canceled, its contracts terminated',
  },
)

export const TypeSchema = Values<ConnectionType>(
  'AccountConnectionType',
  'How the creator is paid. Absent until the creator has chosen a payout method.',
  {
    direct: 'to the creator’s own account with this service, at once; the only type that can be debited',
    ach: 'to a bank account, by ACH, in a few business days',
    wallet: 'to the creator’s wallet with this service, at once',
  },
)

export const PermissionSchema = Values<Permission>('Permission', 'What you may do with the creator’s account.', {
  'payment.credit': 'deposit to it: payouts, and the destination of P2P payments',
  'payment.debit': 'debit it: the source of P2P payments; `direct` connections only',
})

const Permissions = Type.Array(PermissionSchema, {
  title: 'RequestedPermissions',
  minItems: 1,
  uniqueItems: true,
  description:
    'What you ask the creator for, each at most once. With `payment.debit` Connect offers only `direct`. What was granted stays granted when this changes; only the creator takes it back.',
  examples: [['payment.credit']],
})

/** A bank account of the United States that ACH payments reach. */
export const BankAccountFields = {
  name_on_account: Text(255, { description: 'The holder, as the bank knows them.', examples: ['Alice Alison'] }),
  account_number: Type.String({
    minLength: 1,
    maxLength: 17,
    pattern: ACCOUNT_NUMBER.source,
    'x-form': 'digits, letters or hyphens, with at least one digit',
    description:
      'Digits, letters or hyphens, with at least one digit. In sandbox one that begins with `9` is returned 30 minutes after it was sent.',
    examples: ['000123456789'],
  }),
  routing_number: Type.String({
    format: 'us-routing-number',
    pattern: '^[0-9]{9}$',
    'x-form': 'a valid 9-digit routing number',
    description:
      'Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10.',
    examples: ['021000021'],
  }),
  account_type: OneOf(['checking', 'savings'], { description: 'The kind of bank account.' }),
}

export const LegacyPayoutMethod = Body(
  'LegacyPayoutMethod',
  {
    type: OneOf(['ach'], { description: 'Always `ach`.' }),
    ...BankAccountFields,
    first_name: Text(255, { description: 'The holder’s legal first name, for tax purposes.', examples: ['Alice'] }),
    last_name: Text(255, { description: 'The holder’s legal last name, for tax purposes.', examples: ['Alison'] }),
    street_line_1: Text(255, { description: 'The holder’s street and number.', examples: ['1 Main Street'] }),
    street_line_2: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Apartment, suite or unit. Empty is the same as absent.',
        examples: ['Apt 4'],
      }),
    ),
    city: Text(255, { description: 'The holder’s city.', examples: ['Springfield'] }),
    state_abbreviation: Type.String({
      pattern: `^(${US_STATES.map(({ abbreviation }) => abbreviation).join('|')})$`,
      'x-form': FORMATS['us-state']?.form,
      description:
        'The two capital letters of a US state, the District of Columbia, a territory or a military address.',
      examples: ['IL'],
    }),
    postal_code: Type.String({
      pattern: '^\\d{5}$',
      'x-form': 'exactly 5 digits',
      description: 'Exactly five digits.',
      examples: ['62701'],
    }),
    ssn: Type.String({
      pattern: '^\\d{3}-\\d{2}-\\d{4}$',
      'x-form': '9 digits like `123-45-6789`',
      description: 'The holder’s social security number, nine digits with dashes. Used for tax purposes.',
      examples: ['123-45-6789'],
    }),
  },
  {
    description:
      'An existing bank account to migrate: it grants `payment.credit`, which must be requested, and makes the connection payable at once, with `type` `ach`. Taken on creation, and by an update only while the connection is `created` and its creator was never rejected; 409 `invalid_state` there, and where ACH is switched off or `payment.debit` is requested. Stored sealed, never returned; only `destination` shows it.',
  },
)

export type LegacyInput = Static<typeof LegacyPayoutMethod>

const changeable = {
  first_name: Text(255, { description: 'Legal first name.', examples: ['Alice'] }),
  last_name: Text(255, { description: 'Legal last name.', examples: ['Alison'] }),
  email: Type.String({
    format: 'email',
    maxLength: 254,
    description:
      "Where you reach the creator; need not be that of the creator’s login. Letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64, then `@` and a domain with a dot.",
    examples: ['alice@example.com'],
  }),
  requested_permissions: Permissions,
  verification_prompt: Text(1_000, {
    description: 'A question only the creator can answer. An invite asks it before anything else.',
    examples: ['Your student number?'],
  }),
  verification_answer: Type.String({
    pattern: '\\S',
    'x-form': 'more than white space',
    maxLength: 255,
    description: 'The answer to the prompt. Compared ignoring letter case and surrounding white space. Never returned.',
    examples: ['4711'],
  }),
}

const ExternalId = Text(255, {
  description:
    'Your own id of the creator: stable, not sensitive, and unique among your account connections (409 `external_id_taken`). It stays taken after deletion.',
  examples: ['creator-1001'],
})
const BusinessName = Text(255, { description: 'Legal name of the creator’s business.', examples: ['Alison Media LLC'] })
const DisplayName = Text(255, {
  description: 'What the creator is called; visible to the creator.',
  examples: ['Alice'],
})

export const ConnectionCreate = Body('AccountConnectionCreate', {
  ...changeable,
  external_id: Nullable(ExternalId),
  business_name: Nullable(BusinessName),
  display_name: Nullable(DisplayName),
  legacy_payout_method: Type.Optional(LegacyPayoutMethod),
  user_data: Nullable(UserData),
})

export const ConnectionUpdate = Body('AccountConnectionUpdate', {
  status: Type.Optional(OneOf(['deleted'], { description: 'Deactivates the connection for good.' })),
  first_name: Type.Optional(changeable.first_name),
  last_name: Type.Optional(changeable.last_name),
  email: Type.Optional(changeable.email),
  requested_permissions: Type.Optional(changeable.requested_permissions),
  verification_prompt: Type.Optional(changeable.verification_prompt),
  verification_answer: Type.Optional(changeable.verification_answer),
  external_id: Clearable(ExternalId, 'Null clears it, and frees it for another; also on a deleted connection.'),
  business_name: Clearable(BusinessName),
  display_name: Clearable(DisplayName),
  legacy_payout_method: Type.Optional(LegacyPayoutMethod),
  user_data: Clearable(UserData),
})

export type ConnectionCreateInput = Wire<typeof ConnectionCreate, contract.AccountConnectionCreate>
export type ConnectionUpdateInput = Wire<typeof ConnectionUpdate, contract.AccountConnectionUpdate>

const Grant = Shape('Grant', {
  name: Described(PermissionSchema, 'The permission that the creator granted.'),
  expires_at: Type.Optional(
    Timestamp({
      description: 'When the grant ends, if the creator limited it; from then on it counts as not granted.',
    }),
  ),
})

const fields = {
  id: ResourceId('acon', 'The id of the connection.'),
  external_id: Type.Optional(Type.String({ description: 'Your own id of the creator, if you gave one.' })),
  status: StatusSchema,
  type: Type.Optional(TypeSchema),
  first_name: Type.String({ description: 'Legal first name, as you gave it.' }),
  last_name: Type.String({ description: 'Legal last name, as you gave it.' }),
  email: Type.String({ description: 'Where you reach the creator.' }),
  business_name: Type.Optional(Type.String({ description: 'Legal name of the creator’s business, if you gave one.' })),
  display_name: Type.Optional(Type.String({ description: 'What the creator is called, if you said so.' })),
  requested_permissions: Type.Array(PermissionSchema, { description: 'What you ask the creator for.' }),
  permissions: Type.Optional(
    Type.Array(Grant, {
      description:
        'Granted by the creator; absent until then. Payouts need `payment.credit`; P2P needs `payment.debit` on the source and `payment.credit` on the destination.',
    }),
  ),
  verification_prompt: Type.String({ description: 'The question that an invite asks the creator.' }),
  rejection: Type.Optional(
    Shape(
      'Rejection',
      {
        code: OneOf(REJECTION_CODES, {
          description: REJECTION_CODES.map((code) => `\`${code}\`: ${REJECTIONS[code]}.`).join(' '),
        }),
        reason: Type.String({ description: 'The same for people.', examples: ['The identity check failed.'] }),
        rejected_at: Timestamp({ description: 'When it happened.' }),
      },
      {
        description:
          'The last time that the creator was rejected in Connect; they may begin again. Absent if they never were, and once the connection is active: `activity` still has it.',
      },
    ),
  ),
  user_data: Type.Optional(UserData),
  ...Times,
}

export const ConnectionListed = Shape('AccountConnectionListed', fields)
export const ConnectionSchema = Shape('AccountConnection', {
  ...fields,
  destination: Type.Optional(
    Type.String({
      description: 'A label of the account that the creator is paid to now, for people. Left out of lists.',
      examples: ['Checking ••••6789'],
    }),
  ),
  activity: Activity,
})

export function viewListed(
  row: ConnectionRow & { readonly rejection: Rejection | undefined },
): Wire<typeof ConnectionListed, contract.AccountConnectionListed> {
  const grants = grantsOf(row)
  return {
    id: row.id,
    ...(row.external_id === null ? {} : { external_id: row.external_id }),
    status: row.status,
    ...(row.type === null ? {} : { type: row.type }),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    ...(row.business_name === null ? {} : { business_name: row.business_name }),
    ...(row.display_name === null ? {} : { display_name: row.display_name }),
    requested_permissions: row.requested_permissions,
    ...(grants.length === 0 ? {} : { permissions: grants }),
    verification_prompt: row.verification_prompt,
    ...(row.rejection === undefined || row.status === 'active' ? {} : { rejection: viewRejection(row.rejection) }),
    ...(row.user_data === null ? {} : { user_data: row.user_data }),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

const viewRejection = ({ code, at }: Rejection) => {
  const reason = REJECTIONS[code]
  return { code, reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, rejected_at: iso(at) }
}

export const viewConnection = (
  row: ConnectionRow,
  activity: readonly ConnectionEntry[],
): Wire<typeof ConnectionSchema, contract.AccountConnection> => ({
  ...viewListed({ ...row, rejection: rejectionIn(activity) }),
  ...(row.destination === null ? {} : { destination: row.destination }),
  activity: [...activity],
})

/** Granted, and not expired. */
export const standingGrants = (row: ConnectionRow, now: Date) =>
  grantsOf(row).filter(({ expires_at }) => expires_at === undefined || now < new Date(expires_at))

export function grantsOf(row: ConnectionRow) {
  const grants = [
    { name: 'payment.credit' as const, granted: row.credit_granted, until: row.credit_expires_at },
    { name: 'payment.debit' as const, granted: row.debit_granted, until: row.debit_expires_at },
  ]
  return grants
    .filter(({ granted }) => granted)
    .map(({ name, until }) => ({ name, ...(until === null ? {} : { expires_at: iso(until) }) }))
}

import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  Nullable,
  OneOf,
  Shape,
  Text,
  Timestamp,
  UserData,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { type ConnectionEntry, REJECTION_CODES, REJECTIONS, type Rejection, rejectionIn } from './activity.ts'
import { ACCOUNT_NUMBER, type ConnectionRow, PERMISSIONS, STATUSES, TYPES } from './model.ts'

const Permissions = Type.Array(OneOf(PERMISSIONS), {
  minItems: 1,
  uniqueItems: true,
  description: '`payment.credit`: deposit to the creator. `payment.debit`: debit the creator (`direct` only).',
  examples: [['payment.credit']],
})

export const LegacyPayoutMethod = Body(
  'LegacyPayoutMethod',
  {
    type: OneOf(['ach']),
    name_on_account: Text(255, { examples: ['Alice Alison'] }),
    account_number: Type.String({
      minLength: 1,
      maxLength: 17,
      pattern: ACCOUNT_NUMBER.source,
      'x-form': 'digits, letters or hyphens, with at least one digit',
      examples: ['000123456789'],
    }),
    routing_number: Type.String({ format: 'us-routing-number', examples: ['021000021'] }),
    account_type: OneOf(['checking', 'savings']),
    first_name: Text(255, { examples: ['Alice'] }),
    last_name: Text(255, { examples: ['Alison'] }),
    street_line_1: Text(255, { examples: ['1 Main Street'] }),
    street_line_2: Type.Optional(Type.String({ maxLength: 255, description: 'Empty is the same as absent.' })),
    city: Text(255, { examples: ['Springfield'] }),
    state_abbreviation: Type.String({ format: 'us-state', examples: ['IL'] }),
    postal_code: Type.String({ pattern: '^\\d{5}$', 'x-form': 'exactly 5 digits', examples: ['62701'] }),
    ssn: Type.String({
      pattern: '^\\d{3}-\\d{2}-\\d{4}$',
      'x-form': '9 digits like `123-45-6789`',
      examples: ['123-45-6789'],
    }),
  },
  { description: 'An existing bank account to migrate. Stored sealed, never returned; only `destination` shows it.' },
)

export type LegacyInput = Static<typeof LegacyPayoutMethod>

const changeable = {
  first_name: Text(255, { description: 'Legal first name.', examples: ['Alice'] }),
  last_name: Text(255, { examples: ['Alison'] }),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['alice@example.com'] }),
  requested_permissions: Permissions,
  verification_prompt: Text(1_000, { description: 'Shown to the creator.', examples: ['Your student number?'] }),
  verification_answer: Type.String({
    pattern: '\\S',
    'x-form': 'more than white space',
    maxLength: 255,
    description: 'Compared ignoring letter case and surrounding white space. Never returned.',
    examples: ['4711'],
  }),
}

const ExternalId = Text(255, { description: 'Your own id; unique, stable, not sensitive.' })
const BusinessName = Text(255)
const DisplayName = Text(255, { description: 'Visible to the creator.' })

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

const fields = {
  id: Type.String({ examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  external_id: Type.Optional(Type.String()),
  status: OneOf(STATUSES),
  type: Type.Optional(OneOf(TYPES, { description: 'Absent until the creator has chosen a payout method.' })),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  business_name: Type.Optional(Type.String()),
  display_name: Type.Optional(Type.String()),
  requested_permissions: Type.Array(OneOf(PERMISSIONS)),
  permissions: Type.Optional(
    Type.Array(Shape('Grant', { name: OneOf(PERMISSIONS), expires_at: Type.Optional(Timestamp()) }), {
      description: 'Granted by the creator; absent until then.',
    }),
  ),
  verification_prompt: Type.String(),
  rejection: Type.Optional(
    Shape(
      'Rejection',
      {
        code: OneOf(REJECTION_CODES, {
          description: REJECTION_CODES.map((code) => `\`${code}\`: ${REJECTIONS[code]}.`).join(' '),
        }),
        reason: Type.String({ description: 'The same for people.', examples: ['The identity check failed.'] }),
        rejected_at: Timestamp(),
      },
      {
        description:
          'The last time that the creator was rejected in Connect; they may begin again. Absent if they never were, and once the connection is active: `activity` still has it.',
      },
    ),
  ),
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const ConnectionListed = Shape('AccountConnectionListed', fields)
export const ConnectionSchema = Shape('AccountConnection', {
  ...fields,
  destination: Type.Optional(Type.String({ examples: ['Checking ••••6789'] })),
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

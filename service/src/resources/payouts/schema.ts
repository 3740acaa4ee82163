import { Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  DryRunOf,
  Entries,
  exampleId,
  FailureCode,
  Nullable,
  OneOf,
  Reference,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { failureOf } from '../../kernel/failure.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { toUtf8, type Utf8, utf8Json } from '../../kernel/utf8.ts'
import { ApprovalReferenceSchema } from '../approvals/index.ts'
import { fullActivity, fullActivityText } from './activity.ts'
import { FAILURES, type Payout, type PayoutStatus, type PayoutType, type StoredPayout } from './model.ts'

export const StatusSchema = Values<PayoutStatus>(
  'PayoutStatus',
  'Where the payout is. An immediate one passes `created`, `ready` and `pending` before it is answered.',
  {
    created: 'accepted; lasts no longer than the request, and is seen in `activity` alone',
    ready:
      'amount and highest fee are reserved; it waits for its `date`, to be claimed or for `approval`, and can be canceled',
    pending:
      'on its way: the final fee is charged, what was reserved beyond it returned; `ach` waits for the next batch to the bank',
    sent: 'paid; with `direct` and `wallet` the creator has the money, with `ach` it was handed to the ACH network',
    error: 'failed before it was sent; amount and fee are given back, `failure_code` says why. Final',
    returned: 'only `ach`: the bank gave the amount back to the operating account; the fee is kept. Final',
    canceled: 'canceled in `ready`, or not claimed within 30 days; amount and fee are given back. Final',
  },
)

const TypeSchema = Values<PayoutType>(
  'PayoutType',
  'How it is paid: as the connection’s `type` says. While `ready`, how it would be paid now; final from `pending` on.',
  {
    direct: 'to the creator’s account with this service, two seconds after `pending`',
    ach: 'to a bank account, with the next ACH batch of a banking day; there in a few business days',
    wallet: 'to the creator’s wallet, two seconds after `pending`',
    unclaimed: 'the creator has not activated the connection, and has 30 days from creation or `date` to do so',
  },
)

const Description = Text(1_000, {
  description: 'Visible to the creator. Default: `Payment from {enterprise}`.',
  examples: ['Royalties for October'],
})
/** Beyond any plan, and early enough that a claim which follows still has a year of four digits. */
const When = (description: string) =>
  Timestamp({ 'x-before-year': 9_999, description: `${description} Before the year 9999.` })
const Amount = Type.Integer({
  minimum: 1,
  maximum: AMOUNT_MAX,
  description: 'What the creator gets, in cents; the fee is charged beside it.',
  examples: [12_500],
})

export const PayoutCreate = Body('PayoutCreate', {
  account_connection: Reference({ description: 'The id of the connection to pay.', examples: [exampleId('acon')] }),
  amount_in_cents: Amount,
  description: Nullable(Description),
  date: Nullable(When('Schedules the payout; without it, or in the past, it goes at once.')),
  user_data: Nullable(UserData),
})

export type PayoutInput = Wire<typeof PayoutCreate, contract.PayoutCreate>

export const BATCH_MAX = 10_000

export const PayoutBatch = Body('PayoutBatchCreate', {
  payouts: Entries(PayoutCreate, {
    minItems: 1,
    maxItems: BATCH_MAX,
    description: 'The payouts to create, all or none of them.',
    examples: [[{ account_connection: 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha', amount_in_cents: 12_500 }]],
  }),
})

export const PayoutUpdate = Body('PayoutUpdate', {
  status: Type.Optional(
    OneOf(['canceled'], { description: 'Takes effect only in `ready`; otherwise nothing changes.' }),
  ),
  description: Clearable(Description, 'Null sets the default again.'),
  date: Type.Optional(When('Reschedules; only in `ready`, and not while canceling: otherwise 409.')),
  user_data: Clearable(UserData),
})

export type PayoutUpdateInput = Wire<typeof PayoutUpdate, contract.PayoutUpdate>

export const PayoutSchema = Shape('Payout', {
  id: ResourceId('pay', 'The id of the payout.'),
  account_connection: Type.String({
    description: 'The id of the connection that is paid.',
    examples: [exampleId('acon')],
  }),
  amount_in_cents: Type.Integer({ description: 'What the creator gets, in cents.', examples: [12_500] }),
  description: Type.String({ description: 'What the creator reads.', examples: ['Royalties for October'] }),
  date: Timestamp({ description: 'When it was or will be initiated; the time of creation, if it went at once.' }),
  type: TypeSchema,
  status: StatusSchema,
  destination: Type.Optional(
    Type.String({
      description: 'Where it is paid. While `ready`, where it would be paid now.',
      examples: ['Checking ••••6789'],
    }),
  ),
  fee_in_cents: Type.Integer({
    description:
      'What it costs, in cents. While `ready`, what is reserved: the highest it could cost. Final from `pending` on. 0 after `error` and `canceled`; kept after `returned`.',
    examples: [25],
  }),
  failure_code: FailureCode('PayoutFailureCode', FAILURES),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  user_data: Type.Optional(UserData),
  ...Times,
})

export const PayoutBatchSchema = Shape('PayoutBatch', {
  payouts: Type.Array(PayoutSchema, { description: 'The payouts that were created, in the order of the request.' }),
})

export const PayoutDryRunSchema = DryRunOf(PayoutSchema)
export const PayoutBatchDryRunSchema = DryRunOf(
  Shape('PayoutBatch', {
    payouts: Type.Array(PayoutDryRunSchema, {
      description: 'The payouts that would be created, in the order of the request.',
    }),
  }),
)

/** A payout with the approval that it needed, if it did. */
export type ShownPayout = Payout & { readonly approval?: contract.ApprovalReference }

/** The same with its activity as the text that is stored. */
export type ShownStoredPayout = StoredPayout & Pick<ShownPayout, 'approval'>

type View = Wire<typeof PayoutSchema, contract.Payout>

export const viewPayout = (payout: ShownPayout): View =>
  viewWith(payout, fullActivity(payout) as View['activity'], failureOf(payout))

function viewWith(
  payout: Omit<ShownPayout, 'activity'>,
  activity: View['activity'],
  failure: string | undefined,
): View {
  return {
    id: payout.id,
    account_connection: payout.account_connection,
    amount_in_cents: payout.amount_in_cents,
    description: payout.description,
    date: iso(payout.date),
    type: payout.type,
    status: payout.status,
    fee_in_cents: payout.fee_in_cents,
    activity,
    created_at: iso(payout.created_at),
    updated_at: iso(payout.updated_at),
    // Last, where Fastify's serializer puts what may be absent: every answer with a payout has the same order.
    ...(payout.destination === null ? {} : { destination: payout.destination }),
    ...(failure === undefined ? {} : { failure_code: failure }),
    ...(payout.approval === undefined ? {} : { approval: payout.approval }),
    ...(payout.user_data === null ? {} : { user_data: payout.user_data }),
  }
}

/**
 * A view as text, the same as Fastify makes from the schema, whose serializer takes twice as long for a payout and leaves
 * pieces to be put together by whoever reads the text first.
 */
export const payoutUtf8 = (payout: ShownPayout): Utf8 => utf8Json(viewPayout(payout))

const NO_ACTIVITY = '"activity":[]'

/**
 * The same of a payout as it is stored. Its activity is put in as text: nothing that stands before it can look like its place.
 * Of one that failed it is read, because it says why.
 */
export function storedPayoutUtf8(stored: ShownStoredPayout): Utf8 {
  if (stored.status === 'error' || stored.status === 'returned') {
    return payoutUtf8({ ...stored, activity: JSON.parse(stored.activity) })
  }
  const text = utf8Json(viewWith(stored, [], undefined))
  const place = text.indexOf(NO_ACTIVITY)
  const activity = toUtf8(fullActivityText(stored))
  return `${text.slice(0, place)}"activity":${activity}${text.slice(place + NO_ACTIVITY.length)}` as Utf8
}

export const payoutBatchUtf8 = (payouts: readonly ShownStoredPayout[]): Utf8 =>
  `{"payouts":[${payouts.map(storedPayoutUtf8).join(',')}]}` as Utf8

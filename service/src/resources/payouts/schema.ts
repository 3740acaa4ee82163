import { type Static, Type } from 'typebox'
import { Activity, Closed, Entries, OneOf, Reference, Text, Timestamp, UserData } from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { type Payout, STATUSES, TYPES } from './model.ts'

const Description = Text(1_000, { description: 'Visible to the creator. Default: `Payment from {enterprise}`.' })
/** Beyond any plan, and early enough that a claim which follows still has a year of four digits. */
const When = (description: string) => Timestamp({ 'x-before-year': 9_999, description })
const Amount = Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, examples: [12_500] })

export const PayoutCreate = Closed({
  account_connection: Reference({ description: 'Whom to pay.', examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  amount_in_cents: Amount,
  description: Type.Optional(Description),
  date: Type.Optional(When('Schedules the payout; without it, or in the past, it goes at once.')),
  user_data: Type.Optional(UserData),
})

export type PayoutInput = Static<typeof PayoutCreate>

export const BATCH_MAX = 10_000

export const PayoutBatch = Closed({
  payouts: Entries(PayoutCreate, {
    minItems: 1,
    maxItems: BATCH_MAX,
    examples: [[{ account_connection: 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha', amount_in_cents: 12_500 }]],
  }),
})

export const PayoutUpdate = Closed({
  status: Type.Optional(OneOf(['canceled'], { description: 'Effective only in `ready`.' })),
  description: Type.Optional(Description),
  date: Type.Optional(When('Reschedules; only in `ready`.')),
  user_data: Type.Optional(UserData),
})

export type PayoutUpdateInput = Static<typeof PayoutUpdate>

export const PayoutSchema = Type.Object({
  id: Type.String({ examples: ['pay_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  account_connection: Type.String(),
  amount_in_cents: Type.Integer(),
  description: Type.String(),
  date: Timestamp(),
  type: OneOf(TYPES),
  status: OneOf(STATUSES),
  destination: Type.Optional(Type.String({ examples: ['Checking ••••6789'] })),
  fee_in_cents: Type.Integer(),
  activity: Activity,
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

export const PayoutBatchSchema = Type.Object({ payouts: Type.Array(PayoutSchema) })

export function viewPayout(payout: Payout): Static<typeof PayoutSchema> {
  return {
    id: payout.id,
    account_connection: payout.account_connection,
    amount_in_cents: payout.amount_in_cents,
    description: payout.description,
    date: iso(payout.date),
    type: payout.type,
    status: payout.status,
    ...(payout.destination === null ? {} : { destination: payout.destination }),
    fee_in_cents: payout.fee_in_cents,
    activity: payout.activity as Static<typeof Activity>,
    ...(payout.user_data === null ? {} : { user_data: payout.user_data }),
    created_at: iso(payout.created_at),
    updated_at: iso(payout.updated_at),
  }
}

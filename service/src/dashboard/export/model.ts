import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { OneOf, Timestamp } from '../../http/index.ts'
import { CONNECTION_STATUSES } from '../../resources/account-connections/index.ts'
import { CONTRACT_STATUSES } from '../../resources/contracts/index.ts'
import { EVENTS } from '../../resources/events/index.ts'
import { P2P_STATUSES } from '../../resources/p2p/index.ts'
import { PAYOUT_STATUSES } from '../../resources/payouts/index.ts'
import { PURCHASE_STATUSES } from '../../resources/purchases/index.ts'

/** What of a table goes into a file: named columns only, so that nothing secret ever does. */
export interface Exported {
  readonly table: string
  /** Its row in `counters`. */
  readonly counter: string
  /** What it is ordered in time by. */
  readonly at: 'created_at' | 'at'
  readonly columns: readonly string[]
  /** What it can be narrowed by, beyond a period; each is a column that must be equal. */
  readonly filters: Readonly<Record<string, TSchema>>
}

const Words = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const Status = (statuses: readonly string[]) => Type.Optional(OneOf(statuses))

/** By the name of the file. */
export const EXPORTS: Readonly<Record<string, Exported>> = {
  payouts: {
    table: 'payouts',
    counter: 'payout',
    at: 'created_at',
    columns: [
      'id',
      'account_connection',
      'amount_in_cents',
      'fee_in_cents',
      'status',
      'type',
      'description',
      'date',
      'destination',
      'return_code',
      'user_data',
      'created_at',
      'updated_at',
    ],
    filters: { status: Status(PAYOUT_STATUSES), account_connection: Words },
  },
  purchases: {
    table: 'purchases',
    counter: 'purchase',
    at: 'created_at',
    columns: [
      'id',
      'buyer',
      'total_in_cents',
      'fee_in_cents',
      'status',
      'charge',
      'card_brand',
      'card_last_four',
      'items',
      'user_data',
      'paid_at',
      'created_at',
      'updated_at',
    ],
    filters: { status: Status(PURCHASE_STATUSES), buyer: Words },
  },
  'account-connections': {
    table: 'account_connections',
    counter: 'account_connection',
    at: 'created_at',
    columns: [
      'id',
      'external_id',
      'status',
      'type',
      'first_name',
      'last_name',
      'email',
      'business_name',
      'display_name',
      'destination',
      'user_data',
      'created_at',
      'updated_at',
    ],
    filters: { status: Status(CONNECTION_STATUSES), external_id: Words },
  },
  buyers: {
    table: 'buyers',
    counter: 'buyer',
    at: 'created_at',
    columns: [
      'id',
      'external_id',
      'first_name',
      'last_name',
      'email',
      'card_brand',
      'card_last_four',
      'card_expiration_month',
      'card_expiration_year',
      'user_data',
      'created_at',
      'updated_at',
    ],
    filters: { external_id: Words },
  },
  p2p: {
    table: 'p2p_payments',
    counter: 'p2p',
    at: 'created_at',
    columns: [
      'id',
      'source',
      'destination',
      'amount_in_cents',
      'status',
      'description',
      'expires_at',
      'committed_at',
      'ended_at',
      'failure',
      'user_data',
      'created_at',
      'updated_at',
    ],
    filters: { status: Status(P2P_STATUSES) },
  },
  contracts: {
    table: 'contracts',
    counter: 'contract',
    at: 'created_at',
    columns: [
      'id',
      'account_connection',
      'type',
      'status',
      'deposit_source',
      'deposit_minimum_in_cents',
      'deposit_maximum_in_cents',
      'split_ppm',
      'split_fixed_amount_in_cents',
      'split_amount_max_in_cents',
      'agreement_at',
      'expires_at',
      'deleted_at',
      'user_data',
      'created_at',
      'updated_at',
    ],
    filters: { status: Status(CONTRACT_STATUSES), account_connection: Words },
  },
  events: {
    table: 'events',
    counter: 'event',
    at: 'at',
    columns: ['position', 'id', 'type', 'resource', 'at', 'user_data'],
    filters: { type: Type.Optional(OneOf(EVENTS)), resource: Words },
  },
}

export const PERIOD = { created_after: Type.Optional(Timestamp()), created_before: Type.Optional(Timestamp()) }

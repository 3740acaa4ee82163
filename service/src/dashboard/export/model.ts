import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { OneOf, Timestamp } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import {
  CONNECTION_COLUMNS,
  CONNECTION_STATUSES,
  type ConnectionFields,
  walkConnections,
} from '../../resources/account-connections/index.ts'
import { BUYER_COLUMNS, type BuyerFields, walkBuyers } from '../../resources/buyers/index.ts'
import {
  CONTRACT_COLUMNS,
  CONTRACT_STATUSES,
  type ContractFields,
  walkContracts,
} from '../../resources/contracts/index.ts'
import { EVENTS, type EventFields, walkEvents } from '../../resources/events/index.ts'
import { P2P_STATUSES, type P2p, walkP2ps } from '../../resources/p2p/index.ts'
import { PAYOUT_STATUSES, type PayoutFields, walkPayouts } from '../../resources/payouts/index.ts'
import {
  PURCHASE_STATUSES,
  type PurchaseFields,
  type PurchaseReadDeps,
  walkPurchases,
} from '../../resources/purchases/index.ts'
import { WITHDRAWAL_STATUSES, type WithdrawalFields, walkWithdrawals } from '../../resources/withdrawals/index.ts'

export interface ExportDeps extends PurchaseReadDeps {
  readonly database: Database
}

/** A list as a file. Its columns are named one by one, so that no secret ever comes into a file. */
export interface Export<Row> {
  readonly columns: readonly (keyof Row & string)[]
  /** Filters beside a period; each is a column that must be equal. */
  readonly filters: Readonly<Record<string, TSchema>>
  /** Every row as the API would show it now, newest first. */
  rows(deps: ExportDeps, tenant: TenantId, filter: WalkFilter): AsyncGenerator<Row>
}

const Words = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const Status = (statuses: readonly string[]) => Type.Optional(OneOf(statuses))

const payouts: Export<PayoutFields> = {
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
  rows: ({ database }, tenant, filter) => walkPayouts(database.sql, tenant, filter),
}

const withdrawals: Export<WithdrawalFields> = {
  columns: [
    'id',
    'amount_in_cents',
    'status',
    'description',
    'destination',
    'return_code',
    'user_data',
    'created_at',
    'updated_at',
  ],
  filters: { status: Status(WITHDRAWAL_STATUSES) },
  rows: ({ database }, tenant, filter) => walkWithdrawals(database.sql, tenant, filter),
}

const purchases: Export<PurchaseFields> = {
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
  rows: walkPurchases,
}

const connections: Export<ConnectionFields> = {
  columns: CONNECTION_COLUMNS,
  filters: { status: Status(CONNECTION_STATUSES), external_id: Words },
  rows: ({ database }, tenant, filter) => walkConnections(database.sql, tenant, filter),
}

const buyers: Export<BuyerFields> = {
  columns: BUYER_COLUMNS,
  filters: { external_id: Words },
  rows: ({ database }, tenant, filter) => walkBuyers(database.sql, tenant, filter),
}

const p2p: Export<P2p> = {
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
  rows: ({ database }, tenant, filter) => walkP2ps(database.sql, tenant, filter),
}

const contracts: Export<ContractFields> = {
  columns: CONTRACT_COLUMNS,
  filters: { status: Status(CONTRACT_STATUSES), account_connection: Words },
  rows: ({ database }, tenant, filter) => walkContracts(database.sql, tenant, filter),
}

const events: Export<EventFields> = {
  columns: ['position', 'id', 'type', 'resource', 'at', 'user_data'],
  filters: { type: Type.Optional(OneOf(EVENTS)), resource: Words },
  rows: ({ database }, tenant, filter) => walkEvents(database.sql, tenant, filter),
}

/** By the name of the file. */
export const EXPORTS = {
  payouts,
  withdrawals,
  purchases,
  'account-connections': connections,
  buyers,
  p2p,
  contracts,
  events,
}

export const PERIOD = { created_after: Type.Optional(Timestamp()), created_before: Type.Optional(Timestamp()) }

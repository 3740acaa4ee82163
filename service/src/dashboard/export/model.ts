import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { amountQuery, OneOf, Several, Timestamp } from '../../http/index.ts'
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
  findContracts,
  walkContracts,
} from '../../resources/contracts/index.ts'
import { EVENTS, type EventFields, walkEvents } from '../../resources/events/index.ts'
import { findP2ps, P2P_STATUSES, type P2p, walkP2ps } from '../../resources/p2p/index.ts'
import { findPayouts, type PayoutFields, walkPayouts } from '../../resources/payouts/index.ts'
import {
  findPurchases,
  PURCHASE_STATUSES,
  type PurchaseFields,
  type PurchaseReadDeps,
  walkPurchases,
} from '../../resources/purchases/index.ts'
import { WITHDRAWAL_STATUSES, type WithdrawalFields, walkWithdrawals } from '../../resources/withdrawals/index.ts'
import { PAYOUT_ROWS } from '../payouts/filters.ts'

export interface ExportDeps extends PurchaseReadDeps {
  readonly database: Database
}

/** A list as a file. Its columns are named one by one, so that no secret ever comes into a file. */
export interface Export<Row> {
  readonly columns: readonly (keyof Row & string)[]
  /** Columns for people, each behind the one that it says in words: the name of an id, cents as dollars. */
  readonly names?: Readonly<Partial<Record<keyof Row & string, string>>>
  readonly dollars?: Readonly<Partial<Record<keyof Row & string, string>>>
  /** Filters beside a period. */
  readonly filters: Readonly<Record<string, TSchema>>
  /** Every row as the API would show it now, newest first. */
  rows(deps: ExportDeps, tenant: TenantId, filter: ExportFilter): AsyncGenerator<Row>
}

/** The filters of the list, or the rows themselves. */
export type ExportFilter = WalkFilter & { readonly ids?: readonly string[] }

/** Rows that can be chosen one by one. */
const CHOSEN_MAX = 100

const Chosen = Type.Optional(
  Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: CHOSEN_MAX }),
)

/** The rows that were chosen, or all that match the filter. */
async function* chosenOr<Row>(
  { ids, ...filter }: ExportFilter,
  find: (ids: readonly string[]) => Promise<Row[]>,
  walk: (filter: WalkFilter) => AsyncGenerator<Row>,
): AsyncGenerator<Row> {
  if (ids) yield* await find(ids)
  else yield* walk(filter)
}

const Words = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const Status = (statuses: readonly string[]) => Several(statuses, 'Only in one of these.')

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
  names: { account_connection: 'creator' },
  dollars: { amount_in_cents: 'amount', fee_in_cents: 'fee' },
  filters: { ...PAYOUT_ROWS, ids: Chosen },
  rows: ({ database: { sql } }, tenant, asked) =>
    chosenOr(
      asked,
      (ids) => findPayouts(sql, tenant, ids),
      (filter) => walkPayouts(sql, tenant, filter),
    ),
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
  filters: { ...amountQuery, status: Status(WITHDRAWAL_STATUSES) },
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
  names: { buyer: 'buyer_name' },
  dollars: { total_in_cents: 'total', fee_in_cents: 'fee' },
  filters: { ...amountQuery, status: Status(PURCHASE_STATUSES), buyer: Words, ids: Chosen },
  rows: (deps, tenant, asked) =>
    chosenOr(
      asked,
      (ids) => findPurchases(deps, tenant, ids),
      (filter) => walkPurchases(deps, tenant, filter),
    ),
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
  names: { source: 'source_name', destination: 'destination_name' },
  dollars: { amount_in_cents: 'amount' },
  filters: { ...amountQuery, status: Status(P2P_STATUSES), account_connection: Words, ids: Chosen },
  rows: ({ database: { sql } }, tenant, asked) =>
    chosenOr(
      asked,
      (ids) => findP2ps(sql, tenant, ids),
      ({ account_connection, ...filter }) => ofCreator(walkP2ps(sql, tenant, filter), account_connection),
    ),
}

/** Payments to or from a creator; all of them where none is named. */
async function* ofCreator(payments: AsyncGenerator<P2p>, creator: string | undefined): AsyncGenerator<P2p> {
  for await (const payment of payments) {
    if (creator === undefined || payment.source === creator || payment.destination === creator) yield payment
  }
}

const contracts: Export<ContractFields> = {
  columns: CONTRACT_COLUMNS,
  names: { account_connection: 'creator' },
  filters: { status: Status(CONTRACT_STATUSES), account_connection: Words, ids: Chosen },
  rows: ({ database: { sql } }, tenant, asked) =>
    chosenOr(
      asked,
      (ids) => findContracts(sql, tenant, ids),
      (filter) => walkContracts(sql, tenant, filter),
    ),
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

import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { copyStatement } from '../../platform/copy.ts'
import { json, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import { claimRows, isUnleased, type LeasedTable } from '../../platform/leases.ts'
import { readList, type WalkedTable } from '../../platform/list-pages.ts'
import { holdPositions, type ListFilter, setPositionsStatement } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, sortedBy } from '../../platform/rows.ts'
import { cardsOfBuyers } from '../buyers/index.ts'
import { newEntries, type StatefulResource } from '../transitions/index.ts'
import { purchaseDetails } from './events.ts'
import type { Purchase, PurchaseStatus, PurchaseWithCard } from './model.ts'
import type { PurchaseTransition } from './transition.ts'

/** Every column of a purchase but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  buyer: 'text',
  status: 'text',
  charge: 'text',
  refund: 'text',
  items: 'json',
  total_in_cents: 'bigint',
  fee_in_cents: 'bigint',
  auto_refund_on_fraud: 'boolean',
  attempt: 'integer',
  card_token: 'text',
  card_brand: 'text',
  card_last_four: 'text',
  charge_reference: 'text',
  commit_request: 'json',
  due_at: 'timestamptz',
  call_at: 'timestamptz',
  leased_until: 'timestamptz',
  paid_at: 'timestamptz',
  activity: 'jsonb',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Purchase, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'purchases', counter: 'purchase', columns: COLUMN_NAMES }

export const PURCHASES: StatefulResource<Purchase> = {
  name: 'purchase',
  table: 'purchases',
  guards: ['status', 'charge'],
  changes: pick(COLUMNS, [
    'status',
    'charge',
    'refund',
    'attempt',
    'card_token',
    'card_brand',
    'card_last_four',
    'charge_reference',
    'commit_request',
    'paid_at',
    'due_at',
    'call_at',
    'updated_at',
  ]),
  computed: {
    activity: 'target.activity || new.entries',
    // By the database's clock; a transition without `leaseMs` ends the lease. Added without a time zone: with one, the sum
    // depends on the session, and a cluster computes no such value from a column.
    leased_until:
      "(statement_timestamp() at time zone 'UTC' + new.lease_ms * interval '1 millisecond') at time zone 'UTC'",
  },
  inputs: {
    columns: { entries: 'jsonb', lease_ms: 'integer' },
    of: (transition: PurchaseTransition) => ({
      entries: newEntries(transition),
      lease_ms: transition.leaseMs ?? null,
    }),
  },
  event: 'purchase.update',
  details: purchaseDetails,
}

/** The last position given. Its counter stays locked until the transaction ends, which keeps positions dense. */
export const holdLastPosition = (tx: Tx, tenant: TenantId): Promise<number> => holdPositions(tx, tenant, LIST.counter)

/** Inserts all in one statement, each with the next position after `lastPosition`. */
export function insertPurchasesStatements(
  tx: Tx,
  tenant: TenantId,
  purchases: readonly Purchase[],
  lastPosition: number,
): Statement[] {
  if (purchases.length === 0) return []
  return [
    setPositionsStatement(tx, tenant, LIST.counter, lastPosition + purchases.length),
    copyStatement(
      tx,
      { table: 'purchases', every: { tenant_id: tenant }, counted: { position: lastPosition } },
      purchases,
      COLUMNS,
    ),
  ]
}

/** Locks the purchases in the order of their ids, so that two processes cannot wait for each other. */
export async function lockPurchasesWithCards(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, PurchaseWithCard>> {
  const rows = await tx<
    (Purchase & { buyer_token: string | null; buyer_brand: Purchase['card_brand']; buyer_last_four: string })[]
  >`
    select ${namesOf(COLUMNS, 'purchase')}, buyer.card_token as buyer_token, buyer.card_brand as buyer_brand,
      buyer.card_last_four as buyer_last_four
    from purchases purchase
    join (${cardsOfBuyers(tx, tenant)}) buyer on buyer.id = purchase.buyer
    where purchase.tenant_id = ${tenant} and purchase.id = any(${texts(ids)}::text[])
    order by ${sortedBy('purchase.id')} for no key update of purchase`
  return new Map(
    rows.map(({ buyer_token, buyer_brand, buyer_last_four, ...purchase }) => [
      purchase.id,
      {
        purchase,
        card: buyer_token === null ? null : { token: buyer_token, brand: buyer_brand, lastFour: buyer_last_four },
      },
    ]),
  )
}

/** Changes fields that need no transition. */
export async function updatePurchase(
  tx: Tx,
  tenant: TenantId,
  id: Id<'purchase'>,
  changes: { auto_refund_on_fraud?: boolean; user_data?: JsonObject | null; updated_at: Date },
): Promise<void> {
  const values = changes.user_data === undefined ? changes : { ...changes, user_data: json(changes.user_data) }
  await tx`update purchases set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id}`
}

export const findPurchase = findById<Purchase>(LIST)

export async function lockPurchase(tx: Tx, tenant: TenantId, id: string): Promise<Purchase | undefined> {
  return (await lockPurchases(tx, tenant, [id]))[0]
}

export async function lockPurchases(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Purchase[]> {
  return tx<Purchase[]>`
    select ${COLUMN_NAMES} from purchases where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    order by ${sortedBy('id')} for no key update`
}

/** Purchases due by then, oldest first; rows that another transaction has locked are left to it. */
export async function lockDuePurchases(
  tx: Tx,
  tenant: TenantId,
  status: PurchaseStatus,
  until: Date,
  limit: number,
): Promise<Purchase[]> {
  return tx<Purchase[]>`
    select ${COLUMN_NAMES} from purchases where tenant_id = ${tenant} and status = ${status} and due_at <= ${until}
    order by due_at, position limit ${limit} for no key update skip locked`
}

export const duePurchases = (status: PurchaseStatus): DueRows => ({
  table: 'purchases',
  dueAt: 'due_at',
  only: (sql) => sql`status = ${status}`,
})

/** Purchases about which the card network is to be asked, and nobody does. */
export const DUE_CALLS: DueRows = { table: 'purchases', dueAt: 'call_at', only: isUnleased }

const CALLS: LeasedTable = {
  table: 'purchases',
  isOpen: (sql) => sql`call_at is not null`,
  order: (sql) => sql`call_at`,
  returning: (sql) => sql`${COLUMN_NAMES}`,
  // `attempt` numbers the charges of a purchase: asking again about one is no new charge.
  countsAttempts: false,
}

/** Leases the calls that were due until then. */
export const leaseCalls = (
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
  leaseMs: number,
): Promise<Purchase[]> => claimRows<Purchase>(tx, CALLS, tenant, { limit, leaseMs, only: tx`call_at <= ${until}` })

/** Every status but `completed` has an index. */
const BY_STATUS = {
  created: (sql: Queryable) => sql`status = 'created'`,
  pending: (sql: Queryable) => sql`status = 'pending'`,
  settling: (sql: Queryable) => sql`status = 'settling'`,
  error: (sql: Queryable) => sql`status = 'error'`,
  canceled: (sql: Queryable) => sql`status = 'canceled'`,
  refunded: (sql: Queryable) => sql`status = 'refunded'`,
  reversed: (sql: Queryable) => sql`status = 'reversed'`,
} satisfies Partial<Record<PurchaseStatus, unknown>>

const WALKED: WalkedTable = { ...LIST, amount: 'total_in_cents', ownedBy: ['buyer'], byStatus: BY_STATUS }

export const listPurchases = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Purchase>> => readList<Purchase>(sql, WALKED, tenant, page, filter)

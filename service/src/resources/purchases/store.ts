import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { holdPositions, type ListFilter, readPage, setPositionsStatement } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { newEntries, type StatefulResource } from '../transitions/index.ts'
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
    // By the database's clock; a transition without `leaseMs` ends the lease.
    leased_until: "clock_timestamp() + new.lease_ms * interval '1 millisecond'",
  },
  inputs: {
    columns: { entries: 'jsonb', lease_ms: 'integer' },
    of: (transition: PurchaseTransition) => ({
      entries: newEntries(transition),
      lease_ms: transition.leaseMs ?? null,
    }),
  },
  event: 'purchase.update',
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
    tx`
      insert into purchases (tenant_id, position, ${COLUMN_NAMES})
      select ${tenant}, ${lastPosition} + ordinal, ${COLUMN_NAMES} from ${rowsOf(purchases, COLUMNS)} as new`,
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
    join buyers buyer on buyer.tenant_id = purchase.tenant_id and buyer.id = purchase.buyer
    where purchase.tenant_id = ${tenant} and purchase.id = any(${texts(ids)}::text[])
    order by purchase.id for no key update of purchase`
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
  changes: { auto_refund_on_fraud?: boolean; user_data?: JsonObject; updated_at: Date },
): Promise<void> {
  const values = changes.user_data === undefined ? changes : { ...changes, user_data: json(changes.user_data) }
  await tx`update purchases set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id}`
}

export async function findPurchase(sql: Queryable, tenant: TenantId, id: string): Promise<Purchase | undefined> {
  const [row] = await sql<Purchase[]>`select ${COLUMN_NAMES} from purchases where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function lockPurchase(tx: Tx, tenant: TenantId, id: string): Promise<Purchase | undefined> {
  return (await lockPurchases(tx, tenant, [id]))[0]
}

export function lockPurchases(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Purchase[]> {
  return tx<Purchase[]>`
    select ${COLUMN_NAMES} from purchases where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    order by id for no key update`
}

/** Purchases due by then, oldest first; rows that another transaction has locked are left to it. */
export function lockDuePurchases(
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

export async function nextDuePurchase(
  sql: Queryable,
  tenant: TenantId,
  status: PurchaseStatus,
): Promise<Date | undefined> {
  const [row] = await sql<{ due_at: Date }[]>`
    select due_at from purchases where tenant_id = ${tenant} and status = ${status} and due_at is not null
    order by due_at limit 1`
  return row?.due_at
}

/** Tenants with a purchase that is due, each by its own clock. */
export async function tenantsWithDuePurchases(sql: Queryable, status: PurchaseStatus): Promise<TenantId[]> {
  const rows = await sql<{ id: TenantId }[]>`
    select id from tenants
    where exists (
      select 1 from purchases where tenant_id = tenants.id and status = ${status}
        and due_at <= clock_timestamp() + tenants.clock_offset_ms * interval '1 millisecond')`
  return rows.map(({ id }) => id)
}

/** Rows without a lease, or whose lease has run out. */
const isUnleased = (sql: Queryable) => sql`(leased_until is null or leased_until < clock_timestamp())`

/** Leases the calls due by then; a process that sleeps through its lease finds them done by another. */
export function leaseCalls(tx: Tx, tenant: TenantId, until: Date, limit: number, leaseMs: number): Promise<Purchase[]> {
  return tx<Purchase[]>`
    update purchases set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where tenant_id = ${tenant} and id = any(array(
      select id from purchases where tenant_id = ${tenant} and call_at <= ${until} and ${isUnleased(tx)}
      order by call_at limit ${limit} for no key update skip locked))
    returning ${COLUMN_NAMES}`
}

export async function nextCall(sql: Queryable, tenant: TenantId): Promise<Date | undefined> {
  const [row] = await sql<{ call_at: Date }[]>`
    select call_at from purchases where tenant_id = ${tenant} and call_at is not null and ${isUnleased(sql)}
    order by call_at limit 1`
  return row?.call_at
}

export async function tenantsWithCalls(sql: Queryable): Promise<TenantId[]> {
  const rows = await sql<{ id: TenantId }[]>`
    select id from tenants
    where exists (
      select 1 from purchases where tenant_id = tenants.id and ${isUnleased(sql)}
        and call_at <= clock_timestamp() + tenants.clock_offset_ms * interval '1 millisecond')`
  return rows.map(({ id }) => id)
}

export const listPurchases = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Purchase>> => readPage<Purchase>(sql, LIST, tenant, page, filter)

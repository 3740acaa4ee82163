import type { Id, TenantId } from '../../kernel/ids.ts'
import { type JsonObject, jsonOrNull } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { post } from '../../ledger/index.ts'
import { json, jsonTexts, plain, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { claimRows, isUnleased, type LeasedTable, setLease } from '../../platform/leases.ts'
import { holdPositions, type ListFilter, readPage, setPositions } from '../../platform/lists.ts'
import { recordEventsStatements } from '../webhooks/index.ts'
import type { Purchase, PurchaseStatus } from './model.ts'
import type { Transition } from './transition.ts'

const LIST = { table: 'purchases', counter: 'purchase' }

/** The last position given; held until the transaction ends, which is what keeps positions dense. */
export const holdLastPosition = (tx: Tx, tenant: TenantId): Promise<number> => holdPositions(tx, tenant, LIST.counter)

/** Each with the next position after the one that is held; as statements to be sent. */
export function insertingPurchases(
  tx: Tx,
  tenant: TenantId,
  purchases: readonly Purchase[],
  lastPosition: number,
): Statement[] {
  if (purchases.length === 0) return []
  const column = <K extends keyof Purchase>(name: K) => purchases.map((purchase) => purchase[name])
  const counting = setPositions(tx, tenant, LIST.counter, lastPosition + purchases.length)
  const inserting = tx`
    insert into purchases (tenant_id, id, position, buyer, status, charge, items, total_in_cents, fee_in_cents,
      auto_refund_on_fraud, activity, user_data, created_at, updated_at)
    select ${tenant}, id, ${lastPosition} + ordinal, buyer, status, charge, items::json, total, fee, auto_refund,
      activity::jsonb, user_data::json, created_at, created_at
    from unnest(
      ${texts(column('id'))}::text[], ${texts(column('buyer'))}::text[], ${plain(column('status'))}::text[],
      ${plain(column('charge'))}::text[], string_to_array(${jsonTexts(column('items').map((items) => JSON.stringify(items)))}, E'\\x1f'),
      ${plain(column('total_in_cents'))}::bigint[], ${plain(column('fee_in_cents'))}::bigint[],
      ${plain(column('auto_refund_on_fraud').map(String))}::boolean[],
      string_to_array(${jsonTexts(column('activity').map((entries) => JSON.stringify(entries)))}, E'\\x1f'),
      string_to_array(${jsonTexts(column('user_data').map(jsonOrNull))}, E'\\x1f', 'null'), ${plain(column('created_at').map(iso))}::timestamptz[]
    ) with ordinality as new (id, buyer, status, charge, items, total, fee, auto_refund, activity, user_data, created_at,
      ordinal)`
  return [counting, inserting]
}

/** A purchase that is to be charged, and the card its buyer has now. */
export interface Committable {
  readonly purchase: Purchase
  readonly card: { readonly token: string; readonly brand: Purchase['card_brand']; readonly lastFour: string } | null
}

/** Locked in one order, so that two processes cannot wait for each other. */
export async function lockCommittable(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, Committable>> {
  const rows = await tx<
    (Purchase & { buyer_token: string | null; buyer_brand: Purchase['card_brand']; buyer_last_four: string })[]
  >`
    select purchase.*, buyer.card_token as buyer_token, buyer.card_brand as buyer_brand,
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

/** The intent to charge, before the network is asked: from here on it is found again, whatever happens to this process. */
export function markingInFlight(
  tx: Tx,
  tenant: TenantId,
  purchases: readonly Purchase[],
  leaseMs: number,
): Statement[] {
  if (purchases.length === 0) return []
  const column = <K extends keyof Purchase>(name: K) => purchases.map((purchase) => purchase[name])
  const marking = tx`
    update purchases purchase
    set charge = 'in_flight', attempt = new.attempt, card_token = new.token, card_brand = new.brand,
      card_last_four = new.last_four, commit_request = new.request::json, call_at = new.at,
      ${setLease(tx, leaseMs)}
    from unnest(
      ${texts(column('id'))}::text[], ${plain(column('attempt'))}::integer[], ${texts(column('card_token'))}::text[],
      ${texts(column('card_brand'))}::text[], ${texts(column('card_last_four'))}::text[],
      ${texts(column('commit_request').map(jsonOrNull))}::text[], ${plain(column('call_at').map(isoOrNull))}::timestamptz[]
    ) as new (id, attempt, token, brand, last_four, request, at)
    where purchase.tenant_id = ${tenant} and purchase.id = new.id and purchase.status = 'created' and purchase.charge = 'none'`
  return [marking]
}

const newEntries = ({ from, to }: Transition): string => JSON.stringify(to.activity.slice(from.activity.length))

/** Writes what happened: the purchases, their transfers and their events, in one statement each. */
export async function applyTransitions(tx: Tx, tenant: TenantId, transitions: readonly Transition[]): Promise<void> {
  if (transitions.length === 0) return
  const updated = await updating(tx, tenant, transitions)
  if (updated.count !== transitions.length) throw new Error('a purchase changed under its lock')
  await post(
    tx,
    tenant,
    transitions.flatMap(({ transfers }) => transfers),
  )
  await Promise.all(recordingPurchases(tx, tenant, toOf(transitions)))
}

/** The same for what moves no money, of rows that are locked: as statements to be sent. */
export function applyingTransitions(tx: Tx, tenant: TenantId, transitions: readonly Transition[]): Statement[] {
  if (transitions.some(({ transfers }) => transfers.length > 0)) throw new Error('transfers go through the ledger')
  if (transitions.length === 0) return []
  return [updating(tx, tenant, transitions), ...recordingPurchases(tx, tenant, toOf(transitions))]
}

const toOf = (transitions: readonly Transition[]): Purchase[] => transitions.map(({ to }) => to)

function updating(tx: Tx, tenant: TenantId, transitions: readonly Transition[]): Statement {
  const to = toOf(transitions)
  const column = <K extends keyof Purchase>(name: K) => to.map((purchase) => purchase[name])
  return tx`
    update purchases purchase
    set status = new.status, charge = new.charge, refund = new.refund, card_brand = new.brand,
      card_last_four = new.last_four, charge_reference = new.reference, paid_at = new.paid_at, due_at = new.due_at,
      call_at = new.call_at, leased_until = null, commit_request = null,
      activity = purchase.activity || new.entries::jsonb, updated_at = new.at
    from unnest(
      ${texts(column('id'))}::text[], ${plain(transitions.map(({ from }) => from.status))}::text[],
      ${plain(transitions.map(({ from }) => from.charge))}::text[], ${plain(column('status'))}::text[],
      ${plain(column('charge'))}::text[], ${plain(column('refund'))}::text[], ${texts(column('card_brand'))}::text[],
      ${texts(column('card_last_four'))}::text[], ${texts(column('charge_reference'))}::text[],
      ${plain(column('paid_at').map(isoOrNull))}::timestamptz[], ${plain(column('due_at').map(isoOrNull))}::timestamptz[],
      ${plain(column('call_at').map(isoOrNull))}::timestamptz[], ${texts(transitions.map(newEntries))}::text[],
      ${plain(column('updated_at').map(iso))}::timestamptz[]
    ) as new (id, old_status, old_charge, status, charge, refund, brand, last_four, reference, paid_at, due_at, call_at,
      entries, at)
    where purchase.tenant_id = ${tenant} and purchase.id = new.id and purchase.status = new.old_status
      and purchase.charge = new.old_charge`
}

export function recordingPurchases(tx: Tx, tenant: TenantId, purchases: readonly Purchase[]): Statement[] {
  return recordEventsStatements(
    tx,
    tenant,
    purchases.map(({ id, updated_at, user_data }) => ({
      event: 'purchase.update' as const,
      id,
      at: updated_at,
      userData: user_data,
    })),
  )
}

/** What changes without a transition. */
export async function updatePurchase(
  tx: Tx,
  tenant: TenantId,
  id: Id<'purchase'>,
  changes: { auto_refund_on_fraud?: boolean; user_data?: JsonObject; updated_at: Date },
): Promise<void> {
  const values = changes.user_data === undefined ? changes : { ...changes, user_data: json(tx, changes.user_data) }
  await tx`update purchases set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id}`
}

export async function findPurchase(sql: Queryable, tenant: TenantId, id: string): Promise<Purchase | undefined> {
  const [row] = await sql<Purchase[]>`select * from purchases where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function lockPurchase(tx: Tx, tenant: TenantId, id: string): Promise<Purchase | undefined> {
  return (await lockPurchases(tx, tenant, [id]))[0]
}

export function lockPurchases(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Purchase[]> {
  return tx<Purchase[]>`
    select * from purchases where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    order by id for no key update`
}

/** What was due until then, oldest first; rows that somebody holds are theirs to move. */
export function lockDuePurchases(
  tx: Tx,
  tenant: TenantId,
  status: PurchaseStatus,
  until: Date,
  limit: number,
): Promise<Purchase[]> {
  return tx<Purchase[]>`
    select * from purchases where tenant_id = ${tenant} and status = ${status} and due_at <= ${until}
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
  returning: (sql) => sql`*`,
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

export const listPurchases = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Purchase>> => readPage<Purchase>(sql, LIST, tenant, page, filter)

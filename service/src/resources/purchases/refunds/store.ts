import type { TenantId } from '../../../kernel/ids.ts'
import { type Cents, cents } from '../../../kernel/money.ts'
import type { Page, PageRequest } from '../../../kernel/pages.ts'
import { type Queryable, type Tx, texts } from '../../../platform/database.ts'
import type { DueRows } from '../../../platform/due.ts'
import { findById } from '../../../platform/find-by-id.ts'
import { claimRows, isUnleased, type LeasedTable } from '../../../platform/leases.ts'
import { readList } from '../../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../../platform/rows.ts'
import { newEntries, type StatefulResource } from '../../transitions/index.ts'
import type { Returned } from '../model.ts'
import type { Refund } from './model.ts'

/** Every column of a refund but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  purchase: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  reason: 'text',
  activity: 'jsonb',
  call_at: 'timestamptz',
  leased_until: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Refund, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'refunds', counter: 'refund', columns: COLUMN_NAMES }

/** A refund has no webhook event of its own: each of its changes is one of its purchase. */
export const REFUNDS: StatefulResource<Refund> = {
  name: 'refund',
  table: 'refunds',
  guards: ['status'],
  changes: pick(COLUMNS, ['status', 'call_at', 'leased_until', 'updated_at']),
  computed: { activity: 'target.activity || new.entries' },
  inputs: { columns: { entries: 'jsonb' }, of: (transition) => ({ entries: newEntries(transition) }) },
}

export async function insertRefund(tx: Tx, tenant: TenantId, refund: Refund): Promise<void> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  await tx`
    insert into refunds (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, ${position}, ${COLUMN_NAMES} from ${rowsOf([refund], COLUMNS)} as new`
}

export const findRefund = findById<Refund>(LIST)

export const listRefunds = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
  purchase: string,
): Promise<Page<Refund>> => readList<Refund>(sql, LIST, tenant, page, filter, [sql`purchase = ${purchase}`])

/** The refunds of these purchases that can still change, oldest first. Their purchases are locked. */
export async function lockOpenRefunds(tx: Tx, tenant: TenantId, purchases: readonly string[]): Promise<Refund[]> {
  return tx<Refund[]>`
    select ${COLUMN_NAMES} from refunds
    where tenant_id = ${tenant} and purchase = any(${texts(purchases)}::text[]) and status in ('awaiting', 'pending')
    order by position for no key update`
}

export async function lockRefunds(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Refund[]> {
  return tx<Refund[]>`
    select ${COLUMN_NAMES} from refunds where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
    order by position + 0 for no key update`
}

/** The ids of a purchase's newest refunds and disputes: the sources of its transfers. */
export async function findReturnIds(
  sql: Queryable,
  tenant: TenantId,
  purchase: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    (select id from refunds where tenant_id = ${tenant} and purchase = ${purchase} order by position desc limit ${limit})
    union all
    (select id from disputes where tenant_id = ${tenant} and purchase = ${purchase} order by position desc limit ${limit})`
  return rows.map(({ id }) => id)
}

/** The money that has gone back of each of these purchases that has a refund or a dispute. */
export async function sumReturns(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly string[],
): Promise<Map<string, Returned>> {
  const rows = await sql<{ purchase: string; refunded: Cents; taken: Cents }[]>`
    select purchase, sum(refunded)::bigint as refunded, sum(taken)::bigint as taken from (
      select purchase, case when status in ('pending', 'succeeded') then amount_in_cents else 0 end as refunded, 0 as taken
      from refunds where tenant_id = ${tenant} and purchase = any(${texts(purchases)}::text[])
      union all
      select purchase, 0, taken_in_cents
      from disputes where tenant_id = ${tenant} and purchase = any(${texts(purchases)}::text[])
    ) part group by purchase`
  return new Map(
    rows.map(({ purchase, refunded, taken }) => [purchase, { refunded: cents(refunded), taken: cents(taken) }]),
  )
}

/** Refunds that the card network is to be asked for, and nobody does. */
export const DUE_REFUNDS: DueRows = { table: 'refunds', dueAt: 'call_at', only: isUnleased }

const CALLS: LeasedTable = {
  table: 'refunds',
  isOpen: (sql) => sql`call_at is not null`,
  order: (sql) => sql`call_at`,
  returning: (sql) => sql`${COLUMN_NAMES}`,
  countsAttempts: false,
}

/** Leases the refunds that were due until then. */
export const leaseRefunds = (
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
  leaseMs: number,
): Promise<Refund[]> => claimRows<Refund>(tx, CALLS, tenant, { limit, leaseMs, only: tx`call_at <= ${until}` })

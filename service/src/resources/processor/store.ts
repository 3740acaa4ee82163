import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import type { StatefulResource } from '../transitions/index.ts'
import type { Arrival, ProcessorTransaction } from './model.ts'

/** Every column of a transaction but its tenant, the bank. */
const TRANSACTION = {
  id: 'text',
  status: 'text',
  movement: 'text',
  category: 'text',
  amount_in_cents: 'bigint',
  fee_in_cents: 'bigint',
  reference: 'text',
  owner: 'integer',
  purchase: 'text',
  booked_as: 'text',
  decided_as: 'text',
  why: 'text',
  arrives_on: 'text',
  trace: 'text',
  day: 'text',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof ProcessorTransaction, ColumnType>

const ARRIVAL = {
  id: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  trace: 'text',
  day: 'text',
  payout: 'text',
  booked_as: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Arrival, ColumnType>

const TRANSACTION_NAMES = namesOf(TRANSACTION)
const ARRIVAL_NAMES = namesOf(ARRIVAL)

/** The operators' own: no enterprise sees them, and no webhook tells of them. */
export const TRANSACTIONS: StatefulResource<ProcessorTransaction> = {
  name: 'transaction of the processor',
  table: 'processor_transactions',
  guards: ['status'],
  changes: pick(TRANSACTION, ['status', 'booked_as', 'decided_as', 'why', 'due_at', 'updated_at']),
}

export const ARRIVALS: StatefulResource<Arrival> = {
  name: 'credit of the processor',
  table: 'processor_arrivals',
  guards: ['status'],
  changes: pick(ARRIVAL, ['status', 'payout', 'booked_as', 'updated_at']),
}

/** The ids among these that are stored already. */
export async function findKnown(sql: Queryable, bank: TenantId, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from processor_transactions where tenant_id = ${bank} and id = any(${texts(ids)}::text[])`
  return new Set(rows.map(({ id }) => id))
}

/** False when it is stored already: nothing is to be booked for it. */
export async function insertTransaction(tx: Tx, bank: TenantId, row: ProcessorTransaction): Promise<boolean> {
  const inserted = await tx`
    insert into processor_transactions (tenant_id, ${TRANSACTION_NAMES})
    select ${bank}, ${TRANSACTION_NAMES} from ${rowsOf([row], TRANSACTION)} as new
    on conflict (tenant_id, id) do nothing returning id`
  return inserted.count === 1
}

/** Sales whose money should be available by then, oldest first. */
export async function findDueSales(
  sql: Queryable,
  bank: TenantId,
  until: Date,
  limit: number,
): Promise<{ readonly id: string }[]> {
  return sql<{ id: string }[]>`
    select id from processor_transactions where tenant_id = ${bank} and due_at <= ${until} order by due_at limit ${limit}`
}

export async function lockTransaction(tx: Tx, bank: TenantId, id: string): Promise<ProcessorTransaction | undefined> {
  const [row] = await tx<ProcessorTransaction[]>`
    select ${TRANSACTION_NAMES} from processor_transactions where tenant_id = ${bank} and id = ${id} for no key update`
  return row
}

/** The money is not available yet: the processor is asked again later. */
export async function postpone(sql: Queryable, bank: TenantId, id: string, until: Date): Promise<void> {
  await sql`
    update processor_transactions set due_at = ${until}
    where tenant_id = ${bank} and id = ${id} and status = 'pending'`
}

/** Payouts that have not reached the bank, in the order in which they should. */
export async function lockPayoutsUnderWay(tx: Tx, bank: TenantId): Promise<ProcessorTransaction[]> {
  return tx<ProcessorTransaction[]>`
    select ${TRANSACTION_NAMES} from processor_transactions
    where tenant_id = ${bank} and status = 'in_transit' order by arrives_on, created_at, id for no key update`
}

/** False when the same credit was taken before. */
export async function insertArrival(tx: Tx, bank: TenantId, row: Arrival): Promise<boolean> {
  const inserted = await tx`
    insert into processor_arrivals (tenant_id, ${ARRIVAL_NAMES})
    select ${bank}, ${ARRIVAL_NAMES} from ${rowsOf([row], ARRIVAL)} as new
    on conflict (tenant_id, id) do nothing returning id`
  return inserted.count === 1
}

export async function lockWaitingArrivals(tx: Tx, bank: TenantId): Promise<Arrival[]> {
  return tx<Arrival[]>`
    select ${ARRIVAL_NAMES} from processor_arrivals
    where tenant_id = ${bank} and status = 'waiting' order by created_at, id for no key update`
}

export async function lockArrival(tx: Tx, bank: TenantId, id: string): Promise<Arrival | undefined> {
  const [row] = await tx<Arrival[]>`
    select ${ARRIVAL_NAMES} from processor_arrivals where tenant_id = ${bank} and id = ${id} for no key update`
  return row
}

/** How far the processor's books were read. */
export interface Mark {
  readonly began_at: Date
  readonly read_until: Date
}

export async function readMark(sql: Queryable, bank: TenantId): Promise<Mark | undefined> {
  const [row] = await sql<Mark[]>`select began_at, read_until from processor_marks where tenant_id = ${bank}`
  return row
}

/** The mark never goes back: of two workers that read at the same time, one may have read less. */
export async function moveMark(sql: Queryable, bank: TenantId, began: Date, until: Date): Promise<void> {
  await sql`
    insert into processor_marks (tenant_id, began_at, read_until) values (${bank}, ${began}, ${until})
    on conflict (tenant_id) do update set read_until = greatest(processor_marks.read_until, excluded.read_until)`
}

export interface KnownBalance {
  readonly day: string
  readonly balance: Cents
  readonly at: Date
}

/** Keeps the last balance of a day, and what all transactions that are stored come to. */
export async function keepBalance(sql: Queryable, bank: TenantId, { day, balance, at }: KnownBalance): Promise<void> {
  await sql`
    insert into processor_balances (tenant_id, day, balance_in_cents, transactions_in_cents, read_at)
    select ${bank}, ${day}, ${balance}, coalesce(sum(amount_in_cents - fee_in_cents), 0)::bigint, ${at}
    from processor_transactions where tenant_id = ${bank}
    on conflict (tenant_id, day) do update
    set balance_in_cents = excluded.balance_in_cents, transactions_in_cents = excluded.transactions_in_cents,
      read_at = excluded.read_at
    where processor_balances.read_at <= excluded.read_at`
}

/** A movement or a credit that waits for an operator. */
export interface KeptMovement {
  readonly id: string
  readonly kind: 'transaction' | 'credit' | 'payout'
  readonly day: string
  readonly category: string
  readonly amount_in_cents: Cents
  readonly fee_in_cents: Cents
  readonly reference: string | null
  readonly why: string
}

/** Movements and credits that only an operator can say something about, oldest first. */
export async function listKeptMovements(sql: Queryable, bank: TenantId): Promise<KeptMovement[]> {
  return sql<KeptMovement[]>`
    select * from (
      select id, 'transaction' as kind, day, category, amount_in_cents, fee_in_cents, reference, why
      from processor_transactions where tenant_id = ${bank} and status = 'kept'
      union all
      select id, 'credit', day, 'payout', amount_in_cents, 0, null,
        'the bank has credited it, and the processor knows no payout of this amount'
      from processor_arrivals where tenant_id = ${bank} and status = 'waiting'
      union all
      select id, 'payout', day, category, amount_in_cents, fee_in_cents, reference, 'the bank has not credited it'
      from processor_transactions where tenant_id = ${bank} and status = 'in_transit' and ${isLate(sql, bank)}
    ) kept order by day, id`
}

/** A payout that should have reached the bank before today. */
const isLate = (sql: Queryable, bank: TenantId): Statement =>
  sql`arrives_on < to_char(${tenantTimeOf(sql, bank)} at time zone 'America/New_York', 'YYYY-MM-DD')`

export async function isLatePayout(sql: Queryable, bank: TenantId, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from processor_transactions
    where tenant_id = ${bank} and id = ${id} and status = 'in_transit' and ${isLate(sql, bank)}`
  return rows.length > 0
}

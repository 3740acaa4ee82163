import type { Id, TenantId } from '../../kernel/ids.ts'
import { add, type Cents, ZERO } from '../../kernel/money.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { placedTenants } from '../../platform/activity.ts'
import { copyStatement } from '../../platform/copy.ts'
import { json, type Queryable, type Statement, type Tx } from '../../platform/database.ts'
import type { DueRows, HeldByOthers } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import {
  lastPositionQuery,
  type Period,
  readLastPosition,
  within,
  writeLastPositionStatement,
} from '../../platform/lists.ts'
import { type ColumnType, namesOf, namesWithTexts, pick, rowsOf } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import { notStopped, notSuspended } from '../../tenants/index.ts'
import { payoutsOfApproval } from '../approvals/index.ts'
import { newEntries, type StatefulResource } from '../transitions/index.ts'
import { payoutDetails } from './events.ts'
import { HELD_MS, type Payout, type StoredPayout } from './model.ts'
import type { PayoutTransition } from './transition.ts'

/** Every column of a payout but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  account_connection: 'text',
  status: 'text',
  type: 'text',
  amount_in_cents: 'bigint',
  fee_in_cents: 'bigint',
  description: 'text',
  date: 'timestamptz',
  destination: 'text',
  creator_id: 'text',
  due_at: 'timestamptz',
  batch_at: 'timestamptz',
  ach_file: 'text',
  return_code: 'text',
  activity: 'json',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Payout, ColumnType>

export const COLUMN_NAMES = namesOf(COLUMNS)

export const LIST = { table: 'payouts', counter: 'payout', columns: COLUMN_NAMES }

export const PAYOUTS: StatefulResource<Payout> = {
  name: 'payout',
  table: 'payouts',
  guards: ['status'],
  changes: pick(COLUMNS, [
    'status',
    'type',
    'fee_in_cents',
    'destination',
    'creator_id',
    'due_at',
    'batch_at',
    'return_code',
    'updated_at',
  ]),
  computed: {
    // The list is kept as the text it was written as, which no step but a failure needs to read.
    activity:
      "case when new.activity is null then (left(target.activity::text, -1) || new.entries || ']')::json else new.activity end",
  },
  inputs: {
    columns: { entries: 'json_text', activity: 'json' },
    of: (transition: PayoutTransition) =>
      transition.isActivityRewritten
        ? { entries: '', activity: transition.to.activity }
        : { entries: newEntries(transition).map(asNext).join(''), activity: null },
  },
  event: 'payout.update',
  details: payoutDetails,
}

const asNext = (entry: object): string => `,${JSON.stringify(entry)}`

/** The last position given. Needs the lock of the tenant's payouts, which keeps positions dense. */
export const findLastPosition = (tx: Tx, tenant: TenantId): Promise<number> =>
  readLastPosition(tx, tenant, LIST.counter)

const NEW_PAYOUT = { ...COLUMNS, activity: 'json_text' } as const

/** Inserts all in one statement, each with the next position after `lastPosition`. Needs that lock too. */
export function insertPayoutsStatements(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly StoredPayout[],
  lastPosition: number,
): Statement[] {
  if (payouts.length === 0) return []
  return [
    writeLastPositionStatement(tx, tenant, LIST.counter, lastPosition + payouts.length),
    copyStatement(
      tx,
      { table: 'payouts', every: { tenant_id: tenant }, counted: { position: lastPosition } },
      payouts,
      NEW_PAYOUT,
    ),
  ]
}

/** Changes fields that need no transition. */
export async function updatePayout(
  tx: Tx,
  tenant: TenantId,
  id: Id<'payout'>,
  changes: Partial<Pick<Payout, 'description' | 'date' | 'due_at' | 'user_data' | 'updated_at'>>,
): Promise<void> {
  const values = changes.user_data === undefined ? changes : { ...changes, user_data: json(changes.user_data) }
  await tx`update payouts set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id}`
}

export const findPayout = findById<Payout>(LIST)

export const findStoredPayout = findById<StoredPayout>({ ...LIST, columns: namesWithTexts(COLUMNS, ['activity']) })

/** Needs the lock of the tenant's payouts (`lockOperating`), as every lock of a payout but the claim of one that is sent. */
export async function lockPayout(tx: Tx, tenant: TenantId, id: string): Promise<Payout | undefined> {
  const [row] = await tx<
    Payout[]
  >`select ${COLUMN_NAMES} from payouts where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

export async function lockPayouts(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${COLUMN_NAMES} from payouts where tenant_id = ${tenant} and id = any(${[...ids]}::text[])
    order by position for no key update`
}

export async function lockReadyPayouts(
  tx: Tx,
  tenant: TenantId,
  connection: Id<'accountConnection'>,
): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${COLUMN_NAMES} from payouts where tenant_id = ${tenant} and account_connection = ${connection} and status = 'ready'
    order by position for no key update`
}

/** Initiated ACH payouts of a connection that no file and no batch carries yet, locked. */
export async function lockUnsentAch(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and account_connection = ${connection} and status = 'pending' and type = 'ach'
      and ach_file is null
    order by position for no key update`
}

/** The payouts of an approval that still await it, locked. */
export async function lockAwaitingPayouts(tx: Tx, tenant: TenantId, approval: string): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and id = any(array(${payoutsOfApproval(tx, tenant, approval)}))
      and status = 'ready' and due_at is null
    order by position for no key update`
}

/** The number and the sum of the payouts that still await an approval. */
export async function sumAwaiting(
  tx: Tx,
  tenant: TenantId,
  approval: string,
): Promise<{ readonly count: number; readonly amount: Cents }> {
  const [row] = await tx<{ count: number; amount: Cents }[]>`
    select count(*)::int as count, coalesce(sum(amount_in_cents), 0)::bigint as amount from payouts
    where tenant_id = ${tenant} and id = any(array(${payoutsOfApproval(tx, tenant, approval)}))
      and status = 'ready' and due_at is null`
  return row ?? { count: 0, amount: ZERO }
}

/** A page of the payouts that an approval is about, the first of the batch first. */
export async function listPayoutsOfApproval(
  sql: Queryable,
  tenant: TenantId,
  approval: string,
  { page, pageSize }: PageRequest,
  period: Period,
): Promise<Page<Payout>> {
  const ids = sql`id = any(array(${payoutsOfApproval(sql, tenant, approval)})) ${within(sql, period)}`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from payouts where tenant_id = ${tenant} and ${ids}`,
    sql<Payout[]>`
      select ${COLUMN_NAMES} from payouts where tenant_id = ${tenant} and ${ids}
      order by position limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** Payouts due by then whose next step depends on the connection: initiation, or leaving with an ACH batch. */
export async function lockDueOfConnection(
  tx: Tx,
  tenant: TenantId,
  connection: Id<'accountConnection'>,
  until: Date,
): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and account_connection = ${connection} and due_at <= ${until}
      and (status = 'ready' or (status = 'pending' and type = 'ach'))
    order by due_at, position for no key update`
}

/**
 * Rows that may move, the same rule as `isHeldBack`: where the audit has stopped payouts, of the tenant or of its bank, or
 * the enterprise is suspended, no money leaves, and only steps that return money to the enterprise can be due.
 */
const mayMove = (sql: Queryable, tenant: TenantId | Statement) => sql`
  (status = 'sent' or ach_file is not null or (status = 'ready' and type = 'unclaimed')
    or (${notStopped(sql, tenant)} and ${notSuspended(sql, tenant)}))`

/**
 * Pending payouts whose next step is to be sent, whatever becomes of their connection: to an account of ours, or in a file
 * that the bank has. That step moves nothing to or from `operating`.
 */
const isSendable = (sql: Queryable): Statement =>
  sql`(status = 'pending' and (type in ('direct', 'wallet') or ach_file is not null))`

const { activity: _, ...COLUMNS_BUT_ACTIVITY } = COLUMNS

export interface Claimed extends Payout {
  /** Whether its next step is to be sent; any other step needs the lock of the tenant's payouts. */
  readonly sendable: boolean
}

/**
 * The next payouts that are due by then, oldest first, locked. Those that are only to be sent come without their activity:
 * sending adds one entry at most, and reading the others would cost as much as all the rest of the row. Where rows that others hold
 * are waited for, those that have moved meanwhile are left out, and later ones take their places; whether the enterprise's
 * payouts may move at all is judged as of before the wait.
 */
export async function claimDue(
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
  heldByOthers: HeldByOthers,
): Promise<Claimed[]> {
  return tx<Claimed[]>`
    select ${namesOf(COLUMNS_BUT_ACTIVITY)}, case when ${isSendable(tx)} then '[]'::json else activity end as activity,
      ${isSendable(tx)} as sendable
    from payouts
    where tenant_id = ${tenant} and due_at <= ${until} and ${mayMove(tx, tenant)}
    order by due_at, position limit ${limit} for no key update ${heldByOthers === 'skipped' ? tx`skip locked` : tx``}`
}

/** Payouts that were not claimed within 30 days, or not approved in time, and are not canceled yet. */
export async function findPastDeadline(sql: Queryable, tenant: TenantId, limit: number): Promise<Payout[]> {
  return sql<Payout[]>`
    (select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and due_at <= ${tenantTimeOf(sql, tenant)} and status = 'ready' and type = 'unclaimed'
    order by due_at limit ${limit})
    union all
    (select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and batch_at <= ${tenantTimeOf(sql, tenant)} + ${HELD_MS} * interval '1 millisecond'
      and batch_at >= 'epoch'::timestamptz + ${HELD_MS} * interval '1 millisecond' and ach_file is null
      and status = 'ready' and due_at is null
    order by batch_at limit ${limit})`
}

export const DUE_PAYOUTS: DueRows = { table: 'payouts', dueAt: 'due_at', only: mayMove }

export interface DaySummary {
  readonly payouts: number
  readonly amount: Cents
  readonly failed: number
}

const WINDOW = 10_000

/** The payouts created on one UTC day. Positions follow creation, so it reads back from the newest until before the day. */
export async function summarizeDay(sql: Queryable, tenant: TenantId, day: string): Promise<DaySummary> {
  const [last] = await sql<{ value: number }[]>`
    ${lastPositionQuery(sql, tenant, LIST.counter)}`
  let sum = { payouts: 0, amount: ZERO, failed: 0 }
  for (let to = last?.value ?? 0; to > 0; to -= WINDOW) {
    const [part] = await sql<(DaySummary & { oldest: Date | null; since: Date })[]>`
      select count(*) filter (where ofday)::int as payouts,
        coalesce(sum(amount_in_cents) filter (where ofday), 0)::bigint as amount,
        count(*) filter (where ofday and status in ('error', 'returned', 'canceled'))::int as failed,
        min(created_at) as oldest, ${day}::date::timestamptz as since
      from (
        select status, amount_in_cents, created_at,
          created_at >= ${day}::date and created_at < ${day}::date + 1 as ofday
        from payouts where tenant_id = ${tenant} and position > ${to - WINDOW} and position <= ${to}
      ) payout`
    if (!part) break
    const { payouts, amount, failed, oldest, since } = part
    sum = { payouts: sum.payouts + payouts, amount: add(sum.amount, amount), failed: sum.failed + failed }
    if (oldest !== null && oldest < since) break
  }
  return sum
}

/** Tenants of a bank with payouts that may leave in a file by then, each with the time from which its oldest may. */
export async function tenantsWithBatches(
  sql: Queryable,
  bank: TenantId,
  until: Date,
): Promise<{ tenant: TenantId; batch_at: Date }[]> {
  return sql<{ tenant: TenantId; batch_at: Date }[]>`
    select tenant.id as tenant, first.batch_at from ${placedTenants(sql)} tenant
    cross join lateral (
      select batch_at from payouts
      where tenant_id = tenant.id and batch_at <= ${until} and ach_file is null
      order by batch_at limit 1
    ) first
    where tenant.bank_id = ${bank} and ${notStopped(sql, sql`tenant.id`)}
      and ${notSuspended(sql, sql`tenant.id`)}
    order by tenant.id`
}

/** A payout that may leave in a file. */
export interface FileRow {
  readonly id: Id<'payout'>
  readonly account_connection: string
  readonly amount_in_cents: Cents
  readonly description: string
}

/** Payouts for a file, oldest first. Needs the lock of the tenant's payouts: the rows themselves are not locked. */
export async function findForFile(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<FileRow[]> {
  return tx<FileRow[]>`
    select id, account_connection, amount_in_cents, description from payouts
    where tenant_id = ${tenant} and batch_at <= ${until} and ach_file is null
    order by batch_at, position limit ${limit}`
}

export async function putIntoFile(
  tx: Tx,
  tenant: TenantId,
  file: string,
  payouts: readonly { readonly id: string; readonly destination: string }[],
): Promise<void> {
  const updated = await tx`
    update payouts payout set ach_file = ${file}, destination = new.destination
    from ${rowsOf(payouts, { id: 'text', destination: 'text' })} as new
    where payout.tenant_id = ${tenant} and payout.id = new.id and payout.status = 'pending' and payout.ach_file is null`
  if (updated.count !== payouts.length) throw new Error('a payout changed under the lock of its tenant')
}

/** The bank has the file: its payouts are due to be `sent`, as of then. */
export async function dueFromFile(
  tx: Tx,
  tenant: TenantId,
  { file, payouts, at }: { readonly file: string; readonly payouts: readonly string[]; readonly at: Date },
): Promise<void> {
  await tx`
    update payouts set due_at = ${at}
    where tenant_id = ${tenant} and id = any(${[...payouts]}::text[]) and ach_file = ${file} and status = 'pending'`
}

import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Statement, type Tx } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import { notStopped, notSuspended } from '../../tenants/index.ts'
import { MAKER_SUBJECTS, type PeriodSum } from '../limits/index.ts'
import type { StatefulResource } from '../transitions/index.ts'
import { withdrawalDetails } from './events.ts'
import type { Withdrawal } from './model.ts'

/** Every column of a withdrawal but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  description: 'text',
  destination: 'text',
  approval: 'text',
  awaits_until: 'timestamptz',
  due_at: 'timestamptz',
  batch_at: 'timestamptz',
  ach_file: 'text',
  return_code: 'text',
  activity: 'json',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Withdrawal, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)

const LIST = { table: 'withdrawals', counter: 'withdrawal', columns: COLUMN_NAMES }

export const WITHDRAWALS: StatefulResource<Withdrawal> = {
  name: 'withdrawal',
  table: 'withdrawals',
  guards: ['status'],
  changes: pick(COLUMNS, [
    'status',
    'destination',
    'approval',
    'awaits_until',
    'due_at',
    'batch_at',
    'return_code',
    'activity',
    'updated_at',
  ]),
  event: 'withdrawal.update',
  details: withdrawalDetails,
}

export async function insertWithdrawal(tx: Tx, tenant: TenantId, withdrawal: Withdrawal): Promise<void> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  await tx`
    insert into withdrawals (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, ${position}, ${COLUMN_NAMES} from ${rowsOf([withdrawal], COLUMNS)} as new`
}

/** Changes fields that need no transition. */
export async function updateWithdrawal(
  tx: Tx,
  tenant: TenantId,
  id: string,
  { description, user_data, updated_at }: Pick<Withdrawal, 'description' | 'user_data' | 'updated_at'>,
): Promise<void> {
  await tx`
    update withdrawals set ${tx({ description, user_data: json(user_data), updated_at } as never)}
    where tenant_id = ${tenant} and id = ${id}`
}

export const findWithdrawal = findById<Withdrawal>(LIST)

/** Needs the lock of the tenant's operating account, as every lock of a withdrawal. */
export async function lockWithdrawal(tx: Tx, tenant: TenantId, id: string): Promise<Withdrawal | undefined> {
  const [row] = await tx<Withdrawal[]>`
    select ${COLUMN_NAMES} from withdrawals where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

export const listWithdrawals = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Withdrawal>> => readList<Withdrawal>(sql, LIST, tenant, page, filter)

/** Withdrawals that were not approved in time and are not canceled yet. */
export async function findPastApproval(sql: Queryable, tenant: TenantId, limit: number): Promise<Withdrawal[]> {
  return sql<Withdrawal[]>`
    select ${COLUMN_NAMES} from withdrawals
    where tenant_id = ${tenant} and awaits_until <= ${tenantTimeOf(sql, tenant)}
    order by awaits_until limit ${limit}`
}

/** Withdrawals created since then, without those that were canceled or failed, added up by the subject of a scope. */
export async function sumBySubject(
  sql: Queryable,
  tenant: TenantId,
  { scope, since }: { readonly scope: keyof typeof MAKER_SUBJECTS; readonly since: Date },
): Promise<PeriodSum[]> {
  const { subject, join } = MAKER_SUBJECTS[scope](sql, tenant, sql`withdrawal.id`)
  return sql<PeriodSum[]>`
    select ${subject} as subject, sum(withdrawal.amount_in_cents)::bigint as amount, count(*)::int as count
    from withdrawals withdrawal ${join}
    where withdrawal.tenant_id = ${tenant} and withdrawal.created_at >= ${since}
      and withdrawal.status not in ('canceled', 'error')
    group by 1`
}

/** Withdrawals whose bank account is not fixed yet. */
export async function lockOpenWithdrawals(tx: Tx, tenant: TenantId): Promise<Withdrawal[]> {
  return tx<Withdrawal[]>`
    select ${COLUMN_NAMES} from withdrawals
    where tenant_id = ${tenant} and (status = 'ready' or (status = 'pending' and ach_file is null))
    order by position for no key update`
}

export async function redirectWithdrawals(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
  destination: string,
): Promise<void> {
  await tx`
    update withdrawals set destination = ${destination} where tenant_id = ${tenant} and id = any(${[...ids]}::text[])`
}

/**
 * Rows that may move, the same rule as `isHeldBack`: where the audit has stopped payouts, of the tenant or of its bank, or
 * the enterprise is suspended, no money leaves.
 */
const mayMove = (sql: Queryable, tenant: TenantId | Statement): Statement => sql`
  (status = 'sent' or ach_file is not null or (${notStopped(sql, tenant)} and ${notSuspended(sql, tenant)}))`

export const DUE_WITHDRAWALS: DueRows = { table: 'withdrawals', dueAt: 'due_at', only: mayMove }

/** Withdrawals due by then, oldest first. Needs the lock of the tenant's operating account. */
export async function findDueWithdrawals(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Withdrawal[]> {
  return tx<Withdrawal[]>`
    select ${COLUMN_NAMES} from withdrawals where tenant_id = ${tenant} and due_at <= ${until} and ${mayMove(tx, tenant)}
    order by due_at, position limit ${limit}`
}

/** Whether a tenant has the withdrawal that an expression names, for SQL of another room. */
export const isWithdrawalOf = (sql: Queryable, tenant: TenantId, id: Statement): Statement =>
  sql`exists (select 1 from withdrawals where tenant_id = ${tenant} and id = ${id})`

export interface SealedAccount {
  readonly bank_sealed: Buffer
  readonly label: string
  /** Since when withdrawals go to this account. */
  readonly updated_at: Date
}

/** The bank account of a tenant's withdrawals, sealed. */
export async function findSealedAccount(sql: Queryable, tenant: TenantId): Promise<SealedAccount | undefined> {
  const [row] = await sql<SealedAccount[]>`
    select bank_sealed, label, updated_at from withdrawal_accounts where tenant_id = ${tenant}`
  return row
}

export async function writeSealedAccount(tx: Tx, tenant: TenantId, account: SealedAccount): Promise<void> {
  await tx`
    insert into withdrawal_accounts ${tx({ tenant_id: tenant, ...account } as never)}
    on conflict (tenant_id) do update
    set bank_sealed = excluded.bank_sealed, label = excluded.label, updated_at = excluded.updated_at`
}

import type { ApprovalReference } from '../../../../contracts/approvals.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList, type WalkedTable } from '../../platform/list-pages.ts'
import { type ListFilter, takePositionsStatement } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf, sortedBy } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import type { StatefulResource } from '../transitions/index.ts'
import { approvalDetails } from './events.ts'
import { type Approval, STATUSES } from './model.ts'

/** Every column of an approval but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  status: 'text',
  deed: 'text',
  subject_type: 'text',
  subject: 'text',
  subject_count: 'integer',
  amount_in_cents: 'bigint',
  description: 'text',
  made_by: 'text',
  made_as: 'text',
  needed: 'smallint',
  approvers: 'json',
  action: 'json',
  given: 'json',
  rejected: 'json',
  activity: 'json',
  user_data: 'json',
  expires_at: 'timestamptz',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Approval, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST: WalkedTable = {
  table: 'approvals',
  counter: 'approval',
  columns: COLUMN_NAMES,
  byStatus: Object.fromEntries(STATUSES.map((status) => [status, (sql: Queryable) => sql`status = ${status}`])),
}

export const APPROVALS: StatefulResource<Approval> = {
  name: 'approval',
  table: 'approvals',
  guards: ['status'],
  changes: pick(COLUMNS, [
    'status',
    'subject_count',
    'amount_in_cents',
    'description',
    'action',
    'given',
    'rejected',
    'activity',
    'due_at',
    'updated_at',
  ]),
  event: 'approval.update',
  details: approvalDetails,
}

/** Approvals, each with the payouts that it is about. */
export interface NewApproval {
  readonly approval: Approval
  readonly payouts: readonly string[]
}

export function insertApprovalsStatements(tx: Tx, tenant: TenantId, created: readonly NewApproval[]): Statement[] {
  if (created.length === 0) return []
  const rows = created.map(({ approval }) => approval)
  const parts = created.flatMap(({ approval: { id: approval }, payouts }) =>
    payouts.map((payout) => ({ approval, payout })),
  )
  const inserted = tx`
    with counted as (${takePositionsStatement(tx, tenant, LIST.counter, rows.length)})
    insert into approvals (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, counted.value - ${rows.length} + ordinal, ${COLUMN_NAMES}
    from counted, ${rowsOf(rows, COLUMNS)} as new`
  if (parts.length === 0) return [inserted]
  return [
    inserted,
    tx`
      insert into approval_payouts (tenant_id, payout, approval)
      select ${tenant}, payout, approval from ${rowsOf(parts, { payout: 'text', approval: 'text' })} as new`,
  ]
}

export const findApproval = findById<Approval>(LIST)

export async function lockApproval(tx: Tx, tenant: TenantId, id: string): Promise<Approval | undefined> {
  const [row] = await tx<Approval[]>`
    select ${COLUMN_NAMES} from approvals where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

/** The open approvals that are about any of these payouts, locked. */
export async function lockAwaitingOf(tx: Tx, tenant: TenantId, payouts: readonly string[]): Promise<Approval[]> {
  return tx<Approval[]>`
    select ${COLUMN_NAMES} from approvals
    where tenant_id = ${tenant} and status = 'awaiting' and id = any(array(
      select distinct approval from approval_payouts
      where tenant_id = ${tenant} and payout = any(${texts(payouts)}::text[])))
    order by ${sortedBy('id')} for no key update`
}

/** The open approval of a subject, locked; `undefined` where there is none. */
export async function lockAwaitingSubject(
  tx: Tx,
  tenant: TenantId,
  { deed, subject }: Pick<Approval, 'deed'> & { readonly subject: string },
): Promise<Approval | undefined> {
  const [row] = await tx<Approval[]>`
    select ${COLUMN_NAMES} from approvals
    where tenant_id = ${tenant} and deed = ${deed} and subject = ${subject} and status = 'awaiting' for no key update`
  return row
}

/** A subquery: the ids of the payouts that an approval is about. */
export const payoutsOfApproval = (sql: Queryable, tenant: TenantId, approval: string): Statement =>
  sql`select payout from approval_payouts where tenant_id = ${tenant} and approval = ${approval}`

/** The approval of each of these payouts that has one. */
export async function findApprovalsOf(
  sql: Queryable,
  tenant: TenantId,
  payouts: readonly string[],
): Promise<Map<string, ApprovalReference>> {
  const rows = await sql<(ApprovalReference & { payout: string })[]>`
    select part.payout, approval.id, approval.status from approval_payouts part
    join approvals approval on approval.tenant_id = part.tenant_id and approval.id = part.approval
    where part.tenant_id = ${tenant} and part.payout = any(${texts(payouts)}::text[])`
  return new Map(rows.map(({ payout, id, status }) => [payout, { id, status }]))
}

/** These approvals, as their subjects show them. */
export async function findApprovalReferences(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, ApprovalReference>> {
  const rows = await sql<ApprovalReference[]>`
    select id, status from approvals where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((reference) => [reference.id, reference]))
}

export const listApprovals = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Approval>> => readList<Approval>(sql, LIST, tenant, page, filter)

/** The open approvals of one subject type for each of these subjects. */
export async function findAwaitingSubjects(
  sql: Queryable,
  tenant: TenantId,
  deed: Approval['deed'],
  subjects: readonly string[],
): Promise<Map<string, ApprovalReference>> {
  const rows = await sql<(ApprovalReference & { subject: string })[]>`
    select subject, id, status from approvals
    where tenant_id = ${tenant} and deed = ${deed} and status = 'awaiting' and subject = any(${texts(subjects)}::text[])`
  return new Map(rows.map(({ subject, id, status }) => [subject, { id, status }]))
}

/** Open approvals whose time is over. */
export async function findPastExpiry(sql: Queryable, tenant: TenantId, limit: number): Promise<Approval[]> {
  return sql<Approval[]>`
    select ${COLUMN_NAMES} from approvals
    where tenant_id = ${tenant} and due_at is not null and expires_at <= ${tenantTimeOf(sql, tenant)} and status = 'awaiting'
    order by due_at limit ${limit}`
}

/** Approvals with something due by then, the earliest first. */
export async function findDue(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Approval[]> {
  return tx<Approval[]>`
    select ${COLUMN_NAMES} from approvals where tenant_id = ${tenant} and due_at <= ${until}
    order by due_at, position limit ${limit}`
}

/** Counts open approvals whose time is not over, up to `max`. */
export async function countAwaiting(sql: Queryable, tenant: TenantId, max: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from approvals
      where tenant_id = ${tenant} and status = 'awaiting' and expires_at > ${tenantTimeOf(sql, tenant)} limit ${max}
    ) open`
  return row?.count ?? 0
}

export const DUE_APPROVALS: DueRows = { table: 'approvals', dueAt: 'due_at' }

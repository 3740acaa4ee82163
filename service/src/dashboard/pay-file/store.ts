import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { copyStatement } from '../../platform/copy.ts'
import { json, type Queryable, type Statement, type Tx } from '../../platform/database.ts'
import { claimRows, isUnleased, type LeasedTable, releaseLease, renewLease } from '../../platform/leases.ts'
import { namesOf, rowsOf } from '../../platform/rows.ts'
import type { PayoutInput } from '../../resources/payouts/index.ts'
import type { Column, Fields, RowFault } from './model.ts'

/** Rows that are paid by one command: as many as one turn of the lane takes, so that other payouts pass between. */
const BATCH_ROWS = 500

export type FileState = 'validated' | 'running' | 'done' | 'failed'

export interface PayFile {
  readonly id: Id<'payFile'>
  readonly name: string
  readonly sha256: Buffer
  readonly content_sha256: Buffer
  readonly columns: readonly Column[]
  readonly rows: number
  readonly faults: number
  readonly total_in_cents: Cents
  readonly fees_in_cents: Cents
  readonly state: FileState
  readonly why: string | null
  readonly created_by: string
  readonly created_at: Date
  readonly confirmed_by: string | null
  readonly confirmed_at: Date | null
  readonly ended_at: Date | null
}

const FILE_COLUMNS = {
  id: true,
  name: true,
  sha256: true,
  content_sha256: true,
  columns: true,
  rows: true,
  faults: true,
  total_in_cents: true,
  fees_in_cents: true,
  state: true,
  why: true,
  created_by: true,
  created_at: true,
  confirmed_by: true,
  confirmed_at: true,
  ended_at: true,
} as const satisfies Record<keyof PayFile, true>

const FILE_NAMES = namesOf(FILE_COLUMNS)

export interface FileRow {
  readonly line: number
  readonly fields: Fields
  readonly entry: PayoutInput | null
  readonly faults: readonly RowFault[] | null
  readonly payout: string | null
}

export type NewFile = Pick<
  PayFile,
  | 'id'
  | 'name'
  | 'sha256'
  | 'content_sha256'
  | 'columns'
  | 'rows'
  | 'faults'
  | 'total_in_cents'
  | 'fees_in_cents'
  | 'created_by'
>

export async function insertFile(
  tx: Tx,
  tenant: TenantId,
  file: NewFile,
  rows: readonly Omit<FileRow, 'payout'>[],
): Promise<void> {
  await tx`
    insert into pay_files ${tx({ ...file, columns: json(file.columns), tenant_id: tenant, state: 'validated' } as never)}`
  await copyStatement(
    tx,
    { table: 'pay_file_rows', every: { tenant_id: tenant, file: file.id } },
    rows.map((row, nth) => ({ ...row, batch: batchName(file.id, Math.floor(nth / BATCH_ROWS)) })),
    NEW_ROW,
  )
}

const NEW_ROW = { line: 'integer', batch: 'text', fields: 'json', entry: 'json', faults: 'json' } as const

/** In the order of the file also as text, by which the next batch is found. */
const batchName = (file: string, nth: number): string => `${file}-${String(nth).padStart(4, '0')}`

/** A file with the number of its rows that are paid. */
export interface CountedFile extends PayFile {
  readonly paid: number
}

/** All but those in the index of unpaid rows, which gets shorter with every batch. */
const paidRows = (sql: Queryable, tenant: TenantId): Statement => sql`
  case when file.state = 'validated' then 0 when file.state = 'done' then file.rows else file.rows - (
    select count(*)::int from pay_file_rows row
    where row.tenant_id = ${tenant} and row.file = file.id and row.payout is null) end`

export async function findFile(sql: Queryable, tenant: TenantId, id: string): Promise<PayFile | undefined> {
  const [row] = await sql<PayFile[]>`select ${FILE_NAMES} from pay_files where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function findCountedFile(sql: Queryable, tenant: TenantId, id: string): Promise<CountedFile | undefined> {
  const [row] = await sql<CountedFile[]>`
    select ${namesOf(FILE_COLUMNS, 'file')}, ${paidRows(sql, tenant)} as paid
    from pay_files file where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function lockFile(tx: Tx, tenant: TenantId, id: string): Promise<PayFile | undefined> {
  const [row] = await tx<
    PayFile[]
  >`select ${FILE_NAMES} from pay_files where tenant_id = ${tenant} and id = ${id} for update`
  return row
}

/** Newest first. */
export async function listFiles(
  sql: Queryable,
  tenant: TenantId,
  { page, pageSize }: PageRequest,
  state: PayFile['state'] | undefined,
): Promise<Page<CountedFile>> {
  const only = state === undefined ? sql`true` : sql`state = ${state}`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from pay_files where tenant_id = ${tenant} and ${only}`,
    sql<CountedFile[]>`
      select ${namesOf(FILE_COLUMNS, 'file')}, ${paidRows(sql, tenant)} as paid
      from pay_files file where tenant_id = ${tenant} and ${only}
      order by id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** The last confirmed file with the same payments. */
export async function findConfirmedCopy(
  sql: Queryable,
  tenant: TenantId,
  { id, content_sha256 }: Pick<PayFile, 'id' | 'content_sha256'>,
): Promise<PayFile | undefined> {
  const [row] = await sql<PayFile[]>`
    select ${FILE_NAMES} from pay_files
    where tenant_id = ${tenant} and content_sha256 = ${content_sha256} and confirmed_at is not null and id <> ${id}
    order by confirmed_at desc limit 1`
  return row
}

/** A choice of a file's rows, and the order of the file in the way in which the planner finds them best. */
interface Chosen {
  readonly where: Statement
  readonly order: Statement
}

/**
 * Rows with faults. A file that had none when it was read has only rows that were refused since: they belong to no batch,
 * and the index of unpaid rows has them; sorted by a sum, for the reason that `findNextBatch` gives.
 */
const faultyRows = (sql: Queryable, { faults }: PayFile): Chosen =>
  faults > 0
    ? { where: sql`faults is not null`, order: sql`line` }
    : { where: sql`faults is not null and payout is null and batch is null`, order: sql`line + 0` }

/** In the order of the file. */
export async function listRows(
  sql: Queryable,
  tenant: TenantId,
  file: PayFile,
  { page, pageSize }: PageRequest,
  onlyFaulty: boolean,
): Promise<Page<FileRow>> {
  const { where, order } = onlyFaulty ? faultyRows(sql, file) : { where: sql`true`, order: sql`line` }
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`
      select count(*) as total from pay_file_rows where tenant_id = ${tenant} and file = ${file.id} and ${where}`,
    sql<FileRow[]>`
      select line, fields, entry, faults, payout from pay_file_rows
      where tenant_id = ${tenant} and file = ${file.id} and ${where}
      order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export async function listFirstFaulty(
  sql: Queryable,
  tenant: TenantId,
  file: PayFile,
  limit: number,
): Promise<FileRow[]> {
  const { where, order } = faultyRows(sql, file)
  return sql<FileRow[]>`
    select line, fields, entry, faults, payout from pay_file_rows
    where tenant_id = ${tenant} and file = ${file.id} and ${where} order by ${order} limit ${limit}`
}

/** The payouts of the rows that are not paid yet. */
export async function readUnpaid(sql: Queryable, tenant: TenantId, id: string): Promise<PayoutInput[]> {
  const rows = await sql<{ entry: PayoutInput }[]>`
    select entry from pay_file_rows where tenant_id = ${tenant} and file = ${id} and payout is null order by line`
  return rows.map(({ entry }) => entry)
}

export type PaidRow = Pick<PayoutInput, 'account_connection' | 'amount_in_cents'> & { readonly id: string }

export async function countUnpaid(sql: Queryable, tenant: TenantId, id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pay_file_rows where tenant_id = ${tenant} and file = ${id} and payout is null`
  return row?.count ?? 0
}

/** The payouts that rows have become, in the order of the file. */
export async function readPaid(sql: Queryable, tenant: TenantId, id: string): Promise<PaidRow[]> {
  const rows = await sql<{ payout: string; entry: PayoutInput }[]>`
    select payout, entry from pay_file_rows
    where tenant_id = ${tenant} and file = ${id} and payout is not null order by line`
  return rows.map(({ payout, entry: { account_connection, amount_in_cents } }) => ({
    id: payout,
    account_connection,
    amount_in_cents,
  }))
}

/** From here on a worker pays the file, whatever happens to this process. Rows refused before are tried as one batch. */
export async function startFile(tx: Tx, tenant: TenantId, { id }: PayFile, by: string, retried: string): Promise<void> {
  await tx`
    update pay_files set state = 'running', why = null, ended_at = null, leased_until = null
    where tenant_id = ${tenant} and id = ${id}`
  await noteConfirmation(tx, tenant, id, by)
  await tx`
    update pay_file_rows set batch = ${retried}, faults = null
    where tenant_id = ${tenant} and file = ${id} and payout is null and batch is null`
}

/** The file was confirmed and awaits approval: it is not forgotten meanwhile, and known as a copy of later ones. */
export async function markConfirmed(tx: Tx, tenant: TenantId, { id }: PayFile, by: string): Promise<void> {
  await tx`
    update pay_files set why = null, ended_at = null where tenant_id = ${tenant} and id = ${id}`
  await noteConfirmation(tx, tenant, id, by)
}

/** The first confirmation stands. A condition and not `coalesce`: a cluster takes no function of time within that. */
async function noteConfirmation(tx: Tx, tenant: TenantId, id: string, by: string): Promise<void> {
  await tx`
    update pay_files set confirmed_at = statement_timestamp(), confirmed_by = coalesce(confirmed_by, ${by})
    where tenant_id = ${tenant} and id = ${id} and confirmed_at is null`
}

/** The file was not approved: as one that stopped, it can be confirmed again. */
export async function giveUpFile(tx: Tx, tenant: TenantId, id: string, why: string): Promise<void> {
  await tx`
    update pay_files set state = 'failed', why = ${why}, ended_at = statement_timestamp()
    where tenant_id = ${tenant} and id = ${id} and state in ('validated', 'failed')`
}

/** Tenants with a confirmed file that no worker is paying. */
export async function tenantsWithFiles(sql: Queryable): Promise<TenantId[]> {
  const rows = await sql<{ tenant: TenantId }[]>`
    select distinct file.tenant_id as tenant
    from pay_files file join tenants tenant on tenant.id = file.tenant_id and tenant.retired_at is null
    where file.state = 'running' and ${isUnleased(sql)}`
  return rows.map(({ tenant }) => tenant)
}

const RUNNING_FILES: LeasedTable = {
  table: 'pay_files',
  isOpen: (sql) => sql`state = 'running'`,
  order: (sql) => sql`confirmed_at`,
  returning: (sql) => sql`id`,
  // Not needed as a fence: a batch is paid under a key of its own, whoever pays it.
  countsAttempts: false,
}

/** The running file that was confirmed first and that no process is paying. */
export async function leaseFile(tx: Tx, tenant: TenantId, leaseMs: number): Promise<Id<'payFile'> | undefined> {
  const [row] = await claimRows<{ id: Id<'payFile'> }>(tx, RUNNING_FILES, tenant, { limit: 1, leaseMs })
  return row?.id
}

/** False when it does not run any more. */
export const renewFile = (sql: Queryable, tenant: TenantId, id: string, leaseMs: number): Promise<boolean> =>
  renewLease(sql, RUNNING_FILES, tenant, id, leaseMs)

export interface BatchRow {
  readonly line: number
  readonly batch: string
  readonly entry: PayoutInput
}

/**
 * The rows of the first batch that is not paid, by the index of unpaid rows. Sorted by a sum: by the line itself, the planner
 * would walk through all lines of the file.
 */
export async function findNextBatch(sql: Queryable, tenant: TenantId, id: string): Promise<BatchRow[]> {
  return sql<BatchRow[]>`
    select line, batch, entry from pay_file_rows
    where tenant_id = ${tenant} and file = ${id} and payout is null and batch = (
      select batch from pay_file_rows
      where tenant_id = ${tenant} and file = ${id} and payout is null and batch is not null order by batch limit 1)
    order by line + 0`
}

const REFUSED = { line: 'integer', faults: 'json' } as const

/**
 * Writes which payout each of these rows became, in the transaction of the payouts. A worker that slept through its lease
 * may bring a batch that was divided or paid meanwhile: a missing row makes the statement fail, and with it the payouts.
 * The rows come as one object instead of a join or an array: the planner has no statistics of a new file and would compare
 * every row with every other; and in a generic plan PostgreSQL compares each row with the elements of an array one by one.
 */
export const markPaidStatement = (
  tx: Tx,
  tenant: TenantId,
  file: string,
  batch: string,
  rows: readonly { readonly line: number; readonly payout: string }[],
): Statement => tx`
    with marked as (
      update pay_file_rows set payout = paid.payouts ->> line::text
      from (select ${json(Object.fromEntries(rows.map(({ line, payout }) => [line, payout])))}::jsonb as payouts) paid
      where tenant_id = ${tenant} and file = ${file} and batch = ${batch} and payout is null and paid.payouts ? line::text
      returning line
    )
    select case when count(*) < ${rows.length} then ('of the batch only these rows are left: ' || count(*))::int end
    from marked`

/** Refused rows keep their faults and leave the batch; the others go on under a new key. */
export async function setRefusedApart(
  tx: Tx,
  tenant: TenantId,
  file: string,
  batch: string,
  next: string,
  refused: readonly { readonly line: number; readonly faults: readonly RowFault[] }[],
): Promise<void> {
  await tx`
    update pay_file_rows target set batch = null, faults = refused.faults
    from ${rowsOf(refused, REFUSED)} as refused
    where target.tenant_id = ${tenant} and target.file = ${file} and target.batch = ${batch}
      and target.line = refused.line`
  await tx`
    update pay_file_rows set batch = ${next} where tenant_id = ${tenant} and file = ${file} and batch = ${batch}`
}

/** False if the file runs no more. */
export async function endFile(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  state: 'done' | 'failed',
  why: string | null,
): Promise<boolean> {
  const ended = await sql`
    update pay_files set state = ${state}, why = ${why}, ended_at = statement_timestamp(), leased_until = null
    where tenant_id = ${tenant} and id = ${id} and state = 'running'`
  return ended.count === 1
}

/** Stops running files after the batch that is being paid. */
export async function endFiles(tx: Tx, tenant: TenantId, why: string): Promise<void> {
  await tx`
    update pay_files set state = 'failed', why = ${why}, ended_at = statement_timestamp(), leased_until = null
    where tenant_id = ${tenant} and state = 'running'`
}

export const releaseFile = (sql: Queryable, tenant: TenantId, id: string): Promise<void> =>
  releaseLease(sql, RUNNING_FILES, tenant, id)

/** Deletes files that nobody confirmed within a week, with their rows. */
export async function forgetFiles(sql: Queryable): Promise<void> {
  await sql`delete from pay_files where confirmed_at is null and created_at < statement_timestamp() - interval '7 days'`
}

/** Files that stopped before all of their rows were paid; counted up to `max`. */
export async function countFailedFiles(sql: Queryable, tenant: TenantId, max: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from pay_files where tenant_id = ${tenant} and state = 'failed' limit ${max}
    ) failed`
  return row?.count ?? 0
}

/** Removes what the rows of confirmed files said of the owner of an erased connection; the payouts they became stay. */
export async function erasePayFileRows(tx: Tx, tenant: TenantId, connection: string): Promise<void> {
  await tx`
    update pay_file_rows set fields = '{}'::json
    where tenant_id = ${tenant} and entry->>'account_connection' = ${connection}`
}

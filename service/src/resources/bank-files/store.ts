import type { BankFile } from '../../../../contracts/console/pages.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { type Queryable, type Sql, type Tx, texts } from '../../platform/database.ts'
import { claimRows, isHeldBy, type LeasedTable } from '../../platform/leases.ts'
import { takePositions } from '../../platform/lists.ts'
import { rowsOf } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import type { Listed } from '../../rails/ach/transport/port.ts'
import type { ComposedFile } from './compose-file.ts'
import { OUTGOING_STATES, type OutgoingFile, type OutgoingStatus } from './model.ts'
import type { ReceivedKind, Settlement } from './received.ts'

/** Takes `count` consecutive trace numbers and returns the last. */
export const takeTraces = (tx: Tx, bank: TenantId, count: number): Promise<number> =>
  takePositions(tx, bank, 'ach_trace', count)

/** Counts one day's outgoing files, by name prefix. */
export async function countNamed(tx: Tx, bank: TenantId, prefix: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from ach_files
    where tenant_id = ${bank} and direction = 'out' and starts_with(name, ${prefix})`
  return row?.count ?? 0
}

export interface NewFile {
  readonly id: Id<'achFile'>
  readonly direction: 'out' | 'in'
  readonly name: string
  readonly sha256: Buffer
  readonly bytes_sealed: Buffer
  readonly status: OutgoingStatus | 'received' | 'refused'
  readonly day: BankingDate
  readonly entries: number
  readonly debit_in_cents: number
  readonly credit_in_cents: number
  readonly why: string | null
  readonly created_at: Date
}

/** False when a file with the same bytes is stored already, in that direction. */
export async function insertFile(tx: Tx, bank: TenantId, file: NewFile): Promise<boolean> {
  const inserted = await tx`
    insert into ach_files ${tx({ ...file, tenant_id: bank } as never)} on conflict (tenant_id, direction, sha256) do nothing`
  return inserted.count === 1
}

export async function insertEntries(
  tx: Tx,
  bank: TenantId,
  file: Id<'achFile'>,
  traces: ComposedFile['traces'],
): Promise<void> {
  await tx`
    insert into ach_entries (tenant_id, file, trace, owner, payout, amount_in_cents)
    select ${bank}, ${file}, trace, owner, payout, amount
    from ${rowsOf(traces, { trace: 'text', owner: 'integer', payout: 'text', amount: 'bigint' })} as new`
}

const UNDELIVERED_FILES: LeasedTable = {
  table: 'ach_files',
  isOpen: (sql) => sql`status in ('made', 'renaming')`,
  order: (sql) => sql`created_at, name`,
  // The day as it is: an update on a cluster returns nothing that depends on a setting, such as `to_char`.
  returning: (sql) => sql`id, name, day, sha256, bytes_sealed, status, upload_name, sent_sha256, attempt`,
  countsAttempts: true,
}

/** Leases the oldest file that is not delivered yet; nobody else touches it while the lease lasts. */
export async function claimFile(sql: Sql, bank: TenantId, leaseMs: number): Promise<OutgoingFile | undefined> {
  const [row] = await claimRows<Omit<OutgoingFile, 'day'> & { readonly day: Date }>(sql, UNDELIVERED_FILES, bank, {
    limit: 1,
    leaseMs,
  })
  return row && { ...row, day: row.day.toISOString().slice(0, 10) as OutgoingFile['day'] }
}

interface Outcome extends Partial<Pick<OutgoingFile, 'name' | 'day' | 'sha256' | 'bytes_sealed' | 'sent_sha256'>> {
  readonly status: OutgoingStatus
  readonly upload_name?: string
  readonly why?: string | null
  readonly delivered_at?: Date
}

/** False when another attempt has begun since this one claimed the file. */
export async function moveFile(tx: Queryable, bank: TenantId, file: OutgoingFile, to: Outcome): Promise<boolean> {
  const moved = await tx`
    update ach_files set ${tx(to as never)}
    where tenant_id = ${bank} and ${isHeldBy(tx, file)} and status = ${file.status}`
  return moved.count === 1
}

/** The number of entries and the sums of a file of ours, for the audit log. */
export async function totalsOfFile(
  tx: Tx,
  bank: TenantId,
  name: string,
): Promise<
  { readonly entries: number; readonly debit_in_cents: number; readonly credit_in_cents: number } | undefined
> {
  const [row] = await tx<{ entries: number; debit_in_cents: number; credit_in_cents: number }[]>`
    select entries, debit_in_cents, credit_in_cents from ach_files
    where tenant_id = ${bank} and name = ${name} and direction = 'out'`
  return row
}

/** Retries a stopped file: a person has removed the file in its way, or knows that the bank does not have it. */
export async function retryFile(tx: Tx, bank: TenantId, name: string): Promise<boolean> {
  const status = mustFollow(OUTGOING_STATES, 'conflict', 'retry')
  const moved = await tx`
    update ach_files set status = ${status}, why = null, resolved_at = null, leased_until = null
    where tenant_id = ${bank} and name = ${name} and direction = 'out' and status in ('conflict', 'missing')`
  return moved.count === 1
}

/** A file that was uploaded and has neither name at the bank. */
export async function lockMissing(tx: Tx, bank: TenantId, name: string): Promise<OutgoingFile | undefined> {
  const [row] = await tx<OutgoingFile[]>`
    select id, name, to_char(day, 'YYYY-MM-DD') as day, sha256, bytes_sealed, status, upload_name, sent_sha256,
      attempt from ach_files
    where tenant_id = ${bank} and name = ${name} and direction = 'out' and status = 'missing' for no key update`
  return row
}

export async function noteFault(sql: Sql, bank: TenantId, file: OutgoingFile, why: string): Promise<void> {
  await sql`update ach_files set why = ${why} where tenant_id = ${bank} and ${isHeldBy(sql, file)}`
}

/** The payouts in a file, by the tenant that pays them, in the order of the tenants' ids. */
export async function payoutsInFile(tx: Tx, bank: TenantId, file: string): Promise<Map<TenantId, string[]>> {
  const rows = await tx<{ owner: TenantId; payouts: string[] }[]>`
    select owner, array_agg(payout) as payouts from ach_entries
    where tenant_id = ${bank} and file = ${file} and amount_in_cents > 0 group by owner order by owner`
  return new Map(rows.map(({ owner, payouts }) => [owner, payouts]))
}

/** The largest amount in a file of ours. */
export async function largestEntry(tx: Tx, bank: TenantId, file: string): Promise<Cents> {
  const [row] = await tx<{ amount: number }[]>`
    select coalesce(max(amount_in_cents), 0) as amount from ach_entries where tenant_id = ${bank} and file = ${file}`
  return cents(row?.amount ?? 0)
}

/** When the bank got these files; those that it does not have are missing. */
export async function deliveryTimes(
  sql: Queryable,
  bank: TenantId,
  files: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ id: string; delivered_at: Date }[]>`
    select id, delivered_at from ach_files
    where tenant_id = ${bank} and id = any(${texts(files)}::text[]) and status = 'delivered'`
  return new Map(rows.map(({ id, delivered_at }) => [id, delivered_at]))
}

export async function isSeen(sql: Queryable, bank: TenantId, { name, size, modifiedMs }: Listed): Promise<boolean> {
  const rows = await sql`
    select 1 from ach_inbox
    where tenant_id = ${bank} and name = ${name} and size = ${size} and modified_ms = ${modifiedMs}`
  return rows.length > 0
}

export async function markSeen(tx: Tx, bank: TenantId, { name, size, modifiedMs }: Listed): Promise<void> {
  await tx`
    insert into ach_inbox (tenant_id, name, size, modified_ms) values (${bank}, ${name}, ${size}, ${modifiedMs})
    on conflict do nothing`
}

interface ReceivedRow {
  readonly kind: ReceivedKind
  readonly amount: number
  readonly status: 'new' | 'kept'
  readonly why: string | null
  readonly sealed: Buffer
}

export async function insertReceived(
  tx: Tx,
  bank: TenantId,
  file: Id<'achFile'>,
  rows: readonly ReceivedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx`
    insert into ach_received (tenant_id, file, ordinal, kind, amount_in_cents, status, why, entry_sealed)
    select ${bank}, ${file}, ordinal - 1, kind, amount, status, why, sealed
    from ${rowsOf(rows, { kind: 'text', amount: 'bigint', status: 'text', why: 'text', sealed: 'bytea' })} as new`
}

export interface ReceivedKey {
  readonly file: string
  readonly ordinal: number
}

export interface NewReceived extends ReceivedKey {
  readonly kind: ReceivedKind
  readonly entry_sealed: Buffer
}

/** The first unsettled entry after another one. */
export async function nextReceived(
  sql: Queryable,
  bank: TenantId,
  { file, ordinal }: ReceivedKey = { file: '', ordinal: 0 },
): Promise<ReceivedKey | undefined> {
  const [row] = await sql<ReceivedKey[]>`
    select file, ordinal from ach_received
    where tenant_id = ${bank} and status = 'new' and (file, ordinal) > (${file}, ${ordinal})
    order by file, ordinal limit 1`
  return row
}

/** Undefined when another process has settled it. */
export async function lockReceived(
  tx: Tx,
  bank: TenantId,
  { file, ordinal }: ReceivedKey,
): Promise<NewReceived | undefined> {
  const [row] = await tx<NewReceived[]>`
    select file, ordinal, kind, entry_sealed from ach_received
    where tenant_id = ${bank} and file = ${file} and ordinal = ${ordinal} and status = 'new' for no key update`
  return row
}

export interface KeptEntry extends NewReceived {
  readonly amount_in_cents: number
  /** The banking day on which its file came. */
  readonly day: BankingDate
}

/** An entry that waits for a person. */
export async function lockKept(tx: Tx, bank: TenantId, { file, ordinal }: ReceivedKey): Promise<KeptEntry | undefined> {
  const [row] = await tx<KeptEntry[]>`
    select received.file, ordinal, kind, entry_sealed, amount_in_cents, to_char(day, 'YYYY-MM-DD') as day
    from ach_received received
    join ach_files file on file.tenant_id = ${bank} and file.id = received.file
    where received.tenant_id = ${bank} and received.file = ${file} and ordinal = ${ordinal}
      and received.status = 'kept' and received.resolved_at is null
    for no key update of received`
  return row
}

export async function settleRow(
  tx: Tx,
  bank: TenantId,
  { file, ordinal }: ReceivedKey,
  outcome: Settlement,
): Promise<void> {
  const values =
    'kept' in outcome
      ? { status: 'kept', why: outcome.kept, about: outcome.about ?? null }
      : { status: 'applied', why: null, about: outcome.about }
  await tx`
    update ach_received set ${tx(values)}, settled_at = ${tenantTimeOf(tx, bank)}
    where tenant_id = ${bank} and file = ${file} and ordinal = ${ordinal}`
}

/** An entry that we sent. */
export interface Sent {
  readonly owner: TenantId
  readonly payout: string
  readonly amount: number
}

/** The last entry with that trace number: they start again after ten million. */
export async function findSent(tx: Tx, bank: TenantId, trace: string): Promise<Sent | undefined> {
  const [row] = await tx<Sent[]>`
    select owner, payout, amount_in_cents as amount from ach_entries
    where tenant_id = ${bank} and trace = ${trace} order by file desc limit 1`
  return row
}

/** The last entry of a payout; undefined when no file has carried it. */
export async function findSentFor(tx: Tx, bank: TenantId, payout: string): Promise<Sent | undefined> {
  const [row] = await tx<Sent[]>`
    select owner, payout, amount_in_cents as amount from ach_entries
    where tenant_id = ${bank} and payout = ${payout} and amount_in_cents > 0 order by file desc limit 1`
  return row
}

/** Remembers a credit; answers the name of the file in which the same credit came before, if it did. */
export async function claimCredit(
  tx: Tx,
  bank: TenantId,
  fingerprints: readonly [current: Buffer, ...older: Buffer[]],
  file: string,
): Promise<string | undefined> {
  const given = fingerprints.map((fingerprint) => ({ fingerprint }))
  const known = tx`fingerprint in (select fingerprint from ${rowsOf(given, { fingerprint: 'bytea' })} as given)`
  const inserted = await tx`
    insert into ach_credits (tenant_id, fingerprint, file)
    select ${bank}, ${fingerprints[0]}, ${file}
    where not exists (select 1 from ach_credits where tenant_id = ${bank} and ${known})
    on conflict do nothing returning file`
  if (inserted.count === 1) return undefined
  const [before] = await tx<{ name: string }[]>`
    select file.name from ach_credits credit join ach_files file on file.tenant_id = ${bank} and file.id = credit.file
    where credit.tenant_id = ${bank} and ${known} limit 1`
  return before?.name ?? 'another file'
}

export async function depositSourceOf(tx: Tx, bank: TenantId, company: string): Promise<string | undefined> {
  const [row] = await tx<{ deposit_source: string }[]>`
    select deposit_source from ach_deposit_sources where tenant_id = ${bank} and company_identification = ${company}`
  return row?.deposit_source
}

/** Newest first. */
export async function listFiles(sql: Queryable, bank: TenantId): Promise<BankFile[]> {
  return sql<BankFile[]>`
    select id, to_char(day, 'YYYY-MM-DD') as day, direction, status, name, entries, debit_in_cents, credit_in_cents, why
    from ach_files where tenant_id = ${bank} order by id desc limit 100`
}

export interface KeptItem {
  readonly file: string
  readonly direction: 'out' | 'in'
  readonly name: string
  /** Null when the whole file waits. */
  readonly ordinal: number | null
  readonly kind: string
  readonly amount_in_cents: number
  readonly why: string
}

/** Entries that were sent in files of these days, until today. */
export async function countSentSince(sql: Queryable, bank: TenantId, since: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select coalesce(sum(entries), 0)::int as count from ach_files
    where tenant_id = ${bank} and direction = 'out' and status = 'delivered' and day >= ${since}`
  return row?.count ?? 0
}

/** Entries that an operator must decide on, oldest first. */
export async function listKept(sql: Queryable, bank: TenantId): Promise<KeptItem[]> {
  return sql<KeptItem[]>`
    select * from (
      select file.id as file, file.direction, file.name, received.ordinal, received.kind, received.amount_in_cents, received.why
      from ach_received received
      join ach_files file on file.tenant_id = ${bank} and file.id = received.file
      where received.tenant_id = ${bank} and received.status = 'kept' and received.resolved_at is null
      union all
      select id, direction, name, null, 'file', 0, coalesce(why, status) as why from ach_files
      where tenant_id = ${bank} and status in ('refused', 'conflict', 'missing') and resolved_at is null
    ) kept order by file, ordinal`
}

/** Marks as dealt with an entry that was kept, or a whole file from the bank that was refused. */
export async function resolveKept(tx: Tx, bank: TenantId, file: string, ordinal?: number): Promise<boolean> {
  if (ordinal === undefined) {
    const resolved = await tx`
      update ach_files set resolved_at = ${tenantTimeOf(tx, bank)}
      where tenant_id = ${bank} and id = ${file} and status = 'refused' and resolved_at is null`
    return resolved.count === 1
  }
  const resolved = await tx`
    update ach_received set resolved_at = ${tenantTimeOf(tx, bank)}
    where tenant_id = ${bank} and file = ${file} and ordinal = ${ordinal} and status = 'kept' and resolved_at is null`
  return resolved.count === 1
}

/** The name of a file of ours that was not delivered and is not being uploaded. */
export async function stoppedFile(tx: Tx, bank: TenantId, file: string): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select name from ach_files where tenant_id = ${bank} and id = ${file} and direction = 'out'
      and status not in ('made', 'renaming', 'delivered')`
  return row?.name
}

export async function setDepositSource(tx: Tx, bank: TenantId, company: string, source: string): Promise<void> {
  await tx`
    insert into ach_deposit_sources (tenant_id, company_identification, deposit_source)
    values (${bank}, ${company}, ${source})
    on conflict (tenant_id, company_identification) do update set deposit_source = excluded.deposit_source`
}

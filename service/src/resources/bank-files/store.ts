import type { Id, TenantId } from '../../kernel/ids.ts'
import { plain, type Queryable, type Sql, type Tx } from '../../platform/database.ts'
import { takePositions } from '../../platform/lists.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import type { ComposedFile } from './compose-file.ts'
import type { OutgoingFile, OutgoingStatus } from './model.ts'

/** The bank of production, once there is an enterprise in it. */
export async function productionBank(sql: Queryable): Promise<TenantId | undefined> {
  const [row] = await sql<{ id: TenantId }[]>`
    select id from tenants where environment = 'production' and enterprise_id is null`
  return row?.id
}

export async function enterpriseNames(tx: Tx, tenants: readonly TenantId[]): Promise<Map<TenantId, string>> {
  const rows = await tx<{ id: TenantId; name: string }[]>`
    select tenant.id, enterprise.name from tenants tenant join enterprises enterprise on enterprise.id = enterprise_id
    where tenant.id = any(${plain(tenants)}::integer[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The last of that many numbers in a row, never given before. */
export const takeTraces = (tx: Tx, bank: TenantId, count: number): Promise<number> =>
  takePositions(tx, bank, 'ach_trace', count)

/** How many files have been made on that day, by their names. */
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

/** False when the same bytes are known already, in that direction. */
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
    from unnest(
      ${plain(traces.map(({ trace }) => trace))}::text[], ${plain(traces.map(({ owner }) => owner))}::integer[],
      ${plain(traces.map(({ payout }) => payout))}::text[], ${plain(traces.map(({ amount }) => amount))}::bigint[]
    ) as new (trace, owner, payout, amount)`
}

/** Leases the oldest file that is not delivered yet; nobody else touches it while the lease lasts. */
export async function claimFile(sql: Sql, bank: TenantId, leaseMs: number): Promise<OutgoingFile | undefined> {
  const [row] = await sql<OutgoingFile[]>`
    update ach_files set attempt = attempt + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where tenant_id = ${bank} and id = (
      select id from ach_files
      where tenant_id = ${bank} and status in ('made', 'renaming')
        and (leased_until is null or leased_until < clock_timestamp())
      order by created_at, name limit 1 for update skip locked)
    returning id, name, sha256, bytes_sealed, status, upload_name, attempt`
  return row
}

interface Outcome {
  readonly status: OutgoingStatus
  readonly upload_name?: string
  readonly why?: string | null
  readonly delivered_at?: Date
}

/** Only for whoever holds the lease; false when another attempt has begun meanwhile. */
export async function moveFile(
  tx: Queryable,
  bank: TenantId,
  { id, attempt, status }: OutgoingFile,
  to: Outcome,
): Promise<boolean> {
  const moved = await tx`
    update ach_files set ${tx(to as never)}
    where tenant_id = ${bank} and id = ${id} and attempt = ${attempt} and status = ${status}`
  return moved.count === 1
}

export async function noteFault(sql: Sql, bank: TenantId, { id, attempt }: OutgoingFile, why: string): Promise<void> {
  await sql`update ach_files set why = ${why} where tenant_id = ${bank} and id = ${id} and attempt = ${attempt}`
}

export async function ownersOf(tx: Tx, bank: TenantId, file: string): Promise<TenantId[]> {
  const rows = await tx<{ owner: TenantId }[]>`
    select distinct owner from ach_entries where tenant_id = ${bank} and file = ${file} order by owner`
  return rows.map(({ owner }) => owner)
}

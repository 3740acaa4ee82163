import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { placedTenants } from '../../platform/activity.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { rowsOf } from '../../platform/rows.ts'
import { notStopped, notSuspended } from '../../tenants/index.ts'

/** Tenants of a bank with withdrawals that may leave in a file by then, each with the time from which its oldest may. */
export async function tenantsWithWithdrawals(
  sql: Queryable,
  bank: TenantId,
  until: Date,
): Promise<{ tenant: TenantId; batch_at: Date }[]> {
  return sql<{ tenant: TenantId; batch_at: Date }[]>`
    select tenant.id as tenant, first.batch_at from ${placedTenants(sql)} tenant
    cross join lateral (
      select batch_at from withdrawals
      where tenant_id = tenant.id and batch_at <= ${until} and ach_file is null
      order by batch_at limit 1
    ) first
    where tenant.bank_id = ${bank} and ${notStopped(sql, sql`tenant.id`)} and ${notSuspended(sql, sql`tenant.id`)}
    order by tenant.id`
}

/** Withdrawals for a file, oldest first. Needs the lock of the tenant's operating account. */
export async function findForFile(
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
): Promise<{ id: Id<'withdrawal'>; amount_in_cents: Cents }[]> {
  return tx<{ id: Id<'withdrawal'>; amount_in_cents: Cents }[]>`
    select id, amount_in_cents from withdrawals
    where tenant_id = ${tenant} and batch_at <= ${until} and ach_file is null
    order by batch_at, position limit ${limit}`
}

export async function putWithdrawalsIntoFile(
  tx: Tx,
  tenant: TenantId,
  file: string,
  withdrawals: readonly { readonly id: string; readonly destination: string }[],
): Promise<void> {
  const updated = await tx`
    update withdrawals withdrawal set ach_file = ${file}, destination = new.destination
    from ${rowsOf(withdrawals, { id: 'text', destination: 'text' })} as new
    where withdrawal.tenant_id = ${tenant} and withdrawal.id = new.id and withdrawal.status = 'pending'
      and withdrawal.ach_file is null`
  if (updated.count !== withdrawals.length) throw new Error('a withdrawal changed under the lock of its tenant')
}

/** The files of a bank whose withdrawals are not due to be `sent` yet, by the tenants that they are of. */
export async function undeliveredFiles(sql: Queryable, bank: TenantId): Promise<{ tenant: TenantId; file: string }[]> {
  return sql<{ tenant: TenantId; file: string }[]>`
    select distinct tenant.id as tenant, withdrawal.ach_file as file from tenants tenant
    join withdrawals withdrawal on withdrawal.tenant_id = tenant.id and withdrawal.status = 'pending'
      and withdrawal.ach_file is not null and withdrawal.due_at is null
    where tenant.bank_id = ${bank} order by tenant.id, withdrawal.ach_file`
}

/** The bank has the file: its withdrawals are due to be `sent`, as of then. */
export async function dueFromFile(tx: Tx, tenant: TenantId, file: string, at: Date): Promise<void> {
  await tx`
    update withdrawals set due_at = ${at}
    where tenant_id = ${tenant} and ach_file = ${file} and status = 'pending' and due_at is null`
}

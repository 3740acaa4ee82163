import type { Environment } from '../kernel/environment.ts'
import type { Id, TenantId } from '../kernel/ids.ts'
import { accountsView } from '../ledger/index.ts'
import { placeTenant } from '../platform/activity.ts'
import { type Queryable, type Statement, type Tx, texts } from '../platform/database.ts'

export async function insertEnterprise(tx: Tx, id: Id<'enterprise'>, name: string): Promise<void> {
  await tx`insert into enterprises (id, name) values (${id}, ${name})`
}

export async function updateEnterpriseName(tx: Tx, enterprise: string, name: string): Promise<void> {
  await tx`update enterprises set name = ${name} where id = ${enterprise}`
}

export async function findEnterpriseName(sql: Queryable, enterprise: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`select name from enterprises where id = ${enterprise}`
  return row?.name
}

export async function insertTenant(
  tx: Tx,
  enterprise: Id<'enterprise'>,
  environment: Environment,
): Promise<{ tenant: TenantId; bank: TenantId }> {
  const bank = environment === 'production' ? await productionBank(tx) : undefined
  const [row] = await tx<{ tenant: TenantId; bank: TenantId }[]>`
    with new as (select nextval(pg_get_serial_sequence('tenants', 'id'))::integer as id)
    insert into tenants (id, enterprise_id, environment, bank_id) overriding system value
    select id, ${enterprise}, ${environment}, coalesce(${bank ?? null}::integer, id) from new
    returning id as tenant, bank_id as bank`
  const made = row as { tenant: TenantId; bank: TenantId }
  await placeTenant(tx, made.tenant)
  return made
}

/** The bank that all production tenants share; its book holds the money of every production creator. Created when first asked for. */
export async function productionBank(tx: Tx): Promise<TenantId> {
  await tx`
    with new as (select nextval(pg_get_serial_sequence('tenants', 'id'))::integer as id)
    insert into tenants (id, environment, bank_id) overriding system value select id, 'production', id from new
    on conflict do nothing returning id`
  const [row] = await tx<{ id: TenantId }[]>`
    select id from tenants where enterprise_id is null and environment = 'production'`
  const { id } = row as { id: TenantId }
  await placeTenant(tx, id)
  return id
}

/** Whether a tenant is the bank that production shares, and no enterprise. */
export async function isBank(sql: Queryable, tenant: TenantId): Promise<boolean> {
  const rows = await sql`select 1 from tenants where id = ${tenant} and enterprise_id is null`
  return rows.length > 0
}

export async function findTenant(
  sql: Queryable,
  enterprise: string,
  environment: Environment,
): Promise<TenantId | undefined> {
  const [row] = await sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${enterprise} and environment = ${environment} and retired_at is null`
  return row?.id
}

export interface TenantSummary {
  readonly enterprise: string
  readonly name: string
  readonly environment: Environment
  readonly keys: number
  readonly suspended: boolean
  readonly created_at: Date
}

export async function listTenants(sql: Queryable): Promise<TenantSummary[]> {
  return sql<TenantSummary[]>`
    select enterprise.id as enterprise, enterprise.name, tenant.environment, enterprise.created_at,
      tenant.suspended_because is not null as suspended,
      (select count(*)::int from api_keys key where key.tenant_id = tenant.id and key.revoked_at is null) as keys
    from enterprises enterprise join tenants tenant on tenant.enterprise_id = enterprise.id and tenant.retired_at is null
    order by enterprise.id, tenant.environment desc`
}

export interface EnterpriseView {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly operating: number
  readonly pending_payouts: number
  readonly pending_withdrawals: number
  readonly refunds_due: number
  readonly incoming: number
  readonly receivables: number
  readonly reserved_fees: number
  readonly ach_enabled: boolean
  readonly creator_verification_required: boolean
  readonly connect_use_case: 'Payout' | 'Generic'
  readonly fraud_refund_window_hours: number
  readonly suspended_at: Date | null
  readonly suspended_because: string | null
  readonly created_at: Date
}

/** A query of one number in cents about a tenant, which another room makes. */
export type AmountQuery = (sql: Queryable, tenant: TenantId) => Statement

/** The accounts whose balances an enterprise sees as its own. */
const SHOWN = ['operating', 'pending_payouts', 'pending_withdrawals', 'refunds_due', 'incoming', 'receivables']

/** One statement, so that all amounts are read at the same moment. */
export async function readEnterprise(
  sql: Queryable,
  tenant: TenantId,
  reservedFees: AmountQuery,
): Promise<EnterpriseView> {
  // Six joins of one account each took PostgreSQL nearly twice as long.
  const [row] = await sql<EnterpriseView[]>`
    select enterprise.id, enterprise.name, tenant.environment, enterprise.created_at, book.*,
      (${reservedFees(sql, tenant)}) as reserved_fees,
      tenant.ach_enabled, tenant.creator_verification_required, tenant.connect_use_case, tenant.fraud_refund_window_hours,
      tenant.suspended_at, tenant.suspended_because
    from tenants tenant
    join enterprises enterprise on enterprise.id = tenant.enterprise_id
    cross join (
      select max(credits - debits) filter (where code = 'operating') as operating,
        max(credits - debits) filter (where code = 'pending_payouts') as pending_payouts,
        max(debits - credits) filter (where code = 'refunds_due') as refunds_due,
        coalesce(max(credits - debits) filter (where code = 'pending_withdrawals'), 0) as pending_withdrawals,
        coalesce(max(credits - debits) filter (where code = 'incoming'), 0) as incoming,
        coalesce(max(debits - credits) filter (where code = 'receivables'), 0) as receivables
      from ${accountsView(sql)} account where account.tenant_id = ${tenant} and account.code = any(${texts(SHOWN)}::text[])
    ) book
    where tenant.id = ${tenant}
      and operating is not null and pending_payouts is not null and refunds_due is not null`
  return row as EnterpriseView
}

/** The tenant with that id, if it is an enterprise's tenant at that bank. */
export async function findOperatingTenant(sql: Queryable, bank: TenantId, id: number): Promise<TenantId | undefined> {
  const [row] = await sql<{ id: TenantId }[]>`
    select id from tenants where id = ${id} and bank_id = ${bank} and enterprise_id is not null`
  return row?.id
}

/** The tenant's books stay, but it is no longer found through its enterprise. */
export async function retireTenant(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`update tenants set retired_at = statement_timestamp() where id = ${tenant}`
}

/** The tenants among these that are in use. The books of a sandbox that was reset stay as they were. */
export async function liveTenants(
  sql: Queryable,
  ids: readonly TenantId[],
): Promise<{ id: TenantId; environment: Environment }[]> {
  return sql<{ id: TenantId; environment: Environment }[]>`
    select id, environment from tenants where id = any(${[...ids]}::int[]) and retired_at is null`
}

import type { Environment } from '../kernel/environment.ts'
import type { Id, TenantId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { plain, type Queryable, type Tx } from '../platform/database.ts'
import { SETTINGS, type SettingName, type SettingValue } from './settings.ts'

export async function insertEnterprise(tx: Tx, id: Id<'enterprise'>, name: string): Promise<void> {
  await tx`insert into enterprises (id, name) values (${id}, ${name})`
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
  return row as { tenant: TenantId; bank: TenantId }
}

/** The one bank whose book holds the money of every production creator. */
export async function productionBank(tx: Tx): Promise<TenantId> {
  await tx`
    with new as (select nextval(pg_get_serial_sequence('tenants', 'id'))::integer as id)
    insert into tenants (id, environment, bank_id) overriding system value select id, 'production', id from new
    on conflict do nothing`
  const [row] = await tx<{ id: TenantId }[]>`
    select id from tenants where enterprise_id is null and environment = 'production'`
  return (row as { id: TenantId }).id
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

export interface NewKeyRow {
  readonly tenant: TenantId
  readonly id: Id<'apiKey'>
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
}

/** False when the key exists already. */
export async function insertKey(tx: Tx, row: NewKeyRow): Promise<boolean> {
  const inserted = await tx`
    insert into api_keys (tenant_id, id, name, prefix, hash)
    values (${row.tenant}, ${row.id}, ${row.name}, ${row.prefix}, ${row.hash})
    on conflict (hash) do nothing`
  return inserted.count === 1
}

export interface KeyRow {
  readonly id: Id<'apiKey'>
  readonly tenant: TenantId
  readonly enterprise: Id<'enterprise'>
  readonly environment: Environment
  readonly revoked: boolean
  readonly rate_limit_per_second: number | null
}

export async function findKey(sql: Queryable, hash: Buffer): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select key.id, tenant.id as tenant, tenant.enterprise_id as enterprise, tenant.environment,
      key.revoked_at is not null as revoked, tenant.rate_limit_per_second
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where key.hash = ${hash}`
  return row
}

/** Revokes a key by its id or by the prefix people see; says how many that named. */
export async function revokeKeys(tx: Tx, idOrPrefix: string): Promise<number> {
  const revoked = await tx`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = ${idOrPrefix} or prefix = ${idOrPrefix}`
  return revoked.count
}

/** False when the tenant has no such key. */
export async function revokeKeyOf(tx: Tx, tenant: TenantId, id: string): Promise<boolean> {
  const revoked = await tx`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where tenant_id = ${tenant} and id = ${id}`
  return revoked.count === 1
}

/** Its books stay; nothing of it is found under its enterprise any more. */
export async function retireTenant(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`update tenants set retired_at = clock_timestamp() where id = ${tenant}`
}

export async function retiredTenants(sql: Queryable): Promise<TenantId[]> {
  const rows = await sql<{ id: TenantId }[]>`select id from tenants where retired_at is not null`
  return rows.map(({ id }) => id)
}

export async function moveKeys(tx: Tx, from: TenantId, to: TenantId): Promise<void> {
  await tx`update api_keys set tenant_id = ${to} where tenant_id = ${from}`
}

export async function readSettings(sql: Queryable, tenant: TenantId): Promise<Record<SettingName, SettingValue>> {
  const [row] = await sql<Record<SettingName, SettingValue>[]>`
    select ${sql(Object.keys(SETTINGS))} from tenants where id = ${tenant}`
  return row as Record<SettingName, SettingValue>
}

export async function writeSettings(
  tx: Tx,
  tenant: TenantId,
  settings: Record<SettingName, SettingValue>,
): Promise<void> {
  await tx`update tenants set ${tx(settings, Object.keys(SETTINGS) as SettingName[])} where id = ${tenant}`
}

export async function renameEnterprise(tx: Tx, enterprise: string, name: string): Promise<void> {
  await tx`update enterprises set name = ${name} where id = ${enterprise}`
}

export interface KeySummary {
  readonly id: Id<'apiKey'>
  readonly prefix: string
  readonly name: string
  readonly environment: Environment
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly flagged_at: Date | null
}

export function listKeys(sql: Queryable, enterprise: string): Promise<KeySummary[]> {
  return sql<KeySummary[]>`
    select key.id, key.prefix, key.name, tenant.environment, key.created_at, key.last_used_at, key.revoked_at, key.flagged_at
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where tenant.enterprise_id = ${enterprise} and tenant.retired_at is null
    order by tenant.environment desc, key.id`
}

/** Keys by their ids, each with its tenant. */
export async function touchKeys(sql: Queryable, used: ReadonlyMap<string, TenantId>): Promise<void> {
  await sql`
    update api_keys key set last_used_at = clock_timestamp()
    from unnest(${plain([...used.values()])}::integer[], ${plain([...used.keys()])}::text[]) as used (tenant_id, id)
    where key.tenant_id = used.tenant_id and key.id = used.id`
}

/** A key that was sent in plain text. */
export async function flagKey(sql: Queryable, tenant: TenantId, id: string): Promise<void> {
  await sql`update api_keys set flagged_at = clock_timestamp() where tenant_id = ${tenant} and id = ${id}`
}

/** Tells every process to forget the keys it has cached. */
export async function bumpAuthEpoch(tx: Tx): Promise<void> {
  await tx`update auth_epoch set epoch = epoch + 1`
}

export async function readAuthEpoch(sql: Queryable): Promise<number> {
  const [row] = await sql<{ epoch: number }[]>`select epoch from auth_epoch`
  return row?.epoch ?? 0
}

export async function updateSetting(tx: Tx, tenant: TenantId, name: SettingName, value: SettingValue): Promise<void> {
  await tx`update tenants set ${tx({ [name]: value })} where id = ${tenant}`
}

export interface TenantSummary {
  readonly enterprise: string
  readonly name: string
  readonly environment: Environment
  readonly keys: number
  readonly created_at: Date
}

export function listTenants(sql: Queryable): Promise<TenantSummary[]> {
  return sql<TenantSummary[]>`
    select enterprise.id as enterprise, enterprise.name, tenant.environment, enterprise.created_at,
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
  readonly ach_enabled: boolean
  readonly creator_verification_required: boolean
  readonly connect_use_case: 'Payout' | 'Generic'
  readonly fraud_refund_window_hours: number
  readonly created_at: Date
}

/** One statement, so that both balances are of one moment. */
export async function readEnterprise(sql: Queryable, tenant: TenantId): Promise<EnterpriseView> {
  const [row] = await sql<EnterpriseView[]>`
    select enterprise.id, enterprise.name, tenant.environment, enterprise.created_at,
      operating.credits - operating.debits as operating, pending.credits - pending.debits as pending_payouts,
      tenant.ach_enabled, tenant.creator_verification_required, tenant.connect_use_case, tenant.fraud_refund_window_hours
    from tenants tenant
    join enterprises enterprise on enterprise.id = tenant.enterprise_id
    join ledger_accounts operating on operating.tenant_id = tenant.id and operating.code = 'operating'
    join ledger_accounts pending on pending.tenant_id = tenant.id and pending.code = 'pending_payouts'
    where tenant.id = ${tenant}`
  return row as EnterpriseView
}

/** What commands need to know of their tenant. */
export interface TenantSettings {
  readonly bank_id: TenantId
  readonly environment: Environment
  readonly enterprise_name: string
  readonly ach_enabled: boolean
  readonly creator_verification_required: boolean
  readonly connect_use_case: 'Payout' | 'Generic'
  readonly fee_payout_direct_in_cents: Cents
  readonly fee_payout_wallet_in_cents: Cents
  readonly fee_payout_ach_in_cents: Cents
  /** What a new creator's account starts with: 5,000.00 of test funds in sandbox, nothing in production. */
  readonly creator_opening_in_cents: Cents
  /** Set by the audit when a book does not agree, its own or its bank's; nobody is paid until a person has looked. */
  readonly payouts_stopped_because: string | null
  /** A sandbox that was begun anew: its books stay as they were. */
  readonly retired: boolean
  /** The tenant's clock, read with the rest. */
  readonly now: Date
}

export async function readTenant(sql: Queryable, tenant: TenantId): Promise<TenantSettings> {
  const [row] = await sql<TenantSettings[]>`
    select tenant.bank_id, tenant.environment, coalesce(enterprise.name, '') as enterprise_name, tenant.ach_enabled,
      tenant.creator_verification_required, tenant.connect_use_case,
      tenant.fee_payout_direct_in_cents, tenant.fee_payout_wallet_in_cents, tenant.fee_payout_ach_in_cents,
      case when tenant.environment = 'sandbox' then 500000::bigint else 0 end as creator_opening_in_cents,
      coalesce(tenant.payouts_stopped_because, bank.payouts_stopped_because) as payouts_stopped_because,
      tenant.retired_at is not null as retired, tenant_now(tenant.id) as now
    from tenants tenant
    join tenants bank on bank.id = tenant.bank_id
    left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return row as TenantSettings
}

/** The tenant of a bank whose operating account has that number. */
export async function findOperatingTenant(sql: Queryable, bank: TenantId, id: number): Promise<TenantId | undefined> {
  const [row] = await sql<{ id: TenantId }[]>`
    select id from tenants where id = ${id} and bank_id = ${bank} and enterprise_id is not null`
  return row?.id
}

/** What collecting from buyers needs to know of its tenant. */
export interface PurchaseTerms {
  readonly environment: Environment
  readonly enterprise_name: string
  readonly fee_purchase_fixed_in_cents: Cents
  readonly fee_purchase_basis_points: number
  readonly fraud_refund_window_hours: number
  /** The tenant's clock, read with the rest. */
  readonly now: Date
}

export async function readPurchaseTerms(sql: Queryable, tenant: TenantId): Promise<PurchaseTerms> {
  const [row] = await sql<PurchaseTerms[]>`
    select tenant.environment, coalesce(enterprise.name, '') as enterprise_name, tenant.fee_purchase_fixed_in_cents,
      tenant.fee_purchase_basis_points, tenant.fraud_refund_window_hours, tenant_now(tenant.id) as now
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return row as PurchaseTerms
}

export async function tenantNow(sql: Queryable, tenant: TenantId): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select tenant_now(${tenant}) as now`
  return (row as { now: Date }).now
}

/** The clock only goes forward: a deadline that has passed stays passed. False when that would go past its end. */
export async function advanceClock(tx: Tx, tenant: TenantId, seconds: number, maxOffsetMs: number): Promise<boolean> {
  const advanced = await tx`
    update tenants set clock_offset_ms = clock_offset_ms + ${seconds * 1_000}
    where id = ${tenant} and clock_offset_ms + ${seconds * 1_000} <= ${maxOffsetMs}`
  return advanced.count === 1
}

/**
 * The full hour after the fee with which the account came to owe something; none while no fee is owed. Fees that were
 * given back after they had been collected are paid first, by the oldest of the new ones.
 */
const feeHour = (sql: Queryable) => sql`
  select tenant.id, date_trunc('hour', fee.at) + interval '1 hour' as at
  from tenants tenant
  join ledger_accounts account on account.tenant_id = tenant.id and account.code = 'fees_payable'
    and account.credits > account.debits
  cross join lateral (
    select coalesce(sum(back.amount_in_cents), 0) as amount
    from ledger_transfers back
    join ledger_transfers collected on collected.tenant_id = back.tenant_id and collected.source_id = back.source_id
      and collected.credit_account = account.id and collected.sequence <= tenant.fees_collected_sequence
    where back.tenant_id = tenant.id and back.debit_account = account.id
      and back.sequence > tenant.fees_collected_sequence
  ) given_back
  cross join lateral (
    select at from (
      select at, sequence, sum(amount_in_cents) over (order by sequence rows unbounded preceding) as owed
      from ledger_transfers transfer
      where transfer.tenant_id = tenant.id and transfer.credit_account = account.id
        and transfer.sequence > tenant.fees_collected_sequence
        and not exists (
          select 1 from ledger_transfers back where back.tenant_id = tenant.id and back.source_id = transfer.source_id
            and back.debit_account = account.id)
    ) fees
    where owed > given_back.amount
    order by sequence limit 1
  ) fee`

export async function nextFeeCollection(sql: Queryable, tenant: TenantId): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`${feeHour(sql)} where tenant.id = ${tenant}`
  return row?.at
}

export async function tenantsWithFeesDue(sql: Queryable): Promise<TenantId[]> {
  const rows = await sql<{ id: TenantId }[]>`
    select due.id from (${feeHour(sql)}) as due join tenants on tenants.id = due.id
    where due.at <= clock_timestamp() + tenants.clock_offset_ms * interval '1 millisecond'`
  return rows.map(({ id }) => id)
}

/** Under the lock of `fees_payable`: whatever stands in it now has been collected. Says which was its last transfer. */
export async function markFeesCollected(tx: Tx, tenant: TenantId): Promise<number> {
  const [row] = await tx<{ sequence: number }[]>`
    update tenants set fees_collected_sequence = (
      select greatest(
        (select max(sequence) from ledger_transfers where tenant_id = ${tenant} and credit_account = account.id),
        (select max(sequence) from ledger_transfers where tenant_id = ${tenant} and debit_account = account.id))
      from ledger_accounts account where account.tenant_id = ${tenant} and account.code = 'fees_payable')
    where id = ${tenant} returning fees_collected_sequence as sequence`
  return (row as { sequence: number }).sequence
}

/** Of the tenant, and of every tenant whose bank it is: each looks at both books. */
export async function stopPayouts(sql: Queryable, tenant: TenantId, because: string): Promise<void> {
  await sql`update tenants set payouts_stopped_because = coalesce(payouts_stopped_because, ${because}) where id = ${tenant}`
}

/** What was found in this book is looked after. Says what still stops the tenant: its bank's book. */
export async function resumePayouts(tx: Tx, tenant: TenantId): Promise<string | undefined> {
  await tx`update tenants set payouts_stopped_because = null where id = ${tenant}`
  return (await readTenant(tx, tenant)).payouts_stopped_because ?? undefined
}

export interface Contact {
  readonly enterprise: string
  /** Where the enterprise itself reads mail, if it has said so. */
  readonly email: string | null
}

export async function readContact(sql: Queryable, tenant: TenantId): Promise<Contact> {
  const [row] = await sql<Contact[]>`
    select coalesce(enterprise.name, '') as enterprise, tenant.notification_email as email
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return row as Contact
}

/** Production tenants that read mail and have had no summary of yesterday, with that day (UTC). */
export function tenantsToSummarize(sql: Queryable): Promise<{ tenant: TenantId; day: string }[]> {
  return sql<{ tenant: TenantId; day: string }[]>`
    select id as tenant, to_char(yesterday, 'YYYY-MM-DD') as day
    from tenants, (select (clock_timestamp() at time zone 'UTC')::date - 1 as yesterday) clock
    where environment = 'production' and enterprise_id is not null and notification_email is not null
      and (summarized_until is null or summarized_until < yesterday)`
}

/** False when another process was quicker. */
export async function markSummarized(tx: Tx, tenant: TenantId, day: string): Promise<boolean> {
  const marked = await tx`
    update tenants set summarized_until = ${day}::date
    where id = ${tenant} and (summarized_until is null or summarized_until < ${day}::date)`
  return marked.count === 1
}

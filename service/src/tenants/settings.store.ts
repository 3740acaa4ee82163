import type { ApprovalRule } from '../../../contracts/approvals.ts'
import type { StoredLimit } from '../../../contracts/limits.ts'
import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Queryable, Tx } from '../platform/database.ts'
import { type IdentityLevel, SETTINGS, type SettingName, type SettingValue } from './settings.ts'
import { CREATOR_OPENING } from './test-funds.ts'

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

export async function updateSetting(tx: Tx, tenant: TenantId, name: SettingName, value: SettingValue): Promise<void> {
  await tx`update tenants set ${tx({ [name]: value })} where id = ${tenant}`
}

/** The settings and the state of a tenant that commands decide by. */
export interface TenantSettings {
  readonly bank_id: TenantId
  readonly environment: Environment
  readonly enterprise_name: string
  readonly ach_enabled: boolean
  readonly creator_verification_required: boolean
  /** Null: as `creator_verification_required` says. */
  readonly identity_ach: IdentityLevel | null
  readonly identity_wallet: IdentityLevel | null
  readonly connect_use_case: 'Payout' | 'Generic'
  readonly fee_payout_direct_in_cents: Cents
  readonly fee_payout_wallet_in_cents: Cents
  readonly fee_payout_ach_in_cents: Cents
  /** The deeds that need approval; null where none does. */
  readonly approval_rules: readonly ApprovalRule[] | null
  readonly approval_expires_after_hours: number
  /** The limits on payouts; null where there are none. */
  readonly payout_limits: readonly StoredLimit[] | null
  readonly new_bank_account_wait_hours: number
  /** Why the operator has suspended the enterprise; null where it is not suspended. */
  readonly suspended_because: string | null
  /** When a suspension was last lifted; null where there was none. */
  readonly payouts_resumed_at: Date | null
  /** The opening balance of a new creator's account: test funds in sandbox, nothing in production. */
  readonly creator_opening_in_cents: Cents
  /** The mismatch that the audit found in the tenant's book or its bank's. Payouts stay stopped until an operator resumes them. */
  readonly payouts_stopped_because: string | null
  /** True for a sandbox that was reset: its books stay as they were. */
  readonly retired: boolean
  /** The tenant's clock and the database's, read with the rest. */
  readonly now: Date
  readonly database_now: Date
}

export async function readTenant(sql: Queryable, tenant: TenantId): Promise<TenantSettings> {
  const [row] = await sql<TenantSettings[]>`
    select tenant.bank_id, tenant.environment, coalesce(enterprise.name, '') as enterprise_name, tenant.ach_enabled,
      tenant.creator_verification_required, tenant.identity_ach, tenant.identity_wallet, tenant.connect_use_case,
      tenant.fee_payout_direct_in_cents, tenant.fee_payout_wallet_in_cents, tenant.fee_payout_ach_in_cents,
      tenant.approval_rules, tenant.approval_expires_after_hours, tenant.payout_limits,
      tenant.new_bank_account_wait_hours, tenant.suspended_because, tenant.payouts_resumed_at,
      case when tenant.environment = 'sandbox' then ${CREATOR_OPENING}::bigint else 0 end as creator_opening_in_cents,
      coalesce(tenant.payouts_stopped_because, bank.payouts_stopped_because) as payouts_stopped_because,
      tenant.retired_at is not null as retired, tenant_now(tenant.id) as now, clock_timestamp() as database_now
    from tenants tenant
    join tenants bank on bank.id = tenant.bank_id
    left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return withKnownEnvironment(row as TenantSettings)
}

/** The settings of a tenant that purchases decide by. */
export interface PurchaseTerms extends Pick<TenantSettings, 'approval_rules' | 'approval_expires_after_hours'> {
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
      tenant.fee_purchase_basis_points, tenant.fraud_refund_window_hours, tenant.approval_rules,
      tenant.approval_expires_after_hours, tenant_now(tenant.id) as now
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return withKnownEnvironment(row as PurchaseTerms)
}

/**
 * The settings with the name of their environment as it stands in the code. Each row brings a copy of it, and V8 throws
 * compiled code away whenever a look-up by that name, as of a rail, meets one.
 */
function withKnownEnvironment<Settings extends { readonly environment: Environment }>(settings: Settings): Settings {
  return { ...settings, environment: settings.environment === 'production' ? 'production' : 'sandbox' }
}

export interface Contact {
  readonly enterprise: string
  /** The enterprise's own address for notifications, if it has set one. */
  readonly email: string | null
}

export async function readContact(sql: Queryable, tenant: TenantId): Promise<Contact> {
  const [row] = await sql<Contact[]>`
    select coalesce(enterprise.name, '') as enterprise, tenant.notification_email as email
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.id = ${tenant}`
  return row as Contact
}

import type { AlertSettings } from '../../../contracts/alerts.ts'
import type { TenantId } from '../kernel/ids.ts'
import { json, type Queryable, type Tx } from '../platform/database.ts'

/** The thresholds that the enterprise has set; null before it has set any. */
export async function readAlertSettings(sql: Queryable, tenant: TenantId): Promise<AlertSettings | null> {
  const [row] = await sql<{ alert_settings: AlertSettings | null }[]>`
    select alert_settings from tenants where id = ${tenant}`
  return row?.alert_settings ?? null
}

export async function writeAlertSettings(tx: Tx, tenant: TenantId, settings: AlertSettings | null): Promise<void> {
  await tx`update tenants set alert_settings = ${settings === null ? null : json(settings)} where id = ${tenant}`
}

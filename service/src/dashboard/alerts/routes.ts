import { Type } from 'typebox'
import type { AlertSettings } from '../../../../contracts/alerts.ts'
import { type Api, Closed, callerOf, type Wire } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { DEFAULT_ALERTS } from '../../resources/alerts/index.ts'
import { readAlertSettings, requireEnterprise, writeAlertSettings } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'

export interface AlertSettingDeps {
  readonly database: Database
  readonly vault: Vault
}

/** A threshold; null switches the alert off. */
const Threshold = (minimum: number, maximum: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum })

const WEEK_HOURS = 168
const DAY_MINUTES = 1_440

const AlertSettingsBody = Closed({
  low_balance_in_cents: Threshold(1, AMOUNT_MAX),
  large_payout_in_cents: Threshold(1, AMOUNT_MAX),
  unusual_payout_times: Threshold(2, 1_000),
  returns_percent: Threshold(1, 100),
  bank_file_hours: Threshold(1, WEEK_HOURS),
  webhook_minutes: Threshold(1, 5 * DAY_MINUTES),
  by_mail: Type.Boolean(),
})

type AlertSettingsInput = Wire<typeof AlertSettingsBody, AlertSettings>

async function read(sql: Queryable, tenant: TenantId): Promise<AlertSettings> {
  const { environment } = await requireEnterprise(sql, tenant)
  return { ...DEFAULT_ALERTS[environment], ...(await readAlertSettings(sql, tenant)) }
}

/** The thresholds of alerts in one environment. Alerts themselves are read through the API. */
export function alertSettingRoutes(api: Api, { database, vault }: AlertSettingDeps): void {
  api.get(
    '/alert-settings',
    { config: { action: 'settings.read' }, schema: { hide: true } },
    (request): Promise<AlertSettings> => read(database.sql, callerOf(request).tenant),
  )

  api.put(
    '/alert-settings',
    { config: { action: 'settings.change' }, schema: { hide: true, body: AlertSettingsBody } },
    async (request): Promise<AlertSettings> => {
      const settings: AlertSettingsInput = request.body
      const { tenant } = callerOf(request)
      return database.transaction(async (tx) => {
        const before = await read(tx, tenant)
        await writeAlertSettings(tx, tenant, settings)
        await record(tx, vault, auditEntry(request, 'settings.change', { details: { before, after: settings } }))
        return settings
      })
    },
  )
}

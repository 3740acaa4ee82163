import { approvers } from '../../service/src/dashboard/index.ts'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { createLogger } from '../../service/src/platform/logs.ts'
import { openVault } from '../../service/src/platform/vault.ts'
import { DEFAULT_ALERTS, watchAlerts } from '../../service/src/resources/alerts/index.ts'
import { writeAlertSettings } from '../../service/src/tenants/index.ts'

/** More than any sandbox begins with. */
const BALANCE = 1_000_000_000
const LARGE = 900

/** Nobody is mailed, so that nothing is sealed: any key will do. */
const LOOKING = { vault: openVault(Buffer.alloc(32, 1).toString('base64')), log: createLogger('silent'), approvers }
const SETTINGS = { ...DEFAULT_ALERTS.sandbox, large_payout_in_cents: LARGE, by_mail: false }

/** Raises an alert of a low balance, as a worker does; payouts that come after are looked at by `raiseMore`. */
export async function raiseFirst(database: Database, tenant: TenantId): Promise<void> {
  const settings = { ...SETTINGS, low_balance_in_cents: BALANCE }
  await database.transaction((tx) => writeAlertSettings(tx, tenant, settings))
  await watchAlerts({ database, ...LOOKING })
}

/** Raises alerts of the large payouts since, and clears the first one. */
export async function raiseMore(database: Database, tenant: TenantId): Promise<void> {
  await database.transaction((tx) => writeAlertSettings(tx, tenant, SETTINGS))
  await watchAlerts({ database, ...LOOKING })
}

import type { AlertSettings } from '../../../contracts/alerts.ts'
import { approvers } from '../../src/dashboard/index.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { DEFAULT_ALERTS, watchAlerts } from '../../src/resources/alerts/index.ts'
import { requireTenant, writeAlertSettings } from '../../src/tenants/index.ts'
import { type RunningService, VAULT_KEY } from './service.ts'

export const ALERTS_OFF: AlertSettings = DEFAULT_ALERTS.sandbox

/** Sets the thresholds of an enterprise's sandbox; the others are off. */
export const setAlerts = (
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  thresholds: Partial<AlertSettings>,
): Promise<void> =>
  database.transaction(async (tx) =>
    writeAlertSettings(tx, await requireTenant(tx, enterprise, 'sandbox'), { ...ALERTS_OFF, ...thresholds }),
  )

/** Looks for alerts as a worker does each minute. */
export const lookForAlerts = ({ database }: Pick<RunningService, 'database'>): Promise<void> =>
  watchAlerts({ database, vault: openVault(VAULT_KEY), log: createLogger('silent'), approvers })

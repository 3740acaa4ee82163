import { ALERT_KINDS, type AlertKind } from '../../../contracts/alerts.ts'
import type * as contract from '../../../contracts/console/alerts.ts'
import type { Environment } from '../kernel/environment.ts'
import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { cents, dollars } from '../kernel/money.ts'
import type { Page, PageRequest } from '../kernel/pages.ts'
import { iso, isoOrNull } from '../kernel/time.ts'
import { readBalances } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import {
  type Alert,
  type AlertOfTenant,
  type AlertSearch,
  DEFAULT_ALERTS,
  findAlert,
  listAlertsOfAll,
} from '../resources/alerts/index.ts'
import { readJourney } from '../resources/bank-files/index.ts'
import { countReturns, findPayoutsById } from '../resources/payouts/index.ts'
import { findFailingWebhooks, findWebhooksById } from '../resources/webhooks/index.ts'
import { enterpriseNames, productionBank, readAlertSettings, readTenant, requireTenant } from '../tenants/index.ts'

export interface NamedAlert extends AlertOfTenant {
  readonly enterprise_name: string
}

/** The alerts of all enterprises, with the names of these. */
export async function readEnterpriseAlerts(tx: Tx, page: PageRequest, search: AlertSearch): Promise<Page<NamedAlert>> {
  const found = await listAlertsOfAll(tx, page, search)
  const names = await enterpriseNames(
    tx,
    found.data.map(({ tenant }) => tenant),
  )
  return { ...found, data: found.data.map((one) => ({ ...one, enterprise_name: names.get(one.tenant) ?? '' })) }
}

export const viewEnterpriseAlert = (alert: Omit<NamedAlert, 'tenant'> | (Alert & Place)): contract.EnterpriseAlert => ({
  id: alert.id,
  status: alert.status,
  kind: alert.kind,
  enterprise: alert.enterprise,
  enterprise_name: alert.enterprise_name,
  environment: alert.environment,
  summary: alert.summary,
  created_at: iso(alert.created_at),
  cleared_at: isoOrNull(alert.cleared_at),
})

type Place = Pick<NamedAlert, 'enterprise' | 'enterprise_name' | 'environment'>

/** One alert, and the state of its subject now. */
export async function readEnterpriseAlert(
  tx: Tx,
  {
    enterprise,
    environment,
    id,
  }: { readonly enterprise: string; readonly environment: Environment; readonly id: string },
): Promise<contract.EnterpriseAlertDetail> {
  const tenant = await requireTenant(tx, enterprise, environment)
  const alert = await findAlert(tx, tenant, id)
  if (!alert) throw problem('not_found', 'There is no alert with this id.')
  const { enterprise_name } = await readTenant(tx, tenant)
  const { setting, means } = ALERT_KINDS[alert.kind]
  const thresholds = { ...DEFAULT_ALERTS[environment], ...(await readAlertSettings(tx, tenant)) }
  const threshold = thresholds[setting]
  const about = await SUBJECTS[alert.kind](tx, tenant, alert.subject)
  return {
    ...viewEnterpriseAlert({ ...alert, enterprise, enterprise_name, environment }),
    resource: alert.subject === '' ? null : alert.subject,
    about: [
      ...about,
      { name: 'Raised when', value: means },
      { name: 'Set to', value: thresholdWords(setting, threshold) },
    ],
  }
}

const thresholdWords = (setting: string, value: number | null): string =>
  value === null ? 'Off' : setting.endsWith('_in_cents') ? dollars(cents(value)) : value.toLocaleString('en-US')

type SubjectFacts = contract.EnterpriseAlertDetail['about']

/** Operators see the figures of a payout or a webhook, and nothing of the person who is paid. */
const SUBJECTS: Readonly<Record<AlertKind, (tx: Tx, tenant: TenantId, subject: string) => Promise<SubjectFacts>>> = {
  low_balance: async (tx, tenant) => {
    const { operating } = await readBalances(tx, tenant, ['operating'])
    return [{ name: 'Operating account now', value: dollars(operating) }]
  },
  large_payout: payoutFacts,
  unusual_payout: payoutFacts,
  returns: async (tx, tenant) => {
    const { sent, returned } = await countReturns(tx, tenant)
    return [{ name: 'Returned now', value: `${returned} of ${sent} payouts by ACH` }]
  },
  bank_file: async (tx, _tenant, subject) => {
    const file = await readJourney(tx, await productionBank(tx), subject)
    return file
      ? [
          { name: 'File', value: file.name },
          { name: 'Status now', value: file.status },
        ]
      : []
  },
  webhook: async (tx, tenant, subject) => {
    const [webhook] = await findWebhooksById(tx, tenant, subject, 1)
    if (!webhook) return [{ name: 'Webhook now', value: 'Deleted' }]
    const failing = (await findFailingWebhooks(tx, tenant)).find(({ id }) => id === subject)
    return [
      { name: 'Event', value: webhook.event },
      // The rest of the address may hold a secret of the enterprise.
      { name: 'Server', value: new URL(webhook.url).host },
      { name: 'Failed attempts now', value: String(failing?.failed_attempts ?? 0) },
      ...(failing?.disabled_because ? [{ name: 'Disabled because', value: failing.disabled_because }] : []),
    ]
  },
}

async function payoutFacts(tx: Tx, tenant: TenantId, subject: string): Promise<SubjectFacts> {
  const [payout] = await findPayoutsById(tx, tenant, subject, 1)
  if (!payout) return []
  return [
    { name: 'Amount', value: dollars(payout.amount_in_cents) },
    { name: 'Status now', value: payout.status },
    { name: 'Created', value: iso(payout.created_at) },
    { name: 'To the account connection', value: payout.account_connection },
  ]
}

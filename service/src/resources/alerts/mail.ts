import { ALERT_KINDS } from '../../../../contracts/alerts.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { readContact } from '../../tenants/index.ts'
import type { Approvers } from '../approvals/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import type { Alert } from './model.ts'

/** A mail for each alert would be a flood where much goes wrong at once. */
const MAILED_AT_ONCE = 10

/** Mails alerts to the enterprise's address for notices, or where there is none, to its admins. */
export async function mailAlerts(
  tx: Tx,
  tenant: TenantId,
  alerts: readonly Alert[],
  { vault, approvers }: { readonly vault: Vault; readonly approvers: Pick<Approvers, 'find'> },
): Promise<void> {
  if (alerts.length === 0) return
  const { enterprise, email } = await readContact(tx, tenant)
  const admins = email === null ? await approvers.find(tx, tenant, ['admin']) : []
  const addresses = email === null ? admins.flatMap((admin) => admin.email ?? []) : [email]
  const mails = alerts.slice(0, MAILED_AT_ONCE).flatMap(({ id, kind, subject, summary, created_at }) =>
    addresses.map(
      (to): NewMessage => ({
        kind: 'alert_raised',
        to,
        facts: { enterprise, alert: id, label: ALERT_KINDS[kind].label, kind, subject, summary, at: created_at },
      }),
    ),
  )
  await queueMessages(tx, tenant, mails, vault)
}

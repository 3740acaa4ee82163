import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { findRecipients, type Recipient } from '../account-connections/index.ts'
import { findCreatorEmails } from '../creators/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { claimEnd, type Payout } from './model.ts'
import { PAYOUTS } from './store.ts'
import type { PayoutTransition } from './transition.ts'

/** Writes transitions of payouts, and mails those who are paid. */
export const applyPayouts = (
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  transitions: readonly PayoutTransition[],
  vault: Vault,
): Promise<void> =>
  applyTransitions(tx, PAYOUTS, transitions, {
    tenant,
    bank: settings.bank_id,
    queueMessages: (moved) =>
      mailSent(
        tx,
        tenant,
        settings,
        moved.flatMap(({ to }) => (to.status === 'sent' ? [to] : [])),
        vault,
      ),
  })

/** To the account's owner for `direct` and `wallet`, to the connection's address for `ach`. */
async function mailSent(
  tx: Tx,
  tenant: TenantId,
  { bank_id, enterprise_name }: TenantSettings,
  payouts: readonly Payout[],
  vault: Vault,
): Promise<void> {
  if (payouts.length === 0) return
  const creators = payouts.flatMap(({ creator_id }) => creator_id ?? [])
  const [recipients, logins] = await Promise.all([
    findRecipients(tx, tenant, [...new Set(payouts.map((payout) => payout.account_connection))]),
    creators.length === 0 ? new Map<string, string>() : findCreatorEmails(tx, bank_id, [...new Set(creators)]),
  ])
  const messages = payouts.flatMap((payout) => {
    const recipient = recipients.get(payout.account_connection)
    const to = payout.creator_id === null ? recipient?.email : logins.get(payout.creator_id)
    return recipient && to !== undefined ? [issued(payout, recipient, to, enterprise_name)] : []
  })
  await queueMessages(tx, tenant, messages, vault)
}

const claimOf = ({ created_at, date }: Payout) => ({
  claimable: true,
  claimableUntil: claimEnd(created_at, date),
  ...(date > created_at ? { paidOn: date } : {}),
})

/** The mail that says a payout is on its way, or waits to be claimed. */
export const issued = (payout: Payout, recipient: Recipient, to: string, enterprise: string): NewMessage => ({
  kind: 'payout_issued',
  to,
  facts: {
    name: recipient.first_name,
    enterprise,
    amount: payout.amount_in_cents,
    description: payout.description,
    ...(payout.type === 'unclaimed' ? claimOf(payout) : { claimable: false }),
  },
})

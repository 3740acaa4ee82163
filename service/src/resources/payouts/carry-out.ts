import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { findCreatorEmails, findRecipients, type Recipient } from '../account-connections/index.ts'
import type { Change } from '../events/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { claimEnd, type Payout } from './model.ts'
import { applyTransitions } from './store.ts'
import type { Transition } from './transition.ts'

export const changeOf = ({ id, updated_at, user_data }: Payout): Change => ({
  event: 'payout.update',
  id,
  at: updated_at,
  userData: user_data,
})

/** The one way transitions are written: rows and books, then what everyone hears of them. */
export async function carryOut(
  tx: Tx,
  tenant: TenantId,
  facts: TenantSettings,
  transitions: readonly Transition[],
  vault: Vault,
): Promise<void> {
  if (transitions.length === 0) return
  await applyTransitions(tx, tenant, facts.bank_id, transitions)
  const moved = transitions.map(({ to }) => to)
  await mailIssued(
    tx,
    tenant,
    facts,
    moved.filter(({ status }) => status === 'sent'),
    vault,
  )
  await recordEvents(tx, tenant, moved.map(changeOf))
}

/** To the account's owner for `direct` and `wallet`, to the connection's address for `ach`. */
async function mailIssued(
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

import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { TenantFacts } from '../../tenants/index.ts'
import { findCreatorEmails, findRecipients } from '../account-connections/index.ts'
import { type Change, recordEvents } from '../events/index.ts'
import { queueMessages } from '../messages/index.ts'
import type { Payout } from './model.ts'
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
  facts: TenantFacts,
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

/** To the account's owner for `direct` and `wallet`; to the connection's address for `ach` and what nobody has claimed. */
export async function mailIssued(
  tx: Tx,
  tenant: TenantId,
  { bank_id, enterprise_name }: TenantFacts,
  payouts: readonly Payout[],
  vault: Vault,
): Promise<void> {
  if (payouts.length === 0) return
  const creators = payouts.flatMap(({ creator_id }) => creator_id ?? [])
  const [recipients, logins] = await Promise.all([
    findRecipients(tx, tenant, [...new Set(payouts.map((payout) => payout.account_connection))]),
    creators.length === 0 ? new Map<string, string>() : findCreatorEmails(tx, bank_id, [...new Set(creators)]),
  ])
  const messages = payouts.flatMap(({ account_connection, creator_id, amount_in_cents, description, type }) => {
    const recipient = recipients.get(account_connection)
    const to = creator_id === null ? recipient?.email : logins.get(creator_id)
    if (!recipient || to === undefined) return []
    const facts = {
      name: recipient.first_name,
      enterprise: enterprise_name,
      amount: amount_in_cents,
      description,
      claimable: type === 'unclaimed',
    }
    return [{ kind: 'payout_issued' as const, to, facts }]
  })
  await queueMessages(tx, tenant, messages, vault)
}

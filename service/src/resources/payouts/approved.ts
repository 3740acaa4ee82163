import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { findPayees, findPayeesToPay, type Payee } from '../account-connections/index.ts'
import { type Approval, expireLocked, lockAwaitingOf, type SubjectOwner } from '../approvals/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { dueTransition } from './decide.ts'
import { isDue, type Payout } from './model.ts'
import { applyPayouts, type PayoutDeps, payoutMail } from './settle.ts'
import { lockAwaitingPayouts } from './store.ts'
import { approve, asPaidNow, followedBy, type PayoutTransition, release } from './transition.ts'

/** More than these are initiated by the sweep: it lets other payouts in between. */
const INITIATED_AT_ONCE = 500

interface Held {
  readonly payouts: readonly Payout[]
  readonly payees: ReadonlyMap<string, Payee>
}

const connectionsOf = (payouts: readonly Payout[]): string[] => [
  ...new Set(payouts.map((payout) => payout.account_connection)),
]

async function lockHeld(tx: Tx, tenant: TenantId, { id }: Approval): Promise<Held> {
  const payouts = await lockAwaitingPayouts(tx, tenant, id)
  return { payouts, payees: await findPayees(tx, tenant, connectionsOf(payouts)) }
}

const namesOf = ({ given }: Approval): string => given.map(({ name }) => name).join(', ')

/** Pays payouts, single or in a batch, that were approved, and cancels those that were rejected or not approved in time. */
export const heldPayouts = (deps: PayoutDeps): SubjectOwner => ({
  async lock(tx, tenant) {
    await lockOperating(tx, tenant)
  },

  async carryOut(tx, tenant, approval, at) {
    const payouts = await lockAwaitingPayouts(tx, tenant, approval.id)
    const settings = { ...(await readTenant(tx, tenant)), now: at }
    const payees = await findPayeesToPay(tx, tenant, settings, connectionsOf(payouts))
    const atOnce = payouts.length <= INITIATED_AT_ONCE
    const transitions = payouts.map((payout): PayoutTransition => {
      const payee = payees.get(payout.account_connection)
      const approved = approve(payout, tenant, { payee, by: namesOf(approval), at })
      if (!atOnce || !isDue(approved.to, settings)) return approved
      const context = { settings, ach: deps.ach[settings.environment], payee, bank: undefined }
      return followedBy(approved, dueTransition(tenant, approved.to, context))
    })
    await applyPayouts(tx, tenant, settings, transitions, deps)
    const unclaimed = transitions.flatMap(({ to }): NewMessage[] => {
      const recipient = payees.get(to.account_connection)?.recipient
      if (to.type !== 'unclaimed' || to.status !== 'ready' || !recipient) return []
      return [payoutMail(to, recipient, recipient.email, settings.enterprise_name)]
    })
    await queueMessages(tx, tenant, unclaimed, deps.vault)
  },

  async giveUp(tx, tenant, approval, why, at) {
    const { payouts, payees } = await lockHeld(tx, tenant, approval)
    const event = approval.status === 'expired' ? 'expire' : 'cancel'
    const transitions = payouts.map((payout) => {
      const last = asPaidNow(payout, payees.get(payout.account_connection))
      return release(last, tenant, event, `Canceled: ${why}`, at)
    })
    await applyPayouts(tx, tenant, await readTenant(tx, tenant), transitions, deps)
  },
})

/** Expires the approvals of these payouts, which are past it. Needs the lock of the tenant's payouts. */
export async function expireHolds(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Pick<Payout, 'id'>[],
  now: Date,
  deps: PayoutDeps,
): Promise<void> {
  const owner = heldPayouts(deps)
  const open = await lockAwaitingOf(
    tx,
    tenant,
    payouts.map(({ id }) => id),
  )
  for (const approval of open) {
    if (approval.expires_at <= now) await expireLocked(tx, tenant, approval, owner)
  }
}

import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { type Approval, expireLocked, lockAwaitingSubject, type SubjectOwner } from '../approvals/index.ts'
import { isAwaiting, isDue, type Withdrawal } from './model.ts'
import { booksOf } from './postings.ts'
import { applyWithdrawals, type WithdrawalDeps } from './settle.ts'
import { lockWithdrawal } from './store.ts'
import { approve, followedBy, initiate, release } from './transition.ts'

/** The withdrawal of an approval, if it still awaits it. */
async function lockHeld(tx: Tx, tenant: TenantId, { subject }: Approval): Promise<Withdrawal | undefined> {
  const withdrawal = subject === null ? undefined : await lockWithdrawal(tx, tenant, subject)
  return withdrawal && isAwaiting(withdrawal) ? withdrawal : undefined
}

/** Initiates a withdrawal that was approved, and cancels one that was rejected or not approved in time. */
export const heldWithdrawals = (deps: WithdrawalDeps): SubjectOwner => ({
  async lock(tx, tenant) {
    await lockOperating(tx, tenant)
  },

  async carryOut(tx, tenant, approval, at) {
    const withdrawal = await lockHeld(tx, tenant, approval)
    if (!withdrawal) return
    const settings = { ...(await readTenant(tx, tenant)), now: at }
    const by = approval.given.map(({ name }) => name).join(', ')
    const approved = approve(withdrawal, booksOf(tenant), by, at)
    const transition = isDue(approved.to, settings)
      ? followedBy(approved, initiate(approved.to, booksOf(tenant), deps.ach[settings.environment], at))
      : approved
    await applyWithdrawals(tx, tenant, settings, [transition], deps)
  },

  async giveUp(tx, tenant, approval, why, at) {
    const withdrawal = await lockHeld(tx, tenant, approval)
    if (!withdrawal) return
    const event = approval.status === 'expired' ? 'expire' : 'cancel'
    const released = release(withdrawal, booksOf(tenant), { event, why: `Canceled: ${why}` }, at)
    await applyWithdrawals(tx, tenant, await readTenant(tx, tenant), [released], deps)
  },
})

/** Expires the approval of a withdrawal that is past it. Needs the lock of the tenant's operating account. */
export async function expireHold(tx: Tx, tenant: TenantId, { id }: Withdrawal, deps: WithdrawalDeps): Promise<void> {
  const approval = await lockAwaitingSubject(tx, tenant, { deed: 'withdrawal', subject: id })
  if (approval) await expireLocked(tx, tenant, approval, heldWithdrawals(deps))
}

import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { type Approval, expireLocked, lockAwaitingSubject, type SubjectOwner } from '../approvals/index.ts'
import type { Transition } from '../transitions/index.ts'
import { findDestination, waitsUntil } from './bank-account.ts'
import { isAwaiting, isDue, type Withdrawal } from './model.ts'
import { booksOf } from './postings.ts'
import { applyWithdrawals, type WithdrawalDeps } from './settle.ts'
import { lockWithdrawal } from './store.ts'
import { approve, followedBy, initiate, release, waitForBankAccount } from './transition.ts'

/** The withdrawal of an approval, if it still awaits it. */
async function lockHeld(tx: Tx, tenant: TenantId, { subject }: Approval): Promise<Withdrawal | undefined> {
  const withdrawal = subject === null ? undefined : await lockWithdrawal(tx, tenant, subject)
  return withdrawal && isAwaiting(withdrawal) ? withdrawal : undefined
}

/** Initiates a withdrawal, unless its bank account is new. */
async function afterApproval(
  tx: Tx,
  tenant: TenantId,
  approved: Withdrawal,
  settings: TenantSettings,
  deps: WithdrawalDeps,
): Promise<Transition<Withdrawal>> {
  const ach = deps.ach[settings.environment]
  const destination = await findDestination(tx, tenant, ach)
  const until = destination && waitsUntil(destination, settings, settings.now)
  return until === undefined
    ? initiate(approved, booksOf(tenant), ach, settings.now)
    : waitForBankAccount(approved, until, settings.now)
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
    const next = isDue(approved.to, settings) ? await afterApproval(tx, tenant, approved.to, settings, deps) : undefined
    await applyWithdrawals(tx, tenant, settings, [next ? followedBy(approved, next) : approved], deps)
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

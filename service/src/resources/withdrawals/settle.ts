import type { Environment } from '../../kernel/environment.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail } from '../../rails/ach/port.ts'
import { afterResume, readContact, type TenantSettings } from '../../tenants/index.ts'
import { lockAwaitingSubject, noteSubjectChange } from '../approvals/index.ts'
import { giveBackLimits } from '../limits/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { applyTransitions, type Transition } from '../transitions/index.ts'
import { openAccount, waitsUntil } from './bank-account.ts'
import { isAwaiting, type Withdrawal, type WithdrawalStatus } from './model.ts'
import { booksOf } from './postings.ts'
import { WITHDRAWALS } from './store.ts'
import { dueTransition, waitForBankAccount } from './transition.ts'

export interface WithdrawalDeps {
  readonly vault: Vault
  readonly ach: Record<Environment, AchRail>
  readonly log: Logger
}

/** Takes the due step of each of these withdrawals, recorded at the time it was due. */
export async function settleDue(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  withdrawals: readonly Withdrawal[],
  deps: WithdrawalDeps,
): Promise<void> {
  if (withdrawals.length === 0) return
  const ach = deps.ach[settings.environment]
  const account = await openAccount(tx, tenant, ach, deps)
  const transitions = withdrawals.map((withdrawal) => {
    const { status, due_at, ach_file } = withdrawal
    // Steps that were held back are not dated before the enterprise was resumed.
    const waited = status !== 'sent' && ach_file === null
    const at = due_at !== null && waited ? afterResume(due_at, settings) : due_at
    // The account may have been replaced while the withdrawal waited.
    const until = status === 'ready' && at !== null ? waitsUntil(account, settings, at) : undefined
    if (until !== undefined && at !== null) return waitForBankAccount(withdrawal, until, at)
    return dueTransition(withdrawal, booksOf(tenant), ach, account, at)
  })
  await applyWithdrawals(tx, tenant, settings, transitions, deps)
}

/** Writes transitions of withdrawals with their mails, and tells the approvals whose withdrawals are gone. */
export async function applyWithdrawals(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  transitions: readonly Transition<Withdrawal>[],
  { vault, log }: Pick<WithdrawalDeps, 'vault' | 'log'>,
): Promise<void> {
  if (transitions.length === 0) return
  await applyTransitions(tx, WITHDRAWALS, transitions, {
    tenant,
    bank: settings.bank_id,
    queueMessages: () => mailOutcomes(tx, tenant, transitions, vault),
  })
  await giveBackLimits(tx, tenant, settings, transitions)
  for (const { from, to } of transitions) {
    const { id: resource, amount_in_cents: cents, status } = to
    tx.afterCommit(() => log.info({ tenant, resource, cents, status }, 'moved a withdrawal'))
    if (isAwaiting(from) && !isAwaiting(to)) await noteChange(tx, tenant, to, settings.now)
  }
}

const WHY: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  canceled: 'the withdrawal was canceled',
  error: 'the withdrawal failed',
}

/**
 * Tells the open approval of a withdrawal that it was changed, or waits no more: approvals given before no longer count.
 * An approval that was decided by this transaction is not open any more.
 */
export async function noteChange(tx: Tx, tenant: TenantId, withdrawal: Withdrawal, at: Date): Promise<void> {
  const { id: subject, amount_in_cents: amount, status } = withdrawal
  const approval = await lockAwaitingSubject(tx, tenant, { deed: 'withdrawal', subject })
  const why = WHY[status]
  const change = { why: why ?? 'the withdrawal was changed', count: why === undefined ? 1 : 0, amount }
  if (approval) await noteSubjectChange(tx, tenant, approval, change, at)
}

const TOLD: ReadonlySet<WithdrawalStatus> = new Set(['sent', 'returned', 'error'])

/** Mails to the enterprise's notification address what became of its money. */
async function mailOutcomes(
  tx: Tx,
  tenant: TenantId,
  transitions: readonly Transition<Withdrawal>[],
  vault: Vault,
): Promise<void> {
  const moved = transitions.map(({ to }) => to).filter(({ status }) => TOLD.has(status))
  if (moved.length === 0) return
  const { enterprise, email } = await readContact(tx, tenant)
  const messages = moved.map((withdrawal): NewMessage => {
    const { id, status, amount_in_cents, description, destination, activity, updated_at } = withdrawal
    const reason = status === 'sent' ? undefined : activity.findLast((entry) => entry.code === failureOf(withdrawal))
    return {
      kind: 'withdrawal',
      to: email ?? '',
      facts: {
        enterprise,
        withdrawal: id,
        amount: amount_in_cents,
        description,
        destination,
        outcome: status as 'sent' | 'returned' | 'error',
        at: updated_at,
        ...(reason === undefined ? {} : { reason: reason.entry }),
      },
    }
  })
  await queueMessages(tx, tenant, messages, vault)
}

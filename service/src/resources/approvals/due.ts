import type { TenantId } from '../../kernel/ids.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { expireApproval } from './commands.ts'
import { neededMails, outcomeMails } from './mail.ts'
import type { Approval, ApprovalStatus } from './model.ts'
import type { ApprovalDeps, RecordedDecision } from './ports.ts'
import { APPROVALS, DUE_APPROVALS, findDue, lockApproval } from './store.ts'
import { announce, told } from './transition.ts'

export interface ApprovalDueDeps extends ApprovalDeps {
  readonly vault: Vault
}

/** Ends that nobody decided, as the audit log names them. */
const UNDECIDED: Partial<Record<ApprovalStatus, RecordedDecision['action']>> = {
  expired: 'approvals.expired',
  void: 'approvals.void',
}

const isExpiry = ({ status, due_at, expires_at }: Approval): boolean =>
  status === 'awaiting' && due_at?.getTime() === expires_at.getTime()

/** Tells approvers that they are asked and makers what became of it, and expires approvals. */
export const approvalsDue = (deps: ApprovalDueDeps): DueKind => ({
  name: 'approvals',
  // The least that `approval_expires_after_hours` can be.
  stepMs: () => HOUR_MS,
  ...dueQueries(DUE_APPROVALS),
  async run(tx, tenant, until, limit) {
    const due = await findDue(tx, tenant, until, limit)
    const [first] = due
    if (!first) return 0
    // An expiry takes the locks of its subject, so it has a transaction to itself.
    if (isExpiry(first)) {
      await expireApproval(tx, tenant, first.id, deps)
      return 1
    }
    const settings = await readTenant(tx, tenant)
    const before = due.findIndex(isExpiry)
    const notices = before < 0 ? due : due.slice(0, before)
    for (const { id } of notices) await tell(tx, tenant, settings, id, until, deps)
    return notices.length
  },
})

/** The approvers of an open approval, or the maker of one that was decided. */
async function tell(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  id: string,
  until: Date,
  { approvers, vault, recordDecision }: ApprovalDueDeps,
): Promise<void> {
  const approval = (await lockApproval(tx, tenant, id)) as Approval
  const at = approval.due_at
  // Another worker was first, or the decision has fallen meanwhile.
  if (at === null || at > until || isExpiry(approval)) return
  if (approval.status === 'awaiting') {
    const roles = approval.approvers.filter((role) => role !== 'api_key')
    const asked = (await approvers.find(tx, tenant, roles)).filter((one) => one.id !== approval.made_by)
    await queueMessages(tx, tenant, neededMails(approval, asked, settings), vault)
    await applyTransitions(tx, APPROVALS, [announce(approval, asked.length, at)], { tenant })
    return
  }
  const maker = (await approvers.hold(tx, tenant, [approval.made_by])).get(approval.made_by)
  await queueMessages(tx, tenant, outcomeMails(approval, maker, settings), vault)
  await applyTransitions(tx, APPROVALS, [told(approval, approval.updated_at)], { tenant })
  const action = UNDECIDED[approval.status]
  if (action) await recordDecision(tx, tenant, { action, approval })
}

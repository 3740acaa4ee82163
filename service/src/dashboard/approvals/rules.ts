import type { ApprovalReference, ApprovalRule } from '../../../../contracts/approvals.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { ZERO } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import {
  insertApprovalsStatements,
  lockAwaitingSubject,
  type Maker,
  newApproval,
  referenceTo,
  ruleFor,
  type SubjectOwner,
} from '../../resources/approvals/index.ts'
import { lockApprovalRules, readTenant, writeApprovalRules } from '../../tenants/index.ts'

/** The one subject of its kind in a tenant. */
const SUBJECT = 'approval_rules'

interface Changed {
  readonly before: readonly ApprovalRule[]
  readonly approval?: ApprovalReference
}

/** Replaces the table of rules; where a rule says that it needs approval, it is replaced once approved. */
export async function changeRules(
  tx: Tx,
  tenant: TenantId,
  maker: Maker,
  rules: readonly ApprovalRule[],
): Promise<Changed> {
  const before = await lockApprovalRules(tx, tenant)
  if (await lockAwaitingSubject(tx, tenant, { deed: 'approval_rules', subject: SUBJECT })) {
    throw problem('invalid_state', 'Another change of these rules awaits approval; approve or reject that one first.')
  }
  const rule = ruleFor(before, { deed: 'approval_rules', amount: ZERO, maker })
  if (!rule) {
    await writeApprovalRules(tx, tenant, rules)
    return { before }
  }
  const subject = {
    type: 'approval_rules' as const,
    id: SUBJECT,
    count: 1,
    amount: null,
    description: `Approval rules: ${before.length} before, ${rules.length} after`,
    action: { rules } as unknown as JsonObject,
  }
  const approval = newApproval(rule, maker, subject, await readTenant(tx, tenant))
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return { before, approval: referenceTo(approval) }
}

/** Replaces the rules once the change is approved. */
export const changedRules: SubjectOwner = {
  async lock(tx, tenant) {
    await lockApprovalRules(tx, tenant)
  },
  async carryOut(tx, tenant, { action }) {
    await writeApprovalRules(tx, tenant, (action as unknown as { rules: readonly ApprovalRule[] }).rules)
  },
  async giveUp() {
    // Nothing was written yet.
  },
}

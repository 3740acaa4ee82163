import { type DeedTools, operatorDeeds } from '../console/index.ts'
import {
  approvers,
  askedAccess,
  askedKeys,
  changedLimits,
  changedRules,
  confirmedFiles,
  recordDecision,
} from '../dashboard/index.ts'
import type { ApprovalDeps } from '../resources/approvals/index.ts'
import { heldPayouts, type PayoutDeps } from '../resources/payouts/index.ts'
import { askedReversals, type PurchaseDeps } from '../resources/purchases/index.ts'
import { heldWithdrawals } from '../resources/withdrawals/index.ts'

/** Who approves, and which room carries out what: the one list of all subjects. */
export function approvalDeps(deps: PayoutDeps & PurchaseDeps & { readonly tools: DeedTools }): ApprovalDeps {
  const payouts = heldPayouts(deps)
  return {
    approvers,
    recordDecision: recordDecision(deps.vault),
    owners: {
      payout: payouts,
      payout_batch: payouts,
      withdrawal: heldWithdrawals(deps),
      pay_file: confirmedFiles,
      refund: askedReversals(deps),
      api_key: askedKeys,
      person: askedAccess(deps.vault),
      approval_rules: changedRules,
      operator_deed: operatorDeeds(deps.tools),
      limits: changedLimits,
    },
  }
}

import { approve, rejectApproval } from '../../resources/approvals/index.ts'
import { productionBank } from '../../tenants/index.ts'
import { operatorApprovals } from '../four-eyes.ts'
import { deed } from './deed.ts'

export interface ApprovalDecision {
  readonly approval: string
  readonly decision: 'approve' | 'reject'
  /** Why; shown to the operator who asked. */
  readonly why?: string | undefined
}

/** Approves or rejects what another operator has asked for. The last one who is needed has it carried out. */
export const decideApproval = deed({
  action: 'approvals.decide',
  needs: 'approvals.decide',
  async act(tx, { approval: id, decision, why }: ApprovalDecision, tools, by) {
    const bank = await productionBank(tx)
    const deps = operatorApprovals(tools)
    const decided =
      decision === 'approve'
        ? await approve(tx, bank, id, by, deps)
        : await rejectApproval(tx, bank, id, { by, reason: why ?? null }, deps)
    const { deed: name, description, amount_in_cents, status } = decided
    const amount = amount_in_cents === null ? {} : { amount_in_cents }
    return {
      answer: { id, status },
      subject: id,
      details: { deed: name, description, ...amount, decision, became: status },
    }
  },
})

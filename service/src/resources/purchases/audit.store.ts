import { type AuditCheck, findUnexplainedBalances } from '../../ledger/index.ts'

/**
 * Card receipts less refunds and chargebacks must equal the sum of settled charges, less the parts of them that were
 * refunded or taken. A charge that is `returned` has nothing left.
 */
const clearedBySettledCharges: AuditCheck = {
  name: 'cleared by settled charges',
  isIncremental: false,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'card_clearing', side: 'debit', text: 'card_clearing holds %s, settled charges come to %s' },
      tx`
        select tenant_id, sum(part) as total from (
          select tenant_id, total_in_cents as part from purchases where charge = 'settled'
          union all
          select refund.tenant_id, -refund.amount_in_cents from refunds refund
          join purchases purchase on purchase.tenant_id = refund.tenant_id and purchase.id = refund.purchase
          where purchase.charge = 'settled' and refund.status in ('pending', 'succeeded')
          union all
          select dispute.tenant_id, -dispute.taken_in_cents from disputes dispute
          join purchases purchase on purchase.tenant_id = dispute.tenant_id and purchase.id = dispute.purchase
          where purchase.charge = 'settled'
        ) parts group by tenant_id`,
    ),
}

export const purchaseChecks: readonly AuditCheck[] = [clearedBySettledCharges]

import { type AuditCheck, findUnexplainedBalances } from '../../ledger/index.ts'

/** Card receipts less refunds and chargebacks must equal the sum of settled charges. */
const clearedBySettledCharges: AuditCheck = {
  name: 'cleared by settled charges',
  isIncremental: false,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'card_clearing', side: 'debit', text: 'card_clearing holds %s, settled charges come to %s' },
      tx`select tenant_id, sum(total_in_cents) as total from purchases where charge = 'settled' group by tenant_id`,
    ),
}

export const purchaseChecks: readonly AuditCheck[] = [clearedBySettledCharges]

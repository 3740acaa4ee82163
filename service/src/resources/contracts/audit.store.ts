import { type AuditCheck, findUnmatchedTransfers } from '../../ledger/index.ts'

const depositsAndSplits: AuditCheck = {
  name: 'deposits and splits',
  isIncremental: false,
  run: (tx) =>
    findUnmatchedTransfers(
      tx,
      ['deposit', 'contract.split.bank', 'contract.split'],
      tx`
        select tenant_id, 'bank' as book, 'deposit' as kind, id, amount_in_cents from deposits
        union all select tenant_id, 'bank', 'contract.split.bank', id, amount_in_cents from contract_splits
        union all select tenant_id, 'tenant', 'contract.split', id, amount_in_cents from contract_splits`,
    ),
}

export const contractChecks: readonly AuditCheck[] = [depositsAndSplits]

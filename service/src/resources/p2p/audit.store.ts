import { type AuditCheck, findUnmatchedTransfers } from '../../ledger/index.ts'

const sentPayments: AuditCheck = {
  name: 'P2P payments sent',
  isIncremental: false,
  run: (tx) =>
    findUnmatchedTransfers(
      tx,
      ['p2p.sent'],
      tx`
        select tenant_id, 'bank' as book, 'p2p.sent' as kind, id, amount_in_cents from p2p_payments
        where status = 'sent'`,
    ),
}

export const p2pChecks: readonly AuditCheck[] = [sentPayments]

import { type AuditCheck, findUnexplainedBalances, findUnmatchedTransfers } from '../../ledger/index.ts'

/** `pending_withdrawals` holds exactly the amounts of the open withdrawals. */
const heldByOpenWithdrawals: AuditCheck = {
  name: 'held by open withdrawals',
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'pending_withdrawals', side: 'credit', text: 'pending_withdrawals holds %s, open withdrawals need %s' },
      tx`
        select tenant_id, sum(amount_in_cents) as total
        from withdrawals where status in ('ready', 'pending') group by tenant_id`,
    ),
}

/** Each withdrawal that left, or came back, has its transfers in both books, and each such transfer its withdrawal. */
const sentWithdrawals: AuditCheck = {
  name: 'withdrawals sent and returned',
  isIncremental: false,
  run: (tx) =>
    findUnmatchedTransfers(
      tx,
      ['withdrawal.sent', 'withdrawal.sent.bank', 'withdrawal.returned', 'withdrawal.returned.bank'],
      tx`
        select tenant_id, moved.book, moved.kind, id, amount_in_cents from withdrawals
        join (values ('sent', 'tenant', 'withdrawal.sent'), ('sent', 'bank', 'withdrawal.sent.bank'),
          ('returned', 'tenant', 'withdrawal.sent'), ('returned', 'bank', 'withdrawal.sent.bank'),
          ('returned', 'tenant', 'withdrawal.returned'), ('returned', 'bank', 'withdrawal.returned.bank')
        ) as moved (status, book, kind) using (status)`,
    ),
}

export const withdrawalChecks: readonly AuditCheck[] = [heldByOpenWithdrawals, sentWithdrawals]

import { type AuditCheck, findUnexplainedBalances, findUnmatchedTransfers } from '../../ledger/index.ts'

/** `creator_withdrawals` holds exactly the amounts of creators' open withdrawals and small deposits. */
const heldByOpen: AuditCheck = {
  name: "held by creators' open withdrawals",
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      {
        code: 'creator_withdrawals',
        side: 'credit',
        text: "creator_withdrawals holds %s, creators' open withdrawals need %s",
      },
      tx`
        select tenant_id, sum(amount_in_cents) as total
        from creator_withdrawals where status in ('ready', 'pending') group by tenant_id`,
    ),
}

/** Each that left, or came back, has its transfer, and each such transfer its withdrawal. */
const sentAndReturned: AuditCheck = {
  name: "creators' withdrawals sent and returned",
  isIncremental: false,
  run: (tx) =>
    findUnmatchedTransfers(
      tx,
      ['creator_withdrawal.sent', 'creator_withdrawal.returned'],
      tx`
        select tenant_id, 'bank' as book, moved.kind, id, amount_in_cents from creator_withdrawals
        join (values ('sent', 'creator_withdrawal.sent'), ('returned', 'creator_withdrawal.sent'),
          ('returned', 'creator_withdrawal.returned')) as moved (status, kind) using (status)`,
    ),
}

export const creatorWithdrawalChecks: readonly AuditCheck[] = [heldByOpen, sentAndReturned]

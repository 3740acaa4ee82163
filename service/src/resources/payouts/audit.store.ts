import { type AuditCheck, findUnexplainedBalances, type Mismatch } from '../../ledger/index.ts'
import { allConnections } from '../account-connections/index.ts'

/** `pending_payouts` holds exactly what the open payouts reserve: amount and fee in `ready`, the amount in `pending`. */
const heldByOpenPayouts: AuditCheck = {
  name: 'held by open payouts',
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'pending_payouts', side: 'credit', text: 'pending_payouts holds %s, open payouts need %s' },
      tx`
        select tenant_id, sum(amount_in_cents + case when status = 'ready' then fee_in_cents else 0 end) as total
        from payouts where status in ('ready', 'pending') and (due_at is not null or batch_at is not null)
        group by tenant_id`,
    ),
}

/** No foreign key holds a payout to its connection. */
const payoutsWithConnections: AuditCheck = {
  name: 'payouts with connections',
  isIncremental: false,
  async run(tx) {
    return await tx<Mismatch[]>`
      select payout.tenant_id as tenant, format('%s payouts go to connections that do not exist, the first is %s', count(*),
        min(payout.id)) as what
      from payouts payout
      left join (${allConnections(tx)}) connection
        on connection.tenant_id = payout.tenant_id and connection.id = payout.account_connection
      where connection.id is null group by payout.tenant_id`
  },
}

export const payoutChecks: readonly AuditCheck[] = [heldByOpenPayouts, payoutsWithConnections]

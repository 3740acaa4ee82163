import { type AuditCheck, findUnexplainedBalances, findUnmatchedTransfers } from '../../ledger/index.ts'
import { ARRIVAL_POSTINGS, FEE_POSTINGS, LATE_PAYOUT_POSTINGS, MOVEMENT_POSTINGS } from './postings.ts'

/** `processor` holds exactly what the transactions that are booked come to. */
const keptByProcessor: AuditCheck = {
  name: 'kept by the processor',
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'processor', side: 'debit', text: 'processor holds %s, its transactions come to %s' },
      tx`
        select tenant_id, sum(amount_in_cents - fee_in_cents) as total
        from processor_transactions where booked_as is not null group by tenant_id`,
    ),
}

/** `processor_payouts` holds the payouts under way, less the credits whose payout is not known yet. */
const payoutsUnderWay: AuditCheck = {
  name: "the processor's payouts under way",
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'processor_payouts', side: 'debit', text: 'processor_payouts holds %s, payouts under way come to %s' },
      tx`
        select tenant_id, sum(part) as total from (
          select tenant_id, -amount_in_cents as part from processor_transactions where status = 'in_transit'
          union all
          select tenant_id, -amount_in_cents from processor_arrivals where status = 'waiting'
        ) parts group by tenant_id`,
    ),
}

const MOVEMENTS = JSON.stringify(MOVEMENT_POSTINGS.map(({ event, kind }) => ({ event, kind })))
const KINDS = [...MOVEMENT_POSTINGS, ...FEE_POSTINGS, ...ARRIVAL_POSTINGS, ...LATE_PAYOUT_POSTINGS].map(
  ({ kind }) => kind,
)

/** Each movement and each credit that is booked has its transfers, of its amounts, and each such transfer its row. */
const bookedMovements: AuditCheck = {
  name: "the processor's transactions",
  isIncremental: false,
  run: (tx) =>
    findUnmatchedTransfers(
      tx,
      [...new Set(KINDS)],
      tx`
        select tenant_id, 'bank' as book, moved.kind, id, abs(amount_in_cents) as amount_in_cents
        from processor_transactions
        join json_to_recordset(${MOVEMENTS}::json) as moved (event text, kind text) on moved.event = booked_as
        where amount_in_cents <> 0
        union all
        select tenant_id, 'bank', case when fee_in_cents > 0 then 'processor.fee' else 'processor.fee_back' end, id,
          abs(fee_in_cents)
        from processor_transactions where booked_as is not null and fee_in_cents <> 0
        union all
        select tenant_id, 'bank', 'processor.payout_decided', id, -amount_in_cents
        from processor_transactions where decided_as is not null
        union all
        select tenant_id, 'bank', 'processor.arrived', id, amount_in_cents from processor_arrivals
        union all
        select tenant_id, 'bank', 'processor.arrival_decided', id, amount_in_cents from processor_arrivals
        where status = 'decided'`,
    ),
}

export const processorChecks: readonly AuditCheck[] = [keptByProcessor, payoutsUnderWay, bookedMovements]

import { type AuditCheck, findUnexplainedBalances, type Mismatch, transfersView } from '../../ledger/index.ts'
import { texts } from '../../platform/database.ts'
import { BOOKED_KINDS } from './postings.ts'

/** `incoming` of each enterprise holds exactly its credits that wait for their settlement date. */
const heldByEnterprises: AuditCheck = {
  name: 'credits that wait for their date',
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      { code: 'incoming', side: 'credit', text: 'incoming holds %s, credits that wait for their date come to %s' },
      tx`
        select owner as tenant_id, sum(amount_in_cents) as total
        from incoming_credits where owner is not null and due_at is not null group by owner`,
    ),
}

/** `creators_incoming` of each bank holds exactly the credits to its creators that wait. */
const heldByCreators: AuditCheck = {
  name: 'credits to creators that wait for their date',
  isIncremental: true,
  run: (tx) =>
    findUnexplainedBalances(
      tx,
      {
        code: 'creators_incoming',
        side: 'credit',
        text: 'creators_incoming holds %s, credits that wait for their date come to %s',
      },
      tx`
        select tenant_id, sum(amount_in_cents) as total
        from incoming_credits where creator_id is not null and due_at is not null group by tenant_id`,
    ),
}

/** Transfers of each kind of booking: what an account covers, and the rest that its owner owes, come to the booking. */
const bookings: AuditCheck = {
  name: 'bookings by hand',
  isIncremental: false,
  run: (tx) => tx<Mismatch[]>`
    with posted as (
      select tenant_id, source_id, sum(amount_in_cents) as amount from ${transfersView(tx)} transfer
      where kind = any(${texts(BOOKED_KINDS)}::text[])
      group by tenant_id, source_id
    ), booked as (
      select coalesce(owner, tenant_id) as tenant_id, id as source_id, amount_in_cents as amount
      from bank_bookings where kind <> 'credit' or owner = tenant_id
    )
    select tenant_id as tenant, format('booking %s moved %s, its transfers %s', source_id, coalesce(booked.amount, 0),
      coalesce(posted.amount, 0)) as what
    from booked full join posted using (tenant_id, source_id)
    where booked.amount is distinct from posted.amount`,
}

export const incomingChecks: readonly AuditCheck[] = [heldByEnterprises, heldByCreators, bookings]

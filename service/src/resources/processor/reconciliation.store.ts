import type { TenantId } from '../../kernel/ids.ts'
import { accountsView, transfersView } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { type RowOf, rowsOf } from '../../platform/rows.ts'
import { type BankingDate, previousBankingDay } from '../../rails/ach/calendar.ts'
import { chargedPurchases } from '../purchases/index.ts'
import type { Mark } from './store.ts'

/** A kind of movement on one banking day: what the processor's books say, and what ours have. Signed as its balance is. */
export interface MovementSums {
  readonly movement: string
  readonly entries: number
  readonly said: number
  readonly posted: number
}

/** The day's movements by kind; the fees of all of them are a line of their own. */
export async function sumMovements(sql: Queryable, bank: TenantId, day: BankingDate): Promise<MovementSums[]> {
  return sql<MovementSums[]>`
    with moved as (
      select id, movement, amount_in_cents, fee_in_cents from processor_transactions
      where tenant_id = ${bank} and day = ${day}
    ), booked as (
      select moved.id, transfer.kind in ('processor.fee', 'processor.fee_back') as is_fee,
        sum(case when transfer.debit_account = account.id then transfer.amount_in_cents
          else -transfer.amount_in_cents end) as amount
      from moved
      join ${transfersView(sql)} transfer on transfer.tenant_id = ${bank} and transfer.source_id = moved.id
      join ${accountsView(sql)} account on account.tenant_id = ${bank} and account.code = 'processor'
        and account.id in (transfer.debit_account, transfer.credit_account)
      group by moved.id, is_fee
    ), parts as (
      select movement, moved.amount_in_cents as said, coalesce(booked.amount, 0) as posted
      from moved left join booked on booked.id = moved.id and not booked.is_fee
      union all
      select 'fee', -fee_in_cents, coalesce(booked.amount, 0)
      from moved left join booked on booked.id = moved.id and booked.is_fee where fee_in_cents <> 0
    )
    select movement, count(*)::int as entries, sum(said)::bigint as said, sum(posted)::bigint as posted
    from parts group by movement order by movement`
}

/** Something on which the processor, the bank and the books do not agree. */
export interface ProcessorLine {
  /** The processor's id of the movement, the bank's of the credit, or the purchase. */
  readonly id: string
  readonly kind: string
  readonly said: number
  readonly posted: number
  readonly why: string
}

/** Movements of the day that wait for an operator. */
export async function keptOn(sql: Queryable, bank: TenantId, day: BankingDate): Promise<ProcessorLine[]> {
  return sql<ProcessorLine[]>`
    select id, category as kind, amount_in_cents as said, 0 as posted, why from processor_transactions
    where tenant_id = ${bank} and day = ${day} and status = 'kept' order by id`
}

/**
 * Payouts that should have reached the bank on this day and have not, and credits of this day that are no payout. What should
 * arrive on a day without banking arrives on the next banking day.
 */
export async function unmatchedOn(sql: Queryable, bank: TenantId, day: BankingDate): Promise<ProcessorLine[]> {
  return sql<ProcessorLine[]>`
    select id, 'payout' as kind, -amount_in_cents as said, 0 as posted, 'the bank has not credited it' as why
    from processor_transactions
    where tenant_id = ${bank} and status = 'in_transit' and arrives_on > ${previousBankingDay(day)} and arrives_on <= ${day}
    union all
    select id, 'credit', 0, amount_in_cents, 'the processor knows no payout of this amount'
    from processor_arrivals where tenant_id = ${bank} and status = 'waiting' and day = ${day}
    order by id`
}

const CHARGED = { owner: 'integer', id: 'text', total: 'bigint' } as const

/**
 * Purchases that were charged on this day and that the processor has no sale of. Read so far, its books must have them. The
 * enterprises are asked first and the bank then: on a cluster they are on several servers.
 */
export async function missingSales(
  sql: Queryable,
  bank: TenantId,
  day: BankingDate,
  { began_at, read_until }: Mark,
): Promise<ProcessorLine[]> {
  const charges = await sql<RowOf<typeof CHARGED>[]>`
    select charged.tenant_id as owner, charged.id, charged.total_in_cents as total
    from ${chargedPurchases(sql)} charged join tenants tenant on tenant.id = charged.tenant_id
    where tenant.bank_id = ${bank} and tenant.environment = 'production'
      and charged.paid_at >= (${previousBankingDay(day)}::date + 1)::timestamp at time zone 'America/New_York'
      and charged.paid_at < (${day}::date + 1)::timestamp at time zone 'America/New_York'
      and charged.paid_at >= ${began_at} and charged.paid_at < ${read_until}::timestamptz - interval '5 minutes'`
  if (charges.length === 0) return []
  return sql<ProcessorLine[]>`
    select charge.id, 'sale' as kind, 0 as said, charge.total as posted, 'the processor has no sale of it' as why
    from ${rowsOf(charges, CHARGED)} as charge
    where not exists (
      select 1 from processor_transactions sale
      where sale.tenant_id = ${bank} and sale.owner = charge.owner and sale.purchase = charge.id and sale.movement = 'sale')
    order by charge.id collate "C"`
}

export interface SaidOfPurchase {
  readonly owner: TenantId
  readonly purchase: string
  /** The sum of all its movements at the processor, before fees. */
  readonly said: number
}

/** The purchases that moved at the processor on this day, with all that the processor has ever moved for them. */
export async function saidOfPurchases(sql: Queryable, bank: TenantId, day: BankingDate): Promise<SaidOfPurchase[]> {
  return sql<SaidOfPurchase[]>`
    select moved.owner, moved.purchase, sum(moved.amount_in_cents)::bigint as said
    from processor_transactions moved
    join (
      select distinct owner, purchase from processor_transactions
      where tenant_id = ${bank} and day = ${day} and purchase is not null
    ) touched on touched.owner = moved.owner and touched.purchase = moved.purchase
    where moved.tenant_id = ${bank} and moved.booked_as is not null
    group by moved.owner, moved.purchase
    having bool_and(moved.status <> 'pending') order by moved.owner, moved.purchase`
}

/** How the processor's balance moved since it was last known, and how the transactions in its books did. */
export interface BalanceMove {
  readonly since: string
  readonly moved: number
  readonly expected: number
}

export async function balanceMove(sql: Queryable, bank: TenantId, day: BankingDate): Promise<BalanceMove | undefined> {
  const [row] = await sql<BalanceMove[]>`
    select before.day as since, now.balance_in_cents - before.balance_in_cents as moved,
      now.transactions_in_cents - before.transactions_in_cents as expected
    from processor_balances now
    cross join lateral (
      select day, balance_in_cents, transactions_in_cents from processor_balances
      where tenant_id = ${bank} and day < ${day} order by day desc limit 1
    ) before
    where now.tenant_id = ${bank} and now.day = ${day}`
  return row
}

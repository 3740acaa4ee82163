import type { TenantId } from '../kernel/ids.ts'
import type { Database, Queryable } from '../platform/database.ts'
import type { AccountCode } from './chart.ts'

const LOCK = 7_461_012

/**
 * Adds the transfers since each account's mark to the sums of their days. The transfers of one account are committed in
 * the order of their sequence, because posting one needs the account's lock; so every transfer up to the mark is counted.
 */
export async function rollUpDays(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [turn] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as mine`
    if (!turn?.mine) return
    await tx.liftTimeLimits()
    await tx`
      with moved as materialized (
        select account.tenant_id, account.id, coalesce(mark.sequence, 0) as since, coalesce(mark.total, 0) as total
        from ledger_accounts account
        left join ledger_day_marks mark on mark.tenant_id = account.tenant_id and mark.account_id = account.id
        where account.code not like 'creator:%' and account.debits + account.credits <> coalesce(mark.total, 0)
      ), sums as materialized (
        select tenant_id, id, day, kind, sum(debit) as debits, sum(credit) as credits, count(*) as transfers,
          min(sequence) as first_sequence, max(sequence) as last_sequence
        from (
          select moved.tenant_id, moved.id, (new.at at time zone 'UTC')::date as day, new.kind, new.sequence,
            new.amount_in_cents as debit, 0::bigint as credit
          from moved join ledger_transfers new
            on new.tenant_id = moved.tenant_id and new.debit_account = moved.id and new.sequence > moved.since
          union all
          select moved.tenant_id, moved.id, (new.at at time zone 'UTC')::date, new.kind, new.sequence, 0, new.amount_in_cents
          from moved join ledger_transfers new
            on new.tenant_id = moved.tenant_id and new.credit_account = moved.id and new.sequence > moved.since
        ) line
        group by tenant_id, id, day, kind
      ), kept as (
        insert into ledger_days as known
          (tenant_id, account_id, day, kind, debits, credits, transfers, first_sequence, last_sequence)
        select tenant_id, id, day, kind, debits, credits, transfers, first_sequence, last_sequence from sums
        on conflict (tenant_id, account_id, day, kind) do update
        set debits = known.debits + excluded.debits, credits = known.credits + excluded.credits,
          transfers = known.transfers + excluded.transfers,
          first_sequence = least(known.first_sequence, excluded.first_sequence),
          last_sequence = greatest(known.last_sequence, excluded.last_sequence)
      )
      insert into ledger_day_marks (tenant_id, account_id, sequence, total)
      select moved.tenant_id, moved.id, max(sums.last_sequence), moved.total + sum(sums.debits + sums.credits)
      from moved join sums on sums.tenant_id = moved.tenant_id and sums.id = moved.id
      group by moved.tenant_id, moved.id, moved.total
      on conflict (tenant_id, account_id) do update set sequence = excluded.sequence, total = excluded.total`
  })
}

/** The debits and credits of an account on one day, by kind. */
export interface DaySum {
  readonly code: AccountCode
  /** `2026-11-15`, UTC. */
  readonly day: string
  readonly kind: string
  readonly debits: number
  readonly credits: number
}

/** The sums of these accounts since that day: days that are rolled up, and the transfers after their marks. */
export async function readDaySums(
  sql: Queryable,
  tenant: TenantId,
  codes: readonly AccountCode[],
  since: string,
): Promise<DaySum[]> {
  return await sql<DaySum[]>`
    with account as materialized (
      select account.id, account.code, coalesce(mark.sequence, 0) as marked
      from ledger_accounts account
      left join ledger_day_marks mark on mark.tenant_id = account.tenant_id and mark.account_id = account.id
      where account.tenant_id = ${tenant} and account.code = any(${[...codes]}::text[])
    )
    select code, to_char(day, 'YYYY-MM-DD') as day, kind, sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from (
      select account.code, known.day, known.kind, known.debits, known.credits
      from account join ledger_days known on known.tenant_id = ${tenant} and known.account_id = account.id
      where known.day >= ${since}::date
      union all
      select account.code, (new.at at time zone 'UTC')::date, new.kind, new.amount_in_cents, 0
      from account cross join lateral (
        select at, kind, amount_in_cents from ledger_transfers
        where tenant_id = ${tenant} and debit_account = account.id and sequence > account.marked
      ) new where new.at >= ${since}::date
      union all
      select account.code, (new.at at time zone 'UTC')::date, new.kind, 0, new.amount_in_cents
      from account cross join lateral (
        select at, kind, amount_in_cents from ledger_transfers
        where tenant_id = ${tenant} and credit_account = account.id and sequence > account.marked
      ) new where new.at >= ${since}::date
    ) moved
    group by code, day, kind order by code, day, kind`
}

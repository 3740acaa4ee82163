import { auditEverything } from '../../service/src/app/audit.ts'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import { rollUpDays } from '../../service/src/ledger/index.ts'
import type { Database, Tx } from '../../service/src/platform/database.ts'
import { vacuum } from './seed.ts'

const DAYS = 60

/**
 * A sandbox in which so many payouts have been made over sixty days, with their events and every transfer of theirs:
 * of a hundred, 97 were sent, one failed, one was canceled and one is still unclaimed. The books agree.
 */
export async function seedBooks(
  database: Database,
  tenant: TenantId,
  payouts: number,
  connections: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.liftTimeLimits()
    await tx`set local work_mem = '256MB'`
    await insertPayouts(tx, tenant, payouts, connections)
    await insertTransfers(tx, tenant)
    await addTotals(tx, tenant)
    await insertEvents(tx, tenant)
  })
  for (const table of ['payouts', 'ledger_transfers', 'events', 'ledger_accounts', 'account_connections'])
    await vacuum(database, table)
  // As the worker does every few seconds.
  await rollUpDays(database)
  const wrong = await auditEverything(database)
  if (wrong.length > 0) throw new Error(`the seeded books do not agree: ${JSON.stringify(wrong.slice(0, 3))}`)
}

async function insertPayouts(tx: Tx, tenant: TenantId, payouts: number, connections: number): Promise<void> {
  await tx`
    insert into payouts (tenant_id, id, position, account_connection, status, type, amount_in_cents, fee_in_cents,
      description, date, destination, creator_id, due_at, activity, created_at, updated_at)
    select ${tenant}, 'pay_seed' || lpad(n::text, 22, '0'), n, 'acon_bench' || lpad((n % ${connections})::text, 20, '0'),
      status, case when status = 'ready' then 'unclaimed' else 'direct' end, 100 + n % 1000,
      case when status = 'ready' then 25 else 0 end, 'Payment no. ' || n, made, 'Tributary account ••••0000',
      case when status = 'ready' then null else 'cre_bench' || lpad((n % ${connections})::text, 20, '0') end,
      case when status = 'ready' then clock_timestamp() + interval '20 days' end,
      format('[{"entry":"Created","date":"%1$s","type":"status_change","status":"created"},{"entry":"Ready","date":"%1$s","type":"status_change","status":"ready"}]',
        to_char(made, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::json, made, made
    from (
      select n, (array['ready', 'error', 'canceled'])[1 + n % 100] as rare,
        coalesce((array['ready', 'error', 'canceled'])[1 + n % 100], 'sent') as status,
        date_trunc('milliseconds', clock.now - (${payouts} - n) * (interval '1 day' * ${DAYS} / ${payouts})) as made
      from generate_series(1, ${payouts}) n, (select now() as now) clock
    ) new`
  await tx`
    insert into counters (tenant_id, kind, value) values (${tenant}, 'payout', ${payouts})
    on conflict (tenant_id, kind) do update set value = excluded.value`
}

/** What each state has moved, in the order of time; and the money that it came from. */
async function insertTransfers(tx: Tx, tenant: TenantId): Promise<void> {
  const account = (code: string) => tx`(select id from ledger_accounts where tenant_id = ${tenant} and code = ${code})`
  await tx`
    insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
    select ${tenant}, 'fun_seed', 'top_up', ${account('funding')}, ${account('operating')},
      sum(amount_in_cents + fee_in_cents), min(created_at)
    from payouts where tenant_id = ${tenant}`
  await tx`
    insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
    select ${tenant}, payout.id, step.kind, step.debit, coalesce(step.credit, creator.id),
      payout.amount_in_cents + payout.fee_in_cents, payout.created_at
    from payouts payout
    join (values
      (1, 'payout.hold', ${account('operating')}, ${account('pending_payouts')}, array['ready', 'sent', 'error', 'canceled']),
      (2, 'payout.sent', ${account('pending_payouts')}, ${account('due_to_bank')}, array['sent']),
      (3, 'payout.sent.bank', ${account(`due_from:${tenant}`)}, null, array['sent']),
      (2, 'payout.failed', ${account('pending_payouts')}, ${account('operating')}, array['error']),
      (2, 'payout.released', ${account('pending_payouts')}, ${account('operating')}, array['canceled'])
    ) step (nth, kind, debit, credit, statuses) on payout.status = any(step.statuses)
    left join ledger_accounts creator on creator.tenant_id = ${tenant} and creator.code = 'creator:' || payout.creator_id
    where payout.tenant_id = ${tenant}
    order by payout.position, step.nth`
}

async function addTotals(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`
    update ledger_accounts account set debits = moved.debits, credits = moved.credits
    from (
      select id, sum(debit)::bigint as debits, sum(credit)::bigint as credits from (
        select debit_account as id, amount_in_cents as debit, 0 as credit from ledger_transfers where tenant_id = ${tenant}
        union all
        select credit_account, 0, amount_in_cents from ledger_transfers where tenant_id = ${tenant}
      ) side group by id
    ) moved
    where account.tenant_id = ${tenant} and account.id = moved.id`
}

async function insertEvents(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`
    insert into events (tenant_id, position, id, type, resource, at, recorded_at)
    select ${tenant}, position, 'evt' || substr(id, 4), 'payout.update', id, created_at, created_at
    from payouts where tenant_id = ${tenant}`
  await tx`
    insert into counters (tenant_id, kind, value)
    select ${tenant}, 'event', value from counters where tenant_id = ${tenant} and kind = 'payout'
    on conflict (tenant_id, kind) do update set value = excluded.value`
}

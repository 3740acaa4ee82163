import type { Id, TenantId } from '../../service/src/kernel/ids.ts'
import { cents } from '../../service/src/kernel/money.ts'
import { creatorAccount, post } from '../../service/src/ledger/index.ts'
import type { Database } from '../../service/src/platform/database.ts'

export const connectionId = (nth: number): string => `acon_bench${String(nth).padStart(20, '0')}`

export async function demoTenant(database: Database): Promise<TenantId> {
  const [row] = await database.sql<{ id: TenantId }[]>`
    select tenants.id from tenants join enterprises on enterprises.id = enterprise_id
    where environment = 'sandbox' and name = 'Demo Enterprise'`
  return (row as { id: TenantId }).id
}

/** Active `direct` connections, each with a creator and an account. */
export async function seedConnections(
  database: Database,
  tenant: TenantId,
  count: number,
  { isAnalyzed = true } = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.liftTimeLimits()
    await tx`
      insert into creators (tenant_id, id, email, first_name, last_name, account_number, created_at)
      select ${tenant}, 'cre_bench' || lpad(n::text, 20, '0'), n || '@example.com', 'Bench', 'Creator', (100000000000 + n)::text, now()
      from generate_series(0, ${count - 1}) n`
    await tx`
      insert into ledger_accounts (tenant_id, code, guarded)
      select ${tenant}, 'creator:cre_bench' || lpad(n::text, 20, '0'), true from generate_series(0, ${count - 1}) n`
    await tx`
      insert into account_connections (tenant_id, id, position, status, type, first_name, last_name, email,
        requested_permissions, credit_granted, verification_prompt, verification_answer_digest, destination, creator_id,
        created_at, updated_at)
      select ${tenant}, 'acon_bench' || lpad(n::text, 20, '0'), n + 1, 'active', 'direct', 'Bench', 'Creator',
        n || '@example.com', '{payment.credit}', true, 'none', '\\x00', 'Tributary account ••••0000',
        'cre_bench' || lpad(n::text, 20, '0'), now(), now()
      from generate_series(0, ${count - 1}) n`
    await tx`
      insert into counters (tenant_id, kind, value) values (${tenant}, 'account_connection', ${count})
      on conflict (tenant_id, kind) do update set value = excluded.value`
  })
  if (isAnalyzed) await database.sql`analyze`
}

/** As PostgreSQL itself does within a minute; of ten million rows it takes longer than a statement may. */
export async function vacuum({ reserve }: Database, table = ''): Promise<void> {
  await reserve(async (connection) => {
    await connection.liftTimeLimits()
    await connection.unsafe(`vacuum analyze ${table}`)
  })
}

/** Payout rows only, for reading: nothing moved for them. */
export async function seedPayouts(
  database: Database,
  tenant: TenantId,
  count: number,
  connections: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.liftTimeLimits()
    await tx`
      insert into payouts (tenant_id, id, position, account_connection, status, type, amount_in_cents, fee_in_cents,
        description, date, destination, activity, created_at, updated_at)
      select ${tenant}, 'pay_seed' || lpad(n::text, 22, '0'), n, 'acon_bench' || lpad((n % ${connections})::text, 20, '0'),
        'sent', 'direct', 100 + n % 1000, 0, 'Payment from Demo Enterprise', now(), 'Tributary account ••••0000',
        '[{"entry":"Created","date":"2026-01-01T00:00:00.000Z","type":"status_change","status":"created"}]', now(), now()
      from generate_series(1, ${count}) n`
    await tx`
      insert into counters (tenant_id, kind, value) values (${tenant}, 'payout', ${count})
      on conflict (tenant_id, kind) do update set value = excluded.value`
  })
  await vacuum(database, 'payouts')
}

/** Enough for every payout of a run, when not told how often. */
export async function fund(base: string, authorization: string, times = 20): Promise<void> {
  for (let i = 0; i < times; i++) {
    await fetch(`${base}/sandbox/funding`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ amount_in_cents: 9_999_999_999 }),
    })
  }
}

/** The seeded connections may also be debited, and each creator has a mobile number and funds. */
export async function letPayEachOther(database: Database, tenant: TenantId, count: number): Promise<void> {
  const creatorId = (nth: number) => `cre_bench${String(nth).padStart(20, '0')}` as Id<'creator'>
  await database.transaction(async (tx) => {
    await tx`update account_connections set debit_granted = true where tenant_id = ${tenant}`
    await tx`update creators set mobile = '+1555' || right(account_number, 7) where tenant_id = ${tenant}`
    const at = new Date()
    const opening = Array.from({ length: count }, (_, nth) => ({
      sourceId: creatorId(nth),
      kind: 'opening',
      debit: 'funding' as const,
      credit: creatorAccount(creatorId(nth)),
      amount: cents(1_000_000_000),
      at,
    }))
    await post(tx, tenant, opening)
  })
}

export const buyerId = (nth: number): string => `buy_bench${String(nth).padStart(20, '0')}`

/** Buyers, each with a card of the sandbox's network. */
export async function seedBuyers(database: Database, tenant: TenantId, count: number): Promise<void> {
  await database.sql`
    insert into buyers (tenant_id, id, position, first_name, card_token, card_brand, card_last_four, card_expiration_month,
      card_expiration_year, created_at, updated_at)
    select ${tenant}, 'buy_bench' || lpad(n::text, 20, '0'), n + 1, 'Bench', 'card_approved_bench', 'VISA', '4242', 12, 2040,
      now(), now()
    from generate_series(0, ${count - 1}) n`
  await database.sql`
    insert into counters (tenant_id, kind, value) values (${tenant}, 'buyer', ${count})
    on conflict (tenant_id, kind) do update set value = excluded.value`
  await database.sql`analyze buyers`
}

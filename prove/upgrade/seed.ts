import type { Database } from '../../service/src/platform/database.ts'

/**
 * Fills the tables that grow with the business, for a tenant without an enterprise. Payouts are `sent` and transfers are
 * between accounts that do not exist: nothing is due, and no balance is touched.
 */
export async function seedRows({ sql }: Database, rows: number): Promise<void> {
  await sql.unsafe(`
    set statement_timeout = 0;
    insert into tenants (id, environment, bank_id) overriding system value values (1000000, 'sandbox', 1000000);
    insert into payouts (tenant_id, id, position, account_connection, status, type, amount_in_cents, fee_in_cents,
        description, date, activity, created_at, updated_at)
      select 1000000, 'po_' || n, n, 'ac_' || n % 1000, 'sent', 'direct', 1 + n % 10000, 0,
        'Seeded', now(), '[]', now(), now() from generate_series(1, ${rows}) n;
    insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
      select 1000000, 'po_' || n, 'payout.hold', 1, 2, 1 + n % 10000, now() from generate_series(1, ${rows}) n;
    insert into idempotency_answers (tenant_id, scope, key, fingerprint, status, body)
      select 1000000, 'POST /payout', 'k' || n, '', 201, '{}' from generate_series(1, ${rows}) n;
    analyze payouts, ledger_transfers, idempotency_answers;
    reset statement_timeout`)
}

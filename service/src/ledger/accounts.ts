import type { TenantId } from '../kernel/ids.ts'
import type { Tx } from '../platform/database.ts'
import { type AccountCode, BANK_ACCOUNTS, TENANT_ACCOUNTS } from './chart.ts'

interface NewAccount {
  readonly code: AccountCode
  readonly guarded: boolean
}

const rows = (chart: Record<string, { guarded: boolean }>): NewAccount[] =>
  Object.entries(chart).map(([code, { guarded }]) => ({ code: code as AccountCode, guarded }))

/** Opens a tenant's book, and what its bank's book needs to mirror it. */
export async function openBook(tx: Tx, tenant: TenantId, bank: TenantId): Promise<void> {
  await openAccounts(tx, tenant, rows(TENANT_ACCOUNTS))
  await openAccounts(tx, bank, [...rows(BANK_ACCOUNTS), { code: `due_from:${tenant}`, guarded: false }])
}

async function openAccounts(tx: Tx, tenant: TenantId, accounts: readonly NewAccount[]): Promise<void> {
  await tx`
    insert into ledger_accounts (tenant_id, code, guarded)
    select ${tenant}, code, guarded
    from unnest(${accounts.map((account) => account.code)}::text[], ${tx.array(accounts.map((account) => account.guarded))}::boolean[])
      as new (code, guarded)
    on conflict (tenant_id, code) do nothing`
}

import type { Id, TenantId } from '../kernel/ids.ts'
import { type Cents, cents } from '../kernel/money.ts'
import { type Tx, texts } from '../platform/database.ts'
import { rowsOf } from '../platform/rows.ts'
import { type AccountCode, BANK_ACCOUNTS, creatorAccount, dueFrom, TENANT_ACCOUNTS } from './chart.ts'

interface NewAccount {
  readonly code: AccountCode
  readonly guarded: boolean
}

const rows = (chart: Record<string, { guarded: boolean }>): NewAccount[] =>
  Object.entries(chart).map(([code, { guarded }]) => ({ code: code as AccountCode, guarded }))

/** Opens the accounts of a tenant's book, and the account of its bank's book that mirrors it. */
export async function openBook(tx: Tx, tenant: TenantId, bank: TenantId): Promise<void> {
  await openAccounts(tx, tenant, rows(TENANT_ACCOUNTS))
  await openAccounts(tx, bank, [...rows(BANK_ACCOUNTS), { code: dueFrom(tenant), guarded: false }])
}

/** A creator's account cannot be overdrawn. */
export async function openCreatorAccount(tx: Tx, bank: TenantId, creator: Id<'creator'>): Promise<void> {
  await openAccounts(tx, bank, [{ code: creatorAccount(creator), guarded: true }])
}

async function openAccounts(tx: Tx, tenant: TenantId, accounts: readonly NewAccount[]): Promise<void> {
  await tx`
    insert into ledger_accounts (tenant_id, code, guarded)
    select ${tenant}, code, guarded from ${rowsOf(accounts, { code: 'text', guarded: 'boolean' })} as new
    on conflict (tenant_id, code) do nothing`
}

/** Accounts that this transaction has locked, with the balance of each. */
export type LockedAccounts = ReadonlyMap<AccountCode, { readonly id: number; readonly balance: Cents }>

/**
 * Locks accounts of one book, in the order every transaction takes them. The ids are found first: a query by code that
 * also sorts by id makes the planner walk through all accounts of the book.
 */
export async function lockAccounts(tx: Tx, tenant: TenantId, codes: readonly AccountCode[]): Promise<LockedAccounts> {
  const rows = await tx<{ id: number; code: AccountCode; balance: number }[]>`
    with wanted as materialized (
      select id from ledger_accounts where tenant_id = ${tenant} and code = any(${texts(codes)}::text[])
    )
    select id, code, credits - debits as balance from ledger_accounts
    where tenant_id = ${tenant} and id = any(array(select id from wanted))
    order by id for no key update`
  return new Map(rows.map(({ id, code, balance }) => [code, { id, balance: cents(balance) }]))
}

/**
 * The lock of all payouts of a tenant. A transaction that creates, changes or moves a payout, or changes whether or where
 * one may go, takes it first.
 */
export const lockPayoutAccounts = (tx: Tx, tenant: TenantId): Promise<LockedAccounts> =>
  lockAccounts(tx, tenant, ['operating', 'pending_payouts', 'fees_payable'])

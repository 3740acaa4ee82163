import type { Id, TenantId } from '../kernel/ids.ts'
import { type Cents, cents } from '../kernel/money.ts'
import { plain, type Statement, type Tx, texts } from '../platform/database.ts'
import { rowsOf } from '../platform/rows.ts'
import {
  type AccountCode,
  BANK_ACCOUNTS,
  creatorAccount,
  creatorReceivable,
  dueFrom,
  PROCESSOR_ACCOUNTS,
  TENANT_ACCOUNTS,
} from './chart.ts'

interface NewAccount {
  readonly code: AccountCode
  readonly guarded: boolean
}

const rows = (chart: Record<string, { guarded: boolean }>): NewAccount[] =>
  Object.entries(chart).map(([code, { guarded }]) => ({ code: code as AccountCode, guarded }))

/** Opens the accounts of a tenant's book, and the account of its bank's book that mirrors it. */
export async function openBook(tx: Tx, tenant: TenantId, bank: TenantId): Promise<void> {
  await insertAccounts(tx, tenant, rows(TENANT_ACCOUNTS))
  await insertAccounts(tx, bank, [...rows(BANK_ACCOUNTS), { code: dueFrom(tenant), guarded: false }])
}

/** A creator's account cannot be overdrawn. False when it was opened before, and closed meanwhile. */
export async function openCreatorAccount(tx: Tx, bank: TenantId, creator: Id<'creator'>): Promise<boolean> {
  return (await insertAccounts(tx, bank, [{ code: creatorAccount(creator), guarded: true }])) > 0
}

/** A creator's debt to the bank; it exists from the first one on. */
export async function openCreatorReceivable(tx: Tx, bank: TenantId, creator: Id<'creator'>): Promise<void> {
  await insertAccounts(tx, bank, [{ code: creatorReceivable(creator), guarded: false }])
}

const OPENED = { ...TENANT_ACCOUNTS, ...BANK_ACCOUNTS }

/** Opens accounts that a book may lack because an earlier version has opened it. */
export async function openAccounts(tx: Tx, tenant: TenantId, codes: readonly (keyof typeof OPENED)[]): Promise<void> {
  await insertAccounts(
    tx,
    tenant,
    codes.map((code) => ({ code, guarded: OPENED[code].guarded })),
  )
}

/** Opens the accounts that the card processor's books are kept in. */
export async function openProcessorAccounts(tx: Tx, bank: TenantId): Promise<void> {
  await insertAccounts(tx, bank, rows(PROCESSOR_ACCOUNTS))
}

/** How many of them did not exist. */
async function insertAccounts(tx: Tx, tenant: TenantId, accounts: readonly NewAccount[]): Promise<number> {
  const inserted = await tx`
    insert into ledger_accounts (tenant_id, code, guarded)
    select ${tenant}, code, guarded from ${rowsOf(accounts, { code: 'text', guarded: 'boolean' })} as new
    on conflict (tenant_id, code) do nothing returning code`
  return inserted.count
}

/** Accounts that this transaction has locked, with the balance of each. */
export type LockedAccounts = ReadonlyMap<AccountCode, { readonly id: number; readonly balance: Cents }>

/**
 * Locks accounts of one book, in the order every transaction takes them: what an enterprise owes its bank first, so that who
 * holds it need fear no other sending of that enterprise, then by id. Sorted by a sum: by the id itself, the planner would
 * walk through all accounts of the book in the order of its index.
 */
export async function lockAccounts(tx: Tx, tenant: TenantId, codes: readonly AccountCode[]): Promise<LockedAccounts> {
  const rows = await tx<{ id: number; code: AccountCode; balance: number }[]>`
    select id, code, credits - debits as balance from ledger_accounts
    where tenant_id = ${tenant} and code = any(${texts(codes)}::text[])
    order by not starts_with(code, 'due_from:'), id + 0 for no key update`
  return byCode(rows)
}

const byCode = (rows: readonly { id: number; code: AccountCode; balance: number }[]): LockedAccounts =>
  new Map(rows.map(({ id, code, balance }) => [code, { id, balance: cents(balance) }]))

/**
 * The lock of a tenant's payouts. A transaction that creates or changes a payout, or changes whether or where one may go,
 * takes it first. Only the sending of payouts does without: it neither debits nor credits `operating`, and holds the rows
 * of its payouts instead.
 */
export async function lockOperating(tx: Tx, tenant: TenantId): Promise<LockedAccounts> {
  const rows = await tx<{ id: number; code: AccountCode; balance: number }[]>`
    select id, code, credits - debits as balance from ledger_accounts
    where tenant_id = ${tenant} and code = 'operating' for no key update`
  return byCode(rows)
}

/** The ids of accounts, which never change. */
export type AccountIds = ReadonlyMap<AccountCode, number>

/** Locks nothing: for a transaction that reads first and locks these accounts with its writes. */
export async function findAccountIds(tx: Tx, tenant: TenantId, codes: readonly AccountCode[]): Promise<AccountIds> {
  const rows = await tx<{ id: number; code: AccountCode }[]>`
    select id, code from ledger_accounts where tenant_id = ${tenant} and code = any(${texts(codes)}::text[])`
  return new Map(rows.map(({ id, code }) => [code, id]))
}

const TENANTS_MAX = 10_000

/** The ids of these accounts of each tenant, asked for once: they never change, and no account is ever closed. */
export function rememberAccountIds(
  codes: readonly AccountCode[],
): (tx: Tx, tenant: TenantId) => Promise<AccountIds> | AccountIds {
  const known = new Map<TenantId, AccountIds>()
  return (tx, tenant) => {
    const found = known.get(tenant)
    if (found) return found
    return findAccountIds(tx, tenant, codes).then((ids) => {
      if (known.size >= TENANTS_MAX) known.clear()
      if (ids.size === codes.length) known.set(tenant, ids)
      return ids
    })
  }
}

/**
 * Whether any creator of this bank ever owed it something. Their accounts stand together in the index, so this costs one look
 * where asking for each creator's costs one each.
 */
export async function hasReceivables(tx: Tx, bank: TenantId): Promise<boolean> {
  const rows = await tx`
    select 1 from ledger_accounts where tenant_id = ${bank} and code >= 'receivable:' and code < 'receivable;' limit 1`
  return rows.length > 0
}

/** Locks accounts by their ids, in the order given. */
export const lockAccountsStatement = (tx: Tx, tenant: TenantId, ids: readonly number[]): Statement => tx`
  select from ledger_accounts where tenant_id = ${tenant} and id = any(${plain(ids)}::bigint[])
  order by array_position(${plain(ids)}::bigint[], id) for no key update`

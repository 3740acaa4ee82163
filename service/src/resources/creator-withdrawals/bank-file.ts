import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Sendable, Unsendable } from '../../rails/ach/port.ts'
import { readTenant } from '../../tenants/index.ts'
import { fail } from '../withdrawals/index.ts'
import type { CreatorWithdrawal } from './model.ts'
import { CREATOR_BOOKS } from './postings.ts'
import { applyWithdrawals, type CreatorWithdrawalDeps, openBankAccount } from './settle.ts'
import { lockBankAccounts, lockForFile, lockWithdrawal } from './store.ts'

/** The withdrawals and small deposits that may leave by then, locked until the transaction ends. */
export async function takeForFile(
  tx: Tx,
  { tenant: bank, until, limit }: { readonly tenant: TenantId; readonly until: Date; readonly limit: number },
  deps: CreatorWithdrawalDeps,
): Promise<(Sendable | Unsendable)[]> {
  const rows = await lockForFile(tx, bank, until, limit)
  const accounts = await lockBankAccounts(tx, bank, [...new Set(rows.map((row) => row.bank_account))])
  return rows.map(({ id, amount_in_cents: amount, bank_account }) => ({
    id,
    amount,
    ...openBankAccount(bank, accounts.get(bank_account), deps),
  }))
}

/** Fails those that no file can carry: the money goes back. */
export async function failUnsendable(
  tx: Tx,
  bank: TenantId,
  refused: readonly Unsendable[],
  deps: CreatorWithdrawalDeps,
): Promise<void> {
  if (refused.length === 0) return
  const { now } = await readTenant(tx, bank)
  for (const { id, failure } of refused) {
    const withdrawal = (await lockWithdrawal(tx, bank, id)) as CreatorWithdrawal
    await applyWithdrawals(tx, bank, [fail(withdrawal, CREATOR_BOOKS, failure, now)], deps)
  }
}

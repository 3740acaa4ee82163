import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Sendable, Unsendable } from '../../rails/ach/port.ts'
import { readTenant } from '../../tenants/index.ts'
import { openAccount } from './bank-account.ts'
import { dueFromFile, findForFile } from './bank-file.store.ts'
import type { Withdrawal } from './model.ts'
import { booksOf } from './postings.ts'
import { applyWithdrawals, type WithdrawalDeps } from './settle.ts'
import { lockWithdrawal } from './store.ts'
import { fail } from './transition.ts'

/** The withdrawals of a tenant that may leave by then, at most `limit`, locked until the transaction ends. */
export async function takeWithdrawalsForFile(
  tx: Tx,
  { tenant, until, limit }: { readonly tenant: TenantId; readonly until: Date; readonly limit: number },
  deps: WithdrawalDeps,
): Promise<(Sendable | Unsendable)[]> {
  await lockOperating(tx, tenant)
  const { environment } = await readTenant(tx, tenant)
  const account = await openAccount(tx, tenant, deps.ach[environment], deps)
  const rows = await findForFile(tx, tenant, until, limit)
  return rows.map(({ id, amount_in_cents: amount }) => ({ id, amount, ...account }))
}

/** Fails withdrawals that no file can carry: the reason stands in their activity, the money goes back. */
export async function failUnsendableWithdrawals(
  tx: Tx,
  tenant: TenantId,
  refused: readonly Unsendable[],
  deps: WithdrawalDeps,
): Promise<void> {
  if (refused.length === 0) return
  const settings = await readTenant(tx, tenant)
  for (const { id, failure } of refused) {
    const withdrawal = (await lockWithdrawal(tx, tenant, id)) as Withdrawal
    await applyWithdrawals(tx, tenant, settings, [fail(withdrawal, booksOf(tenant), failure, settings.now)], deps)
  }
}

/** The bank has the file: its withdrawals are `sent` as of then, by the sweep that does what is due. */
export async function deliverWithdrawals(tx: Tx, tenant: TenantId, file: string, at: Date): Promise<void> {
  await lockOperating(tx, tenant)
  await dueFromFile(tx, tenant, file, at)
}

import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readTenant } from '../../tenants/index.ts'
import { carryOut } from './carry-out.ts'
import type { Payout } from './model.ts'
import { lockPayoutAccounts, openBankAccounts, type PayoutDeps } from './settle.ts'
import { dueFromFile, findForFile, findPayout } from './store.ts'
import { fail } from './transition.ts'

/** A payout that may leave now, and where it goes. */
export interface Leaving {
  readonly payout: Payout
  readonly bank: BankAccount
}

/** One that cannot, and why. */
export interface Unsendable {
  readonly payout: Payout
  readonly why: string
}

/** The payouts of a tenant that may leave by then, held until the transaction ends. */
export async function takeForFile(
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
  deps: PayoutDeps,
): Promise<(Leaving | Unsendable)[]> {
  await lockPayoutAccounts(tx, tenant)
  const payouts = await findForFile(tx, tenant, until, limit)
  const banks = await openBankAccounts(tx, tenant, payouts, deps)
  return payouts.map((payout) => {
    const bank = banks.get(payout.account_connection)
    if (bank === undefined) return { payout, why: 'the account connection has no bank account' }
    if (bank === 'unreadable') return { payout, why: 'the bank account on record cannot be read' }
    return { payout, bank }
  })
}

/** What no file can carry fails, with the reason in its log and the money back. */
export async function failUnsendable(
  tx: Tx,
  tenant: TenantId,
  refused: readonly Unsendable[],
  { vault }: PayoutDeps,
): Promise<void> {
  if (refused.length === 0) return
  const facts = await readTenant(tx, tenant)
  const transitions = refused.map(({ payout, why }) => fail(payout, tenant, `Failed: ${why}`, facts.now))
  await carryOut(tx, tenant, facts, transitions, vault)
}

/** The bank has the file: its payouts are `sent` as of then, by the sweep that does what is due. */
export async function deliverFile(tx: Tx, tenant: TenantId, file: string, at: Date): Promise<void> {
  await lockPayoutAccounts(tx, tenant)
  await dueFromFile(tx, tenant, file, at)
}

/** Which connection a payout of ours went to. */
export async function connectionOfPayout(tx: Tx, tenant: TenantId, id: string): Promise<string> {
  const payout = await findPayout(tx, tenant, id)
  if (!payout) throw new Error(`there is no payout ${id}`)
  return payout.account_connection
}

import type { Failure } from '../../kernel/failure.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Sendable, Unsendable } from '../../rails/ach/port.ts'
import { readTenant } from '../../tenants/index.ts'
import { findBankAccounts, findBusinesses, suspendBankAccount } from '../account-connections/index.ts'
import type { FailureCode } from './model.ts'
import { applyPayouts, openBankAccount, type PayoutDeps } from './settle.ts'
import { dueFromFile, findForFile, findPayout, lockPayouts } from './store.ts'
import { delay, fail } from './transition.ts'

/** The payouts of a tenant that may leave by then, at most `limit`. The lock of the tenant's payouts keeps them until the transaction ends. */
export async function takeForFile(
  tx: Tx,
  { tenant, until, limit }: { readonly tenant: TenantId; readonly until: Date; readonly limit: number },
  deps: PayoutDeps,
): Promise<(Sendable | Unsendable)[]> {
  await lockOperating(tx, tenant)
  const rows = await findForFile(tx, tenant, until, limit)
  const connections = [...new Set(rows.map((row) => row.account_connection))]
  const accounts = await findBankAccounts(tx, tenant, connections)
  const businesses = await findBusinesses(tx, tenant, connections)
  return rows.map(({ id, account_connection, amount_in_cents: amount, description }) => {
    const sealed = accounts.get(account_connection)
    if (sealed === undefined) return { id, failure: { code: 'bank_account_missing' } }
    if (sealed === 'suspended') return { id, failure: { code: 'bank_account_suspended' } }
    const bank = openBankAccount(tenant, account_connection, sealed, deps)
    return bank === 'unreadable'
      ? { id, failure: { code: 'bank_account_unreadable' } }
      : { id, amount, bank, isBusiness: businesses.has(account_connection), description }
  })
}

/** Fails payouts that no file can carry: the reason stands in their activity, the money goes back. */
export async function failUnsendable(
  tx: Tx,
  tenant: TenantId,
  refused: readonly Unsendable[],
  deps: PayoutDeps,
): Promise<void> {
  if (refused.length === 0) return
  const settings = await readTenant(tx, tenant)
  const failures = new Map<string, Failure<FailureCode>>(refused.map(({ id, failure }) => [id, failure]))
  const payouts = await lockPayouts(tx, tenant, [...failures.keys()])
  const transitions = payouts.map((payout) =>
    fail(payout, tenant, failures.get(payout.id) ?? { code: 'payment_failed' }, settings.now),
  )
  await applyPayouts(tx, tenant, settings, transitions, deps)
}

/** Payouts whose bank accounts are not clear yet leave with the first batch after that. Needs the lock of the tenant's payouts. */
export async function postponeForFile(
  tx: Tx,
  tenant: TenantId,
  waiting: readonly { readonly id: string; readonly until: Date }[],
  deps: PayoutDeps,
): Promise<void> {
  if (waiting.length === 0) return
  const settings = await readTenant(tx, tenant)
  const untils = new Map(waiting.map(({ id, until }) => [id, until]))
  const payouts = await lockPayouts(tx, tenant, [...untils.keys()])
  const ach = deps.ach[settings.environment]
  const delayed = payouts.map((payout) => delay(payout, untils.get(payout.id) ?? settings.now, ach, settings.now))
  await applyPayouts(tx, tenant, settings, delayed, deps)
}

/** The bank has returned the prenotification for a payout's bank account: it is suspended, as after the return of a payout. */
export async function suspendPrenoted(
  tx: Tx,
  tenant: TenantId,
  id: string,
  code: string,
  { vault }: PayoutDeps,
): Promise<void> {
  await lockOperating(tx, tenant)
  const payout = await findPayout(tx, tenant, id)
  if (!payout) throw new Error(`there is no payout ${id}`)
  const { account_connection: connection, destination } = payout
  const at = (await readTenant(tx, tenant)).now
  await suspendBankAccount(tx, tenant, { connection, payout: payout.id, code, destination, at }, vault)
}

/** The payouts of a tenant that a file carries, and when the bank got it. */
export interface DeliveredFile {
  readonly file: string
  readonly payouts: readonly string[]
  readonly at: Date
}

/** The bank has the file: its payouts are `sent` as of then, by the sweep that does what is due. */
export async function deliverFile(tx: Tx, tenant: TenantId, delivered: DeliveredFile): Promise<void> {
  await lockOperating(tx, tenant)
  await dueFromFile(tx, tenant, delivered)
}

/** The connection that a payout went to. */
export async function connectionOfPayout(tx: Tx, tenant: TenantId, id: string): Promise<string> {
  const payout = await findPayout(tx, tenant, id)
  if (!payout) throw new Error(`there is no payout ${id}`)
  return payout.account_connection
}

import type { TenantId } from '../kernel/ids.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { dueFrom, lockAccounts, post } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import {
  markFeesCollected,
  nextFeeCollection,
  nextFeeCollectionStatement,
  tenantsWithFeesDueStatement,
} from './fees.store.ts'
import { readTenant } from './settings.store.ts'

/** Collects fees on the hour: moves what a tenant has been charged since into its bank's book. */
export const feesDue: DueKind = {
  name: 'fees',
  stepMs: () => HOUR_MS,
  tenantsStatement: tenantsWithFeesDueStatement,
  nextStatement: nextFeeCollectionStatement,
  async run(tx: Tx, tenant: TenantId, until: Date): Promise<number> {
    const { bank_id: bank } = await readTenant(tx, tenant)
    // The bank's account is locked before the enterprise's, by the order of all locks.
    await lockAccounts(tx, bank, [dueFrom(tenant), 'fees'])
    const balance = (await lockAccounts(tx, tenant, ['fees_payable'])).get('fees_payable')?.balance
    const at = await nextFeeCollection(tx, tenant)
    if (at === undefined || at > until || balance === undefined || balance <= 0) return 0
    // The id names the last transfer collected, not the hour: a payout sent late adds a second collection to an hour.
    const sourceId = `fees_${tenant}_${await markFeesCollected(tx, tenant)}`
    const charged = { sourceId, amount: balance, at }
    await post(tx, tenant, [{ ...charged, kind: 'fees.collected', debit: 'fees_payable', credit: 'due_to_bank' }])
    await post(tx, bank, [{ ...charged, kind: 'fees.collected.bank', debit: dueFrom(tenant), credit: 'fees' }])
    return 1
  },
}

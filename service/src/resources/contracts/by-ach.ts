import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import { connectionsOfCreator } from '../account-connections/index.ts'
import { receiveDeposit } from './deposit.ts'
import { DEPOSIT_SOURCES, type DepositSource } from './model.ts'
import { depositTransfers } from './postings.ts'
import { findSplitting } from './store.ts'

export interface AchDeposit {
  readonly bank: TenantId
  readonly creator: Id<'creator'>
  readonly amount: Cents
  /** What the originator counts as; nothing when nobody has said. */
  readonly source: string | undefined
  /** What the ledger calls it when it is no enterprise's concern. */
  readonly sourceId: string
}

const isSource = (source: string | undefined): source is DepositSource =>
  DEPOSIT_SOURCES.includes(source as DepositSource)

/**
 * A credit from outside to a creator's account. It counts as a deposit at the enterprise whose contracts split it; one
 * that no contract splits is the creator's alone. Says what it was recorded as.
 */
export async function receiveAchDeposit(tx: Tx, deposit: AchDeposit): Promise<string> {
  const { bank, creator, amount, source, sourceId } = deposit
  if (isSource(source)) {
    for (const { id, tenant_id, type } of await connectionsOfCreator(tx, bank, creator)) {
      if (type !== 'direct' || (await findSplitting(tx, tenant_id, creator, source)).length === 0) continue
      const input = { account_connection: id, deposit_source: source, amount_in_cents: amount }
      return (await receiveDeposit(tx, tenant_id, input, 'deposit by ACH')).id
    }
  }
  const at = await tenantNow(tx, bank)
  await post(tx, bank, depositTransfers([{ moment: 'credit by ACH', sourceId, amount }], bank, creator, at).bank)
  return sourceId
}

import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import { isPayment } from '../../rails/ach/nacha/index.ts'
import { takeProcessorCredit } from '../processor/index.ts'
import { type CreditDeps, takeCredit } from './incoming.ts'
import { fingerprintOf, type ReceivedEntry, type Settlement } from './received.ts'
import { claimCredit, type ReceivedKey } from './store.ts'

export interface ProcessorDeps {
  /** The originators whose credits are payouts of the card processor. */
  readonly processorCompanyIds: readonly string[]
}

/** Books a credit: a payout of the card processor, whatever account it names, or else one for a creator or an enterprise. */
export async function takeAnyCredit(
  tx: Tx,
  bank: TenantId,
  held: ReceivedEntry,
  key: ReceivedKey,
  deps: CreditDeps & ProcessorDeps,
): Promise<Settlement> {
  const { entry, companyIdentification } = held
  const isProcessors = deps.processorCompanyIds.includes(companyIdentification)
  if (!isProcessors || !isPayment(entry.transactionCode) || entry.amount === 0) {
    return takeCredit(tx, bank, held, key, deps)
  }
  const before = await claimCredit(tx, bank, deps.vault.digests('ach credit', fingerprintOf(held)), key.file)
  if (before !== undefined && !deps.isChosen) return { kept: `the same credit came before, in ${before}` }
  const id = `${key.file}.${key.ordinal}`
  await takeProcessorCredit(tx, bank, { id, amount: cents(entry.amount), trace: entry.traceNumber })
  return { about: id }
}

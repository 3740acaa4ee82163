import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { isPayment, isPrenote } from '../../rails/ach/nacha/index.ts'
import { tenantNow } from '../../tenants/index.ts'
import { creditAccount, findAccount } from '../incoming-money/index.ts'
import { availableAt } from './availability.ts'
import type { Originator } from './model.ts'
import { fingerprintOf, type ReceivedEntry } from './received.ts'
import { isTrusted } from './senders.store.ts'
import { claimCredit, depositSourceOf, type ReceivedKey } from './store.ts'

export interface CreditDeps {
  readonly originator: Originator
  readonly vault: Vault
  /** A person has decided that it is a new credit, though it looks like an earlier one. */
  readonly isChosen?: boolean
}

/**
 * Credits a creator's account or an enterprise's operating account: on the settlement date, or at once where the sender is
 * trusted. In the ledger its source is the file and the ordinal.
 */
export async function takeCredit(
  tx: Tx,
  bank: TenantId,
  held: ReceivedEntry,
  { file, ordinal }: ReceivedKey,
  { originator, vault, isChosen }: CreditDeps,
): Promise<{ readonly about: string } | { readonly kept: string }> {
  const { entry, companyIdentification } = held
  if (entry.routingNumber !== originator.routingNumber) {
    return { kept: `it is for an account at ${entry.routingNumber}, not at ours` }
  }
  if (isPrenote(entry.transactionCode) && entry.amount === 0) return { about: 'prenotification' }
  if (!isPayment(entry.transactionCode)) {
    return { kept: `the code ${entry.transactionCode} is no payment into a checking or savings account` }
  }
  if (entry.amount === 0) return { kept: 'it has no amount' }
  const account = await findAccount(tx, bank, entry.accountNumber.trim())
  if (!account) return { kept: 'there is no account with this number' }
  const before = await claimCredit(tx, bank, vault.digests('ach credit', fingerprintOf(held)), file)
  if (before !== undefined && !isChosen) return { kept: `the same credit came before, in ${before}` }
  const trusted = await isTrusted(tx, bank, companyIdentification)
  const about = await creditAccount(tx, bank, {
    account,
    amount: cents(entry.amount),
    sourceId: `${file}.${ordinal}`,
    depositSource: await depositSourceOf(tx, bank, companyIdentification),
    availableAt: trusted ? undefined : availableAt(held, await tenantNow(tx, bank)),
  })
  return { about }
}

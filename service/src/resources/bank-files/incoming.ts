import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { lockAccounts, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { isPayment, isPrenote } from '../../rails/ach/nacha/index.ts'
import { operatingTenant, tenantNow } from '../../tenants/index.ts'
import { receiveAchDeposit } from '../contracts/index.ts'
import { type CreatorRow, findCreatorByAccount } from '../creators/index.ts'
import type { Originator } from './model.ts'
import { fingerprintOf, type ReceivedEntry } from './received.ts'
import { claimCredit, depositSourceOf, type ReceivedKey } from './store.ts'

export interface CreditDeps {
  readonly originator: Originator
  readonly vault: Vault
  /** A person has decided that it is a new credit, though it looks like an earlier one. */
  readonly isChosen?: boolean
}

/** Credits a creator's account or an enterprise's operating account. In the ledger its source is the file and the ordinal. */
export async function takeCredit(
  tx: Tx,
  bank: TenantId,
  held: ReceivedEntry,
  { file, ordinal }: ReceivedKey,
  { originator, vault, isChosen }: CreditDeps,
): Promise<{ readonly about: string } | { readonly kept: string }> {
  const { entry, companyIdentification } = held
  const sourceId = `${file}.${ordinal}`
  if (entry.routingNumber !== originator.routingNumber) {
    return { kept: `it is for an account at ${entry.routingNumber}, not at ours` }
  }
  if (isPrenote(entry.transactionCode) && entry.amount === 0) return { about: 'prenotification' }
  if (!isPayment(entry.transactionCode)) {
    return { kept: `the code ${entry.transactionCode} is no payment into a checking or savings account` }
  }
  if (entry.amount === 0) return { kept: 'it has no amount' }
  const number = entry.accountNumber.trim()
  const tenant = await operatingTenant(tx, bank, number)
  const creator = tenant === undefined ? await findCreatorByAccount(tx, bank, number) : undefined
  if (tenant === undefined && !creator?.account_opened_at) return { kept: 'there is no account with this number' }
  const before = await claimCredit(tx, bank, vault.digests('ach credit', fingerprintOf(held)), file)
  if (before !== undefined && !isChosen) return { kept: `the same credit came before, in ${before}` }
  if (tenant !== undefined) return topUp(tx, tenant, entry.amount, sourceId)
  const source = await depositSourceOf(tx, bank, companyIdentification)
  const deposit = { bank, creator: (creator as CreatorRow).id, sourceId, amount: cents(entry.amount), source }
  return { about: await receiveAchDeposit(tx, deposit) }
}

async function topUp(tx: Tx, tenant: TenantId, amount: number, sourceId: string): Promise<{ readonly about: string }> {
  await lockAccounts(tx, tenant, ['operating', 'funding'])
  const at = await tenantNow(tx, tenant)
  await post(tx, tenant, [
    { sourceId, kind: 'top_up', debit: 'funding', credit: 'operating', amount: cents(amount), at },
  ])
  return { about: sourceId }
}

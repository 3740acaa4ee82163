import type { TenantId } from '../../kernel/ids.ts'
import { follow } from '../../kernel/state-machine.ts'
import type { Tx } from '../../platform/database.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { tenantNow } from '../../tenants/index.ts'
import { bankLabel } from '../account-connections/index.ts'
import { findCreatorContacts } from '../creators/index.ts'
import { queueMessages } from '../messages/index.ts'
import { ACCOUNT_STATES, type CreatorBankAccount } from './model.ts'
import { type CreatorWithdrawalDeps, moveAccount, openBankAccount, sealAccount } from './settle.ts'
import { lockBankAccounts, lockWithdrawal } from './store.ts'

/**
 * A notification of change: the receiving bank corrects the account that a withdrawal, or a small deposit, went to. Money goes
 * to the corrected one from now on, and its owner is told. `correct` returns `undefined` when the correction is for another
 * account. Answers the account's id, or the reason why the correction was not taken.
 */
export async function correctCreatorBankAccount(
  tx: Tx,
  bank: TenantId,
  withdrawal: string,
  correct: (account: BankAccount) => Partial<BankAccount> | undefined,
  deps: CreatorWithdrawalDeps,
): Promise<{ readonly about: string } | { readonly refused: string }> {
  const id = (await lockWithdrawal(tx, bank, withdrawal))?.bank_account ?? ''
  const account = (await lockBankAccounts(tx, bank, [id])).get(id)
  if (!account || !follow(ACCOUNT_STATES, account.status, 'correct')) {
    return { refused: `the bank account of the creator is ${account?.status ?? 'gone'}` }
  }
  const opened = openBankAccount(bank, account, deps)
  if ('failure' in opened) return { refused: 'the bank account on record cannot be read' }
  const changes = correct(opened.bank)
  if (!changes) return { refused: 'the correction names another bank account' }
  const corrected = { ...opened.bank, ...changes }
  const label = bankLabel(corrected.account_type, corrected.account_number)
  const bank_sealed = sealAccount(bank, id, corrected, deps.vault)
  await moveAccount(tx, bank, account, 'correct', { bank_sealed, label }, await tenantNow(tx, bank))
  await tellOwner(tx, bank, account, deps)
  return { about: id }
}

async function tellOwner(
  tx: Tx,
  bank: TenantId,
  { creator_id }: CreatorBankAccount,
  { vault }: CreatorWithdrawalDeps,
): Promise<void> {
  const contact = (await findCreatorContacts(tx, bank, [creator_id])).get(creator_id)
  if (!contact) return
  const facts = { name: contact.first_name, what: 'bank_account' as const }
  await queueMessages(tx, bank, [{ kind: 'login_changed', to: contact.email, facts }], vault)
}

import type { Environment } from '../../kernel/environment.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import type { Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AchRail, type BankAccount, type FileFailure, isWrongAccount } from '../../rails/ach/port.ts'
import { returnReason } from '../../rails/ach/return-codes.ts'
import { readTenant } from '../../tenants/index.ts'
import { findCreatorContacts } from '../creators/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { applyTransitions, type Transition } from '../transitions/index.ts'
import { dueTransition } from '../withdrawals/index.ts'
import { ACCOUNT_STATES, type AccountEvent, type CreatorBankAccount, type CreatorWithdrawal } from './model.ts'
import { CREATOR_BOOKS } from './postings.ts'
import { BANK_ACCOUNTS_OF_CREATORS, CREATOR_WITHDRAWALS, lockBankAccounts } from './store.ts'

export interface CreatorWithdrawalDeps {
  readonly vault: Vault
  readonly ach: Record<Environment, AchRail>
  readonly log: Logger
}

export const placeOf = (tenant: TenantId, id: string) => ({ tenant, row: id, field: 'bank' })

export const sealAccount = (bank: TenantId, id: string, account: BankAccount, vault: Vault): Buffer =>
  vault.seal(placeOf(bank, id), JSON.stringify(account))

/**
 * The bank account itself, or why nothing goes there. One that a bank has returned a payment from keeps the reason when its
 * owner replaces it: what still waits to leave comes back. One that cannot be opened raises an alarm, and keeps no other
 * payment waiting.
 */
export function openBankAccount(
  bank: TenantId,
  account: CreatorBankAccount | undefined,
  { vault, log }: Pick<CreatorWithdrawalDeps, 'vault' | 'log'>,
): { readonly bank: BankAccount } | { readonly failure: FileFailure } {
  if (!account) return { failure: { code: 'bank_account_missing' } }
  if (account.why !== null) return { failure: { code: 'bank_account_suspended' } }
  try {
    return { bank: JSON.parse(vault.open(placeOf(bank, account.id), account.bank_sealed)) as BankAccount }
  } catch (err) {
    log.fatal({ err, tenant: bank, resource: account.id }, 'a bank account of a creator cannot be opened')
    return { failure: { code: 'bank_account_unreadable' } }
  }
}

/** A step of a bank account's state table. */
export async function moveAccount(
  tx: Tx,
  bank: TenantId,
  from: CreatorBankAccount,
  event: AccountEvent,
  changes: Partial<Pick<CreatorBankAccount, 'bank_sealed' | 'label' | 'tries' | 'why'>>,
  at: Date,
): Promise<CreatorBankAccount> {
  const to = { ...from, ...changes, status: mustFollow(ACCOUNT_STATES, from.status, event), updated_at: at }
  await applyTransitions(tx, BANK_ACCOUNTS_OF_CREATORS, [{ from, to, transfers: { tenant: [], bank: [] } }], {
    tenant: bank,
  })
  return to
}

/** Takes the due step of each of these, recorded at the time it was due. The rows are locked. */
export async function settleDue(
  tx: Tx,
  bank: TenantId,
  withdrawals: readonly CreatorWithdrawal[],
  deps: CreatorWithdrawalDeps,
): Promise<void> {
  if (withdrawals.length === 0) return
  const { environment } = await readTenant(tx, bank)
  const accounts = await lockBankAccounts(tx, bank, [...new Set(withdrawals.map((one) => one.bank_account))])
  const transitions = withdrawals.map((withdrawal) => {
    const account = openBankAccount(bank, accounts.get(withdrawal.bank_account), deps)
    return dueTransition(withdrawal, CREATOR_BOOKS, deps.ach[environment], account)
  })
  await applyWithdrawals(tx, bank, transitions, deps)
}

/** Writes transitions, mails the creators, and stops using accounts that the bank has returned. */
export async function applyWithdrawals(
  tx: Tx,
  bank: TenantId,
  transitions: readonly Transition<CreatorWithdrawal>[],
  { vault, log }: Pick<CreatorWithdrawalDeps, 'vault' | 'log'>,
): Promise<void> {
  await applyTransitions(tx, CREATOR_WITHDRAWALS, transitions, {
    tenant: bank,
    queueMessages: () => mailOutcomes(tx, bank, transitions, vault),
  })
  for (const { to } of transitions) {
    const { id: resource, amount_in_cents: cents, status, purpose } = to
    tx.afterCommit(() => log.info({ tenant: bank, resource, cents, status, purpose }, 'moved a withdrawal'))
    if (status === 'returned') await noteReturn(tx, bank, to)
  }
}

/** A small deposit that came back proves nothing; a withdrawal may show that the account is wrong. */
async function noteReturn(
  tx: Tx,
  bank: TenantId,
  { bank_account, purpose, return_code, updated_at }: CreatorWithdrawal,
): Promise<void> {
  const code = return_code ?? ''
  const account = (await lockBankAccounts(tx, bank, [bank_account])).get(bank_account)
  if (!account) return
  const why = `Returned by your bank: ${returnReason(code)} (${code})`
  if (purpose === 'proof' && account.status === 'unproven') {
    await moveAccount(tx, bank, account, 'refuse', { why }, updated_at)
  }
  if (purpose === 'withdrawal' && account.status === 'proven' && isWrongAccount(code)) {
    await moveAccount(tx, bank, account, 'suspend', { why }, updated_at)
  }
}

async function mailOutcomes(
  tx: Tx,
  bank: TenantId,
  transitions: readonly Transition<CreatorWithdrawal>[],
  vault: Vault,
): Promise<void> {
  const moved = transitions
    .map(({ to }) => to)
    .filter(({ purpose, status }) => purpose === 'withdrawal' && ['sent', 'returned', 'error'].includes(status))
  if (moved.length === 0) return
  const contacts = await findCreatorContacts(tx, bank, [...new Set(moved.map((one) => one.creator_id))])
  const messages = moved.flatMap((withdrawal): NewMessage[] => {
    const contact = contacts.get(withdrawal.creator_id)
    if (!contact) return []
    const { status, amount_in_cents, destination, activity, updated_at } = withdrawal
    const reason = status === 'sent' ? undefined : activity.findLast(({ code }) => code === failureOf(withdrawal))
    return [
      {
        kind: 'withdrawal',
        to: contact.email,
        facts: {
          name: contact.first_name,
          amount: amount_in_cents,
          destination,
          outcome: status as 'sent' | 'returned' | 'error',
          at: updated_at,
          ...(reason === undefined ? {} : { reason: reason.entry }),
        },
      },
    ]
  })
  await queueMessages(tx, bank, messages, vault)
}

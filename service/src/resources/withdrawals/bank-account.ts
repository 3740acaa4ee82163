import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail, BankAccount, FileFailure } from '../../rails/ach/port.ts'
import { readTenant } from '../../tenants/index.ts'
import { bankLabel } from '../account-connections/index.ts'
import { findSealedAccount, lockOpenWithdrawals, redirectWithdrawals, writeSealedAccount } from './store.ts'

const labelOf = ({ account_type, account_number }: BankAccount): string => bankLabel(account_type, account_number)

const placeOf = (tenant: TenantId) => ({ tenant, row: 'withdrawal_account', field: 'bank' })

/** The bank account as people see it; undefined where none is registered. */
export async function findLabel(sql: Queryable, tenant: TenantId, ach: AchRail): Promise<string | undefined> {
  const found = await findSealedAccount(sql, tenant)
  return found?.label ?? (ach.sampleAccount && labelOf(ach.sampleAccount))
}

export type RegisteredAccount = { readonly bank: BankAccount } | { readonly failure: FileFailure }

/** The bank account that withdrawals go to now, or why they go nowhere. One that cannot be opened raises an alarm. */
export async function openAccount(
  tx: Tx,
  tenant: TenantId,
  ach: AchRail,
  { vault, log }: { readonly vault: Vault; readonly log: Logger },
): Promise<RegisteredAccount> {
  const found = await findSealedAccount(tx, tenant)
  if (!found) return ach.sampleAccount ? { bank: ach.sampleAccount } : { failure: { code: 'bank_account_missing' } }
  try {
    return { bank: JSON.parse(vault.open(placeOf(tenant), found.bank_sealed)) as BankAccount }
  } catch (err) {
    log.fatal({ err, tenant }, "an enterprise's bank account cannot be opened: its withdrawals fail")
    return { failure: { code: 'bank_account_unreadable' } }
  }
}

/** Open withdrawals whose destination a new account has changed. */
export interface SetAccount {
  readonly before: string | undefined
  readonly after: string
  readonly redirected: Awaited<ReturnType<typeof lockOpenWithdrawals>>
  readonly at: Date
}

/** Registers the bank account that withdrawals go to, those included that have not left yet. */
export async function writeAccount(
  tx: Tx,
  tenant: TenantId,
  bank: BankAccount,
  { vault, ach }: { readonly vault: Vault; readonly ach: AchRail },
): Promise<SetAccount> {
  // A change of where money goes takes the lock that sending it takes.
  await lockOperating(tx, tenant)
  const before = await findLabel(tx, tenant, ach)
  const { now: at } = await readTenant(tx, tenant)
  const after = labelOf(bank)
  const bank_sealed = vault.seal(placeOf(tenant), JSON.stringify(bank))
  await writeSealedAccount(tx, tenant, { bank_sealed, label: after, updated_at: at })
  const redirected = await lockOpenWithdrawals(tx, tenant)
  if (redirected.length > 0) {
    const ids = redirected.map(({ id }) => id)
    await redirectWithdrawals(tx, tenant, ids, after)
  }
  return { before, after, redirected, at }
}

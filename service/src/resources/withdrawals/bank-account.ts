import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail, BankAccount, FileFailure } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { bankLabel, payableFrom } from '../account-connections/index.ts'
import type { Withdrawal } from './model.ts'
import {
  findSealedAccount,
  lockOpenWithdrawals,
  redirectWithdrawals,
  type SealedAccount,
  writeSealedAccount,
} from './store.ts'

const labelOf = ({ account_type, account_number }: BankAccount): string => bankLabel(account_type, account_number)

const placeOf = (tenant: TenantId) => ({ tenant, row: 'withdrawal_account', field: 'bank' })

export interface Destination {
  /** The bank account as people see it. */
  readonly label: string
  /** Since when it is registered; undefined for the sandbox's sample, which always was. */
  readonly since: Date | undefined
}

/** Where withdrawals go; undefined where no bank account is registered. */
export async function findDestination(
  sql: Queryable,
  tenant: TenantId,
  ach: AchRail,
): Promise<Destination | undefined> {
  const found = await findSealedAccount(sql, tenant)
  if (found) return { label: found.label, since: found.updated_at }
  return ach.sampleAccount && { label: labelOf(ach.sampleAccount), since: undefined }
}

/** When a new bank account may be paid to, if that is after `at`: the wait of creators' new bank accounts holds here, too. */
export const waitsUntil = (
  { since }: Pick<Destination, 'since'>,
  settings: TenantSettings,
  at: Date,
): Date | undefined => since && payableFrom({ type: 'ach', bankSince: since }, settings, at)

export type RegisteredAccount = ({ readonly bank: BankAccount } | { readonly failure: FileFailure }) &
  Pick<Destination, 'since'>

/** The bank account that withdrawals go to now, or why they go nowhere. One that cannot be opened raises an alarm. */
export async function openAccount(
  tx: Tx,
  tenant: TenantId,
  ach: AchRail,
  { vault, log }: { readonly vault: Vault; readonly log: Logger },
): Promise<RegisteredAccount> {
  const found = await findSealedAccount(tx, tenant)
  if (!found) {
    const since = undefined
    return ach.sampleAccount ? { bank: ach.sampleAccount, since } : { failure: { code: 'bank_account_missing' }, since }
  }
  const { updated_at: since } = found
  try {
    return { bank: unseal(tenant, found, vault), since }
  } catch (err) {
    log.fatal({ err, tenant }, "an enterprise's bank account cannot be opened: its withdrawals fail")
    return { failure: { code: 'bank_account_unreadable' }, since }
  }
}

const unseal = (tenant: TenantId, { bank_sealed }: SealedAccount, vault: Vault): BankAccount =>
  JSON.parse(vault.open(placeOf(tenant), bank_sealed)) as BankAccount

/** Since when the account is registered, if it is the one on record; one that cannot be read is another. */
function registeredSince(
  tenant: TenantId,
  { account_number, routing_number }: BankAccount,
  found: SealedAccount | undefined,
  vault: Vault,
): Date | undefined {
  if (!found) return undefined
  try {
    const before = unseal(tenant, found, vault)
    const isSame = before.account_number === account_number && before.routing_number === routing_number
    return isSame ? found.updated_at : undefined
  } catch {
    return undefined
  }
}

/** Open withdrawals whose destination a new account has changed. */
export interface SetAccount {
  readonly before: string | undefined
  readonly after: string
  readonly redirected: readonly Withdrawal[]
  readonly since: Date
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
  const before = (await findDestination(tx, tenant, ach))?.label
  const { now: at } = await readTenant(tx, tenant)
  const after = labelOf(bank)
  const since = registeredSince(tenant, bank, await findSealedAccount(tx, tenant), vault) ?? at
  const bank_sealed = vault.seal(placeOf(tenant), JSON.stringify(bank))
  await writeSealedAccount(tx, tenant, { bank_sealed, label: after, updated_at: since })
  const redirected = await lockOpenWithdrawals(tx, tenant)
  if (redirected.length > 0) {
    const ids = redirected.map(({ id }) => id)
    await redirectWithdrawals(tx, tenant, ids, after)
  }
  return { before, after, redirected, since, at }
}

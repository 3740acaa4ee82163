import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { type CreatorRow, ensureCreator, lockCreator, openAccount, recordIdentity } from '../creators/index.ts'
import {
  type AccountHolder,
  accountLabel,
  bankLabel,
  type ConnectionChanges,
  type ConnectionRow,
  type ConnectionType,
  type ConnectResult,
  grantColumns,
  isSameHolder,
} from './model.ts'

export interface ActivationContext {
  readonly vault: Vault
  readonly bank: TenantId
  readonly at: Date
}

/**
 * The columns that approval sets. A creator or bank account chosen before stays on record: payouts already sent there
 * may still be on their way.
 */
export async function activate(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  result: ConnectResult,
  context: ActivationContext,
): Promise<ConnectionChanges> {
  const permissions = result.permissions ?? row.requested_permissions.map((name) => ({ name }))
  const granted = { type: result.type, ...grantColumns(permissions) }
  return result.type === 'ach'
    ? { ...granted, ...bankAccountColumns(tenant, row, result, context) }
    : { ...granted, ...(await creatorColumns(tx, tenant, row, result.type, result, context)) }
}

function bankAccountColumns(
  tenant: TenantId,
  row: ConnectionRow,
  { bank: entered, sampleBank, verified }: ConnectResult,
  { vault, at }: ActivationContext,
): ConnectionChanges {
  const kept = entered ? undefined : bankOnRecord(vault, tenant, row)
  if (kept) return { destination: bankLabel(kept.account_type, kept.account_number) }
  const bank = entered ?? sampleBank
  if (!bank) throw problem('invalid_state', 'A bank account is needed for `ach`.')
  return {
    verified_at: verified ? at : isVerifiedHolder(vault, tenant, row, entered) ? row.verified_at : null,
    bank_sealed: vault.seal({ tenant, row: row.id, field: 'bank' }, JSON.stringify(bank)),
    destination: bankLabel(bank.account_type, bank.account_number),
  }
}

async function creatorColumns(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  type: 'direct' | 'wallet',
  { creator: signedIn, mobile }: ConnectResult,
  { vault, bank, at }: ActivationContext,
): Promise<ConnectionChanges> {
  const owner = signedIn ?? (await invitedCreator(tx, tenant, row, mobile ?? null, at, vault)).id
  const creator = await decideIdentity(tx, bank, owner, 'passed', type)
  await openAccount(tx, tenant, creator, at, vault)
  return { creator_id: creator.id, destination: accountLabel(type, creator.account_number) }
}

/** For Connect without a sign-in: the creator whose login is the connection's e-mail, created if there is none. */
function invitedCreator(
  tx: Tx,
  tenant: TenantId,
  { email, first_name, last_name }: ConnectionRow,
  mobile: string | null,
  at: Date,
  vault: Vault,
): Promise<CreatorRow> {
  return ensureCreator(tx, tenant, { email, first_name, last_name, mobile, password_hash: null }, at, vault)
}

/**
 * The decision about a connection also decides the identity check that its creator had open. A `direct` connection needs
 * a passed check, so its approval passes the creator in any case.
 */
export async function decideIdentity(
  tx: Tx,
  bank: TenantId,
  id: Id<'creator'>,
  verdict: 'passed' | 'failed',
  type: ConnectionType,
): Promise<CreatorRow> {
  const creator = await lockCreator(tx, bank, id)
  const isDecided = creator.identity === 'review' || (type === 'direct' && verdict === 'passed')
  return isDecided ? recordIdentity(tx, creator, verdict) : creator
}

/** The bank account that the connection has, or had before the creator chose another payout method. */
const bankOnRecord = (vault: Vault, tenant: TenantId, { id, bank_sealed }: ConnectionRow): BankAccount | undefined =>
  bank_sealed ? JSON.parse(vault.open({ tenant, row: id, field: 'bank' }, bank_sealed)) : undefined

/** A verification holds for the person whose bank account was entered with it, and for nobody else. */
export function isVerifiedHolder(
  vault: Vault,
  tenant: TenantId,
  row: ConnectionRow,
  bank: object | undefined,
): boolean {
  const known = row.verified_at === null ? undefined : bankOnRecord(vault, tenant, row)
  return isHolder(known) && isHolder(bank) && isSameHolder(known, bank)
}

/** A sample bank account has no holder. */
const isHolder = (bank: object | undefined): bank is AccountHolder =>
  bank !== undefined && 'first_name' in bank && 'last_name' in bank && 'ssn' in bank

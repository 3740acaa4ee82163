import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { follow } from '../../kernel/state-machine.ts'
import { lockPayoutAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings, tenantNow } from '../../tenants/index.ts'
import { type CreatorRow, createLogin, lockCreator, openAccount, updateCreator } from '../creators/index.ts'
import { announced, type ConnectionDeps, connectionNotFound } from './commands.ts'
import {
  accountLabel,
  bankLabel,
  CONNECTION_STATES,
  type ConnectionType,
  type ContractDecision,
  type GivenPermission,
  type Holder,
  isSameHolder,
  methodsOffered,
  type Permission,
} from './model.ts'
import { type ConnectionRow, lockConnection, updateConnection } from './store.ts'

/** What the creator entered in Connect; kept, sealed, while a check is open. Nothing of it comes from a simulation. */
export interface Entered {
  /** For `direct` and `wallet`: who signed in. */
  readonly creator?: Id<'creator'>
  /** For `ach`. */
  readonly bank?: BankAccount
  /** Absent: everything that is requested, for good. */
  readonly permissions?: readonly GivenPermission[]
  readonly contracts?: readonly ContractDecision[]
  /** The extra verification was passed, by somebody without a login. */
  readonly verified?: boolean
}

/** What the creator did in Connect, and what the checks said. */
export interface ConnectResult extends Entered {
  readonly type: ConnectionType
  readonly outcome: 'approved' | 'review' | 'rejected'
  /** The number the creator has verified, of a login that is new and that nobody signs in to. */
  readonly mobile?: string
  /** For `ach` where nobody enters anything: used unless a legacy payout method is there already. */
  readonly sampleBank?: BankAccount
}

/** The end of Connect, however it was reached: the hosted pages and the sandbox endpoint both come here. */
export async function completeConnect(
  tx: Tx,
  tenant: TenantId,
  id: string,
  asked: ConnectResult,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  const facts = await readTenant(tx, tenant)
  requireOffered(row, asked.type, facts)
  const event = ({ approved: 'approve', review: 'submit', rejected: 'reject' } as const)[asked.outcome]
  const status = follow(CONNECTION_STATES, row.status, event)
  if (status === undefined) {
    throw problem(
      'invalid_state',
      `An account connection that is \`${row.status}\` cannot end Connect with \`${asked.outcome}\`.`,
    )
  }
  const result = { ...submittedBefore(deps.vault, tenant, row, asked.type), ...asked }
  if (result.contracts?.length) await deps.boundContracts.hold(tx, tenant, row.id)
  await lockPayoutAccounts(tx, tenant)
  const at = await tenantNow(tx, tenant)
  await deps.waitingPayouts.settleDue(tx, tenant, row.id, at)
  const approved = result.outcome === 'approved'
  const changes: Partial<ConnectionRow> = {
    status,
    ...(result.outcome === 'review'
      ? { submitted_type: result.type, submitted_sealed: sealEntered(deps.vault, tenant, row, result) }
      : { submitted_type: null, submitted_sealed: null }),
    updated_at: at,
    ...(approved ? await activation(tx, tenant, row, result, { deps, facts, at }) : {}),
  }
  if (result.outcome === 'rejected' && result.creator)
    await judgeIdentity(tx, facts.bank_id, result.creator, 'failed', result.type)
  await updateConnection(tx, tenant, row.id, row.status, changes)
  if (approved) {
    await deps.waitingPayouts.claim(tx, tenant, row.id, at)
    await deps.contracts.decide(tx, tenant, row.id, result.contracts ?? [])
  }
  return announced(tx, tenant, { ...row, ...changes })
}

function requireOffered(row: ConnectionRow, type: ConnectionType, facts: TenantSettings): void {
  if (row.status === 'deleted') throw problem('invalid_state', 'This account connection is deleted.')
  if (methodsOffered(row.requested_permissions, facts).includes(type)) return
  throw problem(
    'invalid_state',
    row.requested_permissions.includes('payment.debit')
      ? 'Only `direct` is offered, because `payment.debit` is requested.'
      : `\`${type}\` is not offered by this enterprise.`,
  )
}

const submittedPlace = (tenant: TenantId, row: ConnectionRow) => ({ tenant, row: row.id, field: 'submitted' })

function sealEntered(vault: Vault, tenant: TenantId, row: ConnectionRow, result: ConnectResult): Buffer {
  const { creator, bank, permissions, contracts, verified } = result
  return vault.seal(submittedPlace(tenant, row), JSON.stringify({ creator, bank, permissions, contracts, verified }))
}

/** What was entered before the check was opened that is now decided. */
function submittedBefore(vault: Vault, tenant: TenantId, row: ConnectionRow, type: ConnectionType): Entered {
  if (row.submitted_sealed === null || row.submitted_type !== type) return {}
  return JSON.parse(vault.open(submittedPlace(tenant, row), row.submitted_sealed)) as Entered
}

interface Activation {
  readonly deps: ConnectionDeps
  readonly facts: TenantSettings
  readonly at: Date
}

/** The columns of what the creator gives. */
function grantColumns(given: readonly GivenPermission[]): Partial<ConnectionRow> {
  const find = (name: Permission) => given.find((permission) => permission.name === name)
  const until = (permission: GivenPermission | undefined): Date | null =>
    permission?.expires_at === undefined ? null : new Date(permission.expires_at)
  const [credit, debit] = [find('payment.credit'), find('payment.debit')]
  return {
    credit_granted: credit !== undefined,
    credit_expires_at: until(credit),
    debit_granted: debit !== undefined,
    debit_expires_at: until(debit),
  }
}

/** A creator or bank account chosen before stays on record: payouts on their way still go there. */
async function activation(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  { type, bank: entered, sampleBank, creator: id, mobile, permissions, verified }: ConnectResult,
  { deps, facts, at }: Activation,
): Promise<Partial<ConnectionRow>> {
  const granted = {
    type,
    ...grantColumns(permissions ?? row.requested_permissions.map((name) => ({ name }))),
  }
  if (type === 'ach') {
    const kept = entered ? undefined : bankOnRecord(deps.vault, tenant, row)
    if (kept) return { ...granted, destination: bankLabel(kept.account_type, kept.account_number) }
    const bank = entered ?? sampleBank
    if (!bank) throw problem('invalid_state', 'A bank account is needed for `ach`.')
    return {
      ...granted,
      verified_at: verified ? at : isVerifiedHolder(deps.vault, tenant, row, entered) ? row.verified_at : null,
      bank_sealed: deps.vault.seal({ tenant, row: row.id, field: 'bank' }, JSON.stringify(bank)),
      destination: bankLabel(bank.account_type, bank.account_number),
    }
  }
  const owner = id ?? (await invitedCreator(tx, tenant, row, mobile ?? null, { deps, facts, at })).id
  const creator = await judgeIdentity(tx, facts.bank_id, owner, 'passed', type)
  await openAccount(tx, tenant, creator, at, deps.vault)
  return {
    ...granted,
    creator_id: creator.id,
    destination: accountLabel(type, creator.account_number),
  }
}

/** The bank account it has, or had before the creator chose another method. */
const bankOnRecord = (vault: Vault, tenant: TenantId, { id, bank_sealed }: ConnectionRow): BankAccount | undefined =>
  bank_sealed ? JSON.parse(vault.open({ tenant, row: id, field: 'bank' }, bank_sealed)) : undefined

/** The verification was passed by the person whose bank account was entered with it, and stands for nobody else. */
export function isVerifiedHolder(
  vault: Vault,
  tenant: TenantId,
  row: ConnectionRow,
  bank: object | undefined,
): boolean {
  const known = row.verified_at === null ? undefined : bankOnRecord(vault, tenant, row)
  return isHolder(known) && isHolder(bank) && isSameHolder(known, bank)
}

/** A sample bank account is nobody's. */
const isHolder = (bank: object | undefined): bank is Holder =>
  bank !== undefined && 'first_name' in bank && 'last_name' in bank && 'ssn' in bank

/** A check that was open is decided with the connection that waited for it; nobody is `direct` without one. */
async function judgeIdentity(
  tx: Tx,
  bank: TenantId,
  id: Id<'creator'>,
  verdict: 'passed' | 'failed',
  type: ConnectionType,
): Promise<CreatorRow> {
  const creator = await lockCreator(tx, bank, id)
  const open = creator.identity === 'review' || (type === 'direct' && verdict === 'passed')
  if (!open || creator.identity === verdict) return creator
  await updateCreator(tx, creator, { identity: verdict })
  return { ...creator, identity: verdict }
}

/** Where nobody signs in: the creator whose login is the connection's e-mail, made when there is none. */
function invitedCreator(
  tx: Tx,
  tenant: TenantId,
  { email, first_name, last_name }: ConnectionRow,
  mobile: string | null,
  { at, deps: { vault } }: Activation,
): Promise<CreatorRow> {
  return createLogin(tx, tenant, { email, first_name, last_name, mobile, password_hash: null }, at, vault)
}

/** The creator, in edit mode, gives other permissions than before: fewer, more, or until another date. */
export async function changePermissions(
  tx: Tx,
  tenant: TenantId,
  id: string,
  given: readonly GivenPermission[],
  { waitingPayouts }: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  if (row.status !== 'active') throw problem('invalid_state', 'Only an active connection has permissions to change.')
  await lockPayoutAccounts(tx, tenant)
  const at = await tenantNow(tx, tenant)
  await waitingPayouts.settleDue(tx, tenant, row.id, at)
  const changes = { ...grantColumns(given), updated_at: at }
  await updateConnection(tx, tenant, row.id, row.status, changes)
  return announced(tx, tenant, { ...row, ...changes })
}

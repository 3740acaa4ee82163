import { randomInt } from 'node:crypto'
import { problem } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { follow } from '../../kernel/state-machine.ts'
import { creatorAccount, lockAccounts, openCreatorAccount, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readTenant, type TenantFacts, tenantNow } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { announced, type ConnectionDeps, connectionNotFound } from './commands.ts'
import { accountLabel, bankLabel, CONNECTION_STATES, type ConnectionType } from './model.ts'
import {
  type ConnectionRow,
  type CreatorRow,
  findCreator,
  insertCreator,
  lockConnection,
  updateConnection,
} from './store.ts'

/** What the creator did in Connect, and what the checks said. */
export interface ConnectResult {
  readonly type: ConnectionType
  readonly outcome: 'approved' | 'review' | 'rejected'
  /** For `ach`: what the creator entered. */
  readonly bank?: BankAccount
  /** The same where nobody enters anything: used unless a legacy payout method is there already. */
  readonly sampleBank?: BankAccount
}

/** The end of Connect, however it was reached: the hosted pages and the sandbox endpoint both come here. */
export async function completeConnect(
  tx: Tx,
  tenant: TenantId,
  id: string,
  result: ConnectResult,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  const facts = await readTenant(tx, tenant)
  requireOffered(row, result.type, facts)
  const event = ({ approved: 'approve', review: 'submit', rejected: 'reject' } as const)[result.outcome]
  const status = follow(CONNECTION_STATES, row.status, event)
  if (status === undefined) {
    throw problem(
      'invalid_state',
      `An account connection that is \`${row.status}\` cannot end Connect with \`${result.outcome}\`.`,
    )
  }
  await lockAccounts(tx, tenant, ['operating', 'pending_payouts', 'fees_payable'])
  const at = await tenantNow(tx, tenant)
  await deps.waitingPayouts.settleDue(tx, tenant, row.id, at)
  const changes: Partial<ConnectionRow> = {
    status,
    submitted_type: result.outcome === 'review' ? result.type : null,
    updated_at: at,
    ...(result.outcome === 'approved' ? await activation(tx, tenant, row, result, { deps, facts, at }) : {}),
  }
  await updateConnection(tx, tenant, row.id, row.status, changes)
  if (result.outcome === 'approved') await deps.waitingPayouts.claim(tx, tenant, row.id, at)
  return announced(tx, tenant, { ...row, ...changes })
}

function requireOffered(row: ConnectionRow, type: ConnectionType, facts: TenantFacts): void {
  if (row.status === 'deleted') throw problem('invalid_state', 'This account connection is deleted.')
  if (type !== 'direct' && row.requested_permissions.includes('payment.debit')) {
    throw problem('invalid_state', 'Only `direct` is offered, because `payment.debit` is requested.')
  }
  if (type === 'ach' && !facts.ach_enabled) throw problem('invalid_state', '`ach` is not offered by this enterprise.')
}

interface Activation {
  readonly deps: ConnectionDeps
  readonly facts: TenantFacts
  readonly at: Date
}

/**
 * Every requested permission is granted for good, and the destination is known. A creator or bank account chosen before
 * stays on record: payouts on their way still go there.
 */
async function activation(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  { type, bank: entered, sampleBank }: ConnectResult,
  { deps, facts, at }: Activation,
): Promise<Partial<ConnectionRow>> {
  const granted = {
    type,
    credit_granted: row.requested_permissions.includes('payment.credit'),
    credit_expires_at: null,
    debit_granted: row.requested_permissions.includes('payment.debit'),
    debit_expires_at: null,
  }
  if (type === 'ach') {
    const kept = entered ? undefined : bankOnRecord(deps.vault, tenant, row)
    if (kept) return { ...granted, destination: bankLabel(kept.account_type, kept.account_number) }
    const bank = entered ?? sampleBank
    if (!bank) throw problem('invalid_state', 'A bank account is needed for `ach`.')
    return {
      ...granted,
      bank_sealed: deps.vault.seal({ tenant, row: row.id, field: 'bank' }, JSON.stringify(bank)),
      destination: bankLabel(bank.account_type, bank.account_number),
    }
  }
  const creator = await creatorOf(tx, tenant, facts, row, { at, vault: deps.vault })
  return {
    ...granted,
    creator_id: creator.id,
    destination: accountLabel(type, creator.account_number),
  }
}

/** The bank account it has, or had before the creator chose another method. */
const bankOnRecord = (vault: Vault, tenant: TenantId, { id, bank_sealed }: ConnectionRow): BankAccount | undefined =>
  bank_sealed ? JSON.parse(vault.open({ tenant, row: id, field: 'bank' }, bank_sealed)) : undefined

/** The creator whose login is the connection's e-mail, made with an account when there is none. */
async function creatorOf(
  tx: Tx,
  tenant: TenantId,
  { bank_id: bank, creator_opening_in_cents: amount }: TenantFacts,
  row: ConnectionRow,
  { at, vault }: { readonly at: Date; readonly vault: Vault },
): Promise<CreatorRow> {
  await lockName(tx, `creator ${bank} ${row.email.toLowerCase()}`)
  const known = await findCreator(tx, bank, row.email)
  if (known) return known
  const creator = {
    id: newId('creator') as Id<'creator'>,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    account_number: String(randomInt(10 ** 11, 10 ** 12)),
    created_at: at,
  }
  await insertCreator(tx, bank, creator)
  await openCreatorAccount(tx, bank, creator.id)
  if (amount > 0) {
    const credit = creatorAccount(creator.id)
    await post(tx, bank, [{ sourceId: creator.id, kind: 'opening', debit: 'funding', credit, amount, at }])
  }
  const facts = { name: row.first_name }
  const kinds = ['login_created', 'account_opened'] as const
  await queueMessages(
    tx,
    tenant,
    kinds.map((kind) => ({ kind, to: creator.email, facts })),
    vault,
  )
  return creator
}

import { randomBytes } from 'node:crypto'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { eraseEvents } from '../events/index.ts'
import { eraseMessages } from '../messages/index.ts'
import { announceConnection } from './apply-transition.ts'
import { answerDigest } from './commands.ts'
import { type ConnectionRow, ERASED, ERASED_EMAIL } from './model.ts'
import { forgetBankAccount } from './payment-parties.store.ts'
import { updateConnection } from './store.ts'
import { deleteSuspension } from './suspension.store.ts'

/**
 * Erases what no law asks for: the enterprise's own notes, the question and its answer, what was entered and not used, the
 * history of names and addresses in events, and the addresses of messages.
 */
export async function eraseUnneeded(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  at: Date,
  vault: Vault,
): Promise<ConnectionRow> {
  const changes = {
    display_name: null,
    user_data: null,
    verification_prompt: ERASED,
    verification_answer_digest: answerDigest(vault, tenant, row.id, randomBytes(32).toString('hex')),
    submitted_type: null,
    submitted_sealed: null,
    updated_at: at,
  }
  await updateConnection(tx, tenant, row, changes)
  await eraseEvents(tx, tenant, row.id)
  await eraseMessages(tx, tenant, [row.email])
  return { ...row, ...changes }
}

/** Erases the rest, which proved whom payments went to. Ids, states, amounts and permissions stay. */
export async function eraseEvidence(tx: Tx, tenant: TenantId, row: ConnectionRow, at: Date): Promise<void> {
  const changes = {
    external_id: null,
    first_name: ERASED,
    last_name: ERASED,
    email: ERASED_EMAIL,
    business_name: null,
    bank_sealed: null,
    destination: null,
    updated_at: at,
  }
  await updateConnection(tx, tenant, row, changes)
  await forgetBankAccount(tx, tenant, row.id)
  await deleteSuspension(tx, tenant, row.id)
  await eraseEvents(tx, tenant, row.id)
  await eraseMessages(tx, tenant, [row.email])
  announceErased(tx, tenant, { ...row, ...changes }, at, 'Personal data erased')
}

/** The event names no values: it would keep what was erased. */
export const announceErased = (tx: Tx, tenant: TenantId, row: ConnectionRow, at: Date, note: string): void =>
  announceConnection(tx, tenant, row, at, { changes: {}, note })

import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import type { EventDetails } from '../events/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { insertEntry } from './activity.store.ts'
import { entryOf } from './activity.ts'
import { connectionDetails } from './events.ts'
import type { ConnectionRow, ConnectionTransition } from './model.ts'
import { noteBankAccount } from './payment-parties.store.ts'
import type { WaitingPayouts } from './ports.ts'
import { updateConnection } from './store.ts'

/**
 * Writes a transition, its activity entry and its event. `consequences` run in between: they read the changed connection,
 * and the counter of events is locked after every other row.
 */
export async function applyTransition(
  tx: Tx,
  tenant: TenantId,
  transition: ConnectionTransition,
  consequences?: () => Promise<void>,
): Promise<ConnectionRow> {
  const { event, from, changes, to } = transition
  await updateConnection(tx, tenant, from, changes)
  const entry = entryOf(transition)
  if (entry) await insertEntry(tx, tenant, to.id, event, entry)
  await consequences?.()
  announceConnection(tx, tenant, to, to.updated_at, connectionDetails(transition))
  return to
}

/** Notes a bank account that the creator or the enterprise has entered, and lets payouts to it wait where new ones do. */
export async function noteNewBankAccount(
  tx: Tx,
  tenant: TenantId,
  { from, to }: ConnectionTransition,
  waitingPayouts: WaitingPayouts,
): Promise<void> {
  if (to.bank_sealed === null || to.bank_sealed === from.bank_sealed) return
  await noteBankAccount(tx, tenant, to.id, to.updated_at)
  await waitingPayouts.delay(tx, tenant, to.id, to.updated_at)
}

/** Records the event of a connection: of a change, or of an edit flow that its creator has left without one. */
export const announceConnection = (
  tx: Tx,
  tenant: TenantId,
  { id, user_data: userData }: ConnectionRow,
  at: Date,
  details: EventDetails,
): void => recordEvents(tx, tenant, [{ event: 'account_connection.update', id, at, userData, ...details }])

/**
 * Call before changing a connection's permission to be paid or its payout method. The creation of payouts locks the same
 * accounts, so none is created meanwhile. Payouts already due are processed with the connection as it was. Returns the time
 * of the change.
 */
export async function settlePayoutsBefore(
  tx: Tx,
  tenant: TenantId,
  { id }: ConnectionRow,
  waitingPayouts: WaitingPayouts,
): Promise<Date> {
  await lockOperating(tx, tenant)
  const at = await tenantNow(tx, tenant)
  await waitingPayouts.settleDue(tx, tenant, id, at)
  return at
}

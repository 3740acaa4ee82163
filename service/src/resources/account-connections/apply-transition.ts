import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import type { EventDetails } from '../events/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { insertEntry } from './activity.store.ts'
import { entryOf } from './activity.ts'
import type { ConnectionRow, ConnectionTransition } from './model.ts'
import { noteBankAccount } from './payment-parties.store.ts'
import type { WaitingPayouts } from './ports.ts'
import { CONNECTIONS } from './store.ts'

/**
 * Writes a transition with its activity entry. `consequences` read the changed connection, and come before its event.
 */
export async function applyTransition(
  tx: Tx,
  tenant: TenantId,
  transition: ConnectionTransition,
  consequences?: () => Promise<void>,
): Promise<ConnectionRow> {
  const { event, to } = transition
  await applyTransitions(tx, CONNECTIONS, [transition], {
    tenant,
    async consequences() {
      const entry = entryOf(transition)
      if (entry) await insertEntry(tx, tenant, to.id, event, entry)
      await consequences?.()
    },
  })
  return to
}

/**
 * Notes a bank account that the creator or the enterprise has entered, and lets payouts to it wait where new ones do.
 */
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

/**
 * Records the event of a connection without a transition: of an erasure, or of an edit flow that its creator has left.
 */
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

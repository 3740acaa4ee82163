import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import type { Change } from './model.ts'
import { insertDeliveries, insertEvents } from './store.ts'

/**
 * Writes the events of these changes, and their deliveries where a webhook listens, in the transaction of the changes.
 * Called after resource rows and accounts are locked: it takes the counter of events, which comes last.
 */
export async function recordEvents(tx: Tx, tenant: TenantId, changes: readonly Change[]): Promise<void> {
  await Promise.all(recordEventsStatements(tx, tenant, changes))
}

/** The same as statements to be sent in this order. */
export function recordEventsStatements(tx: Tx, tenant: TenantId, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return []
  const events = changes.map((change) => ({ ...change, eventId: newId('event') }))
  return [insertEvents(tx, tenant, events), insertDeliveries(tx, tenant, events)]
}

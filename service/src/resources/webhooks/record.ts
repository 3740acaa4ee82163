import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import { type Change, insertEventsStatement } from '../events/index.ts'
import { insertDeliveriesStatement } from './deliveries/store.ts'

/**
 * Writes the events of these changes, and a delivery for each webhook that listens, in the transaction of the changes.
 * Called after resource rows and accounts are locked: it takes the counter of events, which comes last.
 */
export async function recordEvents(tx: Tx, tenant: TenantId, changes: readonly Change[]): Promise<void> {
  await Promise.all(recordEventsStatements(tx, tenant, changes))
}

/** The same as statements to be sent in this order. */
export function recordEventsStatements(tx: Tx, tenant: TenantId, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return []
  const events = changes.map((change) => ({ ...change, eventId: newId('event') }))
  return [insertEventsStatement(tx, tenant, events), insertDeliveriesStatement(tx, tenant, events)]
}

import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Change } from './model.ts'
import { insertEvents } from './store.ts'

/**
 * Writes the events of these changes, and their deliveries where a webhook listens, in the transaction of the changes.
 * Called after resource rows and accounts are locked: it takes the counter of events, which comes last.
 */
export async function recordEvents(tx: Tx, tenant: TenantId, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await insertEvents(
    tx,
    tenant,
    changes.map((change) => ({ ...change, eventId: newId('event') })),
  )
}

import type { FieldChanges } from '../../kernel/changes.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import {
  type Change,
  copyEventsStatement,
  insertEventsStatement,
  type NewEvent,
  takeEventPositions,
} from '../events/index.ts'
import { hasListener, insertDeliveriesStatement } from './deliveries/store.ts'

/** The events of each transaction that is under way, by their tenant. */
const underWay = new WeakMap<Tx, Map<TenantId, NewEvent[]>>()

/**
 * Writes the events of these changes, and a delivery for each webhook that listens, at the end of their transaction. The
 * counter of events comes after all locks but that of `pending_payouts`: a transaction that took it earlier, and then waited for
 * an account, could be waited for by one that holds the account and wants the counter.
 */
export function recordEvents(tx: Tx, tenant: TenantId, changes: readonly Change[]): void {
  if (changes.length === 0) return
  let byTenant = underWay.get(tx)
  if (!byTenant) {
    byTenant = new Map()
    underWay.set(tx, byTenant)
    const all = byTenant
    tx.beforeCommit((withCommit) => write(tx, all, withCommit))
  }
  byTenant.set(tenant, [...(byTenant.get(tenant) ?? []), ...changes.map(withId)])
}

/** Adds fields to the event that a transition of the same resource has recorded in this transaction. */
export function addToEvent(tx: Tx, tenant: TenantId, id: string, changes: FieldChanges): void {
  const recorded = underWay.get(tx)?.get(tenant) ?? []
  const nth = recorded.findIndex((change) => change.id === id)
  const known = recorded[nth]
  if (!known) throw new Error(`${id} has no event in this transaction`)
  recorded[nth] = { ...known, changes: { ...changes, ...known.changes } }
}

async function write(
  tx: Tx,
  byTenant: ReadonlyMap<TenantId, readonly NewEvent[]>,
  withCommit: Statement[],
): Promise<void> {
  for (const [tenant, events] of [...byTenant].sort(([a], [b]) => a - b)) {
    const [taken, isHeard] = await Promise.all([
      takeEventPositions(tx, tenant, events.length),
      // Run after it: a webhook that was being enabled until the positions were taken is seen as enabled from here on.
      hasListener(tx, tenant, [...new Set(events.map(({ event }) => event))]),
    ])
    withCommit.push(copyEventsStatement(tx, tenant, events, taken))
    if (isHeard) withCommit.push(insertDeliveriesStatement(tx, tenant, events))
  }
}

const withId = (change: Change): NewEvent => ({ ...change, eventId: newId('event') })

/** Like `recordEvents`, as statements that a transaction in two steps must send last, in this order. */
export function recordEventsStatements(tx: Tx, tenant: TenantId, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return []
  const events = changes.map(withId)
  return [insertEventsStatement(tx, tenant, events), insertDeliveriesStatement(tx, tenant, events)]
}

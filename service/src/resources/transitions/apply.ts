import type { TenantId } from '../../kernel/ids.ts'
import { dueFrom, joinTransfers, type LockedAccounts, lockAccounts, post, postLast } from '../../ledger/index.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import type { Change, EventDetails } from '../events/index.ts'
import { recordEvents, recordEventsStatements } from '../webhooks/index.ts'
import type { StatefulResource, StatefulRow } from './resource.ts'
import { move, moveAllStatement } from './store.ts'
import type { Transition } from './transition.ts'

/** The tenant of the rows, the books that their transfers are in, and the messages that go with them. */
export interface ApplyContext<Row> {
  readonly tenant: TenantId
  /** The tenant whose book holds the creators' accounts; needed where a transition moves money there. */
  readonly bank?: TenantId
  /** Accounts of the bank's book that the transaction has locked already. */
  readonly heldAtBank?: LockedAccounts
  /** Queues the messages that go out with these transitions. */
  queueMessages?(transitions: readonly Transition<Row>[]): Promise<void>
  /**
   * Changes that follow from these in other tables. They read the rows as they are now, and their events come first.
   */
  consequences?(): Promise<void>
}

/**
 * Writes transitions; nothing else changes a status. Rows first, then messages and consequences, then transfers, whose
 * accounts others wait for; the events at the end of the transaction, and behind them what is booked in `pending_payouts`, which
 * balances read later in the transaction lack. A row that is not in the state it was read in aborts the transaction.
 */
export async function applyTransitions<Row extends StatefulRow>(
  tx: Tx,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
  { tenant, bank, heldAtBank, queueMessages, consequences }: ApplyContext<Row>,
): Promise<void> {
  if (transitions.length === 0) return
  const moved = await move(tx, tenant, resource, transitions)
  if (moved !== transitions.length) throw new Error(`a ${resource.name} changed under its lock`)
  const transfers = joinTransfers(transitions.map((transition) => transition.transfers))
  await queueMessages?.(transitions)
  await consequences?.()
  // Put together before the accounts are locked: they are held until the transaction ends.
  recordEvents(tx, tenant, changesOf(resource, transitions))
  // The enterprise's accounts come last: its requests wait for them.
  if (transfers.bank.length > 0) await post(tx, bank ?? tenant, transfers.bank, heldAtBank)
  else if (bank !== undefined && transfers.tenant.length > 0) await lockAccounts(tx, bank, [dueFrom(tenant)])
  await postLast(tx, tenant, transfers.tenant)
}

/** The same as statements to be sent, for rows that the transaction has locked and transitions without transfers. */
export function applyTransitionsStatements<Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): Statement[] {
  if (transitions.length === 0) return []
  if (transitions.some(({ transfers: { tenant, bank } }) => tenant.length + bank.length > 0))
    throw new Error(`a ${resource.name} that moves money needs its accounts locked: use applyTransitions()`)
  return [
    moveAllStatement(tx, tenant, resource, transitions),
    ...recordEventsStatements(tx, tenant, changesOf(resource, transitions)),
  ]
}

function changesOf<Row extends StatefulRow>(
  { event, details }: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): Change[] {
  if (event === undefined) return []
  const told = transitions.filter(({ isSilent }) => !isSilent)
  return told.map((transition) => changeOf(event, transition.to, details?.(transition)))
}

/** The change of a row, as the log of events records it. */
export const changeOf = (
  event: Change['event'],
  { id, updated_at, user_data = null }: StatefulRow,
  details?: EventDetails,
): Change => ({
  event,
  id,
  at: updated_at,
  userData: user_data ?? null,
  ...details,
})

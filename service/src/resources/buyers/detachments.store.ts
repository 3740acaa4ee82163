import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { claimRows, isUnleased, type LeasedTable } from '../../platform/leases.ts'

/** A charge that was sent with the card a moment ago has its outcome by then. */
const DETACH_AFTER_MS = 10 * MINUTE_MS

/** Has the processor forget a card that a buyer no longer has. */
export async function detachLater(tx: Tx, tenant: TenantId, token: string, now: Date): Promise<void> {
  const callAt = new Date(now.getTime() + DETACH_AFTER_MS)
  await tx`
    insert into card_detachments (tenant_id, id, call_at) values (${tenant}, ${token}, ${callAt})
    on conflict (tenant_id, id) do update set call_at = excluded.call_at, leased_until = null`
}

export const DUE_DETACHMENTS: DueRows = { table: 'card_detachments', dueAt: 'call_at', only: isUnleased }

const CALLS: LeasedTable = {
  table: 'card_detachments',
  isOpen: (sql) => sql`true`,
  order: (sql) => sql`call_at`,
  returning: (sql) => sql`id, call_at`,
  countsAttempts: false,
}

export interface Detachment {
  /** The processor's token of the card. */
  readonly id: string
  readonly call_at: Date
}

export const leaseDetachments = (
  tx: Tx,
  tenant: TenantId,
  until: Date,
  limit: number,
  leaseMs: number,
): Promise<Detachment[]> => claimRows<Detachment>(tx, CALLS, tenant, { limit, leaseMs, only: tx`call_at <= ${until}` })

/** Whether any buyer has the card: the processor's account is common to all enterprises of production. */
export async function isCardUsed(sql: Queryable, token: string): Promise<boolean> {
  return (await sql`select 1 from buyers where card_token = ${token} limit 1`).length > 0
}

/** A card that was removed again meanwhile stays to be detached. */
export async function endDetachment(sql: Queryable, tenant: TenantId, { id, call_at }: Detachment): Promise<void> {
  await sql`delete from card_detachments where tenant_id = ${tenant} and id = ${id} and call_at = ${call_at}`
}

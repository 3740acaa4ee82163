import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { findByIdPrefix, findByIds } from '../../platform/list-search.ts'
import { type Deadlines, type WalkFilter, walkCurrent } from '../../platform/list-walk.ts'
import type { Condition } from '../../platform/lists.ts'
import type { P2p } from './model.ts'

const FIELDS = {
  table: 'p2p_payments',
  counter: 'p2p',
  columns: [
    'id',
    'source',
    'destination',
    'source_creator_id',
    'destination_creator_id',
    'status',
    'amount_in_cents',
    'description',
    'code_digest',
    'attempts',
    'expires_at',
    'committed_at',
    'ended_at',
    'failure',
    'due_at',
    'user_data',
    'created_at',
    'updated_at',
  ] as const satisfies readonly (keyof P2p)[],
}

export const walkP2pRows = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
  deadlines: Deadlines<P2p>,
): AsyncGenerator<P2p> => walkCurrent(sql, FIELDS, tenant, filter, deadlines)

/** A condition: not committed within the ten minutes. */
export const pastExpiry = (sql: Queryable, now: Date): Condition => sql`status = 'created' and expires_at <= ${now}`

export const findP2pRowsById = (sql: Queryable, tenant: TenantId, start: string, limit: number): Promise<P2p[]> =>
  findByIdPrefix<P2p>(sql, FIELDS, tenant, start, limit)

export const findP2pRowsByIds = (sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<P2p[]> =>
  findByIds<P2p>(sql, FIELDS, tenant, ids)

export async function hasP2pPayments(sql: Queryable, tenant: TenantId, connection: string): Promise<boolean> {
  const rows = await sql`
    (select 1 from p2p_payments where tenant_id = ${tenant} and source = ${connection} limit 1)
    union all
    (select 1 from p2p_payments where tenant_id = ${tenant} and destination = ${connection} limit 1)`
  return rows.length > 0
}

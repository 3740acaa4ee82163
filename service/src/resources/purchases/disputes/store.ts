import type { TenantId } from '../../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../../platform/database.ts'
import { takePositions } from '../../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../../platform/rows.ts'
import type { StatefulResource } from '../../transitions/index.ts'
import type { Dispute } from './model.ts'

/** Every column of a dispute but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  purchase: 'text',
  reference: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  taken_in_cents: 'bigint',
  is_taken: 'boolean',
  reason: 'text',
  respond_by: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Dispute, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)

/** A dispute has no webhook event of its own: each of its changes is one of its purchase. */
export const DISPUTES: StatefulResource<Dispute> = {
  name: 'dispute',
  table: 'disputes',
  guards: ['status'],
  changes: pick(COLUMNS, [
    'status',
    'reference',
    'amount_in_cents',
    'taken_in_cents',
    'is_taken',
    'reason',
    'respond_by',
    'updated_at',
  ]),
}

export async function insertDispute(tx: Tx, tenant: TenantId, dispute: Dispute): Promise<void> {
  const position = await takePositions(tx, tenant, 'dispute', 1)
  await tx`
    insert into disputes (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, ${position}, ${COLUMN_NAMES} from ${rowsOf([dispute], COLUMNS)} as new`
}

/** All disputes of a purchase, newest first. Their purchase is locked. */
export async function lockDisputes(tx: Tx, tenant: TenantId, purchase: string): Promise<Dispute[]> {
  return tx<Dispute[]>`
    select ${COLUMN_NAMES} from disputes where tenant_id = ${tenant} and purchase = ${purchase}
    order by position desc for no key update`
}

/** The newest dispute of each of these purchases that has one. */
export async function findDisputes(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly string[],
): Promise<Map<string, Dispute>> {
  const rows = await sql<Dispute[]>`
    select distinct on (purchase) ${COLUMN_NAMES} from disputes
    where tenant_id = ${tenant} and purchase = any(${texts(purchases)}::text[])
    order by purchase, position desc`
  return new Map(rows.map((dispute) => [dispute.purchase, dispute]))
}

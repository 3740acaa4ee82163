import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { everyConnectionOf } from '../account-connections/index.ts'

export interface Erasure {
  readonly tenant_id: TenantId
  readonly account_connection: string
  readonly asked_at: Date
  readonly kept_until: Date
  readonly erased_at: Date | null
  readonly ended_at: Date | null
}

/** False when the erasure was asked for before. */
export async function insertErasure(
  tx: Tx,
  erasure: Pick<Erasure, 'tenant_id' | 'account_connection' | 'asked_at' | 'kept_until'>,
): Promise<boolean> {
  const inserted = await tx`
    insert into creator_erasures ${tx(erasure as never)} on conflict (tenant_id, account_connection) do nothing`
  return inserted.count === 1
}

export async function lockErasure(tx: Tx, tenant: TenantId, connection: string): Promise<Erasure | undefined> {
  const [row] = await tx<Erasure[]>`
    select tenant_id, account_connection, asked_at, kept_until, erased_at, ended_at from creator_erasures
    where tenant_id = ${tenant} and account_connection = ${connection} for no key update`
  return row
}

export async function updateErasure(
  tx: Tx,
  { tenant_id, account_connection }: Pick<Erasure, 'tenant_id' | 'account_connection'>,
  changes: Partial<Pick<Erasure, 'erased_at' | 'ended_at'>>,
): Promise<void> {
  await tx`
    update creator_erasures set ${tx(changes as never)}
    where tenant_id = ${tenant_id} and account_connection = ${account_connection}`
}

/** Erasures whose duty to keep is over by their tenant's clock, and that have not ended. */
export async function findErasuresDue(sql: Queryable): Promise<Pick<Erasure, 'tenant_id' | 'account_connection'>[]> {
  return sql<Pick<Erasure, 'tenant_id' | 'account_connection'>[]>`
    select erasure.tenant_id, erasure.account_connection from creator_erasures erasure
    join tenants tenant on tenant.id = erasure.tenant_id
    where erasure.ended_at is null and erasure.kept_until <= tenant_time(tenant.clock_offset_ms)
    order by erasure.kept_until limit 1000`
}

/** The tenants where a creator is connected; and whether all of these connections are erased. */
export async function readTraces(
  tx: Tx,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<{ readonly tenants: TenantId[]; readonly isLast: boolean }> {
  const rows = await tx<{ tenant_id: TenantId; erased: boolean }[]>`
    select connection.tenant_id, bool_and(erasure.erased_at is not null) as erased
    from ${everyConnectionOf(tx, bank, creator)} connection
    left join creator_erasures erasure
      on erasure.tenant_id = connection.tenant_id and erasure.account_connection = connection.id
    group by 1`
  return { tenants: rows.map(({ tenant_id }) => tenant_id), isLast: rows.every(({ erased }) => erased) }
}

import type { Environment } from '../../kernel/environment.ts'
import type { Queryable } from '../../platform/database.ts'
import { namedTenants } from '../../tenants/index.ts'
import type { ConnectionType } from './model.ts'

/** An account connection that waits for an identity review. */
export interface WaitingReview {
  readonly connection: string
  readonly type: ConnectionType
  readonly enterprise: string
  readonly enterprise_name: string
  readonly environment: Environment
  readonly submitted_at: Date
}

/** Reviews of all enterprises, the longest waiting first. Nothing of the applicant is among it. */
export async function listReviews(sql: Queryable, limit: number): Promise<WaitingReview[]> {
  return sql<WaitingReview[]>`
    select connection.id as connection, connection.submitted_type as type, tenant.enterprise,
      tenant.enterprise_name, tenant.environment, connection.updated_at as submitted_at
    from account_connections connection join ${namedTenants(sql)} tenant on tenant.id = connection.tenant_id
    where connection.status = 'pending' and connection.submitted_type is not null
    order by connection.updated_at, connection.id limit ${limit}`
}

export async function countReviews(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from account_connections connection
    join tenants tenant on tenant.id = connection.tenant_id and tenant.retired_at is null
    where connection.status = 'pending' and connection.submitted_type is not null`
  return row?.count ?? 0
}

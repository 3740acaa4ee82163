import type { AlertKind, AlertStatus } from '../../../../contracts/alerts.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Queryable, Statement } from '../../platform/database.ts'

// The alerts of all enterprises, for the operators alone. An index over all tenants serves these queries.

export interface AlertSearch {
  readonly status?: AlertStatus | undefined
  readonly kind?: AlertKind | undefined
  readonly enterprise?: string | undefined
  readonly environment?: Environment | undefined
}

export interface AlertOfTenant {
  readonly tenant: TenantId
  readonly enterprise: string
  readonly environment: Environment
  readonly id: string
  readonly status: AlertStatus
  readonly kind: AlertKind
  readonly summary: string
  readonly created_at: Date
  readonly cleared_at: Date | null
}

/** Alerts of tenants in use: those of a sandbox that was reset are gone with it. */
const found = (sql: Queryable, { status, kind, enterprise, environment }: AlertSearch): Statement => sql`
  alerts alert join tenants tenant on tenant.id = alert.tenant_id and tenant.retired_at is null
  where true
    ${status === undefined ? sql`` : sql`and alert.status = ${status}`}
    ${kind === undefined ? sql`` : sql`and alert.kind = ${kind}`}
    ${enterprise === undefined ? sql`` : sql`and tenant.enterprise_id = ${enterprise}`}
    ${environment === undefined ? sql`` : sql`and tenant.environment = ${environment}`}`

/** Raised alerts come first, the newest of them first. */
export async function listAlertsOfAll(
  sql: Queryable,
  { page, pageSize }: PageRequest,
  search: AlertSearch,
): Promise<Page<AlertOfTenant>> {
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from ${found(sql, search)}`,
    sql<AlertOfTenant[]>`
      select alert.tenant_id as tenant, tenant.enterprise_id as enterprise, tenant.environment, alert.id, alert.status,
        alert.kind, alert.summary, alert.created_at, alert.cleared_at
      from ${found(sql, search)}
      order by alert.status desc, alert.created_at desc, alert.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

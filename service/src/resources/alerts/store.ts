import type { AlertSettings } from '../../../../contracts/alerts.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositionsStatement } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { type StatefulResource, transitionDetails } from '../transitions/index.ts'
import type { Alert } from './model.ts'

/** Every column of an alert but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  status: 'text',
  kind: 'text',
  subject: 'text',
  summary: 'text',
  activity: 'json',
  user_data: 'json',
  cleared_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Alert, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'alerts', counter: 'alert', columns: COLUMN_NAMES }

export const ALERTS: StatefulResource<Alert> = {
  name: 'alert',
  table: 'alerts',
  guards: ['status'],
  changes: pick(COLUMNS, ['status', 'activity', 'cleared_at', 'updated_at']),
  event: 'alert.update',
  details: (transition) => transitionDetails(transition, ({ status }) => ({ status })),
}

export async function insertAlerts(tx: Tx, tenant: TenantId, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  await tx`
    with counted as (${takePositionsStatement(tx, tenant, LIST.counter, alerts.length)})
    insert into alerts (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, counted.value - ${alerts.length} + ordinal, ${COLUMN_NAMES}
    from counted, ${rowsOf(alerts, COLUMNS)} as new`
}

export const findAlert = findById<Alert>(LIST)

export const listAlerts = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Alert>> => readList<Alert>(sql, LIST, tenant, page, filter)

/** Alerts that are raised, oldest first. */
export async function findRaised(sql: Queryable, tenant: TenantId, limit: number): Promise<Alert[]> {
  return sql<Alert[]>`
    select ${COLUMN_NAMES} from alerts where tenant_id = ${tenant} and status = 'raised' order by position limit ${limit}`
}

export async function findSummaries(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly summary: string }[]> {
  return sql<{ id: string; summary: string }[]>`
    select id, summary from alerts where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
}

/** Up to which payout the tenant's payouts were looked at; `undefined` before the first look. */
export async function readMark(tx: Tx, tenant: TenantId): Promise<number | undefined> {
  const [row] = await tx<{ payout_position: number }[]>`
    select payout_position from alert_marks where tenant_id = ${tenant}`
  return row?.payout_position
}

export async function writeMark(tx: Tx, tenant: TenantId, position: number): Promise<void> {
  await tx`
    insert into alert_marks (tenant_id, payout_position) values (${tenant}, ${position})
    on conflict (tenant_id) do update set payout_position = excluded.payout_position`
}

/** Tenants of enterprises, with the settings that differ from the defaults, and whether any alert is raised. */
export async function tenantsToWatch(sql: Queryable): Promise<
  {
    readonly tenant: TenantId
    readonly environment: 'sandbox' | 'production'
    readonly settings: Partial<AlertSettings> | null
    readonly has_raised: boolean
  }[]
> {
  return sql`
    select tenant.id as tenant, tenant.environment, tenant.alert_settings as settings,
      raised.tenant_id is not null as has_raised
    from tenants tenant
    left join (select distinct tenant_id from alerts where status = 'raised') raised on raised.tenant_id = tenant.id
    where tenant.enterprise_id is not null and tenant.retired_at is null order by tenant.id`
}

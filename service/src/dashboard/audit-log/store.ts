import type { Environment } from '../../kernel/environment.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx } from '../../platform/database.ts'
import { namesOf } from '../../platform/rows.ts'

export interface AuditRow {
  readonly position: number
  readonly at: Date
  readonly environment: Environment | null
  readonly person_id: string
  readonly person: string
  readonly action: string
  readonly subject: string | null
  readonly details: object
  readonly address: string | null
  readonly request_id: string | null
  readonly hash: Buffer
}

const ROW_NAMES = namesOf({
  position: true,
  at: true,
  environment: true,
  person_id: true,
  person: true,
  action: true,
  subject: true,
  details: true,
  address: true,
  request_id: true,
  hash: true,
} as const satisfies Record<keyof AuditRow, true>)

export interface Head {
  readonly position: number
  readonly hash: Buffer
  /** A keyed hash of both. */
  readonly seal: Buffer
}

const NOTHING = Buffer.alloc(0)

/** The last row of an enterprise's chain, locked until the next one is written, and the time that one gets. */
export async function lockHead(tx: Tx, enterprise: string): Promise<Head & { readonly now: Date }> {
  await tx`insert into audit_heads (enterprise_id, position, hash, seal) values (${enterprise}, 0, ${NOTHING}, ${NOTHING})
    on conflict do nothing`
  const [row] = await tx<Head[]>`
    select position, hash, seal from audit_heads where enterprise_id = ${enterprise} for update`
  // Read under the lock, so that times increase with positions.
  const [clock] = await tx<{ now: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`
  return { ...(row as Head), now: (clock as { now: Date }).now }
}

export async function appendRow(tx: Tx, enterprise: string, row: AuditRow, seal: Buffer): Promise<void> {
  await tx`
    insert into audit_log (enterprise_id, position, at, environment, person_id, person, action, subject, details, address,
      request_id, hash)
    values (${enterprise}, ${row.position}, ${row.at}, ${row.environment}, ${row.person_id}, ${row.person}, ${row.action},
      ${row.subject}, ${json(row.details)}, ${row.address}, ${row.request_id}, ${row.hash})`
  await tx`
    update audit_heads set position = ${row.position}, hash = ${row.hash}, seal = ${seal}
    where enterprise_id = ${enterprise}`
}

export async function readHead(sql: Queryable, enterprise: string): Promise<Head> {
  const [row] = await sql<Head[]>`select position, hash, seal from audit_heads where enterprise_id = ${enterprise}`
  return row ?? { position: 0, hash: NOTHING, seal: NOTHING }
}

/** In the order of the chain, a bounded number at a time. */
export async function rowsAfter(
  sql: Queryable,
  enterprise: string,
  position: number,
  limit: number,
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select ${ROW_NAMES} from audit_log where enterprise_id = ${enterprise} and position > ${position} order by position limit ${limit}`
}

export interface AuditFilter {
  readonly person?: string | undefined
  readonly action?: string | undefined
}

/** Newest first. */
export async function pageOfRows(
  sql: Queryable,
  enterprise: string,
  { page, pageSize }: PageRequest,
  { person, action }: AuditFilter,
): Promise<Page<AuditRow>> {
  const where = sql`
    enterprise_id = ${enterprise}
    ${person === undefined ? sql`` : sql`and person_id = ${person}`}
    ${action === undefined ? sql`` : sql`and action = ${action}`}`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from audit_log where ${where}`,
    sql<AuditRow[]>`
      select ${ROW_NAMES} from audit_log where ${where} order by position desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export async function enterprisesWithLog(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select enterprise_id as id from audit_heads
    union select distinct enterprise_id from audit_log order by id`
  return rows.map(({ id }) => id)
}

import type { Environment } from '../../kernel/environment.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Queryable, Statement, Tx } from '../../platform/database.ts'
import { type ColumnType, namesOf, rowsOf } from '../../platform/rows.ts'

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

const ROW = {
  position: 'bigint',
  at: 'timestamptz',
  environment: 'text',
  person_id: 'text',
  person: 'text',
  action: 'text',
  subject: 'text',
  details: 'json',
  address: 'text',
  request_id: 'text',
  hash: 'bytea',
} as const satisfies Record<keyof AuditRow, ColumnType>

const ROW_NAMES = namesOf(ROW)

export interface Head {
  readonly position: number
  readonly hash: Buffer
  /** A keyed hash of both. */
  readonly seal: Buffer
}

const NOTHING = Buffer.alloc(0)

/** The chain of the operator's own deeds. Every other chain is named by the id of its enterprise. */
export const OPERATOR_CHAIN = 'operator'

/** The tables of a chain. An enterprise's head references the enterprise, so the operator's chain has tables of its own. */
const tablesOf = (sql: Queryable, chain: string): { readonly log: Statement; readonly heads: Statement } =>
  chain === OPERATOR_CHAIN
    ? { log: sql`operator_audit_log`, heads: sql`operator_audit_heads` }
    : { log: sql`audit_log`, heads: sql`audit_heads` }

/** The last row of a chain, locked until the next one is written, and the time that one gets. */
export async function lockHead(tx: Tx, chain: string): Promise<Head & { readonly now: Date }> {
  const { heads } = tablesOf(tx, chain)
  await tx`insert into ${heads} (enterprise_id, position, hash, seal) values (${chain}, 0, ${NOTHING}, ${NOTHING})
    on conflict do nothing`
  const [row] = await tx<Head[]>`
    select position, hash, seal from ${heads} where enterprise_id = ${chain} for update`
  // Read under the lock, so that times increase with positions.
  const [clock] = await tx<{ now: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`
  return { ...(row as Head), now: (clock as { now: Date }).now }
}

/** Appends rows to a chain, and moves its head to the last of them. */
export async function appendRows(tx: Tx, chain: string, rows: readonly AuditRow[], head: Head): Promise<void> {
  const { log, heads } = tablesOf(tx, chain)
  await tx`
    insert into ${log} (enterprise_id, ${ROW_NAMES})
    select ${chain}, ${ROW_NAMES} from ${rowsOf(rows, ROW)} as row`
  await tx`
    update ${heads} set position = ${head.position}, hash = ${head.hash}, seal = ${head.seal}
    where enterprise_id = ${chain}`
}

export async function readHead(sql: Queryable, chain: string): Promise<Head> {
  const { heads } = tablesOf(sql, chain)
  const [row] = await sql<Head[]>`select position, hash, seal from ${heads} where enterprise_id = ${chain}`
  return row ?? { position: 0, hash: NOTHING, seal: NOTHING }
}

export interface AuditFilter {
  readonly person?: string | undefined
  readonly action?: string | undefined
  readonly environment?: Environment | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

const matching = (
  sql: Queryable,
  chain: string,
  { person, action, environment, created_after, created_before }: AuditFilter,
): Statement => sql`
    enterprise_id = ${chain}
    ${person === undefined ? sql`` : sql`and person_id = ${person}`}
    ${action === undefined ? sql`` : sql`and action = ${action}`}
    ${environment === undefined ? sql`` : sql`and environment = ${environment}`}
    ${created_after === undefined ? sql`` : sql`and at > ${new Date(created_after)}`}
    ${created_before === undefined ? sql`` : sql`and at < ${new Date(created_before)}`}`

/** A part of a chain: the rows after a position, up to one that was the last when it was looked for. */
export interface AuditSpan {
  readonly after: number
  readonly upTo?: number | undefined
}

/** In the order of the chain, a bounded number at a time. */
export async function rowsAfter(
  sql: Queryable,
  chain: string,
  { after, upTo = Number.MAX_SAFE_INTEGER }: AuditSpan,
  limit: number,
  filter: AuditFilter = {},
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select ${ROW_NAMES} from ${tablesOf(sql, chain).log}
    where ${matching(sql, chain, filter)} and position > ${after} and position <= ${upTo}
    order by position limit ${limit}`
}

/** Newest first. */
export async function pageOfRows(
  sql: Queryable,
  chain: string,
  { page, pageSize }: PageRequest,
  filter: AuditFilter,
): Promise<Page<AuditRow>> {
  const { log } = tablesOf(sql, chain)
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from ${log} where ${matching(sql, chain, filter)}`,
    sql<AuditRow[]>`
      select ${ROW_NAMES} from ${log} where ${matching(sql, chain, filter)}
      order by position desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** Every chain that has a head or a row, the operator's among them. */
export async function chainsWithLog(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select enterprise_id as id from audit_heads
    union select distinct enterprise_id from audit_log
    union select enterprise_id from operator_audit_heads
    union select distinct enterprise_id from operator_audit_log order by id`
  return rows.map(({ id }) => id)
}

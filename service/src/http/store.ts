import type { TenantId } from '../kernel/ids.ts'
import { type Database, plain, type Queryable, type Tx, texts } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'

const RETENTION = '7 days'

/** One key of one path; a tenant is named beside it. */
interface ScopedKey {
  readonly scope: string
  readonly key: string
}

export interface KnownAnswer {
  readonly tenant: TenantId
  readonly fingerprint: Buffer
  readonly status: number
  readonly body: string
}

type AnswerRow = ScopedKey & Omit<KnownAnswer, 'tenant'>

export interface KnownAnswers {
  get(scope: string, key: string): KnownAnswer | undefined
}

/** Requests with one key go one after the other. */
export const lockKey = (tx: Tx, tenant: TenantId, { scope, key }: ScopedKey): Promise<void> =>
  lockName(tx, `${tenant} ${scope} ${key}`)

/** The answers already given to these requests, in one query. Read after the locks that order them. */
export async function findAnswers(sql: Queryable, tenant: TenantId, keys: readonly ScopedKey[]): Promise<KnownAnswers> {
  if (keys.length === 0) return { get: () => undefined }
  // One look into the primary key per request. As a plain join, the plan made while the table was small reads all of it:
  // 11 ms and growing, where this takes 0.3.
  const rows = await sql<AnswerRow[]>`
    select answer.* from unnest(${texts(keys.map(({ scope }) => scope))}::text[], ${texts(keys.map(({ key }) => key))}::text[])
      as wanted (scope, key)
    cross join lateral (
      select scope, key, fingerprint, status, body, created_at from idempotency_answers
      where tenant_id = ${tenant} and scope = wanted.scope and key = wanted.key
      limit 1
    ) answer
    where answer.created_at > clock_timestamp() - ${RETENTION}::interval`
  const found = new Map(rows.map((row) => [`${row.scope} ${row.key}`, { ...row, tenant }]))
  return { get: (scope, key) => found.get(`${scope} ${key}`) }
}

export async function insertAnswers(tx: Tx, tenant: TenantId, rows: readonly AnswerRow[]): Promise<void> {
  if (rows.length === 0) return
  // A key past its retention that no sweep has removed yet is free again.
  await tx`
    insert into idempotency_answers (tenant_id, scope, key, fingerprint, status, body)
    select ${tenant}, scope, key, fingerprint, status, body
    from unnest(
      ${texts(rows.map(({ scope }) => scope))}::text[], ${texts(rows.map(({ key }) => key))}::text[],
      ${texts(rows.map(({ fingerprint }) => `\\x${fingerprint.toString('hex')}`))}::bytea[],
      ${plain(rows.map(({ status }) => status))}::smallint[], ${texts(rows.map(({ body }) => body))}::text[]
    ) as new (scope, key, fingerprint, status, body)
    on conflict (tenant_id, scope, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`
}

/** Removes answers past their retention, a bounded number at a time; says how many went. */
export async function forgetOldAnswers(database: Database, limit: number): Promise<number> {
  const removed = await database.sql`
    delete from idempotency_answers where ctid = any(array(
      select ctid from idempotency_answers
      where created_at < clock_timestamp() - ${RETENTION}::interval limit ${limit}))`
  return removed.count
}

import type { TenantId } from '../kernel/ids.ts'
import type { Utf8 } from '../kernel/utf8.ts'
import { copyStatement } from '../platform/copy.ts'
import type { Database, Queryable, Statement, Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import { rowsOf } from '../platform/rows.ts'

const RETENTION = '7 days'

/** An idempotency key and the path it belongs to. */
interface ScopedKey {
  readonly scope: string
  readonly key: string
}

export interface KnownAnswer {
  readonly fingerprint: Buffer
  readonly status: number
  readonly body: string
}

type AnswerRow = ScopedKey & Omit<KnownAnswer, 'body'> & { readonly body: Utf8 }
type FoundRow = ScopedKey & KnownAnswer & { readonly expired: boolean; readonly now: Date }

export interface KnownAnswers {
  get(scope: string, key: string): KnownAnswer | undefined
  /** Keys whose answers are past their retention but not deleted yet: they may be used again. */
  readonly expired: readonly ScopedKey[]
  /** The database's clock when the answers were read. */
  readonly now: Date
}

const KEY = { scope: 'text', key: 'text' } as const
const ANSWER = { ...KEY, fingerprint: 'bytea', status: 'smallint', body: 'utf8' } as const

/** For requests without a key: nothing is read, and nothing will be saved. */
const NONE: KnownAnswers = { get: () => undefined, expired: [], now: new Date(Number.NaN) }

/** Makes requests with the same key run one after the other. */
export const lockKey = (tx: Tx, tenant: TenantId, { scope, key }: ScopedKey): Promise<void> =>
  lockName(tx, `${tenant} ${scope} ${key}`)

/** The stored answers to these requests, in one query. Must run after the locks that order them. */
export async function findAnswers(sql: Queryable, tenant: TenantId, keys: readonly ScopedKey[]): Promise<KnownAnswers> {
  if (keys.length === 0) return NONE
  // The lateral join makes one primary key lookup per request. A plain join kept the plan from when the table was small,
  // a sequential scan: 11 ms and growing, against 0.3 ms.
  const rows = await sql<(FoundRow | { readonly key: null; readonly now: Date })[]>`
    select clock.now, answer.scope, answer.key, answer.fingerprint, answer.status, answer.body, answer.expired
    from (select clock_timestamp() as now) clock
    left join (
      ${rowsOf(keys, KEY)} as wanted
      cross join lateral (
        select scope, key, fingerprint, status, body,
          created_at <= clock_timestamp() - ${RETENTION}::interval as expired from idempotency_answers
        where tenant_id = ${tenant} and scope = wanted.scope and key = wanted.key
        limit 1
      ) answer
    ) on true`
  const { now } = rows[0] as FoundRow
  const answers = rows.flatMap((row) => (row.key === null ? [] : [row]))
  const found = new Map(answers.filter(({ expired }) => !expired).map((row) => [`${row.scope} ${row.key}`, row]))
  return { get: (scope, key) => found.get(`${scope} ${key}`), expired: answers.filter(({ expired }) => expired), now }
}

export function insertAnswersStatements(
  tx: Tx,
  tenant: TenantId,
  rows: readonly AnswerRow[],
  { expired, now }: KnownAnswers,
): Statement[] {
  if (rows.length === 0) return []
  const every = { tenant_id: tenant, created_at: now }
  const insert = copyStatement(tx, { table: 'idempotency_answers', every }, rows, ANSWER)
  return expired.length === 0 ? [insert] : [deleteAnswersStatement(tx, tenant, expired), insert]
}

const deleteAnswersStatement = (tx: Tx, tenant: TenantId, keys: readonly ScopedKey[]): Statement => tx`
  delete from idempotency_answers answer
  using ${rowsOf(keys, KEY)} as old
  where answer.tenant_id = ${tenant} and answer.scope = old.scope and answer.key = old.key`

/** Deletes the answer to one request before its time; false when none is stored. */
export async function expireAnswer(tx: Tx, tenant: TenantId, { scope, key }: ScopedKey): Promise<boolean> {
  const removed = await tx`
    delete from idempotency_answers where tenant_id = ${tenant} and scope = ${scope} and key = ${key}`
  return removed.count > 0
}

/** Deletes at most `limit` answers that are past their retention, and returns how many. */
export async function forgetOldAnswers(database: Database, limit: number): Promise<number> {
  const removed = await database.sql`
    delete from idempotency_answers where (tenant_id, scope, key) in (
      select tenant_id, scope, key from idempotency_answers
      where created_at < statement_timestamp() - ${RETENTION}::interval limit ${limit})`
  return removed.count
}

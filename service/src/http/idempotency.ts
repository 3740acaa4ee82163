import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { canonical } from '../kernel/json.ts'
import type { Database, Queryable, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { callerOf } from './caller.ts'

const RETENTION = '7 days'
const PURPOSE = 'idempotency'

/** What a command says to its caller; written into the idempotency table as the very bytes that are sent. */
export interface Answer {
  readonly status: number
  readonly body: object
}

export interface Replay {
  readonly status: number
  readonly body: string
}

export type Commands = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, tenant: TenantId) => Promise<Answer>,
) => Promise<void>

/**
 * Runs a command in one transaction together with its idempotency answer. A problem thrown by the command rolls both
 * back, so what changed nothing is not remembered and the same key succeeds once the cause is gone.
 */
export function createCommands(database: Database, vault: Vault): Commands {
  return async (request, reply, work) => {
    const { tenant } = callerOf(request)
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || request.method !== 'POST') {
      const answer = await database.transaction((tx) => work(tx, tenant))
      reply.code(answer.status).send(answer.body)
      return
    }
    const scope = scopeOf(request)
    const body = canonical(request.body)
    const { answer, replayed } = await database.transaction(async (tx) => {
      // Parallel requests with one key wait here for the first, whose answer the next statement then sees.
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${tenant} ${scope} ${key}`}, 0))`
      const known = await findAnswer(tx, vault, { tenant, scope, key, body })
      if (known) return { answer: known, replayed: true }
      const { status, body: result } = await work(tx, tenant)
      const fresh: Replay = { status, body: serialize(reply, result, status) }
      await saveAnswer(tx, vault, { tenant, scope, key, body }, fresh)
      return { answer: fresh, replayed: false }
    })
    if (replayed) reply.header('idempotent-replayed', 'true')
    reply.code(answer.status).header('content-type', 'application/json; charset=utf-8').send(answer.body)
  }
}

interface KeyedRequest {
  readonly tenant: TenantId
  readonly scope: string
  readonly key: string
  /** Canonical, so that white space and the order of keys do not make another request. */
  readonly body: string
}

const scopeOf = (request: FastifyRequest): string => `${request.method} ${request.url.split('?', 1)[0]}`

const serialize = (reply: FastifyReply, body: object, status: number): string =>
  reply.code(status).serialize(body) as string

async function findAnswer(sql: Queryable, vault: Vault, keyed: KeyedRequest): Promise<Replay | undefined> {
  const [row] = await sql<{ fingerprint: Buffer; status: number; body: string }[]>`
    select fingerprint, status, body from idempotency_answers
    where tenant_id = ${keyed.tenant} and scope = ${keyed.scope} and key = ${keyed.key}
      and created_at > clock_timestamp() - ${RETENTION}::interval`
  if (!row) return undefined
  if (!vault.matches(PURPOSE, keyed.body, row.fingerprint)) {
    throw problem('idempotency_key_reused', 'This Idempotency-Key was used before with another body; use a new key.')
  }
  return { status: row.status, body: row.body }
}

async function saveAnswer(tx: Tx, vault: Vault, keyed: KeyedRequest, answer: Replay): Promise<void> {
  // A key past its retention that no sweep has removed yet is free again.
  await tx`
    insert into idempotency_answers (tenant_id, scope, key, fingerprint, status, body)
    values (${keyed.tenant}, ${keyed.scope}, ${keyed.key}, ${vault.digest(PURPOSE, keyed.body)}, ${answer.status}, ${answer.body})
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

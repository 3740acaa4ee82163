import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { canonical } from '../kernel/json.ts'
import { fromUtf8, type NotUtf8, toUtf8, type Utf8 } from '../kernel/utf8.ts'
import type { Database, Statement, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { callerIfAny, callerOf } from './caller.ts'
import {
  findAnswers,
  insertAnswersStatements,
  type KnownAnswer,
  type KnownAnswers,
  lockKey,
} from './idempotency.store.ts'
import { sendUtf8 } from './send-utf8.ts'

const PURPOSE = 'idempotency'

/** A command's answer. The bytes that are sent are also the ones stored in the idempotency table. */
export interface Answer {
  readonly status: number
  readonly body: object
}

/** An answer in its serialized form, either new or replayed. */
export interface Reply {
  readonly status: number
  readonly body: Utf8
  readonly replayed: boolean
}

/** A request with an idempotency key, which may be a retry. */
export interface KeyedRequest {
  readonly scope: string
  readonly key: string
  /** Canonical JSON, so that white space and the order of keys do not make another request. */
  readonly body: string
}

export type Commands = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, tenant: TenantId) => Promise<Answer>,
  /** Runs after the commit and before the answer is sent. */
  afterCommit?: () => Promise<void>,
) => Promise<void>

/** The request's key, path and body; `undefined` unless it is a POST with an `Idempotency-Key`. */
export function keyedRequest(request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || request.method !== 'POST') return undefined
  return { scope: `${request.method} ${canonicalPath(request)}`, key, body: canonical(request.body) }
}

/** The path in canonical spelling. Otherwise a retry with `%61` for `a` would be processed twice. */
function canonicalPath({ routeOptions, params, url }: FastifyRequest): string {
  const pattern = routeOptions.url ?? url
  if (!pattern.includes(':')) return pattern
  const values = params as Record<string, string>
  return pattern.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
}

export const serialize = (reply: FastifyReply, { status, body }: Answer): Utf8 =>
  toUtf8(reply.code(status).serialize(body) as string)

export const isReplayed = (reply: FastifyReply): boolean => reply.hasHeader('idempotent-replayed')

export function sendReply(reply: FastifyReply, { status, body, replayed }: Reply): void {
  if (replayed) reply.header('idempotent-replayed', 'true')
  sendUtf8(reply, body, status)
}

/**
 * Runs a command and saves its idempotency answer in one transaction. A failed command stores no answer, so a retry with
 * the same key can succeed.
 */
export function createCommands(database: Database, vault: Vault): Commands {
  return async (request, reply, work, afterCommit) => {
    const { tenant } = callerOf(request)
    const keyed = keyedRequest(request)
    if (!keyed) {
      const answer = await database.transaction((tx) => work(tx, tenant))
      await afterCommit?.()
      reply.code(answer.status).send(answer.body)
      return
    }
    const answered = await database.transaction(async (tx): Promise<Reply> => {
      // Parallel requests with one key wait here for the first; the next statement then finds its answer.
      await lockKey(tx, tenant, keyed)
      const answers = await findAnswers(tx, tenant, [keyed])
      const known = answers.get(keyed.scope, keyed.key)
      const seal = request.routeOptions.config.secretAnswer ? answerSeal(vault, tenant, keyed) : undefined
      if (known) {
        const answered = replay(vault, keyed, known)
        return seal ? { ...answered, body: toUtf8(seal.open(answered.body)) } : answered
      }
      const answer = await work(tx, tenant)
      const body = serialize(reply, answer)
      const kept = { keyed, status: answer.status, body: seal?.close(fromUtf8(body)) ?? body }
      await Promise.all(saveAnswersStatements(tx, vault, tenant, [kept], answers))
      return { status: answer.status, body, replayed: false }
    })
    await afterCommit?.()
    sendReply(reply, answered)
  }
}

/** Seals and opens an answer that holds a secret. The seal is bound to the tenant, path and key. */
export function answerSeal(vault: Vault, tenant: TenantId, { scope, key }: KeyedRequest) {
  const place = { tenant, row: `${scope} ${key}`, field: 'idempotency answer' }
  return {
    close: (body: NotUtf8): Utf8 => toUtf8(vault.seal(place, body).toString('base64')),
    open: (body: string): string => vault.open(place, Buffer.from(body, 'base64')),
  }
}

/** Whether the request is a retry with a stored answer, so that an outside party need not be called again. */
export async function hasAnswer(database: Database, request: FastifyRequest): Promise<boolean> {
  const keyed = keyedRequest(request)
  if (!keyed) return false
  const known = await findAnswers(database.sql, callerOf(request).tenant, [keyed])
  return known.get(keyed.scope, keyed.key) !== undefined
}

/** Problems with a body that no stored answer can belong to, because it was never read as JSON. */
const NEVER_STORED: ReadonlySet<string> = new Set(['malformed_json', 'body_too_large'])

/** Whether a refused body came under a key that was used before with another body. */
export type IsKeyReused = (request: FastifyRequest, refused: Problem) => Promise<boolean>

/**
 * A key that was used with another body is a conflict, also when the new body is invalid. Invalid bodies are refused before
 * a command looks at the key, so the error handler asks afterwards: a request that is valid costs no further query.
 */
export function createIsKeyReused(database: Database, vault: Vault): IsKeyReused {
  return async (request, { code }) => {
    const isUnread = NEVER_STORED.has(code)
    const caller = callerIfAny(request)
    const keyed = caller && (isUnread || code === 'validation_failed') ? keyedRequest(request) : undefined
    if (!caller || !keyed) return false
    const known = (await findAnswers(database.sql, caller.tenant, [keyed])).get(keyed.scope, keyed.key)
    return known !== undefined && (isUnread || !vault.matches(PURPOSE, keyed.body, known.fingerprint))
  }
}

export const keyReused = () =>
  problem(
    'idempotency_key_reused',
    'This `Idempotency-Key` was used before with another body; send a new key, or the first body again.',
  )

/** The stored answer. Throws 409 when it belongs to a request with another body. */
export function replay(vault: Vault, keyed: KeyedRequest, known: KnownAnswer): Reply {
  if (!vault.matches(PURPOSE, keyed.body, known.fingerprint)) {
    throw keyReused()
  }
  return { status: known.status, body: toUtf8(known.body), replayed: true }
}

export interface FreshAnswer {
  readonly keyed: KeyedRequest
  readonly status: number
  readonly body: Utf8
}

export function saveAnswersStatements(
  tx: Tx,
  vault: Vault,
  tenant: TenantId,
  fresh: readonly FreshAnswer[],
  known: KnownAnswers,
): Statement[] {
  const rows = fresh.map(({ keyed: { scope, key, body: request }, status, body }) => ({
    scope,
    key,
    fingerprint: vault.digest(PURPOSE, request),
    status,
    body,
  }))
  return insertAnswersStatements(tx, tenant, rows, known)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { canonical } from '../kernel/json.ts'
import type { Database, Statement, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { callerOf } from './caller.ts'
import { findAnswers, insertAnswers, type KnownAnswer, type KnownAnswers, lockKey } from './store.ts'

const PURPOSE = 'idempotency'

/** What a command says to its caller; written into the idempotency table as the very bytes that are sent. */
export interface Answer {
  readonly status: number
  readonly body: object
}

/** An answer as bytes: a fresh one, or one that was given before. */
export interface Reply {
  readonly status: number
  readonly body: string
  readonly replayed: boolean
}

/** A request that may be a retry. */
export interface KeyedRequest {
  readonly scope: string
  readonly key: string
  /** Canonical, so that white space and the order of keys do not make another request. */
  readonly body: string
}

export type Commands = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, tenant: TenantId) => Promise<Answer>,
  /** What must be done, once it is committed, before the caller hears of it. */
  afterCommit?: () => Promise<void>,
) => Promise<void>

/** The idempotency key of a POST, if it has one. */
export function keyedRequest(request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || request.method !== 'POST') return undefined
  return { scope: `${request.method} ${canonicalPath(request)}`, key, body: canonical(request.body) }
}

/** One spelling for a path, as for a body: with `%61` for `a` the same request would be processed twice. */
function canonicalPath({ routeOptions, params, url }: FastifyRequest): string {
  const values = params as Record<string, string>
  return (routeOptions.url ?? url).replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
}

export const serialize = (reply: FastifyReply, { status, body }: Answer): string =>
  reply.code(status).serialize(body) as string

export function sendReply(reply: FastifyReply, { status, body, replayed }: Reply): void {
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

/**
 * Runs a command in one transaction together with its idempotency answer. A problem thrown by the command rolls both
 * back, so what changed nothing is not remembered and the same key succeeds once the cause is gone.
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
      // Parallel requests with one key wait here for the first, whose answer the next statement then sees.
      await lockKey(tx, tenant, keyed)
      const answers = await findAnswers(tx, tenant, [keyed])
      const known = answers.get(keyed.scope, keyed.key)
      const seal = request.routeOptions.config.secretAnswer ? answerSeal(vault, tenant, keyed) : undefined
      if (known) {
        const answered = replay(vault, keyed, known)
        return seal ? { ...answered, body: seal.open(answered.body) } : answered
      }
      const answer = await work(tx, tenant)
      const body = serialize(reply, answer)
      const kept = { keyed, status: answer.status, body: seal?.close(body) ?? body }
      await Promise.all(saveAnswersStatements(tx, vault, tenant, [kept], answers))
      return { status: answer.status, body, replayed: false }
    })
    await afterCommit?.()
    sendReply(reply, answered)
  }
}

/** Seals an answer that holds a secret, bound to its request. */
export function answerSeal(vault: Vault, tenant: TenantId, { scope, key }: KeyedRequest) {
  const place = { tenant, row: `${scope} ${key}`, field: 'idempotency answer' }
  return {
    close: (body: string): string => vault.seal(place, body).toString('base64'),
    open: (body: string): string => vault.open(place, Buffer.from(body, 'base64')),
  }
}

/** Whether this request is a retry that will get the answer given before, so that nobody outside need be asked again. */
export async function hasAnswer(database: Database, request: FastifyRequest): Promise<boolean> {
  const keyed = keyedRequest(request)
  if (!keyed) return false
  const known = await findAnswers(database.sql, callerOf(request).tenant, [keyed])
  return known.get(keyed.scope, keyed.key) !== undefined
}

export const keyReused = () =>
  problem('idempotency_key_reused', 'This Idempotency-Key was used before with another body; use a new key.')

/** The answer given before, or 409 when the key came with another body then. */
export function replay(vault: Vault, keyed: KeyedRequest, known: KnownAnswer): Reply {
  if (!vault.matches(PURPOSE, keyed.body, known.fingerprint)) {
    throw keyReused()
  }
  return { status: known.status, body: known.body, replayed: true }
}

export interface FreshAnswer {
  readonly keyed: KeyedRequest
  readonly status: number
  readonly body: string
}

/** As statements to be sent. */
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
  return insertAnswers(tx, tenant, rows, known)
}

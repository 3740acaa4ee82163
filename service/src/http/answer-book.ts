import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Statement, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { answerSeal, type FreshAnswer, type KeyedRequest, type Reply, replay, savingAnswers } from './idempotency.ts'
import type { KnownAnswers } from './store.ts'

/** The answers of one batch of requests: those given before, and those being given now. */
export interface AnswerBook {
  /** The answer to this request, if it is a retry of one that was answered before or earlier in the batch. */
  find(keyed: KeyedRequest | undefined): Reply | undefined
  add(answer: FreshAnswer): void
  /** As statements to be sent. */
  saving(tx: Tx): Statement[]
}

export interface AnswerBookOptions {
  readonly vault: Vault
  readonly tenant: TenantId
  /** The answers hold tokens or signed URLs: they are kept sealed. */
  readonly secret?: boolean
}

export function createAnswerBook(
  known: KnownAnswers,
  { vault, tenant, secret = false }: AnswerBookOptions,
): AnswerBook {
  const fresh = new Map<string, FreshAnswer>()
  const nameOf = ({ scope, key }: KeyedRequest): string => `${scope} ${key}`

  function findBefore(keyed: KeyedRequest): Reply | undefined {
    const before = known.get(keyed.scope, keyed.key)
    if (!before) return undefined
    const reply = replay(vault, keyed, before)
    return secret ? { ...reply, body: answerSeal(vault, tenant, keyed).open(reply.body) } : reply
  }

  function findTwin(keyed: KeyedRequest): Reply | undefined {
    const twin = fresh.get(nameOf(keyed))
    if (!twin) return undefined
    if (twin.keyed.body !== keyed.body) {
      throw problem('idempotency_key_reused', 'This Idempotency-Key was used before with another body; use a new key.')
    }
    return { status: twin.status, body: twin.body, replayed: true }
  }

  const kept = (answer: FreshAnswer): FreshAnswer =>
    secret ? { ...answer, body: answerSeal(vault, tenant, answer.keyed).close(answer.body) } : answer

  return {
    find: (keyed) => keyed && (findBefore(keyed) ?? findTwin(keyed)),
    add: (answer) => void fresh.set(nameOf(answer.keyed), answer),
    saving: (tx) => savingAnswers(tx, vault, tenant, [...fresh.values()].map(kept), known),
  }
}

import { problem } from '../kernel/errors.ts'
import type { Vault } from '../platform/vault.ts'
import { type FreshAnswer, type KeyedRequest, type Reply, replay } from './idempotency.ts'
import type { KnownAnswers } from './store.ts'

/** The answers of one batch of requests: those given before, and those being given now. */
export interface AnswerBook {
  /** The answer to this request, if it is a retry of one that was answered before or earlier in the batch. */
  find(keyed: KeyedRequest | undefined): Reply | undefined
  add(answer: FreshAnswer): void
  readonly fresh: readonly FreshAnswer[]
}

export function createAnswerBook(vault: Vault, known: KnownAnswers): AnswerBook {
  const fresh = new Map<string, FreshAnswer>()
  const nameOf = ({ scope, key }: KeyedRequest): string => `${scope} ${key}`
  return {
    find(keyed) {
      if (!keyed) return undefined
      const before = known.get(keyed.scope, keyed.key)
      if (before) return replay(vault, keyed, before)
      const twin = fresh.get(nameOf(keyed))
      if (!twin) return undefined
      if (twin.keyed.body !== keyed.body) {
        throw problem(
          'idempotency_key_reused',
          'This Idempotency-Key was used before with another body; use a new key.',
        )
      }
      return { status: twin.status, body: twin.body, replayed: true }
    },
    add: (answer) => void fresh.set(nameOf(answer.keyed), answer),
    get fresh() {
      return [...fresh.values()]
    },
  }
}

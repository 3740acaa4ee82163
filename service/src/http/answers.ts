import type { TenantId } from '../kernel/ids.ts'
import type { Statement, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import {
  answerSeal,
  type FreshAnswer,
  type KeyedRequest,
  keyReused,
  type Reply,
  replay,
  saveAnswersStatements,
} from './idempotency.ts'
import type { KnownAnswers } from './store.ts'

/** The answers of many requests in one transaction: what was answered before is answered again. */
export interface Answers {
  /** What this request was told before, in an earlier transaction or a moment ago; 409 when its body was another. */
  before(keyed: KeyedRequest | undefined): Reply | undefined
  keep(keyed: KeyedRequest | undefined, status: number, body: string): Reply
  /** The new ones, to be written with what they tell of. */
  saveStatements(tx: Tx, tenant: TenantId): Statement[]
}

const nameOf = ({ scope, key }: KeyedRequest): string => `${scope} ${key}`

/** Answers that hold a token or a signed URL are kept sealed, for the tenant that is named then. */
export function createAnswers(vault: Vault, known: KnownAnswers, sealedFor?: TenantId): Answers {
  const fresh = new Map<string, FreshAnswer>()
  const opened = (keyed: KeyedRequest, reply: Reply): Reply =>
    sealedFor === undefined ? reply : { ...reply, body: answerSeal(vault, sealedFor, keyed).open(reply.body) }
  const closed = (answer: FreshAnswer): FreshAnswer =>
    sealedFor === undefined
      ? answer
      : { ...answer, body: answerSeal(vault, sealedFor, answer.keyed).close(answer.body) }
  return {
    before(keyed) {
      if (!keyed) return undefined
      const stored = known.get(keyed.scope, keyed.key)
      if (stored) return opened(keyed, replay(vault, keyed, stored))
      const twin = fresh.get(nameOf(keyed))
      if (twin && twin.keyed.body !== keyed.body) throw keyReused()
      return twin && { status: twin.status, body: twin.body, replayed: true }
    },
    keep(keyed, status, body) {
      if (keyed) fresh.set(nameOf(keyed), { keyed, status, body })
      return { status, body, replayed: false }
    },
    saveStatements: (tx, tenant) => saveAnswersStatements(tx, vault, tenant, [...fresh.values()].map(closed), known),
  }
}

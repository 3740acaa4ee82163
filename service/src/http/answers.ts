import type { TenantId } from '../kernel/ids.ts'
import { fromUtf8, toUtf8, type Utf8 } from '../kernel/utf8.ts'
import type { Statement, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import type { KnownAnswers } from './idempotency.store.ts'
import {
  answerSeal,
  type FreshAnswer,
  type KeyedRequest,
  keyReused,
  type Reply,
  replay,
  saveAnswersStatements,
} from './idempotency.ts'

/** The idempotency answers of the requests that share one transaction. */
export interface Answers {
  /**
   * The answer to an earlier request with the same key, from an earlier transaction or from this one. Throws 409 when the
   * earlier request had another body.
   */
  before(keyed: KeyedRequest | undefined): Reply | undefined
  /** Remembers a new answer, to be saved by `saveStatements`. */
  keep(keyed: KeyedRequest | undefined, status: number, body: Utf8): Reply
  /** Statements that save the new answers, to be sent in the transaction of the changes that they report. */
  saveStatements(tx: Tx, tenant: TenantId): Statement[]
}

const nameOf = ({ scope, key }: KeyedRequest): string => `${scope} ${key}`

/** `sealedFor` is given where answers hold a token or a signed URL: they are stored sealed, bound to that tenant. */
export function createAnswers(vault: Vault, known: KnownAnswers, sealedFor?: TenantId): Answers {
  const fresh = new Map<string, FreshAnswer>()
  const opened = (keyed: KeyedRequest, reply: Reply): Reply =>
    sealedFor === undefined ? reply : { ...reply, body: toUtf8(answerSeal(vault, sealedFor, keyed).open(reply.body)) }
  const sealed = (answer: FreshAnswer): FreshAnswer =>
    sealedFor === undefined
      ? answer
      : { ...answer, body: answerSeal(vault, sealedFor, answer.keyed).close(fromUtf8(answer.body)) }
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
    saveStatements: (tx, tenant) => saveAnswersStatements(tx, vault, tenant, [...fresh.values()].map(sealed), known),
  }
}

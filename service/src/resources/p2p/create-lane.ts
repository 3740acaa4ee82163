import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import { Problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Database, isRolledBack, type Tx } from '../../platform/database.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import { settledTransaction } from '../../platform/settled.ts'
import { tenantNow } from '../../tenants/index.ts'
import { findParties } from '../account-connections/index.ts'
import { queueMessages } from '../messages/index.ts'
import { type Accepted, accept, type P2pDeps } from './create.ts'
import type { P2p } from './model.ts'
import type { P2pInput } from './schema.ts'
import { findP2p, holdLastPosition, insertP2ps } from './store.ts'

export interface CreateRequest {
  readonly input: P2pInput
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes, by the schema of the route. */
  answer(payment: P2p): string
}

interface Batch {
  readonly lastPosition: number
  readonly outcomes: Outcome<Reply>[]
  readonly accepted: Accepted[]
  readonly answers: Answers
}

const CREATED = 201

/** All payments that were asked for while the previous transaction was committing, as one transaction. */
export const createLane = (database: Database, deps: P2pDeps): LaneKind<CreateRequest, Reply> => ({
  name: 'p2p',
  changedNothing: isRolledBack,
  async run(tenant, requests) {
    const { outcomes } = await settledTransaction(
      database,
      async (tx) => {
        const batch = await decide(tx, tenant, requests, deps)
        await write(tx, tenant, batch, deps)
        return batch
      },
      (tx, batch) => isThere(tx, tenant, batch),
    )
    return outcomes
  },
})

async function decide(tx: Tx, tenant: TenantId, requests: readonly CreateRequest[], deps: P2pDeps): Promise<Batch> {
  const ids = [...new Set(requests.flatMap(({ input }) => [input.source, input.destination]))]
  // Sent together, run one after the other: answers and time are read once the counter is held.
  const [lastPosition, now, known, parties] = await Promise.all([
    holdLastPosition(tx, tenant),
    tenantNow(tx, tenant),
    findAnswers(
      tx,
      tenant,
      requests.flatMap(({ keyed }) => keyed ?? []),
    ),
    findParties(tx, tenant, ids),
  ])
  const answers = createAnswers(deps.vault, known)
  const accepted: Accepted[] = []
  const outcomes = requests.map((request): Outcome<Reply> => {
    try {
      const before = answers.before(request.keyed)
      if (before) return { ok: before }
      const verdict = accept(request.input, parties, tenant, now, deps)
      if (verdict instanceof Problem) return { failed: verdict }
      const reply = answers.keep(request.keyed, CREATED, request.answer(verdict.payment))
      accepted.push(verdict)
      return { ok: reply }
    } catch (failed) {
      return { failed }
    }
  })
  return { lastPosition, outcomes, accepted, answers }
}

async function write(
  tx: Tx,
  tenant: TenantId,
  { lastPosition, accepted, answers }: Batch,
  { vault }: P2pDeps,
): Promise<void> {
  const payments = accepted.map(({ payment }) => payment)
  const messages = accepted.map(({ message }) => message)
  await Promise.all([
    insertP2ps(tx, tenant, payments, lastPosition),
    ...answers.saving(tx, tenant),
    queueMessages(tx, tenant, messages, vault),
  ])
}

async function isThere(tx: Tx, tenant: TenantId, { accepted }: Batch): Promise<boolean> {
  const id = accepted[0]?.payment.id
  if (id === undefined) return false
  await holdLastPosition(tx, tenant)
  return (await findP2p(tx, tenant, id)) !== undefined
}

import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import type { Database, Statement, Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import type { Tally } from '../../platform/tries.ts'
import { readTenant } from '../../tenants/index.ts'
import { findParties } from '../account-connections/index.ts'
import { queueMessagesStatements } from '../messages/index.ts'
import { type Accepted, admit, type P2pDeps } from './create.ts'
import { LIMITS, type P2p } from './model.ts'
import type { P2pInput } from './schema.ts'
import { findP2p, holdLastPosition, holdSent, insertP2psStatements, payerName } from './store.ts'

export interface CreateRequest {
  readonly input: P2pInput
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes, by the schema of the route. */
  answer(payment: P2p): Utf8
}

interface Batch {
  readonly outcomes: readonly Outcome<Reply>[]
  readonly accepted: readonly Accepted[]
  readonly sent: Tally
  readonly answers: Answers
}

/** The rows that the decisions rest on, read after the counter is locked. */
type Found = Awaited<ReturnType<typeof read>>

const CREATED = 201

/** Creates all payments that were requested while the previous transaction was committing, in one transaction. */
export const createLane = (database: Database, deps: P2pDeps): LaneKind<CreateRequest, Reply> =>
  decidingLane<CreateRequest, Reply, Found, Batch & Decided<Reply>>(database, {
    name: 'p2p',
    read: (tx, tenant, requests) => read(tx, tenant, requests, deps),
    decide(tx, tenant, requests, found) {
      const batch = decide(tenant, requests, found, deps)
      return { ...batch, statements: writeStatements(tx, tenant, batch, found, deps) }
    },
    async wasCommitted(tx, tenant, { accepted }) {
      const id = accepted[0]?.payment.id
      if (id === undefined) return false
      await holdLastPosition(tx, tenant)
      return (await findP2p(tx, tenant, id)) !== undefined
    },
  })

async function read(tx: Tx, tenant: TenantId, requests: readonly CreateRequest[], { environment }: P2pDeps) {
  const ids = new Set(requests.flatMap(({ input }) => [input.source, input.destination]))
  const keys = requests.flatMap(({ keyed }) => keyed ?? [])
  // Sent together and run one after the other: answers and time are read after the counter is locked.
  const [lastPosition, settings, known, parties, sent] = await Promise.all([
    holdLastPosition(tx, tenant),
    readTenant(tx, tenant),
    findAnswers(tx, tenant, keys),
    findParties(tx, tenant, [...ids]),
    holdSent(
      tx,
      tenant,
      LIMITS[environment].sent,
      requests.map(({ input }) => input.source),
    ),
  ])
  return { lastPosition, settings, known, parties, sent }
}

function decide(
  tenant: TenantId,
  requests: readonly CreateRequest[],
  { settings, known, parties, sent }: Found,
  deps: P2pDeps,
): Batch {
  const answers = createAnswers(deps.vault, known)
  const accepted: Accepted[] = []
  const outcomes = requests.map((request): Outcome<Reply> => {
    try {
      const before = answers.before(request.keyed)
      if (before) return { ok: before }
      const admitted = admit(request.input, { settings, parties, sent }, tenant, deps)
      const { payment } = admitted
      const reply = answers.keep(request.keyed, CREATED, request.answer(payment))
      sent.count(payerName(tenant, payment.source_creator_id))
      accepted.push(admitted)
      return { ok: reply }
    } catch (failed) {
      return { failed }
    }
  })
  return { outcomes, accepted, sent, answers }
}

function writeStatements(
  tx: Tx,
  tenant: TenantId,
  { accepted, sent, answers }: Batch,
  { lastPosition, settings }: Found,
  { vault }: P2pDeps,
): Statement[] {
  const payments = accepted.map(({ payment }) => payment)
  const messages = accepted.map(({ message }) => message)
  return [
    ...insertP2psStatements(tx, tenant, payments, lastPosition),
    ...sent.saveStatements(tx),
    ...answers.saveStatements(tx, tenant),
    ...queueMessagesStatements(tx, tenant, settings, messages, vault),
  ]
}

import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import type { Database, Statement, Tx } from '../../platform/database.ts'
import { type Decided, decidingLane } from '../../platform/deciding-lane.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import type { Tally } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant, refuseSuspended, type TenantSettings } from '../../tenants/index.ts'
import { applyTransitionsStatements } from '../transitions/index.ts'
import { p2pNotFound } from './commands.ts'
import { CODE_PURPOSE, codeText, type P2pDeps } from './create.ts'
import { ATTEMPTS_MAX, failedCommits, isPastExpiry, LIMITS, type P2p } from './model.ts'
import { countAttempts, findP2ps, holdWrong, lockP2p, P2PS, payerName } from './store.ts'
import { commit, expire, followedBy, type P2pTransition, rejectCode, unchanged } from './transition.ts'

export interface CommitRequest {
  readonly id: string
  readonly code: string
  readonly keyed: KeyedRequest | undefined
  /** The answers as bytes, by the schema of the route. */
  answer(payment: P2p): Utf8
  refuse(problem: Problem): Utf8
}

interface Batch {
  readonly outcomes: readonly Outcome<Reply>[]
  /** One transition per payment that has changed. */
  readonly transitions: readonly P2pTransition[]
  readonly wrong: Tally
  readonly answers: Answers
}

/** The rows that the decisions rest on, read after the payments are locked. */
type Found = Awaited<ReturnType<typeof read>>

const OK = 200

/** Decides all commits that came while the previous transaction was committing, in one transaction. */
export const commitLane = (
  database: Database,
  { vault, environment }: Pick<P2pDeps, 'vault' | 'environment'>,
): LaneKind<CommitRequest, Reply> =>
  decidingLane<CommitRequest, Reply, Found, Batch & Decided<Reply>>(database, {
    name: 'p2p commits',
    read: (tx, tenant, requests) => read(tx, tenant, requests, environment),
    decide(tx, tenant, requests, found) {
      const batch = decide(tenant, requests, found, vault)
      return { ...batch, statements: writeStatements(tx, tenant, batch) }
    },
    /** Waits for the lock of the first payment and compares it with what was written. */
    async wasCommitted(tx, tenant, { transitions }) {
      const written = transitions[0]?.to
      if (!written) return false
      const row = await lockP2p(tx, tenant, written.id)
      return row?.attempts === written.attempts && row.updated_at.getTime() === written.updated_at.getTime()
    },
  })

async function read(tx: Tx, tenant: TenantId, requests: readonly CommitRequest[], environment: Environment) {
  const ids = [...new Set(requests.map(({ id }) => id))]
  const keys = requests.flatMap(({ keyed }) => keyed ?? [])
  // Sent together and run one after the other: everything is read after the payments are locked.
  const [counted, rows, settings, known, wrong] = await Promise.all([
    countAttempts(tx, tenant, ids),
    findP2ps(tx, tenant, ids),
    readTenant(tx, tenant),
    findAnswers(tx, tenant, keys),
    holdWrong(tx, tenant, LIMITS[environment].wrong, ids),
  ])
  return { counted, rows, settings, known, wrong }
}

/** The state while one request after the other is decided. */
interface DecisionState {
  readonly tenant: TenantId
  readonly vault: Vault
  readonly now: Date
  readonly settings: TenantSettings
  /** Each payment from its row to what is decided so far. */
  readonly changes: Map<string, P2pTransition>
  readonly wrong: Tally
  readonly answers: Answers
}

/**
 * The database has counted one attempt of each payment already. It is taken back here, and every request that tries a code
 * counts its own: a retry counts none, two requests in one transaction count two.
 */
function decide(
  tenant: TenantId,
  requests: readonly CommitRequest[],
  { counted, rows, settings, known, wrong }: Found,
  vault: Vault,
): Batch {
  const { now } = settings
  const uncounted = (row: P2p): P2p => (counted.has(row.id) ? { ...row, attempts: row.attempts - 1 } : row)
  const changes = new Map(
    rows.map((row): [string, P2pTransition] => {
      const change = { ...unchanged(row), to: uncounted(row) }
      return [row.id, isPastExpiry(change.to, now) ? followedBy(change, expire(change.to)) : change]
    }),
  )
  const state: DecisionState = {
    tenant,
    vault,
    now,
    settings,
    changes,
    wrong,
    answers: createAnswers(vault, known),
  }
  const outcomes = requests.map((request) => withoutAttempt(state, request) ?? attempt(state, request))
  const transitions = [...changes.values()].filter(({ from, to }) => from !== to)
  return { outcomes, transitions, wrong, answers: state.answers }
}

const writeStatements = (tx: Tx, tenant: TenantId, { transitions, wrong, answers }: Batch): Statement[] => [
  ...applyTransitionsStatements(tx, tenant, P2PS, transitions),
  ...wrong.saveStatements(tx),
  ...answers.saveStatements(tx, tenant),
]

/** The outcome of a request whose code is not compared: a retry, or a payment that takes no code any more. */
function withoutAttempt(
  { changes, settings, answers }: DecisionState,
  { id, keyed }: CommitRequest,
): Outcome<Reply> | undefined {
  try {
    const before = answers.before(keyed)
    if (before) return { ok: before }
  } catch (failed) {
    return { failed }
  }
  const payment = changes.get(id)?.to
  if (!payment) return { failed: p2pNotFound() }
  if (payment.status === 'created') {
    const refused = refusalOf(settings)
    return refused === undefined ? undefined : { failed: refused }
  }
  if (payment.status === 'expired') {
    return { failed: problem('p2p_expired', 'This P2P payment has expired; create another one.') }
  }
  return { failed: problem('invalid_state', `This P2P payment is \`${payment.status}\` and was committed before.`) }
}

/** No money moves while the audit has stopped payments, or the operator has suspended the enterprise. */
function refusalOf(settings: TenantSettings): unknown {
  if (settings.payouts_stopped_because !== null) {
    return unavailable('P2P payments are paused while the books are being checked.')
  }
  try {
    refuseSuspended(settings, 'POST /p2p/:id/commit')
    return undefined
  } catch (refused) {
    return refused
  }
}

/** Counts the attempt, then compares the code. */
function attempt(
  { tenant, vault, now, changes, wrong, answers }: DecisionState,
  request: CommitRequest,
): Outcome<Reply> {
  const { id, code, keyed } = request
  const change = changes.get(id) as P2pTransition
  const open = change.to
  const payer = payerName(tenant, open.source_creator_id)
  try {
    wrong.check(payer)
  } catch (failed) {
    return { failed }
  }
  const payment = { ...open, attempts: open.attempts + 1 }
  if (vault.matches(CODE_PURPOSE, codeText(tenant, id, code), payment.code_digest)) {
    const committed = commit(payment, now)
    changes.set(id, followedBy(change, committed))
    return { ok: answers.keep(keyed, OK, request.answer(committed.to)) }
  }
  const rejected = rejectCode(payment, now)
  changes.set(id, followedBy(change, rejected))
  wrong.count(payer)
  const refusal = incorrect(rejected.to)
  return { ok: answers.keep(keyed, refusal.status, request.refuse(refusal)) }
}

function incorrect(payment: P2p): Problem {
  const failed_commits = failedCommits(payment)
  const attempts_left = ATTEMPTS_MAX - failed_commits
  const message =
    attempts_left === 0
      ? '`code` is wrong for the third time: this P2P payment has expired; create another one.'
      : `\`code\` is not the one that was sent; ${attempts_left} ${attempts_left === 1 ? 'attempt is' : 'attempts are'} left.`
  return problem('incorrect_code', { message, failed_commits, attempts_left })
}

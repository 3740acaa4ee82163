import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Database, isRolledBack, type Tx } from '../../platform/database.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import { settledTransaction } from '../../platform/settled.ts'
import type { Vault } from '../../platform/vault.ts'
import { tenantNow } from '../../tenants/index.ts'
import { p2pNotFound } from './commands.ts'
import { CODE_PURPOSE, codeText } from './create.ts'
import { ATTEMPTS_MAX, failedCommits, type P2p } from './model.ts'
import { applyMoves, countAttempts, lockP2ps, type Move } from './store.ts'
import { asOf, commit, exhaust, mistake } from './transition.ts'

export interface CommitRequest {
  readonly id: string
  readonly code: string
  readonly keyed: KeyedRequest | undefined
  /** The answers as bytes, by the schema of the route. */
  answer(payment: P2p): string
  refuse(problem: Problem): string
}

interface Batch {
  readonly outcomes: readonly Outcome<Reply>[]
  /** Every payment that had an attempt. */
  readonly moves: readonly Move[]
  readonly answers: Answers
}

const OK = 200

/** All commits that came while the previous transaction was committing, as one transaction. */
export const commitLane = (database: Database, vault: Vault): LaneKind<CommitRequest, Reply> => ({
  name: 'p2p commits',
  changedNothing: isRolledBack,
  async run(tenant, requests) {
    const { outcomes } = await settledTransaction(
      database,
      async (tx) => {
        const batch = await decide(tx, tenant, requests, vault)
        const changed = batch.moves.filter(({ from, to }) => from.status !== to.status)
        await Promise.all([applyMoves(tx, tenant, changed), ...batch.answers.saving(tx, tenant)])
        return batch
      },
      (tx, batch) => isThere(tx, tenant, batch),
    )
    return outcomes
  },
})

/** What is decided from: the payments as they stand, each under its lock. */
interface Desk {
  readonly tenant: TenantId
  readonly vault: Vault
  readonly now: Date
  readonly current: Map<string, P2p>
  readonly answers: Answers
}

async function decide(tx: Tx, tenant: TenantId, requests: readonly CommitRequest[], vault: Vault): Promise<Batch> {
  // Sent together, run one after the other: answers and time are read once the payments are held.
  const [rows, now, known] = await Promise.all([
    lockP2ps(tx, tenant, [...new Set(requests.map(({ id }) => id))]),
    tenantNow(tx, tenant),
    findAnswers(
      tx,
      tenant,
      requests.flatMap(({ keyed }) => keyed ?? []),
    ),
  ])
  const before = new Map(rows.map((row) => [row.id as string, row]))
  const current = new Map(rows.map((row) => [row.id as string, asOf(row, now)]))
  const desk: Desk = { tenant, vault, now, current, answers: createAnswers(vault, known) }
  const outcomes = new Map<CommitRequest, Outcome<Reply>>()
  const tried = new Set<string>()
  // Several commits of one payment go one after the other, those of different payments together.
  for (let waiting = requests; waiting.length > 0; ) {
    const turn = new Map<string, CommitRequest>()
    const later: CommitRequest[] = []
    for (const request of waiting) {
      if (turn.has(request.id)) later.push(request)
      else {
        const outcome = withoutAttempt(desk, request)
        if (outcome) outcomes.set(request, outcome)
        else turn.set(request.id, request)
      }
    }
    for (const [request, outcome] of await attempt(tx, desk, turn)) outcomes.set(request, outcome)
    for (const id of turn.keys()) tried.add(id)
    waiting = later
  }
  return {
    outcomes: requests.map((request) => outcomes.get(request) as Outcome<Reply>),
    moves: [...tried].map((id) => ({ from: before.get(id) as P2p, to: current.get(id) as P2p })),
    answers: desk.answers,
  }
}

/** What needs no code to be looked at: a retry, or a payment that takes none any more. */
function withoutAttempt({ current, answers }: Desk, { id, keyed }: CommitRequest): Outcome<Reply> | undefined {
  try {
    const before = answers.before(keyed)
    if (before) return { ok: before }
  } catch (failed) {
    return { failed }
  }
  const payment = current.get(id)
  if (!payment) return { failed: p2pNotFound() }
  if (payment.status === 'created') return undefined
  if (payment.status === 'expired') {
    return { failed: problem('p2p_expired', 'This P2P payment has expired; create another one.') }
  }
  return { failed: problem('invalid_state', `This P2P payment is \`${payment.status}\` and was committed before.`) }
}

/** One attempt on each of these payments: first it is counted, then the code is compared. */
async function attempt(
  tx: Tx,
  { tenant, vault, now, current, answers }: Desk,
  turn: ReadonlyMap<string, CommitRequest>,
): Promise<[CommitRequest, Outcome<Reply>][]> {
  if (turn.size === 0) return []
  const counted = await countAttempts(tx, tenant, [...turn.keys()], now)
  return [...turn].map(([id, request]) => {
    const attempts = counted.get(id)
    if (attempts === undefined) throw new Error(`P2P payment ${id} changed under its lock`)
    const payment = { ...(current.get(id) as P2p), attempts }
    if (vault.matches(CODE_PURPOSE, codeText(tenant, id, request.code), payment.code_digest)) {
      const committed = commit(payment, now)
      current.set(id, committed)
      return [request, { ok: answers.keep(request.keyed, OK, request.answer(committed)) }]
    }
    const failed = attempts < ATTEMPTS_MAX ? mistake(payment, now) : exhaust(payment, now)
    current.set(id, failed)
    const wrong = incorrect(failed)
    return [request, { ok: answers.keep(request.keyed, wrong.status, request.refuse(wrong)) }]
  })
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

async function isThere(tx: Tx, tenant: TenantId, { moves }: Batch): Promise<boolean> {
  const [first] = moves
  if (!first) return false
  const [row] = await lockP2ps(tx, tenant, [first.to.id])
  return row?.attempts === first.to.attempts && row.updated_at.getTime() === first.to.updated_at.getTime()
}

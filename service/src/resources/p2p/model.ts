import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, dollars } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import type { TryLimit } from '../../platform/tries.ts'

export const STATUSES = ['created', 'pending', 'sent', 'error', 'expired'] as const
export type P2pStatus = (typeof STATUSES)[number]

export const EVENTS = ['commit', 'mistake', 'exhaust', 'expire', 'send', 'fail'] as const
export type P2pEvent = (typeof EVENTS)[number]

/**
 * `commit`: the right code was given. `mistake`: a wrong one; `exhaust`: the third wrong one. `expire`: ten minutes have
 * passed. `send`: the money has moved. `fail`: the payment could not be made.
 */
export const P2P_STATES: StateTable<P2pStatus, P2pEvent> = {
  created: { commit: 'pending', mistake: 'created', exhaust: 'expired', expire: 'expired' },
  pending: { send: 'sent', fail: 'error' },
  sent: {},
  error: {},
  expired: {},
}

export const VALID_MS = 10 * MINUTE_MS
export const ATTEMPTS_MAX = 3
/** The time from commit until a payment is processed. */
export const ARRIVAL_MS = 2 * SECOND_MS

/** Reasons why a committed payment failed, in words for the enterprise. */
export const FAILURES = {
  insufficient_funds: "the source's account does not hold enough",
  connection_deleted: 'a connection was deleted after the payment was created',
  connection_inactive: 'a connection is not active any more',
  connection_not_direct: 'a connection is not `direct` any more',
  permission_withdrawn: 'a permission was withdrawn or has expired',
  account_changed: 'a connection leads to the account of another creator now',
} as const

export type Failure = keyof typeof FAILURES

const HOUR_SECONDS = 3_600

/**
 * Limits per enterprise and source creator over all payments: three guesses at each of any number of payments would be
 * guesses without end, and each payment sends an SMS. Codes of the sandbox guard no money and reach no phone.
 */
export const LIMITS: Record<Environment, { readonly sent: TryLimit; readonly wrong: TryLimit }> = {
  production: {
    sent: { name: 'p2p codes sent', max: 30, seconds: HOUR_SECONDS },
    wrong: { name: 'p2p codes wrong', max: 10, seconds: HOUR_SECONDS },
  },
  sandbox: {
    sent: { name: 'p2p codes sent', max: 2_000, seconds: HOUR_SECONDS },
    wrong: { name: 'p2p codes wrong', max: 200, seconds: HOUR_SECONDS },
  },
}

export interface P2p {
  readonly id: Id<'p2p'>
  readonly source: string
  readonly destination: string
  /** The owners of the two accounts when the code was sent. */
  readonly source_creator_id: string
  readonly destination_creator_id: string
  readonly status: P2pStatus
  readonly amount_in_cents: Cents
  readonly description: string
  readonly code_digest: Buffer
  /** Codes tried, the right one included. */
  readonly attempts: number
  readonly expires_at: Date
  readonly committed_at: Date | null
  readonly ended_at: Date | null
  readonly failure: Failure | null
  readonly due_at: Date | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Wrong codes so far: the attempt that committed the payment is not one. */
export const failedCommits = ({ attempts, committed_at }: P2p): number =>
  committed_at === null ? attempts : attempts - 1

/** A payment has expired at exactly ten minutes. */
export const isPastExpiry = (payment: P2p, now: Date): boolean =>
  payment.status === 'created' && payment.expires_at <= now

/** The activity of a payment, made from the few times and the one reason that are stored. */
export function activityOf(payment: P2p): ActivityEntry[] {
  const { status, attempts, committed_at, ended_at, failure } = payment
  const log: ActivityEntry<P2pStatus>[] = [
    statusEntry('created', "Created: a code was sent to the source's mobile", payment.created_at),
  ]
  if (committed_at !== null) log.push(statusEntry('pending', 'Committed with the code', committed_at))
  if (ended_at === null) return log
  if (failure !== null) log.push(statusEntry('error', `Failed: ${FAILURES[failure]}`, ended_at, failure))
  else if (status === 'sent') {
    const moved = `${dollars(payment.amount_in_cents)} moved from the source to the destination`
    log.push(
      statusEntry('sent', 'Sent: available at the destination', ended_at),
      transferEntry('sent', moved, ended_at),
    )
  } else if (attempts === ATTEMPTS_MAX) log.push(statusEntry('expired', 'Expired: three codes were wrong', ended_at))
  else log.push(statusEntry('expired', 'Expired: not committed within 10 minutes', ended_at))
  return log
}

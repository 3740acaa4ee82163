import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'

/** How long after each failed attempt the next is made: ten attempts in all. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Each wait is up to a tenth shorter or longer, so that deliveries that failed together are not tried again together. */
const SPREAD = 0.1
/** A receiver may ask for more time, but not for ever. */
const ASKED_MAX_MS = DAY_MS

const DISABLE_AFTER_MS = 5 * DAY_MS
const DISABLE_AFTER_ATTEMPTS = 10

/** The receiver's answer to an attempt, or the reason why there was none. */
export interface AttemptResult {
  readonly status: number | null
  readonly error: string | null
  /** The beginning of the answer's body, for the log. */
  readonly answer: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

export interface Attempted {
  /** By the tenant's clock. */
  readonly at: Date
  /** Failed attempts before this one. */
  readonly failures: number
  /** A test is tried once. */
  readonly isTest: boolean
}

export type Verdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'due'; readonly dueAt: Date }
  | { readonly status: 'dead' }

/** Redirects are failures: a receiver that has moved registers its new address. */
export const isSuccess = ({ status }: AttemptResult): boolean => status !== null && status >= 200 && status < 300

/** Decides whether a delivery is delivered, tried again or dead. `random` is from 0 to 1. */
export function judge(attempted: Attempted, result: AttemptResult, random: number): Verdict {
  if (isSuccess(result)) return { status: 'delivered' }
  const wait = attempted.isTest ? undefined : RETRY_AFTER_MS[attempted.failures]
  if (wait === undefined) return { status: 'dead' }
  const spread = wait * (1 - SPREAD + 2 * SPREAD * random)
  const asked = Math.min(result.retryAfterMs ?? 0, ASKED_MAX_MS)
  return { status: 'due', dueAt: new Date(attempted.at.getTime() + Math.round(Math.max(spread, asked))) }
}

export interface Health {
  readonly failingSince: Date
  readonly failedAttempts: number
}

/** The reason to disable a webhook, if there is one. */
export function disabledBecause(health: Health, results: readonly AttemptResult[], at: Date): string | undefined {
  if (results.some(({ status }) => status === 410)) return 'The receiver answered 410 Gone.'
  const failingMs = at.getTime() - health.failingSince.getTime()
  if (failingMs < DISABLE_AFTER_MS || health.failedAttempts < DISABLE_AFTER_ATTEMPTS) return undefined
  return `All ${health.failedAttempts} attempts since ${health.failingSince.toISOString()} have failed.`
}

/** `Retry-After`: seconds, however many, or a date. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * SECOND_MS
  // A date begins with the day of the week; Date.parse would take nearly anything for one.
  const date = /^\s*[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

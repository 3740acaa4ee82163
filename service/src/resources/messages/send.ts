import type { Language } from '../../http/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import type { CourierKind, Line } from '../../platform/courier.ts'
import type { Database } from '../../platform/database.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Vault } from '../../platform/vault.ts'
import type { MailRail, Sent, SmsRail } from '../../rails/messages/port.ts'
import { type FactsDeps, openFacts } from './facts.ts'
import { findLanguages } from './languages.store.ts'
import { KINDS, type KindRules } from './model.ts'
import {
  busyTenantsStatement,
  type LeasedMessage,
  leaseMessages,
  type MessageLineRow,
  type MessageOutcome,
  recordMessages,
  releaseMessages,
  renewMessages,
} from './store.ts'
import { renderMail, renderSms } from './texts.ts'

export interface SendDeps {
  readonly database: Database
  readonly vault: Vault
  readonly metrics: Metrics
  readonly mail: MailRail
  readonly sms: SmsRail
  readonly leaseMs: number
  readonly rootOf: FactsDeps['rootOf']
}

type MessageLine = Line & MessageLineRow

interface MessageJob extends LeasedMessage {
  /** The reader's, as it was learned from their browser. */
  readonly language: Language
}

/** Messages of one tenant that are sent at once. */
const CONCURRENCY = 8

/** How long after each failed attempt the next is made: six in all. */
export const RETRY_AFTER_MS: readonly number[] = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS]

type Result = Sent | { readonly failed: string; readonly final: boolean }

export function messageSending(deps: SendDeps): CourierKind<MessageLine, MessageJob, Result> {
  const { database, metrics, leaseMs } = deps
  return {
    name: 'messages',
    concurrency: CONCURRENCY,
    linesStatement: busyTenantsStatement,
    keyOf: ({ tenant }) => String(tenant),
    async claim({ tenant }, limit) {
      const leased = await database.transaction((tx) => leaseMessages(tx, tenant, limit, leaseMs))
      const recipients = leased.map(({ recipient }) => recipient)
      const languageOf = await findLanguages(database.sql, deps.vault, recipients)
      const jobs = leased.map((message) => ({ ...message, language: languageOf(message.recipient) }))
      return { jobs, more: jobs.length >= limit }
    },
    send: (line, message) => send(line, message, deps),
    async record(line, done) {
      const outcomes = done.map(({ job, outcome }) => outcomeOf(job, outcome))
      await database.transaction((tx) => recordMessages(tx, line, outcomes))
      for (const [index, { status }] of outcomes.entries()) {
        const channel = done[index]?.job.channel ?? 'email'
        metrics.messages.inc({ environment: line.environment, channel, outcome: status === 'due' ? 'retried' : status })
      }
      return false
    },
    renew: ({ tenant }, jobs) => renewMessages(database.sql, tenant, jobs, leaseMs),
    release: ({ tenant }, jobs) => releaseMessages(database.sql, tenant, jobs),
  }
}

async function send(line: MessageLine, message: MessageJob, deps: SendDeps): Promise<Result> {
  const { mail, sms } = deps
  const { id, kind, recipient: to, created_at, tenant_now } = message
  const rules: KindRules | undefined = KINDS[kind]
  // Queued by a newer release: a worker of that release will send it.
  if (!rules) return { failed: `This worker does not know messages of the kind \`${kind}\`.`, final: false }
  const { channel, staleAfterMs } = rules
  if (staleAfterMs !== undefined && tenant_now.getTime() - created_at.getTime() > staleAfterMs) {
    return { failed: 'It could not be sent while it was of use.', final: true }
  }
  try {
    const facts = openFacts(line, message, deps)
    if (!facts) return { failed: 'Its contents were erased.', final: true }
    if (channel === 'sms') return await sms.send({ to, text: renderSms(kind, facts, message.language) })
    return await mail.send({ to, id, ...renderMail(kind, facts, message.language) })
  } catch (error) {
    return { failed: error instanceof Error ? error.message.slice(0, 500) : 'It could not be sent.', final: false }
  }
}

function outcomeOf(message: LeasedMessage, result: Result): MessageOutcome {
  const { id, attempt, failures, tenant_now } = message
  if ('status' in result) {
    const why = result.status === 'captured' ? result.why : null
    return { id, attempt, status: result.status, dueAt: null, failures, why }
  }
  const wait = result.final ? undefined : RETRY_AFTER_MS[failures]
  const dueAt = wait === undefined ? null : new Date(tenant_now.getTime() + wait)
  return { id, attempt, status: dueAt ? 'due' : 'failed', dueAt, failures: failures + 1, why: result.failed }
}

import { iso } from '../../../kernel/time.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Vault } from '../../../platform/vault.ts'
import { readContact } from '../../../tenants/index.ts'
import { queueMessages } from '../../messages/index.ts'
import type { WebhookKey } from '../model.ts'
import { disableWebhook, type EndpointRow, findMissedSince, noteFailures, noteSuccess } from '../store.ts'
import { type AttemptResult, disabledBecause, isSuccess } from './schedule.ts'

interface Attempt {
  readonly at: Date
  readonly isTest: boolean
  readonly result: AttemptResult
}

/** Tests say nothing about a webhook, unless the receiver answers that it is gone. */
const GONE = 410
const counts = ({ isTest, result }: Attempt): boolean => !isTest || result.status === GONE

/**
 * Counts the successes and failures of a webhook. One that has answered nothing but failures for days, or that is gone,
 * is disabled, and the enterprise gets a mail.
 */
export async function noteHealth(
  tx: Tx,
  key: WebhookKey,
  endpoint: EndpointRow,
  attempts: readonly Attempt[],
  vault: Vault,
): Promise<void> {
  const counted = attempts.filter(counts).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first, last] = [counted[0], counted.at(-1)]
  if (!first || !last) return
  const results = counted.map(({ result }) => result)
  // 410 Gone disables the webhook even if other calls of the batch succeeded.
  const isGone = results.some(({ status }) => status === GONE)
  if (!isGone && results.some(isSuccess)) return noteSuccess(tx, key)
  const failures = results.filter((result) => !isSuccess(result)).length
  const health = await noteFailures(tx, key, failures, first.at)
  if (!health) return
  const why = disabledBecause(health, results, last.at)
  if (why === undefined || !(await disableWebhook(tx, key, last.at, why))) return
  await mailDisabled(tx, key, endpoint, { why, at: last.at, failingSince: health.failingSince }, vault)
}

interface Disabled {
  readonly why: string
  readonly at: Date
  readonly failingSince: Date
}

async function mailDisabled(
  tx: Tx,
  key: WebhookKey,
  endpoint: EndpointRow,
  { why, at, failingSince }: Disabled,
  vault: Vault,
): Promise<void> {
  const { enterprise, email } = await readContact(tx, key.tenant)
  const missedSince = await findMissedSince(tx, key, failingSince)
  const { origin, pathname } = new URL(endpoint.url)
  const facts = {
    enterprise,
    webhook: key.webhook,
    event: endpoint.event,
    url: `${origin}${pathname}`,
    why,
    disabledAt: iso(at),
    missedSince: iso(missedSince ?? failingSince),
  }
  await queueMessages(tx, key.tenant, [{ kind: 'webhook_disabled', to: email ?? '', facts }], vault)
}

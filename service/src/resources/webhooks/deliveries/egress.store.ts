import type { Tx } from '../../../platform/database.ts'

const CALLS_MAX = 1_000

interface Call {
  readonly host: string | null
  readonly status: number | null
  readonly error: string | null
}

/**
 * Whether calls leave the workers' network. A receiver that answers, whatever it says, shows that they do; where none of
 * the last hour's answered, the way out is more likely to be shut than all of them to be down.
 */
export async function egressFault(tx: Tx): Promise<string | undefined> {
  const calls = await tx<Call[]>`
    select substring(webhook.url from '^[a-z]+://([^/?#]+)') as host, attempt.status, attempt.error
    from (
      select tenant_id, webhook_id, id, attempt from deliveries
      where changed_at > clock_timestamp() - interval '1 hour' and attempt > 0 limit ${CALLS_MAX}
    ) delivery
    join webhooks webhook on webhook.tenant_id = delivery.tenant_id and webhook.id = delivery.webhook_id
    join delivery_attempts attempt on attempt.tenant_id = delivery.tenant_id and attempt.webhook_id = delivery.webhook_id
      and attempt.delivery_id = delivery.id and attempt.attempt = delivery.attempt`
  const [first] = calls
  if (!first || calls.some(({ status }) => status !== null)) return undefined
  const hosts = new Set(calls.map(({ host }) => host)).size
  const receivers = hosts === 1 ? 'one host' : `${hosts} hosts`
  return `none of the last hour's calls to ${receivers} was answered (${calls.length} of them): ${first.error}`
}

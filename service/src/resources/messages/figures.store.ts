import { placedTenants } from '../../platform/activity.ts'
import type { FigureSource } from '../../platform/figures.ts'

interface QueueRow {
  readonly environment: string
  readonly channel: string
  readonly count: number
  readonly oldest_seconds: number
}

/** E-mails and SMS that wait to be sent; found by the indexes of due and of leased messages. */
export const messageFigures: FigureSource = {
  name: 'messages',
  families: {
    tributary_messages_queued: { type: 'gauge', help: 'E-mails and SMS that are not sent yet.' },
    tributary_messages_oldest_due_seconds: {
      type: 'gauge',
      help: 'How long the oldest message that may be sent has waited.',
    },
  },
  async read(tx) {
    // Sandbox clocks jump: no message has waited longer than since its row last changed.
    const rows = await tx<QueueRow[]>`
      select tenant.environment, message.channel, count(*)::int as count, greatest(0, coalesce(extract(epoch from max(least(
          clock_timestamp() + tenant.clock_offset_ms * interval '1 millisecond' - message.due_at,
          clock_timestamp() - message.changed_at))), 0))::float8 as oldest_seconds
      from ${placedTenants(tx)} tenant
      cross join lateral (
        select channel, due_at, changed_at from messages where tenant_id = tenant.id and status = 'due'
        union all
        select channel, due_at, changed_at from messages where tenant_id = tenant.id and status = 'sending'
      ) message
      where tenant.retired_at is null
      group by tenant.environment, message.channel`
    return rows.flatMap(({ environment, channel, count, oldest_seconds }) => [
      { name: 'tributary_messages_queued', labels: { environment, channel }, value: count },
      { name: 'tributary_messages_oldest_due_seconds', labels: { environment, channel }, value: oldest_seconds },
    ])
  },
}

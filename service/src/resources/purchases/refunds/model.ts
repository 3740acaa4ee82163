import type { ActivityEntry } from '../../../kernel/activity.ts'
import { type Problem, problem } from '../../../kernel/errors.ts'
import type { Id, TenantId } from '../../../kernel/ids.ts'
import type { Cents } from '../../../kernel/money.ts'
import type { StateTable } from '../../../kernel/state-machine.ts'
import { chargeKey, type Purchase } from '../model.ts'

export const REFUND_STATUSES = ['awaiting', 'pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_EVENTS = ['issue', 'process', 'fail', 'call_off'] as const
export type RefundEvent = (typeof REFUND_EVENTS)[number]

/**
 * `issue`: approved, so that the money leaves and the network is asked. `process`: the network has refunded the buyer.
 * `fail`: it could not, even after it had agreed. `call_off`: rejected, or not sent because the buyer's bank has taken the
 * money itself.
 */
export const REFUND_STATES: StateTable<RefundStatus, RefundEvent> = {
  awaiting: { issue: 'pending', call_off: 'canceled' },
  pending: { process: 'succeeded', fail: 'failed', call_off: 'canceled' },
  succeeded: { fail: 'failed' },
  failed: {},
  canceled: {},
}

export interface Refund {
  readonly id: Id<'refund'>
  readonly purchase: string
  readonly status: RefundStatus
  readonly amount_in_cents: Cents
  readonly reason: string | null
  readonly activity: readonly ActivityEntry[]
  readonly call_at: Date | null
  readonly leased_until: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export const refundNotFound = (): Problem => problem('not_found', 'There is no refund with this id.')

/** The key of a refund at the network: the same, however often the network is asked. */
export const networkKey = (tenant: TenantId, purchase: Purchase, { id }: Pick<Refund, 'id'>): string =>
  `${chargeKey(tenant, purchase)}.${id}`

import type { Id } from '../../../kernel/ids.ts'
import type { Cents } from '../../../kernel/money.ts'
import type { StateTable } from '../../../kernel/state-machine.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { DisputeStatus } from '../../../rails/cards/port.ts'

export const DISPUTE_EVENTS = ['open', 'respond', 'win', 'lose'] as const
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number]

/**
 * `inquiry`: the buyer's bank asks, and has taken nothing; closed without a chargeback, it is won. `open`: it wants the
 * money. `respond`: evidence was handed in. `won` and `lost` are final, so that nothing is given back or taken twice.
 */
export const DISPUTE_STATES: StateTable<DisputeStatus, DisputeEvent> = {
  inquiry: { open: 'needs_response', win: 'won' },
  needs_response: { respond: 'under_review', win: 'won', lose: 'lost' },
  under_review: { win: 'won', lose: 'lost' },
  won: {},
  lost: {},
}

/** The events that lead to a status, one after the other where the state table needs both. */
export const EVENTS_TO: Readonly<Record<DisputeStatus, readonly DisputeEvent[]>> = {
  inquiry: [],
  needs_response: ['open'],
  under_review: ['open', 'respond'],
  won: ['win'],
  lost: ['open', 'lose'],
}

export interface Dispute {
  readonly id: Id<'dispute'>
  readonly purchase: string
  readonly reference: string | null
  readonly status: DisputeStatus
  readonly amount_in_cents: Cents
  readonly taken_in_cents: Cents
  readonly is_taken: boolean
  readonly reason: string | null
  readonly respond_by: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export const isOpen = ({ status }: Dispute): boolean => status !== 'won' && status !== 'lost'

/** The time that a simulated dispute leaves for an answer. */
export const RESPOND_MS = 10 * DAY_MS

import type { FieldValues } from '../../kernel/changes.ts'
import { failureOf } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import type { EventDetails } from '../events/index.ts'
import { transitionDetails } from '../transitions/index.ts'
import { withArrival } from './activity.ts'
import type { Payout } from './model.ts'
import type { PayoutTransition } from './transition.ts'

/** The fields of a payout that can change, as the API shows them. */
export const payoutFields = (payout: Payout): FieldValues => ({
  status: payout.status,
  type: payout.type,
  fee_in_cents: payout.fee_in_cents,
  description: payout.description,
  date: iso(payout.date),
  destination: payout.destination,
  failure_code: failureOf(payout),
  user_data: payout.user_data,
})

/** Sending changes the status alone, unless the bank account of an ACH payout is another by then. */
const isPlainSend = ({ from, to }: PayoutTransition): boolean =>
  to.status === 'sent' && from.status === 'pending' && from.destination === to.destination

/** Every payout is sent, so that event stores nothing more: `derivePayoutDetails` reads it from the activity. */
export const payoutDetails = (transition: PayoutTransition): EventDetails | undefined =>
  isPlainSend(transition) ? undefined : transitionDetails(transition, payoutFields)

/** The details of an event without any: a sending, or a change of status that version 0.1 recorded. */
export function derivePayoutDetails(
  payout: Pick<Payout, 'status' | 'type' | 'activity'>,
  at: Date,
): EventDetails | undefined {
  const changes = withArrival(payout).filter(({ type }) => type !== 'transfer')
  const date = iso(at)
  const now = changes.filter((entry) => entry.date === date)
  const entry = now.find(({ status }) => status === 'sent') ?? now.at(-1)
  if (!entry) return undefined
  const before = changes[changes.indexOf(entry) - 1]?.status ?? null
  return {
    note: entry.entry,
    ...(before === entry.status ? {} : { changes: { status: { before, after: entry.status } } }),
  }
}

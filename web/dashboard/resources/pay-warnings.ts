import type { Payout } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'

/** A payout as the API would make it now, and what is expected of it. */
export interface PayoutDryRun extends Omit<Payout, 'id'> {
  readonly expected: {
    readonly fee_in_cents: number
    readonly arrives_at?: string
    readonly balance_after_in_cents: number
  }
}

const DAY_MS = 86_400_000
/** An amount is unusual from three payouts on, at three times the largest of them. */
const USUAL_MIN = 3
const UNUSUAL_TIMES = 3

type Earlier = Pick<Payout, 'amount_in_cents' | 'status' | 'created_at'>

/** Warnings for a person who is about to pay. `earlier` are the newest payouts to the same creator, once they are read. */
export function warningsOf(
  {
    amount_in_cents,
    type,
    activity,
    created_at,
  }: Pick<PayoutDryRun, 'amount_in_cents' | 'type' | 'activity' | 'created_at'>,
  earlier: readonly Earlier[] | undefined,
  inWords: (moment: string) => string,
): readonly string[] {
  const made = (earlier ?? []).filter(({ status }) => !['error', 'canceled', 'returned'].includes(status))
  const largest = Math.max(0, ...made.map((one) => one.amount_in_cents))
  const twin = made.find(
    (one) => one.amount_in_cents === amount_in_cents && Date.parse(created_at) - Date.parse(one.created_at) < DAY_MS,
  )
  const warnings = [
    type === 'unclaimed' &&
      'The creator has not connected yet: the money is set aside for 30 days, until the creator claims it. Then it comes back to you.',
    activity.some(({ code }) => code === 'awaiting_approval') && 'Others must approve it before it is paid.',
    twin && `The same amount was paid to this creator on ${inWords(twin.created_at)}.`,
    made.length >= USUAL_MIN &&
      amount_in_cents >= largest * UNUSUAL_TIMES &&
      `Unusually large: the largest of the last ${made.length} payouts to this creator was ${formatCents(largest)}.`,
    earlier?.length === 0 && 'This is the first payout to this creator.',
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}

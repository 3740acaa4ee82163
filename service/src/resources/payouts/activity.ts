import type { ActivityEntry } from '../../kernel/activity.ts'
import { dollars } from '../../kernel/money.ts'
import { WAITING_CODE } from '../account-connections/index.ts'
import type { Payout } from './model.ts'

type Logged = Pick<Payout, 'status' | 'activity' | 'amount_in_cents' | 'fee_in_cents'>

/**
 * The activity with every transfer. The charge of the fee and the payment itself follow from the entries of their status
 * changes and are added when read, so that creating and sending a payout writes no more. `fail` stores them, because it
 * sets the fee to zero.
 */
export function fullActivity(payout: Logged): readonly ActivityEntry[] {
  const { status, activity, fee_in_cents: fee } = payout
  if (status === 'error' || (fee === 0 && status === 'pending')) return activity
  return activity.flatMap((entry) => [entry, ...impliedBy(entry, payout)])
}

function impliedBy(entry: ActivityEntry, { amount_in_cents, fee_in_cents }: Logged): ActivityEntry[] {
  if (entry.type !== 'status_change' || entry.code === WAITING_CODE) return []
  if (entry.status === 'pending' && fee_in_cents > 0) {
    return [{ ...entry, entry: `${dollars(fee_in_cents)} charged as the fee`, type: 'transfer' }]
  }
  if (entry.status === 'sent') {
    return [{ ...entry, entry: `${dollars(amount_in_cents)} paid from pending payouts`, type: 'transfer' }]
  }
  return []
}

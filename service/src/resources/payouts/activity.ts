import type { ActivityEntry } from '../../kernel/activity.ts'
import { dollars } from '../../kernel/money.ts'
import { WAITING_CODE } from '../account-connections/index.ts'
import type { Payout, StoredPayout } from './model.ts'

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

/** How every list begins that was written as this text; version 0.1 had some written by PostgreSQL, with spaces. */
const WRITTEN = '[{"entry":"'

/**
 * The same as JSON, from the text that is stored. Of a payout that was sent without a fee, as nearly all are that anybody
 * reads, the last entry alone is looked at.
 */
export function fullActivityText(payout: Pick<StoredPayout, keyof Logged>): string {
  const { status, activity: text, fee_in_cents: fee } = payout
  if (fee === 0 && text.startsWith(WRITTEN)) {
    if (status === 'pending') return text
    const last = status === 'sent' ? lastEntry(text) : undefined
    const [paid] = last ? impliedBy(last, { ...payout, activity: [] }) : []
    if (paid) return `${text.slice(0, -1)},${JSON.stringify(paid)}]`
  }
  return JSON.stringify(fullActivity({ ...payout, activity: JSON.parse(text) }))
}

/** Undefined where the last brace stands within a text. */
function lastEntry(text: string): ActivityEntry | undefined {
  try {
    return JSON.parse(text.slice(text.lastIndexOf('{'), -1)) as ActivityEntry
  } catch {
    return undefined
  }
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

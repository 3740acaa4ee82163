import type { ActivityEntry } from '../../kernel/activity.ts'
import { dollars } from '../../kernel/money.ts'
import { WAITING_CODE } from '../account-connections/index.ts'
import { ARRIVAL_MS, type Payout, type StoredPayout, sentEntry } from './model.ts'

/**
 * The `sent` entry of a payment that arrived on time. None is stored: its date follows from the entry of the initiation, and
 * PostgreSQL would read the whole list and write it again, some 5 to 10 % of what a sending costs.
 */
function arrivalAfter(last: ActivityEntry | undefined, { status, type }: Pick<Payout, 'status' | 'type'>) {
  if (status !== 'sent' || type === 'ach' || last?.status !== 'pending') return undefined
  return sentEntry(type, new Date(Date.parse(last.date) + ARRIVAL_MS))
}

/**
 * Whether the arrival of a pending payout that is sent at this time follows from its initiation. The sending does not read the
 * activity, so `updated_at` stands for the date of its last entry. A payout that was changed since then has another one, and
 * its arrival is stored though it may be on time.
 */
export const arrivalFollows = (
  { type, due_at, updated_at }: Pick<Payout, 'type' | 'due_at' | 'updated_at'>,
  at: Date,
): boolean => type !== 'ach' && due_at?.getTime() === at.getTime() && at.getTime() - updated_at.getTime() === ARRIVAL_MS

/** The activity with the `sent` entry, where that is not stored. */
export function withArrival(payout: Pick<Payout, 'status' | 'type' | 'activity'>): readonly ActivityEntry[] {
  const { activity } = payout
  const arrival = arrivalAfter(activity.at(-1), payout)
  return arrival ? [...activity, arrival] : activity
}

type Logged = Pick<Payout, 'status' | 'type' | 'activity' | 'amount_in_cents' | 'fee_in_cents'>

/**
 * The activity with its arrival and every transfer. The charge of the fee and the payment itself follow from the entries of
 * their status changes and are added when read, so that creating and sending a payout writes no more. `fail` stores them,
 * because it sets the fee to zero.
 */
export function fullActivity(payout: Logged): readonly ActivityEntry[] {
  const { status, activity, fee_in_cents: fee } = payout
  if (status === 'error' || (fee === 0 && status === 'pending')) return activity
  return withArrival(payout).flatMap((entry) => [entry, ...impliedBy(entry, payout)])
}

/** How every list begins that was written as this text; version 0.1 had some written by PostgreSQL, with spaces. */
const WRITTEN = '[{"entry":"'

/**
 * The same as JSON, from the text that is stored. Of a new payout, and of one that was sent without a fee, as nearly all are
 * that anybody reads, the last entry alone is looked at.
 */
export function fullActivityText(payout: Pick<StoredPayout, keyof Logged>): string {
  const { status, activity: text, fee_in_cents: fee } = payout
  if (text.startsWith(WRITTEN)) {
    if (status === 'ready' || (status === 'pending' && fee === 0)) return text
    const added = addedBehind(text, payout)
    if (added.length > 0) return `${text.slice(0, -1)},${added.map((entry) => JSON.stringify(entry)).join(',')}]`
  }
  return JSON.stringify(fullActivity({ ...payout, activity: JSON.parse(text) }))
}

/** The entries that follow from the last stored one, where nothing follows from those before it; none where that one does not tell. */
function addedBehind(text: string, payout: Pick<StoredPayout, keyof Logged>): ActivityEntry[] {
  const { status, fee_in_cents: fee } = payout
  if (status === 'sent' && fee === 0) return addedToSent(lastEntry(text), payout)
  const last = status === 'pending' ? lastEntry(text) : undefined
  return last ? impliedBy(last, payout) : []
}

/** The entries behind the last stored one of a payout that was sent; none where that one does not tell. */
function addedToSent(last: ActivityEntry | undefined, payout: Pick<StoredPayout, keyof Logged>): ActivityEntry[] {
  const arrival = arrivalAfter(last, payout)
  if (arrival) return [arrival, ...impliedBy(arrival, payout)]
  return last ? impliedBy(last, payout) : []
}

/** Undefined where the last brace stands within a text. */
function lastEntry(text: string): ActivityEntry | undefined {
  try {
    return JSON.parse(text.slice(text.lastIndexOf('{'), -1)) as ActivityEntry
  } catch {
    return undefined
  }
}

function impliedBy(
  entry: ActivityEntry,
  { amount_in_cents, fee_in_cents }: Pick<Payout, 'amount_in_cents' | 'fee_in_cents'>,
): ActivityEntry[] {
  if (entry.type !== 'status_change' || entry.code === WAITING_CODE) return []
  if (entry.status === 'pending' && fee_in_cents > 0) {
    return [{ ...entry, entry: `${dollars(fee_in_cents)} charged as the fee`, type: 'transfer' }]
  }
  if (entry.status === 'sent') {
    return [{ ...entry, entry: `${dollars(amount_in_cents)} paid from pending payouts`, type: 'transfer' }]
  }
  return []
}

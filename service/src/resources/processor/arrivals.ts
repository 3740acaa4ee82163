import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { openProcessorAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { bankingDayOf } from '../../rails/ach/calendar.ts'
import { tenantNow } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import type { Arrival } from './model.ts'
import { ARRIVALS, insertArrival, lockPayoutsUnderWay, lockWaitingArrivals, TRANSACTIONS } from './store.ts'
import { end, match, matchPayouts, take } from './transition.ts'

/** A credit that the bank has received from the processor. */
export interface ProcessorCredit {
  /** The file and the ordinal of the bank's entry. */
  readonly id: string
  readonly amount: Cents
  readonly trace: string
}

/** Books a credit of the processor, whether its payout is known yet or not; it is matched with one as soon as there is one. */
export async function takeProcessorCredit(tx: Tx, bank: TenantId, credit: ProcessorCredit): Promise<void> {
  await openProcessorAccounts(tx, bank)
  const now = await tenantNow(tx, bank)
  const arrived: Arrival = {
    id: credit.id,
    status: 'arrived',
    amount_in_cents: credit.amount,
    trace: credit.trace,
    day: bankingDayOf(now),
    payout: null,
    booked_as: null,
    created_at: now,
    updated_at: now,
  }
  if (!(await insertArrival(tx, bank, arrived))) throw new Error(`the credit ${credit.id} was taken before`)
  await applyTransitions(tx, ARRIVALS, [take(arrived, now)], { tenant: bank })
  await matchArrivals(tx, bank)
}

/** Finds the payouts of credits, whichever of the two came first. Moves no money: both were booked when they came. */
export async function matchArrivals(tx: Tx, bank: TenantId): Promise<number> {
  const payouts = await lockPayoutsUnderWay(tx, bank)
  const arrivals = await lockWaitingArrivals(tx, bank)
  const matched = matchPayouts(arrivals, payouts)
  if (matched.length === 0) return 0
  const now = await tenantNow(tx, bank)
  await applyTransitions(
    tx,
    TRANSACTIONS,
    matched.map(({ payout }) => end(payout, 'arrive', now)),
    { tenant: bank },
  )
  await applyTransitions(
    tx,
    ARRIVALS,
    matched.map(({ arrival, payout }) => match(arrival, payout.id, now)),
    { tenant: bank },
  )
  return matched.length
}

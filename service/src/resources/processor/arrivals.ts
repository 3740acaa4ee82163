import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { openProcessorAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { bankingDayOf } from '../../rails/ach/calendar.ts'
import { tenantNow } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import type { Arrival } from './model.ts'
import { ARRIVALS, insertArrival, lockPayoutsUnderWay, lockWaitingArrivals, TRANSACTIONS } from './store.ts'
import { end, type MatchedPayout, match, matchPayouts, take } from './transition.ts'

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
  // Rows before accounts, in the order of locks.
  const payouts = await lockPayoutsUnderWay(tx, bank)
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
  const taken = take(arrived, now)
  await applyTransitions(tx, ARRIVALS, [taken], { tenant: bank })
  await writeMatches(tx, bank, matchPayouts([taken.to], payouts), now)
}

/** Finds the payouts of credits, whichever of the two came first. Moves no money: both were booked when they came. */
export async function matchArrivals(tx: Tx, bank: TenantId): Promise<void> {
  const payouts = await lockPayoutsUnderWay(tx, bank)
  const arrivals = await lockWaitingArrivals(tx, bank)
  await writeMatches(tx, bank, matchPayouts(arrivals, payouts), await tenantNow(tx, bank))
}

async function writeMatches(tx: Tx, bank: TenantId, matched: readonly MatchedPayout[], now: Date): Promise<void> {
  const ended = matched.map(({ payout }) => end(payout, 'arrive', now))
  const found = matched.map(({ arrival, payout }) => match(arrival, payout.id, now))
  await applyTransitions(tx, TRANSACTIONS, ended, { tenant: bank })
  await applyTransitions(tx, ARRIVALS, found, { tenant: bank })
}

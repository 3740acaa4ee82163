import { randomInt } from 'node:crypto'
import type { Cents } from '../../kernel/money.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type BankingDate, nextCutoff, settlementDay } from './calendar.ts'
import type { AchRail } from './port.ts'

/** Nacha's limit for one entry of Same Day ACH: a million dollars. */
const SAME_DAY_MAX = 100_000_000 as Cents

/** Files are made this long before a cut-off, so that the bank can check and submit them in time. */
const LEAD_MS = 30 * MINUTE_MS

/** Small deposits are less than a dollar. */
const PROOF_MAX = 100

const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Payouts leave in files for the bank, in time for the cut-offs of a banking day. Returns come in the bank's files. */
export const achByFile: AchRail = {
  proofAmounts: () => [randomInt(1, PROOF_MAX), randomInt(1, PROOF_MAX)] as unknown as [Cents, Cents],
  schedule(after, amount) {
    const cutoff = nextCutoff(addMs(after, LEAD_MS), amount > SAME_DAY_MAX ? 'next_day' : undefined)
    return { due_at: null, batch_at: addMs(cutoff.at, -LEAD_MS) }
  },
  arrivesAt: ({ due_at, batch_at }) => due_at ?? nextCutoff(addMs(batch_at as Date, LEAD_MS - 1)).settlesAt,
  returnOf: () => undefined,
}

/** The settlement day of a file that leaves now: the planned one, or a later one whose cut-off has not passed. */
export function leavesInTimeFor(planned: BankingDate, now: Date, largest: Cents): BankingDate {
  const earliest = settlementDay(now, largest > SAME_DAY_MAX ? 'next_day' : undefined)
  return earliest > planned ? earliest : planned
}

/** The settlement day of payouts that were scheduled for `batchAt` and whose file is made at `now`. */
export function settlesOn(batchAt: Date, now: Date): BankingDate {
  const cutoff = nextCutoff(addMs(batchAt, LEAD_MS - 1))
  if (now < cutoff.at) return cutoff.settlesOn
  // The cut-off has passed. A payout that was scheduled for a next-day cut-off may exceed the limit of Same Day ACH.
  return settlementDay(now, cutoff.kind === 'next_day' ? 'next_day' : undefined)
}

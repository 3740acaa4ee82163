import type { Cents } from '../../kernel/money.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type BankingDate, nextCutoff, settlementDay } from './calendar.ts'
import type { AchRail } from './port.ts'

/** Nacha's limit for one entry of Same Day ACH: a million dollars. */
const SAME_DAY_MAX = 100_000_000 as Cents

/** Our files are made this long before a cut-off: the bank has to check and pass them on by then. */
const LEAD_MS = 30 * MINUTE_MS

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Payouts leave in files that the bank takes, in time for the cut-offs of the banking day; returns come in files too. */
export const achByFile: AchRail = {
  schedule(after, amount) {
    const cutoff = nextCutoff(later(after, LEAD_MS), amount > SAME_DAY_MAX ? 'next_day' : undefined)
    return { due_at: null, batch_at: later(cutoff.at, -LEAD_MS) }
  },
  returnOf: () => undefined,
}

/** The day on which payouts settle that were to leave at `batchAt`, when their file is made now. */
export function settlesOn(batchAt: Date, now: Date): BankingDate {
  const cutoff = nextCutoff(later(batchAt, LEAD_MS - 1))
  if (now < cutoff.at) return cutoff.settlesOn
  // Too late for it. What waited for the next day may be too much for the same one.
  return settlementDay(now, cutoff.kind === 'next_day' ? 'next_day' : undefined)
}

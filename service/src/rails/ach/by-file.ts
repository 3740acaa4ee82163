import { randomInt } from 'node:crypto'
import type { Cents } from '../../kernel/money.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type BankingDate, CUTOFFS, type CutoffKind, type CutoffRule, nextCutoff, settlementDay } from './calendar.ts'
import type { AchRail } from './port.ts'

/** Nacha's limit for one entry of Same Day ACH: a million dollars. */
const SAME_DAY_MAX = 100_000_000 as Cents

/** Small deposits are less than a dollar. */
const PROOF_MAX = 100

const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The cut-offs of a bank, in order, and how long before each our files are made. */
export interface Windows {
  readonly cutoffs: readonly CutoffRule[]
  /** So that the bank can check and submit a file in time. */
  readonly leadMs: number
}

export const WINDOWS: Windows = { cutoffs: CUTOFFS, leadMs: 30 * MINUTE_MS }

/** The times of a bank, as the settings say them: `10:30`, in Eastern time. */
export interface BankTimes {
  /** None: the bank does no Same Day ACH for us. */
  readonly sameDay: readonly string[]
  readonly nextDay: string
  readonly leadMinutes: number
}

/** A same-day cut-off of a bank leads into the first window of Nacha that is not over by then. */
export function windowsOf({ sameDay, nextDay, leadMinutes }: BankTimes): Windows {
  const nacha = CUTOFFS.filter(({ kind }) => kind === 'same_day')
  const rules = [...sameDay].sort().map((eastern): CutoffRule => {
    const window = nacha.find((one) => one.eastern >= eastern)
    if (!window) throw new RangeError(`${eastern} is after the last window of Same Day ACH, ${nacha.at(-1)?.eastern}`)
    return { eastern, settles: window.settles, kind: 'same_day' }
  })
  const standard: CutoffRule = { eastern: nextDay, settles: CUTOFFS[3].settles, kind: 'next_day' }
  const cutoffs = [...rules, standard].sort((a, b) => (a.eastern < b.eastern ? -1 : 1))
  return { cutoffs, leadMs: leadMinutes * MINUTE_MS }
}

const kindFor = (amount: Cents): CutoffKind | undefined => (amount > SAME_DAY_MAX ? 'next_day' : undefined)

/** Payouts leave in files for the bank, in time for the cut-offs of a banking day. Returns come in the bank's files. */
export const achInWindows = ({ cutoffs, leadMs }: Windows): AchRail => ({
  proofAmounts: () => [randomInt(1, PROOF_MAX), randomInt(1, PROOF_MAX)] as unknown as [Cents, Cents],
  schedule(after, amount) {
    const cutoff = nextCutoff(addMs(after, leadMs), kindFor(amount), cutoffs)
    return { due_at: null, batch_at: addMs(cutoff.at, -leadMs) }
  },
  arrivesAt: ({ due_at, batch_at }) =>
    due_at ?? nextCutoff(addMs(batch_at as Date, leadMs - 1), undefined, cutoffs).settlesAt,
  returnOf: () => undefined,
})

export const achByFile: AchRail = achInWindows(WINDOWS)

/** The settlement day of a file that leaves now: the planned one, or a later one whose cut-off has not passed. */
export function leavesInTimeFor(
  planned: BankingDate,
  now: Date,
  largest: Cents,
  { cutoffs }: Windows = WINDOWS,
): BankingDate {
  const earliest = settlementDay(now, kindFor(largest), cutoffs)
  return earliest > planned ? earliest : planned
}

/** The settlement day of payouts that were scheduled for `batchAt` and whose file is made at `now`. */
export function settlesOn(batchAt: Date, now: Date, { cutoffs, leadMs }: Windows = WINDOWS): BankingDate {
  const cutoff = nextCutoff(addMs(batchAt, leadMs - 1), undefined, cutoffs)
  if (now < cutoff.at) return cutoff.settlesOn
  // The cut-off has passed. A payout that was scheduled for a next-day cut-off may exceed the limit of Same Day ACH.
  return settlementDay(now, cutoff.kind === 'next_day' ? 'next_day' : undefined, cutoffs)
}

import type { Cents } from '../../kernel/money.ts'
import { nextCutoff } from './calendar.ts'
import type { AchRail } from './port.ts'

/** Nacha's limit for one entry of Same Day ACH: a million dollars. */
const SAME_DAY_MAX = 100_000_000 as Cents

/** Payouts leave in files that the bank takes, at the cut-offs of the banking day; returns come in files too. */
export const achByFile: AchRail = {
  schedule: (after, amount) => ({
    due_at: null,
    batch_at: nextCutoff(after, amount > SAME_DAY_MAX ? 'next_day' : undefined).at,
  }),
  returnOf: () => undefined,
}

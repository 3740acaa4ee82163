import type { Cents } from '../../kernel/money.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { AchRail } from './port.ts'

const RETURN_AFTER_MS = 30 * MINUTE_MS

/** A batch leaves each hour on the hour. An account number that begins with 9 is returned half an hour later. */
export const sandboxAch: AchRail = {
  sampleAccount: {
    name_on_account: 'Sample Enterprise',
    account_number: '000123456789',
    routing_number: '021000021',
    account_type: 'checking',
  },
  // Always the same, so that they can be entered without a bank.
  proofAmounts: () => [32, 45] as [Cents, Cents],
  schedule: (after) => ({
    due_at: new Date((Math.floor(after.getTime() / HOUR_MS) + 1) * HOUR_MS),
    batch_at: null,
  }),
  arrivesAt: ({ due_at, batch_at }) => (due_at ?? batch_at) as Date,
  returnOf: (account, sentAt) =>
    account.account_number.startsWith('9')
      ? { at: new Date(sentAt.getTime() + RETURN_AFTER_MS), code: 'R03' }
      : undefined,
}

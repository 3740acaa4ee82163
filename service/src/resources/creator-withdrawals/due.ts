import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { type CreatorWithdrawalDeps, settleDue } from './settle.ts'
import { DUE_CREATOR_WITHDRAWALS, lockDue } from './store.ts'

/** Takes the due steps of creators' withdrawals, in the book of their bank. */
export const creatorWithdrawalsDue = (deps: CreatorWithdrawalDeps): DueKind => ({
  name: 'withdrawals of creators',
  stepMs: (from) => Math.min(30 * MINUTE_MS, HOUR_MS - (from.getTime() % HOUR_MS)),
  ...dueQueries(DUE_CREATOR_WITHDRAWALS),
  async run(tx, bank, until, limit) {
    const due = await lockDue(tx, bank, until, limit)
    await settleDue(tx, bank, due, deps)
    return due.length
  },
})

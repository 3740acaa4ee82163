import { cents } from '../../kernel/money.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { lockAccounts, lockOperating } from '../../ledger/index.ts'
import { byIndexStatement, type Database } from '../../platform/database.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import type { Vault } from '../../platform/vault.ts'
import {
  markSummarized,
  readContact,
  readTenant,
  type TenantSettings,
  tenantsToSummarize,
} from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { ARRIVAL_MS, isHeldBack, type Payout } from './model.ts'
import { type PayoutDeps, settleDue } from './settle.ts'
import { claimDue, DUE_PAYOUTS, summarizeDay } from './store.ts'

/** Takes the due steps of payouts: dates come, payments arrive, banks return payments, claims end. */
export const payoutsDue = (deps: PayoutDeps): DueKind => ({
  name: 'payouts',
  // No step makes another due sooner than an arrival, except for the batch that leaves on the hour.
  stepMs: (from) => Math.min(ARRIVAL_MS, HOUR_MS - (from.getTime() % HOUR_MS)),
  ...dueQueries(DUE_PAYOUTS),
  async run(tx, tenant, until, limit, heldByOthers) {
    byIndexStatement(tx).execute()
    const [, claimed, settings] = await Promise.all([
      lockOperating(tx, tenant),
      claimDue(tx, tenant, until, limit, heldByOthers),
      // The tenant is read last: it then knows of the resume that let these payouts go on.
      readTenant(tx, tenant),
    ])
    const payouts = notHeldBack(claimed, settings)
    await settleDue(tx, tenant, settings, payouts, deps)
    return payouts.length
  },
  async runBesideRequests(tx, tenant, until, limit) {
    byIndexStatement(tx).execute()
    const [claimed, settings] = await Promise.all([
      claimDue(tx, tenant, until, limit, 'skipped'),
      readTenant(tx, tenant),
    ])
    const firstOther = claimed.find(({ sendable }) => !sendable)?.due_at
    const before = firstOther ? claimed.filter((payout) => (payout.due_at as Date) < firstOther) : claimed
    const payouts = notHeldBack(before, settings)
    if (payouts.length === 0 && firstOther) return undefined
    await settleDue(tx, tenant, settings, payouts, deps)
    return { moved: payouts.length, mayLeaveSome: firstOther != null || claimed.length >= limit }
  },
})

/** Without those that a stop keeps back which was committed after the claim had begun, while it waited for rows. */
const notHeldBack = <Row extends Payout>(claimed: readonly Row[], settings: TenantSettings): readonly Row[] =>
  claimed.filter((payout) => !isHeldBack(payout, settings))

/** Mails each production enterprise a summary of yesterday's payouts, once. Sandboxes get none. */
export async function sendDailySummaries(database: Database, vault: Vault): Promise<void> {
  for (const { tenant, day } of await tenantsToSummarize(database.sql)) {
    const summary = await summarizeDay(database.sql, tenant, day)
    await database.transaction(async (tx) => {
      const accounts = await lockAccounts(tx, tenant, ['operating'])
      if (!(await markSummarized(tx, tenant, day))) return
      const { enterprise, email } = await readContact(tx, tenant)
      const operating = accounts.get('operating')?.balance ?? cents(0)
      const facts = { enterprise, day, ...summary, operating }
      await queueMessages(tx, tenant, [{ kind: 'daily_summary', to: email ?? '', facts }], vault)
    })
  }
}

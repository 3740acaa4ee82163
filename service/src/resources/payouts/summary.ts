import { cents } from '../../kernel/money.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { markSummarized, readContact, tenantsToSummarize } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { summarizeDay } from './store.ts'

/** Mails each enterprise in production what happened yesterday, once. Sandboxes get none. */
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

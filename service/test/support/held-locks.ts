import { onTestFinished } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import type { Database, Tx } from '../../src/platform/database.ts'

/** A transaction that took these locks and keeps them until it is told to end. */
export async function holdLocks(database: Database, lock: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = database.transaction(async (tx) => {
    await lock(tx)
    held.resolve()
    await end.promise
  })
  transaction.catch(held.reject)
  await held.promise
  const release = async (): Promise<void> => {
    end.resolve()
    await transaction
  }
  onTestFinished(release)
  return release
}

/** Whether nobody holds this account. */
export async function isAccountFree(database: Database, tenant: TenantId, code: string): Promise<boolean> {
  const rows = await database.transaction(
    (tx) => tx`select from ledger_accounts where tenant_id = ${tenant} and code = ${code} for update skip locked`,
  )
  return rows.length === 1
}

import type { TenantId } from '../../kernel/ids.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { ProcessorBooks } from '../../rails/cards/port.ts'
import { tenantNow } from '../../tenants/index.ts'
import { type PurchaseDeps, settleCharge } from '../purchases/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { findDueSales, lockTransaction, postpone, TRANSACTIONS } from './store.ts'
import { end } from './transition.ts'

const SALES_AT_ONCE = 100
/** Money that is not available when it should be: asked again after this time. */
const AGAIN_MS = HOUR_MS

/**
 * Settles the charges whose money the processor has made available. Each is asked about before, and settled in a transaction
 * of its own; a second worker that asks at the same time finds it settled.
 */
export async function settleSales(
  database: Database,
  bank: TenantId,
  books: ProcessorBooks,
  deps: PurchaseDeps,
): Promise<void> {
  const now = await tenantNow(database.sql, bank)
  for (;;) {
    const due = await findDueSales(database.sql, bank, now, SALES_AT_ONCE)
    for (const { id } of due) {
      const isOver = (await isAvailable(books, id, deps)) && (await settle(database, bank, id, deps))
      if (!isOver) await postpone(database.sql, bank, id, new Date(now.getTime() + AGAIN_MS))
    }
    if (due.length < SALES_AT_ONCE) return
  }
}

/** False also where the processor has not answered. */
async function isAvailable(books: ProcessorBooks, id: string, { log }: PurchaseDeps): Promise<boolean> {
  return books.isAvailable(id).catch((err) => {
    log.error({ err, resource: id }, 'the card processor has not said whether a sale is available')
    return false
  })
}

async function settle(database: Database, bank: TenantId, id: string, deps: PurchaseDeps): Promise<boolean> {
  return database
    .transaction((tx) => settleOne(tx, bank, id, deps))
    .catch((err) => {
      deps.log.error({ err, resource: id }, 'could not settle a sale')
      return false
    })
}

async function settleOne(tx: Tx, bank: TenantId, id: string, deps: PurchaseDeps): Promise<boolean> {
  const row = await lockTransaction(tx, bank, id)
  if (row?.status !== 'pending' || row.owner === null || row.purchase === null) return true
  if (!(await settleCharge(tx, row.owner, row.purchase, deps))) return false
  await applyTransitions(tx, TRANSACTIONS, [end(row, 'settle', await tenantNow(tx, bank))], { tenant: bank })
  return true
}

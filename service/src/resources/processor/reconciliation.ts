import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import { readCleared } from '../purchases/index.ts'
import {
  type BalanceMove,
  balanceMove,
  keptOn,
  type MovementSums,
  missingSales,
  type ProcessorLine,
  type SaidOfPurchase,
  saidOfPurchases,
  sumMovements,
  unmatchedOn,
} from './reconciliation.store.ts'
import { readMark } from './store.ts'

export interface ProcessorDay {
  /** Sales, fees, refunds, disputes and payouts, as the processor says and as they are booked. */
  readonly sums: readonly MovementSums[]
  readonly differences: readonly ProcessorLine[]
  readonly balance: BalanceMove | undefined
}

/** Compares a banking day of the processor's books with ours, and its payouts with the bank; undefined where there is none. */
export async function reconcileProcessor(
  sql: Queryable,
  bank: TenantId,
  day: BankingDate,
): Promise<ProcessorDay | undefined> {
  const mark = await readMark(sql, bank)
  if (!mark) return undefined
  const [sums, kept, unmatched, missing, said, balance] = await Promise.all([
    sumMovements(sql, bank, day),
    keptOn(sql, bank, day),
    unmatchedOn(sql, bank, day),
    missingSales(sql, bank, day, mark),
    saidOfPurchases(sql, bank, day),
    balanceMove(sql, bank, day),
  ])
  return { sums, differences: [...kept, ...unmatched, ...missing, ...(await unlikeBooks(sql, said))], balance }
}

/** Purchases for which the enterprise's book expects another sum than the processor has moved, once nothing is on its way. */
async function unlikeBooks(sql: Queryable, said: readonly SaidOfPurchase[]): Promise<ProcessorLine[]> {
  const owners = Map.groupBy(said, ({ owner }) => owner)
  const lines: ProcessorLine[] = []
  for (const [owner, moved] of owners) {
    const purchases = moved.map(({ purchase }) => purchase)
    const cleared = new Map((await readCleared(sql, owner, purchases)).map((one) => [one.purchase, one]))
    for (const { purchase, said: sum } of moved) {
      const own = cleared.get(purchase)
      if (!own || own.isOpen || own.cleared === sum) continue
      const why = "the enterprise's book has another sum"
      lines.push({ id: purchase, kind: 'purchase', said: sum, posted: own.cleared, why })
    }
  }
  return lines
}

export const processorAgrees = (day: ProcessorDay | undefined): boolean =>
  day === undefined ||
  (day.differences.length === 0 &&
    day.sums.every(({ said, posted }) => said === posted) &&
    (day.balance === undefined || day.balance.moved === day.balance.expected))

import type { Addenda05 } from './addenda-05.ts'
import type { Addenda98 } from './addenda-98.ts'
import type { Addenda99 } from './addenda-99.ts'
import type { BatchHeader } from './batch-header.ts'
import type { EntryDetail } from './entry-detail.ts'
import type { FileHeader } from './file-header.ts'
import { isCredit } from './transaction-codes.ts'

export type Addenda =
  | ({ readonly type: '05' } & Addenda05)
  | ({ readonly type: '98' } & Addenda98)
  | ({ readonly type: '99' } & Addenda99)
  /** Of a kind that we do not use: kept as it stands. */
  | { readonly type: 'other'; readonly line: string }

/** The indicator follows from the addenda. */
export interface Entry extends Omit<EntryDetail, 'addendaIndicator'> {
  readonly addenda: readonly Addenda[]
}

/** The control records follow from the rest: a writer computes them, a reader compares. */
export interface Batch {
  readonly header: BatchHeader
  readonly entries: readonly Entry[]
}

export interface AchFile {
  readonly header: FileHeader
  readonly batches: readonly Batch[]
}

/** What control records count and add up. */
export interface Totals {
  readonly entryAndAddendaCount: number
  readonly entryHash: number
  readonly totalDebit: number
  readonly totalCredit: number
}

export const NO_TOTALS: Totals = { entryAndAddendaCount: 0, entryHash: 0, totalDebit: 0, totalCredit: 0 }

/** Of the sum of the receiving banks' eight digits only the last ten digits count. */
const HASH_MODULUS = 10_000_000_000

export const addTotals = (a: Totals, b: Totals): Totals => ({
  entryAndAddendaCount: a.entryAndAddendaCount + b.entryAndAddendaCount,
  entryHash: (a.entryHash + b.entryHash) % HASH_MODULUS,
  totalDebit: a.totalDebit + b.totalDebit,
  totalCredit: a.totalCredit + b.totalCredit,
})

export function totalsOf(entries: readonly Entry[]): Totals {
  const totals = { ...NO_TOTALS }
  for (const { transactionCode, routingNumber, amount, addenda } of entries) {
    totals.entryAndAddendaCount += 1 + addenda.length
    totals.entryHash = (totals.entryHash + Number(routingNumber.slice(0, 8))) % HASH_MODULUS
    if (isCredit(transactionCode)) totals.totalCredit += amount
    else totals.totalDebit += amount
  }
  return totals
}

export const fileTotals = (batches: readonly Batch[]): Totals =>
  batches.reduce((sum, { entries }) => addTotals(sum, totalsOf(entries)), NO_TOTALS)

export const BLOCKING_FACTOR = 10
export const FILLER = '9'.repeat(94)

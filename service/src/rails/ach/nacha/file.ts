import type { Addenda } from './addenda.ts'
import type { BatchHeader, EntryDetail, FileHeader } from './records.ts'
import { isCredit } from './transaction-codes.ts'

/** An entry with its addenda. The addenda indicator is left out: it follows from them. */
export interface Entry extends Omit<EntryDetail, 'addendaIndicator'> {
  readonly addenda: readonly Addenda[]
}

/** A batch without its control record: a writer computes that, a reader compares it. */
export interface Batch {
  readonly header: BatchHeader
  readonly entries: readonly Entry[]
}

export interface AchFile {
  readonly header: FileHeader
  readonly batches: readonly Batch[]
}

/** The counts and sums in control records. */
export interface Totals {
  readonly entryAndAddendaCount: number
  readonly entryHash: number
  readonly totalDebit: number
  readonly totalCredit: number
}

export const NO_TOTALS: Totals = { entryAndAddendaCount: 0, entryHash: 0, totalDebit: 0, totalCredit: 0 }

/** The entry hash is the sum of the receiving banks' first eight digits, cut to its last ten digits. */
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

import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import {
  type DayLine,
  type DaySums,
  disagreements,
  netOfFiles,
  readBalances,
  readBooks,
  sumDay,
} from './reconciliation.store.ts'

export interface Reconciliation {
  readonly day: BankingDate
  /** By kind of entry: the sum in the files and the sum in the books. */
  readonly sums: readonly DaySums[]
  /** Entries on which they do not agree, and files that were refused. */
  readonly differences: readonly DayLine[]
  /** The change of the bank's balance since it was last known, and the change that the files explain. */
  readonly balance: { readonly since: string; readonly moved: number; readonly expected: number } | undefined
}

/**
 * Compares the books of a banking day with the bank's files and with its balance. With `owner`, only the entries of that
 * enterprise, and no balance: the bank has one for all.
 */
export async function reconcile(
  sql: Queryable,
  bank: TenantId,
  day: BankingDate,
  owner?: TenantId,
): Promise<Reconciliation> {
  const of = await readBooks(sql, { bank, day, owner })
  const [sums, differences, balances] = await Promise.all([
    sumDay(sql, of),
    disagreements(sql, of),
    owner === undefined ? readBalances(sql, bank, day) : undefined,
  ])
  if (!balances) return { day, sums, differences, balance: undefined }
  const { balance, before, since } = balances
  const expected = await netOfFiles(sql, bank, since, day)
  return { day, sums, differences, balance: { since, moved: balance - before, expected } }
}

/** A difference that a person has dealt with is shown, but counts no more. */
export const agrees = ({ differences, balance }: Reconciliation): boolean =>
  differences.every(({ resolved }) => resolved) && (balance === undefined || balance.moved === balance.expected)

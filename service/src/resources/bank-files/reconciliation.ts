import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import {
  type Day,
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
  let { sums, differences } = await compareDay(sql, { bank, day, owner })
  // The books are read before the files, and an entry that is booked in between differs. It does not the second time.
  if (differences.length > 0) ({ sums, differences } = await compareDay(sql, { bank, day, owner }))
  const balances = owner === undefined ? await readBalances(sql, bank, day) : undefined
  if (!balances) return { day, sums, differences, balance: undefined }
  const { balance, before, since } = balances
  const expected = await netOfFiles(sql, bank, since, day)
  return { day, sums, differences, balance: { since, moved: balance - before, expected } }
}

async function compareDay(sql: Queryable, of: Day): Promise<Pick<Reconciliation, 'sums' | 'differences'>> {
  const booked = await readBooks(sql, of)
  const [sums, differences] = await Promise.all([sumDay(sql, booked), disagreements(sql, booked)])
  return { sums, differences }
}

/** A difference that a person has dealt with is shown, but counts no more. */
export const agrees = ({ differences, balance }: Reconciliation): boolean =>
  differences.every(({ resolved }) => resolved) && (balance === undefined || balance.moved === balance.expected)

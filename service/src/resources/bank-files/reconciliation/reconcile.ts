import type { TenantId } from '../../../kernel/ids.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BankingDate } from '../../../rails/ach/calendar.ts'
import { type DayLine, type DaySums, disagreements, netOfFiles, readBalances, sumDay } from './store.ts'

export interface Reconciliation {
  readonly day: BankingDate
  /** By kind of entry: what the files say, and what the books say. */
  readonly sums: readonly DaySums[]
  /** Entries on which they do not agree, and files that were refused. */
  readonly differences: readonly DayLine[]
  /** How the bank's balance moved since it was last known, and how the files say that it should have. */
  readonly balance: { readonly since: string; readonly moved: number; readonly expected: number } | undefined
}

/**
 * A banking day: what we believe we sent and received, against what the files and the bank's balance say. Of one
 * enterprise alone where it is named; the bank's balance is of all of them.
 */
export async function reconcile(
  sql: Queryable,
  bank: TenantId,
  day: BankingDate,
  owner?: TenantId,
): Promise<Reconciliation> {
  const of = { bank, day, owner }
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

/** What a person has dealt with is still shown, but is no fault any more. */
export const agrees = ({ differences, balance }: Reconciliation): boolean =>
  differences.every(({ resolved }) => resolved) && (balance === undefined || balance.moved === balance.expected)

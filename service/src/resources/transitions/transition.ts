import type { BookTransfers } from '../../ledger/index.ts'

/** A row before and after an event of its state table, and the transfers that go with it. Pure: nothing is written yet. */
export interface Transition<Row> {
  readonly from: Row
  readonly to: Row
  readonly transfers: BookTransfers
  /** An intent that causes no webhook event, because it is not certain yet. */
  readonly isSilent?: boolean
  /** The columns in which the row afterwards may differ from the stored one; any, when absent. */
  readonly changed?: readonly (keyof Row & string)[]
}

/** The entries that a transition adds to the row's log. */
export const newEntries = <Entry>({
  from,
  to,
}: Pick<Transition<{ readonly activity: readonly Entry[] }>, 'from' | 'to'>): readonly Entry[] =>
  to.activity.slice(from.activity.length)

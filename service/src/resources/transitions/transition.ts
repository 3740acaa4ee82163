import { changesBetween, type FieldValues } from '../../kernel/changes.ts'
import type { BookTransfers } from '../../ledger/index.ts'
import type { EventDetails } from '../events/index.ts'

/** A row before and after an event of its state table, and the transfers that go with it. Pure: nothing is written yet. */
export interface Transition<Row> {
  readonly from: Row
  readonly to: Row
  readonly transfers: BookTransfers
  /** An intent that causes no webhook event, because it is not certain yet. */
  readonly isSilent?: boolean
  /**
   * The columns in which the row afterwards may differ from the stored one; any, when absent. One that is not named is not
   * written, though the table has it computed.
   */
  readonly changed?: readonly (keyof Row & string)[]
}

/** The entries that a transition adds to the row's log. */
export const newEntries = <Entry>({
  from,
  to,
}: Pick<Transition<{ readonly activity: readonly Entry[] }>, 'from' | 'to'>): readonly Entry[] =>
  to.activity.slice(from.activity.length)

/** The details of a transition: the fields that differ, as `fieldsOf` shows them, and its first entry of activity. */
export function transitionDetails<Row extends { readonly activity: readonly { readonly entry: string }[] }>(
  transition: Transition<Row>,
  fieldsOf: (row: Row) => FieldValues,
): EventDetails {
  const [entry] = newEntries(transition)
  const changes = changesBetween(fieldsOf(transition.from), fieldsOf(transition.to))
  return { changes, ...(entry === undefined ? {} : { note: entry.entry }) }
}

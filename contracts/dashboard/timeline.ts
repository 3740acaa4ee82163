/** Something that happened to a resource. */
export interface TimelineEntry {
  readonly at: string
  readonly kind: 'activity' | 'transfer' | 'event' | 'delivery'
  readonly title: string
  readonly detail?: string
  readonly status?: string
  /** The ledger accounts of a transfer. */
  readonly debit?: string
  readonly credit?: string
  /** A page of the dashboard, below the environment. */
  readonly link?: string
}

/** One line of a resource's log, as the wire shows it. */
export interface ActivityEntry {
  readonly entry: string
  readonly date: string
  readonly type: 'status_change' | 'transfer' | 'error'
  readonly status: string
  readonly code?: string
}

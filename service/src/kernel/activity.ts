import { iso } from './time.ts'

/** One line of a resource's log, as the wire shows it. */
export interface ActivityEntry {
  readonly entry: string
  readonly date: string
  readonly type: 'status_change' | 'transfer' | 'error'
  readonly status: string
  readonly code?: string
}

const entryOf = (
  type: ActivityEntry['type'],
  status: string,
  text: string,
  at: Date,
  code: string | undefined,
): ActivityEntry => ({ entry: text, date: iso(at), type, status, ...(code === undefined ? {} : { code }) })

/** The resource came to this status; coming to `error` is an error. */
export const statusEntry = (status: string, text: string, at: Date, code?: string): ActivityEntry =>
  entryOf(status === 'error' ? 'error' : 'status_change', status, text, at, code)

/** Money moved, while the resource was in this status or came to it. */
export const transferEntry = (status: string, text: string, at: Date): ActivityEntry =>
  entryOf('transfer', status, text, at, undefined)

/** Something went wrong, and the status says nothing of it. */
export const errorEntry = (status: string, text: string, at: Date, code: string): ActivityEntry =>
  entryOf('error', status, text, at, code)

import { iso } from './time.ts'

/** One entry of a resource's activity, as the API shows it. `Status` are the statuses of that resource. */
export interface ActivityEntry<Status extends string = string> {
  readonly entry: string
  readonly date: string
  readonly type: 'status_change' | 'transfer' | 'error'
  /** The status of the resource after the entry. */
  readonly status: Status
  /** A code for programs, e.g. the bank's return code `R03`. */
  readonly code?: string
}

/** The resource reached a status. An entry of the status `error` is of type `error`. */
export const statusEntry = <Status extends string>(
  status: Status,
  text: string,
  at: Date,
  code?: string,
): ActivityEntry<Status> => ({
  entry: text,
  date: iso(at),
  type: status === 'error' ? 'error' : 'status_change',
  status,
  ...(code === undefined ? {} : { code }),
})

/** Money moved between accounts of the ledger. */
export const transferEntry = <Status extends string>(
  status: Status,
  text: string,
  at: Date,
): ActivityEntry<Status> => ({
  entry: text,
  date: iso(at),
  type: 'transfer',
  status,
})

/** Something failed, e.g. a charge was declined. Unlike a `statusEntry`, the status may be any, changed or not. */
export const errorEntry = <Status extends string>(
  status: Status,
  text: string,
  at: Date,
  code: string,
): ActivityEntry<Status> => ({ entry: text, date: iso(at), type: 'error', status, code })

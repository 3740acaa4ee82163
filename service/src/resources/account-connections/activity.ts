import { type ActivityEntry, errorEntry, statusEntry } from '../../kernel/activity.ts'
import type { ConnectionEvent, ConnectionRow, ConnectionStatus, ConnectionTransition } from './model.ts'

export type ConnectionEntry = ActivityEntry<ConnectionStatus>

/** Why a creator was rejected: the codes of the API, and the sentence of each. */
export const REJECTIONS = {
  identity_check_failed: 'the identity check failed',
  review_failed: 'the identity check stayed open for a review, and the review failed',
} as const

export type RejectionCode = keyof typeof REJECTIONS
export const REJECTION_CODES = Object.keys(REJECTIONS) as RejectionCode[]

export interface Rejection {
  readonly code: RejectionCode
  readonly at: Date
}

const rejectionCode = ({ status }: ConnectionRow): RejectionCode =>
  status === 'pending' ? 'review_failed' : 'identity_check_failed'

const WHERE = { direct: 'to the Tributary account', wallet: 'to the wallet', ach: 'by ACH' } as const

type EntryOf = (transition: ConnectionTransition) => ConnectionEntry

/** The entry of each event. The enterprise's own updates make none: its program knows of them. */
const ENTRIES: Partial<Record<ConnectionEvent, EntryOf>> = {
  submit: ({ to }) => statusEntry(to.status, 'Submitted in Connect: the identity check is open', to.updated_at),
  approve: ({ from, to }) => {
    const done = from.status === 'active' ? 'Payout method changed by the creator' : 'Activated by the creator'
    return statusEntry(to.status, `${done}: paid ${to.type === null ? '' : WHERE[to.type]}`, to.updated_at)
  },
  reject: ({ from, to }) => {
    const code = rejectionCode(from)
    return errorEntry(to.status, `Rejected: ${REJECTIONS[code]}`, to.updated_at, code)
  },
  change_permissions: ({ to }) => statusEntry(to.status, 'Permissions changed by the creator', to.updated_at),
  delete: ({ to }) => statusEntry(to.status, 'Deleted', to.updated_at),
}

export const entryOf = (transition: ConnectionTransition): ConnectionEntry | undefined =>
  ENTRIES[transition.event]?.(transition)

/** The first entry of every connection. It is computed, so that creating one writes nothing more. */
export const createdEntry = ({ created_at }: Pick<ConnectionRow, 'created_at'>): ConnectionEntry =>
  statusEntry('created', 'Created', created_at)

const isRejection = (code: string | undefined): code is RejectionCode =>
  code !== undefined && Object.hasOwn(REJECTIONS, code)

/** The last rejection among these entries. */
export function rejectionIn(activity: readonly ConnectionEntry[]): Rejection | undefined {
  const entry = activity.findLast(({ code }) => isRejection(code))
  return entry && { code: entry.code as RejectionCode, at: new Date(entry.date) }
}

import { type ActivityEntry, statusEntry } from '../../kernel/activity.ts'
import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { mustFollow, type StateTable } from '../../kernel/state-machine.ts'
import { HOUR_MS, iso } from '../../kernel/time.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import type { Transition } from '../transitions/index.ts'

export const STATUSES = ['created', 'pending', 'active', 'deleted'] as const
export type ConnectionStatus = (typeof STATUSES)[number]

export const TYPES = ['direct', 'ach', 'wallet'] as const
export type ConnectionType = (typeof TYPES)[number]

/** Digits, letters or hyphens, with at least one digit. */
export const ACCOUNT_NUMBER = /^(?=.*[0-9])[0-9A-Za-z-]+$/

export const PERMISSIONS = ['payment.credit', 'payment.debit'] as const
export type Permission = (typeof PERMISSIONS)[number]

export const EVENTS = ['update', 'submit', 'approve', 'reject', 'change_permissions', 'delete'] as const
export type ConnectionEvent = (typeof EVENTS)[number]

/**
 * `update`: the enterprise or the receiving bank changes details. `submit`: the creator completes Connect and a check is
 * still open. `approve`: every check has passed. `reject`: a check has failed, and the creator may start Connect again.
 * `change_permissions`: the creator changes what an active connection may do. An active connection can be approved again,
 * with another payout method; a failed check leaves it as it is.
 */
export const CONNECTION_STATES: StateTable<ConnectionStatus, ConnectionEvent> = {
  created: { update: 'created', submit: 'pending', approve: 'active', reject: 'created', delete: 'deleted' },
  pending: { update: 'pending', submit: 'pending', approve: 'active', reject: 'created', delete: 'deleted' },
  active: { update: 'active', approve: 'active', change_permissions: 'active', delete: 'deleted' },
  deleted: {},
}

export interface ConnectionRow {
  readonly id: Id<'accountConnection'>
  readonly external_id: string | null
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  /** The payout method submitted in Connect, while a check is open. */
  readonly submitted_type: ConnectionType | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly business_name: string | null
  readonly display_name: string | null
  readonly requested_permissions: Permission[]
  readonly credit_granted: boolean
  readonly credit_expires_at: Date | null
  readonly debit_granted: boolean
  readonly debit_expires_at: Date | null
  readonly verification_prompt: string
  readonly verification_answer_digest: Buffer
  readonly bank_sealed: Buffer | null
  readonly destination: string | null
  readonly creator_id: Id<'creator'> | null
  /** When the holder of the bank account passed the extra verification. */
  readonly verified_at: Date | null
  /** The creator's entries in Connect, while a check is open. */
  readonly submitted_sealed: Buffer | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** In the place of a name or a text that was erased, and of an address. */
export const ERASED = 'Erased'
export const ERASED_EMAIL = 'erased@erased.invalid'

/** The columns that a change may set besides `status` and `updated_at`. */
export type ConnectionChanges = Partial<Omit<ConnectionRow, 'id' | 'status' | 'created_at' | 'updated_at'>>

/** The event says which entry of activity a transition has. No money moves. */
export interface ConnectionTransition extends Transition<ConnectionRow> {
  readonly event: ConnectionEvent
}

/** The only function that sets `status`: by the state table. */
function transition(
  from: ConnectionRow,
  event: ConnectionEvent,
  columns: ConnectionChanges,
  at: Date,
): ConnectionTransition {
  const changes = { ...columns, status: mustFollow(CONNECTION_STATES, from.status, event), updated_at: at }
  const changed = Object.keys(changes) as (keyof ConnectionRow)[]
  return { event, from, to: { ...from, ...changes }, transfers: NO_TRANSFERS, changed }
}

const NOTHING_SUBMITTED = { submitted_type: null, submitted_sealed: null }

export const update = (row: ConnectionRow, changes: ConnectionChanges, at: Date): ConnectionTransition =>
  transition(row, 'update', changes, at)

export const submit = (
  row: ConnectionRow,
  submitted: Pick<ConnectionRow, 'submitted_type' | 'submitted_sealed'>,
  at: Date,
): ConnectionTransition => transition(row, 'submit', submitted, at)

export const approve = (row: ConnectionRow, granted: ConnectionChanges, at: Date): ConnectionTransition =>
  transition(row, 'approve', { ...NOTHING_SUBMITTED, ...granted }, at)

export const reject = (row: ConnectionRow, at: Date): ConnectionTransition =>
  transition(row, 'reject', NOTHING_SUBMITTED, at)

export const changeGrants = (row: ConnectionRow, grants: GrantColumns, at: Date): ConnectionTransition =>
  transition(row, 'change_permissions', grants, at)

/** An update may change other columns in the same request. */
export const deleteWith = (row: ConnectionRow, changes: ConnectionChanges, at: Date): ConnectionTransition =>
  transition(row, 'delete', changes, at)

/** `payment.debit` needs an account that can be debited. */
export const needsDirect = (permission: Permission): boolean => permission === 'payment.debit'

/** The payout methods that Connect offers. */
export function methodsOffered(
  requested: readonly Permission[],
  { ach_enabled }: { readonly ach_enabled: boolean },
): readonly ConnectionType[] {
  if (requested.some(needsDirect)) return ['direct']
  return TYPES.filter((type) => type !== 'ach' || ach_enabled)
}

/** The reason why Connect does not offer a payout method; none where it does. */
export function whyNotOffered(
  type: ConnectionType,
  requested: readonly Permission[],
  settings: { readonly ach_enabled: boolean },
): string | undefined {
  if (methodsOffered(requested, settings).includes(type)) return undefined
  return requested.some(needsDirect)
    ? 'Only `direct` is offered, because `payment.debit` is requested.'
    : `\`${type}\` is not offered by this enterprise.`
}

/** A permission as it is stored on the connection. */
export interface Grant {
  readonly granted: boolean
  readonly expiresAt: Date | null
}

/** A permission as the creator grants it in Connect; without `expires_at` it does not expire. */
export interface GivenPermission {
  readonly name: Permission
  readonly expires_at?: string
}

type GrantColumns = Pick<ConnectionRow, 'credit_granted' | 'credit_expires_at' | 'debit_granted' | 'debit_expires_at'>

/** A permission that is not among these is withdrawn. */
export function grantColumns(given: readonly GivenPermission[]): GrantColumns {
  const find = (name: Permission) => given.find((permission) => permission.name === name)
  const expiry = (permission: GivenPermission | undefined): Date | null =>
    permission?.expires_at === undefined ? null : new Date(permission.expires_at)
  const [credit, debit] = [find('payment.credit'), find('payment.debit')]
  return {
    credit_granted: credit !== undefined,
    credit_expires_at: expiry(credit),
    debit_granted: debit !== undefined,
    debit_expires_at: expiry(debit),
  }
}

/** The creator's answer, in Connect, to a contract that waited for one. */
export interface ContractDecision {
  readonly contract: string
  readonly decision: 'accept' | 'decline'
  readonly ip: string
  /**
   * The time of the answer: an open check may delay its effect by days. Absent in submissions stored by older versions.
   */
  readonly at?: string
}

/** The creator's entries in Connect; stored, sealed, while a check is open. A simulation makes none. */
export interface ConnectSubmission {
  /** For `direct` and `wallet`: the creator who signed in. */
  readonly creator?: Id<'creator'>
  /** For `ach`. */
  readonly bank?: BankAccount
  /** Absent: every requested permission, without expiry. */
  readonly permissions?: readonly GivenPermission[]
  readonly contracts?: readonly ContractDecision[]
  /** The extra verification was passed, by a person without a login. */
  readonly verified?: boolean
}

/** The creator's entries in Connect, and the outcome of the checks. */
export interface ConnectResult extends ConnectSubmission {
  readonly type: ConnectionType
  readonly outcome: 'approved' | 'review' | 'rejected'
  /** The verified number of a login that is created here, without a sign-in. */
  readonly mobile?: string
  /** For `ach` without any entries: used unless the connection has a bank account already. */
  readonly sampleBank?: BankAccount
}

/** The person a bank account belongs to, as the creator entered it. */
export interface AccountHolder {
  readonly first_name: string
  readonly last_name: string
  readonly ssn: string
}

const holderKey = ({ first_name, last_name, ssn }: AccountHolder): string =>
  [first_name, last_name, ssn.replace(/\D/g, '')].map((part) => part.normalize('NFKC').trim().toLowerCase()).join('|')

export const isSameHolder = (one: AccountHolder, other: AccountHolder): boolean => holderKey(one) === holderKey(other)

/** An expired permission counts as not granted. */
export const holds = (grant: Grant, at: Date): boolean =>
  grant.granted && (grant.expiresAt === null || at < grant.expiresAt)

/** The person who gets the mail about a connection. */
export interface Recipient {
  readonly first_name: string
  readonly email: string
}

/** A connection as the destination of a payout. */
export interface Payee {
  readonly id: string
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  readonly credit: Grant
  readonly creditRequested: boolean
  /** The return code that has suspended its bank account; null where none has. */
  readonly suspended: string | null
  readonly destination: string | null
  readonly creatorId: string | null
  readonly recipient: Recipient
  /** Since when it has its bank account; known where new bank accounts wait. */
  readonly bankSince?: Date
}

/** A connection as the source or destination of a P2P payment. */
export interface Party {
  readonly id: string
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  readonly name: string
  readonly credit: Grant
  readonly debit: Grant
  readonly creatorId: string | null
  /** The creator's verified number, to which codes are sent. */
  readonly mobile: string | null
  /** The name that passed the creator's identity check; `name` is the enterprise's name for them. */
  readonly verifiedName: string | null
}

export type PayeeVerdict =
  | { readonly payable: ConnectionType }
  | { readonly unclaimed: true }
  | { readonly refused: 'deleted' | 'not_requested' | 'not_granted' | 'suspended' }

/**
 * A connection with a payout method (from Connect, or a legacy payout method) and the permission is paid at once. A
 * connection that the creator has not activated yet collects unclaimed payouts, if the permission was at least requested.
 */
export function judgePayee(payee: Payee, at: Date): PayeeVerdict {
  if (payee.status === 'deleted') return { refused: 'deleted' }
  if (payee.type !== null && holds(payee.credit, at)) {
    return payee.type === 'ach' && payee.suspended !== null ? { refused: 'suspended' } : { payable: payee.type }
  }
  if (payee.status === 'active' || payee.type !== null) return { refused: 'not_granted' }
  return payee.creditRequested ? { unclaimed: true } : { refused: 'not_requested' }
}

/** When a new bank account may be paid to, if that is after `at`; `undefined` for every payee that need not wait. */
export function payableFrom(
  { type, bankSince }: Pick<Payee, 'type' | 'bankSince'>,
  { new_bank_account_wait_hours: hours }: Pick<TenantSettings, 'new_bank_account_wait_hours'>,
  at: Date,
): Date | undefined {
  if (type !== 'ach' || bankSince === undefined || hours === 0) return undefined
  const from = new Date(bankSince.getTime() + hours * HOUR_MS)
  return from > at ? from : undefined
}

/** Marks that a payment waits because the bank account that it goes to is new. */
export const WAITING_CODE = 'new_bank_account'

export const waitingEntry = (status: 'ready' | 'pending', until: Date, at: Date): ActivityEntry =>
  statusEntry(status, `Waits until ${iso(until)}: the bank account is new`, at, WAITING_CODE)

/**
 * Answers are compared without letter case and surrounding white space. Upper case comes first so that `ß` equals `SS`;
 * a final sigma equals any other sigma.
 */
export const normalizeAnswer = (answer: string): string =>
  answer.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC').trim()

const LABELS = { checking: 'Checking', savings: 'Savings' } as const

/** The last four, but never more than half of a short number. */
const lastDigits = (number: string): string => number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))

/** The name of a bank account in answers, mails and pages. */
export const bankLabel = (type: 'checking' | 'savings', accountNumber: string): string =>
  `${LABELS[type]} ••••${lastDigits(accountNumber)}`

export const accountLabel = (type: 'direct' | 'wallet', accountNumber: string): string =>
  `${type === 'direct' ? 'Tributary account' : 'Wallet'} ••••${lastDigits(accountNumber)}`

import type { StateTable } from '../../kernel/state-machine.ts'

export const STATUSES = ['created', 'pending', 'active', 'deleted'] as const
export type ConnectionStatus = (typeof STATUSES)[number]

export const TYPES = ['direct', 'ach', 'wallet'] as const
export type ConnectionType = (typeof TYPES)[number]

/** Digits, letters or hyphens, with at least one digit. */
export const ACCOUNT_NUMBER = /^(?=.*[0-9])[0-9A-Za-z-]+$/

export const PERMISSIONS = ['payment.credit', 'payment.debit'] as const
export type Permission = (typeof PERMISSIONS)[number]

export type ConnectionEvent = 'submit' | 'approve' | 'reject' | 'delete'

/**
 * `submit`: the creator is through Connect and a check is still open. `approve`: every check has passed. `reject`: one has
 * failed; a connection that was not active may start again.
 */
export const CONNECTION_STATES: StateTable<ConnectionStatus, ConnectionEvent> = {
  created: { submit: 'pending', approve: 'active', reject: 'created', delete: 'deleted' },
  pending: { submit: 'pending', approve: 'active', reject: 'created', delete: 'deleted' },
  active: { approve: 'active', delete: 'deleted' },
  deleted: { delete: 'deleted' },
}

/** `payment.debit` needs an account that can be debited. */
export const needsDirect = (permission: Permission): boolean => permission === 'payment.debit'

/** What Connect offers. */
export function methodsOffered(
  requested: readonly Permission[],
  { ach_enabled }: { readonly ach_enabled: boolean },
): readonly ConnectionType[] {
  if (requested.some(needsDirect)) return ['direct']
  return TYPES.filter((type) => type !== 'ach' || ach_enabled)
}

/** A permission as the creator granted it. */
export interface Grant {
  readonly granted: boolean
  readonly expiresAt: Date | null
}

/** A permission as the creator gives it: for good, or until then. */
export interface GivenPermission {
  readonly name: Permission
  readonly expires_at?: string
}

/** What the creator answered to a contract that waited in Connect. */
export interface ContractDecision {
  readonly contract: string
  readonly decision: 'accept' | 'decline'
  readonly ip: string
  /** When: a check that stays open may end days later. Unknown of what was submitted to an older version. */
  readonly at?: string
}

/** Whose bank account it is, as the creator entered it. */
export interface Holder {
  readonly first_name: string
  readonly last_name: string
  readonly ssn: string
}

const holderKey = ({ first_name, last_name, ssn }: Holder): string =>
  [first_name, last_name, ssn.replace(/\D/g, '')].map((part) => part.normalize('NFKC').trim().toLowerCase()).join('|')

export const isSameHolder = (one: Holder, other: Holder): boolean => holderKey(one) === holderKey(other)

/** After its end a permission counts as not granted. */
export const holds = (grant: Grant, at: Date): boolean =>
  grant.granted && (grant.expiresAt === null || at < grant.expiresAt)

/** Whom to write to about a connection. */
export interface Recipient {
  readonly first_name: string
  readonly email: string
}

/** What a payout needs to know of the connection it goes to. */
export interface Payee {
  readonly id: string
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  readonly credit: Grant
  readonly creditRequested: boolean
  readonly destination: string | null
  readonly creatorId: string | null
  readonly recipient: Recipient
}

/** What a P2P payment needs to know of the connection at either end. */
export interface Party {
  readonly id: string
  readonly status: ConnectionStatus
  readonly type: ConnectionType | null
  readonly name: string
  readonly credit: Grant
  readonly debit: Grant
  readonly creatorId: string | null
  /** Verified; where the creator's codes go. */
  readonly mobile: string | null
  /** As the creator was verified, whatever the enterprise calls them. */
  readonly verifiedName: string | null
}

export type PayeeVerdict =
  | { readonly payable: ConnectionType }
  | { readonly unclaimed: true }
  | { readonly refused: 'deleted' | 'not_requested' | 'not_granted' }

/**
 * Who may be paid. A connection with a known method (by Connect, or by a legacy payout method) and the permission is paid
 * at once; one the creator has not activated yet collects unclaimed payouts, if the permission was at least requested.
 */
export function judgePayee(payee: Payee, at: Date): PayeeVerdict {
  if (payee.status === 'deleted') return { refused: 'deleted' }
  if (payee.type !== null && holds(payee.credit, at)) return { payable: payee.type }
  if (payee.status === 'active' || payee.type !== null) return { refused: 'not_granted' }
  return payee.creditRequested ? { unclaimed: true } : { refused: 'not_requested' }
}

/**
 * Compared after ignoring letter case and trimming surrounding white space. By way of the capitals, so that `ß` is `SS`;
 * a final sigma is a sigma.
 */
export const normalizeAnswer = (answer: string): string =>
  answer.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC').trim()

const LABELS = { checking: 'Checking', savings: 'Savings' } as const

/** The last four, but never more than half of a short number. */
const lastDigits = (number: string): string => number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))

/** What a person may see of a bank account. */
export const bankLabel = (type: 'checking' | 'savings', accountNumber: string): string =>
  `${LABELS[type]} ••••${lastDigits(accountNumber)}`

export const accountLabel = (type: 'direct' | 'wallet', accountNumber: string): string =>
  `${type === 'direct' ? 'Tributary account' : 'Wallet'} ••••${lastDigits(accountNumber)}`

import type { Approval } from './approvals.ts'
import { payableFrom, type Thing, type UserData } from './book.ts'
import type { Connection, Method, Type } from './connections.ts'

/** Why a bank gives a payment back. */
export const RETURN_REASONS = {
  R01: 'insufficient funds',
  R02: 'account closed',
  R03: 'no account',
  R16: 'account frozen',
  R20: 'non-transaction account',
}
export type ReturnCode = keyof typeof RETURN_REASONS

/** An account that is paid to, and that a bank has said to be wrong. */
export const isSuspended = ({ method, suspended }: Connection): boolean =>
  method?.type === 'ach' && suspended !== undefined

/** Until when a new bank account is not paid to. */
export const newUntil = ({ method, since }: Connection, at: number): number | undefined =>
  method?.type === 'ach' ? payableFrom(since, at) : undefined

export const isPayable = (connection: Connection): boolean =>
  connection.granted.includes('payment.credit') && !isSuspended(connection)

export const nameOf = (payout: Payout | undefined): string =>
  payout ? `${payout.connection.details.first_name} <${payout.connection.email}>` : ''

/** A return that says so suspends the account, unless the connection has another one, or none, by then. */
export function suspend(payout: Payout, code: ReturnCode, at: number): void {
  const { connection, method } = payout
  const { account, status, suspended } = connection
  if (code === 'R01' || suspended || status === 'deleted' || connection.method?.type !== 'ach' || !account) return
  if (method?.type !== 'ach' || method.account.slice(-4) !== account.slice(-4)) return
  const reason = RETURN_REASONS[code]
  connection.suspended = { account, code, reason, payout, at, isTold: false }
}

export interface Payout extends Thing {
  readonly kind: 'payout'
  readonly connection: Connection
  readonly amount: number
  status: 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  type: Type | 'unclaimed'
  fee: number
  date: number
  description: string
  /** Where it is shown to go. */
  method: Method | undefined
  /** The code of its failure, or of its return. */
  failure?: string | undefined
  /** When time next does something to it. */
  due: number | undefined
  /** The one that it needed. */
  approval?: Approval
  /** It waits for the decision of its approval. */
  isHeld: boolean
}

/** What waits for its date is shown as its connection would have it paid now. */
export function methodNow({ status, type, method, connection, isHeld }: Payout): Pick<Payout, 'type' | 'method'> {
  if (isHeld) return { type: connection.method?.type ?? 'unclaimed', method: connection.method }
  if (status !== 'ready' || type === 'unclaimed' || !connection.method) return { type, method }
  return { type: connection.method.type, method: connection.method }
}

export interface PayoutRequest {
  readonly connection: Connection | undefined
  readonly amount: number
  readonly date: number | undefined
  readonly description: string | undefined
  readonly userData: UserData | undefined
  /** As it was asked for. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What of it an update says anew. */
export interface PayoutChanges {
  readonly description?: string | undefined
  readonly userData?: UserData | undefined
}

/** The next step initiates or sends it. */
export const isMoneyOut = ({ status, type }: Payout): boolean =>
  status === 'pending' || (status === 'ready' && type !== 'unclaimed')

import type { SecondFactorState } from '../dashboard/session.ts'

export const OPERATOR_ROLES = ['reviewer', 'treasurer', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** The actions of the console's table of roles. */
export type ConsoleAction =
  | 'identities.read'
  | 'identities.reveal'
  | 'identities.decide'
  | 'names.decide'
  | 'bank.read'
  | 'bank.book'
  | 'bank.files'
  | 'fees.change'
  | 'approvals.decide'
  | 'alerts.read'
  | 'books.read'
  | 'payouts.resume'
  | 'enterprises.read'
  | 'enterprises.change'
  | 'enterprises.suspend'
  | 'bank_accounts.change'
  | 'limits.change'
  | 'creators.erase'
  | 'people.change'
  | 'keys.change'
  | 'operators.read'
  | 'operators.change'
  | 'audit.read'
  | 'system.read'
  | 'system.change'

/** `GET /operator/api/me`: the operator who is signed in, and what that operator may do. */
export interface OperatorMe {
  readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly two_factor: boolean }
  readonly second_factor: SecondFactorState
  readonly role: OperatorRole
  readonly actions: readonly ConsoleAction[]
  readonly fresh: boolean
  readonly fresh_until: string
}

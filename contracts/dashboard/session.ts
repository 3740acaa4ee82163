import type { Environment } from '../environment.ts'

export const ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The actions of the service's table of roles. */
export type Action =
  | 'resources.read'
  | 'payments.make'
  | 'connections.change'
  | 'exports.make'
  | 'ledger.read'
  | 'webhooks.change'
  | 'webhooks.secret'
  | 'origins.change'
  | 'keys.read'
  | 'keys.create'
  | 'keys.change'
  | 'keys.revoke'
  | 'requests.read'
  | 'sandbox.simulate'
  | 'sandbox.reset'
  | 'people.read'
  | 'people.invite'
  | 'people.change'
  | 'audit.read'
  | 'settings.read'
  | 'settings.change'

/** `GET /dashboard/api/me`: the person who is signed in, and what that person may do. */
export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly two_factor: boolean }
  readonly enterprise: { readonly id: string; readonly name: string }
  readonly role: Role
  /** In production. */
  readonly actions: readonly Action[]
  readonly actions_in: Readonly<Record<Environment, readonly Action[]>>
  /** Whether each environment is served at this address. */
  readonly environments: Readonly<Record<Environment, boolean>>
  /** Whether the password was given within the last minutes, as some actions require. */
  readonly fresh: boolean
  readonly fresh_until: string
}

/** The length of a person's password. */
export const PASSWORD_MIN = 10

/** `POST /dashboard/api/confirm` */
export interface ConfirmRequest {
  readonly password: string
  /** Required of a person with a second factor. */
  readonly code?: string
}

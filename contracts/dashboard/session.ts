import type { Environment } from '../environment.ts'

export const ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The actions of the service's table of roles. */
export type Action =
  | 'resources.read'
  | 'payments.make'
  | 'withdrawals.make'
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
  | 'approvals.decide'
  | 'approvals.rules'
  | 'limits.change'
  | 'settings.read'
  | 'settings.change'
  | 'brand.change'
  | 'enterprise.rename'

/** `GET /dashboard/api/me`: the person who is signed in, and what that person may do. */
export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly two_factor: boolean }
  readonly second_factor: SecondFactorState
  /** The enterprise that the session works for. */
  readonly enterprise: { readonly id: string; readonly name: string }
  /** All enterprises of the person, the first they joined first. */
  readonly enterprises: readonly { readonly id: string; readonly name: string; readonly role: Role }[]
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

/** Re-exported for the dashboard's forms. */
export { PASSWORD_MIN } from '../formats.ts'

/** Where a second factor is needed and this session has none, everything but setting one up is refused. */
export interface SecondFactorState {
  /** By the enterprise's rules, or because the role pays or makes keys where production is served. */
  readonly needed: boolean
  /** An authenticator's code was given in this session, or a passkey used. */
  readonly passed: boolean
  readonly passkeys: number
}

export const IDLE_MINUTES_DEFAULT = 60

/** `GET` and `PUT /dashboard/api/sign-in-rules` */
export interface SignInRules {
  /** Everybody needs one; roles that pay or make keys do in any case where production is served. */
  readonly second_factor_required: boolean
  /** A session that is not used for so long ends: 5 to 720. */
  readonly idle_minutes: number
}

/** `POST /dashboard/api/enterprise`: the session works for this enterprise from then on. 404 unless the person belongs to it. */
export interface EnterpriseChoice {
  readonly enterprise: string
}

/** `POST /dashboard/api/confirm` */
export interface ConfirmRequest {
  readonly password: string
  /** Required of a person with a second factor. */
  readonly code?: string
}

/** `GET /dashboard/api/sign-in-options`: for the pages before the sign-in. */
export interface SignInOptions {
  /** False: no mail server is set up, and the operator makes new passwords. */
  readonly mails_links: boolean
}

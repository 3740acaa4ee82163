import type { Role } from './session.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly two_factor: boolean
  readonly created_at: string
}

/** A row of `GET /dashboard/api/people`. */
export interface PersonListed extends Person {
  readonly last_signed_in_at: string | null
  /** How many they have; each is a second factor, as `two_factor` is. */
  readonly passkeys: number
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly expired: boolean
}

/** The answer to a new invitation. Its link is in the e-mail alone. */
export interface InvitationCreated extends Invitation {
  /** False: no mail server is set up, and the operator prints the link. */
  readonly mailed: boolean
}

/** `GET /dashboard/api/invitation/:token`: what the invited person sees. */
export interface OpenInvitation {
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly enterprise: { readonly name: string }
  readonly expires_at: string
  /** True: the address has a login, which joins once it is signed in. Otherwise name and password are asked for. */
  readonly has_login: boolean
}

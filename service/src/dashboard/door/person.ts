import type { Request } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Role } from '../roles.ts'

/** Somebody who is signed in, of an enterprise or an operator, and how they did it. */
export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly email: string
  /** They have an authenticator. */
  readonly twoFactor: boolean
  readonly sessionId: string
  /** A second factor was given in this session. */
  readonly secondFactor: boolean
  readonly passkeys: number
  readonly fresh: boolean
  readonly freshUntil: Date
}

/** The person who is signed in, and their enterprise. */
export interface Person extends SignedIn {
  readonly role: Role
  readonly enterprise: { readonly id: string; readonly name: string }
  readonly tenants: Record<Environment, TenantId>
  /** The enterprise requires a second factor of everybody. */
  readonly secondFactorRequired: boolean
}

const people = new WeakMap<Request, Person>()

export const setPerson = (request: Request, person: Person): void => void people.set(request, person)

export const personIfAny = (request: Request): Person | undefined => people.get(request)

export function personOf(request: Request): Person {
  const person = personIfAny(request)
  if (!person) throw new Error('a handler ran without a signed-in person')
  return person
}

/** A person as the audit log names them. */
export const personName = ({ name, email }: Pick<Person, 'name' | 'email'>): string => `${name} <${email}>`

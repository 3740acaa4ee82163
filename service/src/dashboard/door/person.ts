import type { Request } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Role } from '../roles.ts'

/** The person who is signed in, and their enterprise. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly twoFactor: boolean
  readonly role: Role
  readonly enterprise: { readonly id: string; readonly name: string }
  readonly tenants: Record<Environment, TenantId>
  readonly sessionId: string
  /** A second factor was given in this session. */
  readonly secondFactor: boolean
  readonly passkeys: number
  /** The enterprise requires one of everybody. */
  readonly secondFactorRequired: boolean
  readonly fresh: boolean
  readonly freshUntil: Date
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

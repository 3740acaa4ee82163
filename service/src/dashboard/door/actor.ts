import type { Request } from '../../http/index.ts'
import type { Deed } from '../audit-log/chain.ts'
import { environmentIn } from './guard.ts'
import { type Person, personName, personOf } from './person.ts'

/** What the signed-in person of a request does, as the audit log writes it down. */
export function deedOf(request: Request, action: string, what: Pick<Deed, 'subject' | 'details'> = {}): Deed {
  const person = personOf(request)
  return {
    enterprise: person.enterprise.id,
    personId: person.id,
    person: personName(person),
    action,
    environment: environmentIn(request),
    address: request.ip,
    requestId: request.id,
    ...what,
  }
}

/** A person and how what they do is written down, for commands that know no request. */
export interface Actor {
  readonly person: Person
  deed(action: string, what?: Pick<Deed, 'subject' | 'details'>): Deed
}

export const actorOf = (request: Request): Actor => ({
  person: personOf(request),
  deed: (action, what) => deedOf(request, action, what),
})

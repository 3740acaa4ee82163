import type { Request } from '../../http/index.ts'
import type { AuditEntry } from '../audit-log/chain.ts'
import { environmentIn } from './guard.ts'
import { type Person, personName, personOf } from './person.ts'

/** The audit log's entry for what the signed-in person of a request does. */
export function auditEntry(
  request: Request,
  action: string,
  more: Pick<AuditEntry, 'subject' | 'details'> = {},
): AuditEntry {
  const person = personOf(request)
  return {
    enterprise: person.enterprise.id,
    personId: person.id,
    person: personName(person),
    action,
    environment: environmentIn(request),
    address: request.ip,
    requestId: request.id,
    ...more,
  }
}

/** The person who acts, and the audit log's entries for what they do: for commands that know no request. */
export interface Actor {
  readonly person: Pick<Person, 'id' | 'name' | 'email' | 'role' | 'enterprise' | 'tenants'>
  entry(action: string, more?: Pick<AuditEntry, 'subject' | 'details'>): AuditEntry
}

export const actorOf = (request: Request): Actor => ({
  person: personOf(request),
  entry: (action, more) => auditEntry(request, action, more),
})

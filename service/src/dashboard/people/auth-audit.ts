import { type Request, toProblem } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AuditEntry, record } from '../audit-log/chain.ts'
import { personName } from '../door/person.ts'
import type { LibraryAnswer } from './auth-library.ts'
import type { Realm } from './realm-port.ts'

export interface AuthAuditDeps {
  readonly database: Database
  readonly vault: Vault
  readonly realm: Realm
}

/**
 * Records what a signed-in person does before it is done, as the way to the API does; a refusal is a second entry. A
 * person who is only signing in is recorded once the library has said who they are.
 */
export async function recordBefore(
  entry: AuditEntry | undefined,
  { database, vault }: Pick<AuthAuditDeps, 'database' | 'vault'>,
  act: () => Promise<LibraryAnswer>,
): Promise<LibraryAnswer> {
  if (!entry) return act()
  const write = (one: AuditEntry): Promise<void> => database.transaction((tx) => record(tx, vault, one))
  const refused = (status: number) =>
    write({ ...entry, action: `${entry.action}.refused`, details: { ...entry.details, status } })
  await write(entry)
  const answer = await act().catch(async (error: unknown) => {
    await refused(toProblem(error).status)
    throw error
  })
  if (!answer.response.ok) await refused(answer.response.status)
  return answer
}

/** Finds the person of a request: by session, by the pending second factor, or by the e-mail entered. */
export interface AuthSubject {
  readonly id: string | undefined
  readonly email: string | undefined
}

/** A failed sign-in. Nothing is recorded where no person has that address. */
export async function recordRefused(
  request: Request,
  { id, email }: AuthSubject,
  reason: 'credentials' | 'code' | 'locked',
  deps: AuthAuditDeps,
): Promise<void> {
  const known = id ?? (email === undefined ? undefined : (await deps.realm.findByEmail(deps.database.sql, email))?.id)
  await recordAuth(request, 'session.refused', known, deps, { reason })
}

/** In every log that the sign-in concerns: of each enterprise that the person belongs to, or of the operators. */
export async function recordAuth(
  request: Request,
  action: string,
  id: string | undefined,
  { database, vault, realm }: AuthAuditDeps,
  details: Record<string, unknown> = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    const person = id === undefined ? undefined : await realm.findById(tx, id)
    if (!person) return
    const entry = { personId: person.id, person: personName(person), action, details }
    const source = { address: request.ip, requestId: request.id }
    for (const enterprise of await realm.chainsOf(tx, person.id)) {
      await record(tx, vault, { enterprise, ...entry, ...source })
    }
  })
}

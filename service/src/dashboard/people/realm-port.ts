import type { Request } from '../../http/index.ts'
import type { Database, Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { SecurityEvent } from '../../resources/messages/index.ts'
import type { AuditEntry } from '../audit-log/chain.ts'
import type { SignedIn } from '../door/person.ts'
import type { Auth } from './auth.ts'
import type { AuthRoute } from './auth-table.ts'
import type { RealmName } from './realm.ts'

/** A person as mails and the audit log name them. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The part of the sign-in that differs between the two kinds of people. */
export interface Realm {
  readonly name: RealmName
  /** The endpoints of the sign-in library that can be reached. */
  readonly routes: readonly AuthRoute[]
  findPerson(request: Request, auth: Auth, database: Database): Promise<SignedIn | undefined>
  findById(sql: Queryable, id: string): Promise<Named | undefined>
  findByEmail(sql: Queryable, email: string): Promise<Named | undefined>
  /** The audit log's entry for what a signed-in person does to their own login. */
  entry(request: Request, person: SignedIn, action: string): AuditEntry
  /** The audit logs that a sign-in of this person concerns, in the order in which they are locked. */
  chainsOf(sql: Queryable, id: string): Promise<readonly string[]>
  /** Mails a person about their own login. */
  tell(
    tx: Tx,
    vault: Vault,
    person: Named,
    event: SecurityEvent,
    rows: readonly (readonly [name: string, value: string])[],
  ): Promise<void>
}

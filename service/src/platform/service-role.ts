import type { TenantId } from '../kernel/ids.ts'
import { type Database, errorCode, isDatabaseAway, openDatabase, type Tx } from './database.ts'
import { newDatabasePassword, scramVerifier, withLogin } from './database-password.ts'
import type { RestoreHold } from './restore-hold.ts'
import type { Vault } from './vault.ts'

/**
 * A role with the rights of the service, for the owner to work as where the service cannot sign in as a user of its own. It
 * owns nothing and cannot change append-only tables even by mistake. All databases of a server share it, so no user of a
 * service is a member: the service of one database has no right in another.
 */
const ROLE = 'tributary_service'
const LOCK = 7_461_003

/** Tables of which the service may insert and select rows, never update or delete them. */
const APPEND_ONLY = ['ledger_transfers', 'audit_log', 'operator_audit_log']

const INSUFFICIENT_PRIVILEGE = '42501'
const LEFT_OVER: ReadonlySet<string> = new Set(['28P01', INSUFFICIENT_PRIVILEGE]) // invalid_password

/** How the service reaches the database once it is migrated. */
export interface ServiceAccess {
  readonly url: string
  /** A role that every connection takes on, where the service could not sign in as one. */
  readonly role?: string
  readonly warnings: readonly string[]
  /** The database was restored and waits for the operator. */
  readonly held?: RestoreHold
}

/**
 * The service signs in as a user of its own, who is not the owner of the tables and cannot become one: disabling a
 * trigger or changing a row of the ledger is not in its rights. Where the owner may not create such a user, or the server
 * does not let it in, the service stays with the owner and gives up its rights on every connection.
 */
export async function openServiceAccess(owner: Database, url: string, vault: Vault): Promise<ServiceAccess> {
  // Signed in by a user that has only the rights it was granted, there is nothing to give up.
  if (!(await ownsTables(owner))) return { url, warnings: [] }
  const role = await ensureServiceRole(owner)
  if (!role) return { url, warnings: [NO_ROLE] }
  const signedIn = await signIn(owner, url, vault)
  return 'url' in signedIn
    ? { url: signedIn.url, warnings: [] }
    : { url, role, warnings: [noLogin(signedIn.refusedBecause)] }
}

const NO_ROLE =
  'The database user cannot create roles: the ledger is append-only by its trigger alone, which this user could disable. See "Your own PostgreSQL" in docs/operations.md.'

const noLogin = (reason: string): string =>
  `The service works as the owner of the database's tables, with fewer rights that it could take back, because it cannot sign in as a user of its own (${reason}). See "Your own PostgreSQL" in docs/operations.md.`

async function ownsTables({ sql }: Database): Promise<boolean> {
  const [row] = await sql<{ owns: boolean }[]>`
    select pg_has_role(current_user, relowner, 'member') as owns from pg_class where oid = 'ledger_transfers'::regclass`
  return row?.owns === true
}

/** Returns the role, or `undefined` where the database's user may not create it. */
export async function ensureServiceRole(owner: Database): Promise<string | undefined> {
  return unlessForbidden(
    owner.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK}::bigint)`
      const [known] = await tx<{ member: boolean }[]>`
        select pg_has_role(current_user, oid, 'member') as member from pg_roles where rolname = ${ROLE}`
      if (!known) await tx.unsafe(`create role ${ROLE} nologin`)
      if (!known?.member) await tx.unsafe(`grant ${ROLE} to current_user`)
      await grantRights(tx, ROLE)
      return ROLE
    }),
  )
}

async function grantRights(tx: Tx, role: string): Promise<void> {
  // An older schema lacks some of them: proofs of upgrades begin with one.
  const appendOnly = await tx<{ name: string }[]>`
    select name from unnest(${[...APPEND_ONLY]}::text[]) name where to_regclass(name) is not null`
  await tx.unsafe(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    revoke update, delete, truncate on ${appendOnly.map(({ name }) => name).join(', ')} from ${role}`)
}

type SignedIn = { readonly url: string } | { readonly refusedBecause: string }

async function signIn(owner: Database, url: string, vault: Vault, renew = false): Promise<SignedIn> {
  const login = await unlessForbidden(owner.transaction((tx) => ensureLogin(tx, vault, renew)))
  if (!login) return { refusedBecause: 'the database user may not create it' }
  const ownUrl = withLogin(url, login.user, login.password)
  const error = await tryLogin(ownUrl)
  if (error === undefined) return { url: ownUrl }
  // Lost on the way, which says nothing about the user.
  if (isDatabaseAway(error)) throw error
  // A role of that name, with another password or without the rights, was left by an earlier database with the same oid.
  if (LEFT_OVER.has(errorCode(error)) && !renew) return signIn(owner, url, vault, true)
  return { refusedBecause: error instanceof Error ? error.message : String(error) }
}

/**
 * The user that the service signs in as. Roles belong to the whole server, so each database has its own, named after the
 * database's oid, with rights in that one alone.
 */
async function ensureLogin(tx: Tx, vault: Vault, renew: boolean): Promise<{ user: string; password: string }> {
  await tx`select pg_advisory_xact_lock(${LOCK}::bigint)`
  const [found] = await tx<{ user: string; known: boolean; database: string }[]>`
    select ${`${ROLE}_`}::text || oid as user, quote_ident(datname) as database,
      exists (select 1 from pg_roles where rolname = ${`${ROLE}_`}::text || pg_database.oid) as known
    from pg_database where datname = current_database()`
  const { user, known, database } = found as { user: string; known: boolean; database: string }
  const password = await loginPassword(tx, vault)
  if (!known) await tx.unsafe(`create role ${user} login`)
  if (!known || renew) {
    await tx.unsafe(`
      alter role ${user} password '${scramVerifier(password)}';
      grant connect, temporary on database ${database} to ${user}`)
  }
  await grantRights(tx, user)
  await leaveSharedRole(tx, user)
  return { user, password }
}

/** Earlier releases gave the user its rights by membership in the shared role, which has them in every database. */
async function leaveSharedRole(tx: Tx, user: string): Promise<void> {
  const [member] = await tx`
    select 1 from pg_auth_members
    where roleid = ${ROLE}::regrole and member = ${user}::regrole
      and pg_has_role(current_user, roleid, 'member with admin option')`
  if (member) await tx.unsafe(`revoke ${ROLE} from ${user}`)
}

const PASSWORD_PLACE = { tenant: 0 as TenantId, row: 'service_login', field: 'password' }

/** One password for all processes, kept in the database and sealed: they share nothing else. */
async function loginPassword(tx: Tx, vault: Vault): Promise<string> {
  const [row] = await tx<{ sealed: Buffer }[]>`select password_sealed as sealed from service_login`
  if (row) return vault.open(PASSWORD_PLACE, row.sealed)
  const password = newDatabasePassword()
  await tx`insert into service_login (password_sealed) values (${vault.seal(PASSWORD_PLACE, password)})`
  return password
}

/** The error, if the server does not let this user in. */
async function tryLogin(url: string): Promise<unknown> {
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    await database.sql`select 1 from service_login`
    return undefined
  } catch (error) {
    return error
  } finally {
    await database.close()
  }
}

async function unlessForbidden<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return undefined
    throw error
  })
}

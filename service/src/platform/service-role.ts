import type { Database } from './database.ts'
import { errorCode } from './database.ts'

const ROLE = 'tributary_service'

/** Tables of which the service may insert and select rows, never update or delete them. */
const APPEND_ONLY = ['ledger_transfers', 'audit_log', 'operator_audit_log']

/**
 * The role the service works under: it owns nothing and cannot change append-only tables even by mistake. Where the
 * database's user may not create roles the answer is `undefined`, and triggers alone guard those tables.
 */
export async function ensureServiceRole(database: Database): Promise<string | undefined> {
  try {
    await database.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(7461003::bigint)`
      const [known] = await tx`select 1 from pg_roles where rolname = ${ROLE}`
      if (!known) await tx.unsafe(`create role ${ROLE} nologin`)
      await tx.unsafe(`
        grant ${ROLE} to current_user;
        grant usage on schema public to ${ROLE};
        grant select, insert, update, delete on all tables in schema public to ${ROLE};
        grant usage on all sequences in schema public to ${ROLE};
        revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${ROLE}`)
    })
    return ROLE
  } catch (error) {
    // insufficient_privilege
    if (errorCode(error) === '42501') return undefined
    throw error
  }
}

import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { findByToken } from '../../platform/tenant-tokens.ts'
import { hashToken } from '../../platform/tokens.ts'
import { forgetOldTries } from '../../platform/tries.ts'
import { tenantsIn } from '../../tenants/index.ts'
import { expireUnprovenLogins, forgetOldResets } from './addresses.store.ts'
import { forgetOldDevices } from './devices.store.ts'

/** Replaces the session's code. Returns how many codes the session has been sent. */
export async function putCode(
  tx: Tx,
  tenant: TenantId,
  session: string,
  digest: Buffer,
  minutes: number,
): Promise<number> {
  const [row] = await tx<{ sends: number }[]>`
    insert into sign_in_codes as known (tenant_id, session_id, digest, expires_at)
    values (${tenant}, ${session}, ${digest}, clock_timestamp() + ${minutes} * interval '1 minute')
    on conflict (tenant_id, session_id) do update
    set digest = excluded.digest, attempts = 0, sends = known.sends + 1, expires_at = excluded.expires_at
    returning sends`
  return (row as { sends: number }).sends
}

/** Counts an attempt before the code is compared. `undefined` when the code has expired or its attempts are used up. */
export async function takeCodeAttempt(
  tx: Tx,
  tenant: TenantId,
  session: string,
  max: number,
): Promise<{ digest: Buffer; attempts: number } | undefined> {
  const [row] = await tx<{ digest: Buffer; attempts: number }[]>`
    update sign_in_codes set attempts = attempts + 1
    where tenant_id = ${tenant} and session_id = ${session} and attempts < ${max} and expires_at > statement_timestamp()
    returning digest, attempts`
  return row
}

export async function deleteCode(tx: Tx, tenant: TenantId, session: string): Promise<void> {
  await tx`delete from sign_in_codes where tenant_id = ${tenant} and session_id = ${session}`
}

/** A sign-in at the creator's account page. */
export interface CreatorSessionRow {
  readonly tenant_id: TenantId
  readonly id: Id<'creatorSession'>
  readonly creator_id: Id<'creator'>
  readonly mobile: string | null
  readonly second_factor: boolean
}

/** Where a session was begun: shown to the creator among their sessions. */
export interface SessionSource {
  readonly address: string
  readonly userAgent: string | undefined
  /** The token of the device's cookie. */
  readonly device?: string | undefined
}

const USER_AGENT_MAX = 300

export async function insertCreatorSession(
  tx: Tx,
  session: Pick<CreatorSessionRow, 'tenant_id' | 'id' | 'creator_id'>,
  hash: Buffer,
  minutes: number,
  { address, userAgent }: SessionSource,
): Promise<void> {
  await tx`
    insert into creator_sessions (tenant_id, id, creator_id, token_hash, expires_at, address, user_agent)
    values (${session.tenant_id}, ${session.id}, ${session.creator_id}, ${hash},
      clock_timestamp() + ${minutes} * interval '1 minute', ${address}, ${userAgent?.slice(0, USER_AGENT_MAX) ?? null})`
}

export interface OpenSessionRow {
  readonly id: string
  readonly address: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

/** The sessions of a creator that have passed the second factor, newest first. */
export async function listCreatorSessions(
  sql: Queryable,
  { tenant_id, creator_id }: Pick<CreatorSessionRow, 'tenant_id' | 'creator_id'>,
): Promise<OpenSessionRow[]> {
  return sql<OpenSessionRow[]>`
    select id, address, user_agent, created_at, expires_at from creator_sessions
    where tenant_id = ${tenant_id} and creator_id = ${creator_id} and second_factor and expires_at > clock_timestamp()
    order by id desc`
}

export async function deleteSessionById(
  tx: Tx,
  { tenant_id, creator_id }: Pick<CreatorSessionRow, 'tenant_id' | 'creator_id'>,
  id: string,
): Promise<boolean> {
  const deleted = await tx`
    delete from creator_sessions where tenant_id = ${tenant_id} and creator_id = ${creator_id} and id = ${id}`
  return deleted.count === 1
}

/** A change of a login that waits for its code. */
export interface PendingChange {
  readonly kind: 'email' | 'mobile' | 'password'
  /** The new address or number, or the hash of the new password. */
  readonly value: string
}

/** Replaces the change that the session waits for. */
export async function putChange(
  tx: Tx,
  { tenant_id, id }: Pick<CreatorSessionRow, 'tenant_id' | 'id'>,
  { kind, value }: PendingChange,
): Promise<void> {
  await tx`
    insert into creator_changes (tenant_id, session_id, kind, value) values (${tenant_id}, ${id}, ${kind}, ${value})
    on conflict (tenant_id, session_id) do update set kind = excluded.kind, value = excluded.value`
}

export async function findChange(
  sql: Queryable,
  { tenant_id, id }: Pick<CreatorSessionRow, 'tenant_id' | 'id'>,
): Promise<PendingChange | undefined> {
  const [row] = await sql<PendingChange[]>`
    select kind, value from creator_changes where tenant_id = ${tenant_id} and session_id = ${id}`
  return row
}

export async function deleteChange(
  tx: Tx,
  { tenant_id, id }: Pick<CreatorSessionRow, 'tenant_id' | 'id'>,
): Promise<void> {
  await tx`delete from creator_changes where tenant_id = ${tenant_id} and session_id = ${id}`
}

/** Filters by environment: the sandbox accepts any second factor, so its sessions must not open production. */
export async function findCreatorSession(
  sql: Queryable,
  token: string,
  environment: Environment,
): Promise<CreatorSessionRow | undefined> {
  return findByToken(sql, token, async (ofTenant) => {
    const [row] = await sql<CreatorSessionRow[]>`
      select tenant_id, id, creator_id, mobile, second_factor from creator_sessions
      where token_hash = ${hashToken(token)} and expires_at > clock_timestamp()
        and tenant_id in ${tenantsIn(sql, environment)} ${ofTenant}`
    return row
  })
}

export async function lockCreatorSession(
  tx: Tx,
  token: string,
  environment: Environment,
): Promise<CreatorSessionRow | undefined> {
  const found = await findCreatorSession(tx, token, environment)
  if (!found) return undefined
  const [row] = await tx<CreatorSessionRow[]>`
    select tenant_id, id, creator_id, mobile, second_factor from creator_sessions
    where tenant_id = ${found.tenant_id} and id = ${found.id} and expires_at > clock_timestamp()
    for no key update`
  return row
}

export async function updateCreatorSession(
  tx: Tx,
  { tenant_id, id }: CreatorSessionRow,
  changes: Partial<Pick<CreatorSessionRow, 'mobile' | 'second_factor'>>,
): Promise<void> {
  await tx`update creator_sessions set ${tx(changes as never)} where tenant_id = ${tenant_id} and id = ${id}`
}

export async function deleteCreatorSession(tx: Tx, token: string, environment: Environment): Promise<void> {
  const found = await findCreatorSession(tx, token, environment)
  if (found) await deleteSessionById(tx, found, found.id)
}

/** Deletes expired sessions, codes and reset links, frees the addresses of expired logins, and deletes the counts of tries whose time is over. */
export async function forgetOldSignIns(sql: Sql): Promise<void> {
  await sql`delete from creator_sessions where expires_at < statement_timestamp()`
  await sql`delete from sign_in_codes where expires_at < statement_timestamp() - interval '1 day'`
  await forgetOldResets(sql)
  await forgetOldDevices(sql)
  await expireUnprovenLogins(sql)
  await forgetOldTries(sql)
}

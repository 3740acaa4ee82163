import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { banksIn } from '../../tenants/index.ts'
import { type CreatorRow, placeholderEmail } from './model.ts'
import { deletePasskeysOf } from './passkeys.store.ts'

type CreatorKey = Pick<CreatorRow, 'tenant_id' | 'id'>

/** Whether somebody has entered the code that was sent to the login's e-mail address. */
export async function isEmailProven(sql: Queryable, { tenant_id, id }: CreatorKey): Promise<boolean> {
  const rows = await sql`
    select 1 from creator_addresses
    where tenant_id = ${tenant_id} and creator_id = ${id} and email_proven_at is not null`
  return rows.length > 0
}

export async function markEmailProven(tx: Tx, { tenant_id, id }: CreatorKey): Promise<void> {
  await tx`
    insert into creator_addresses (tenant_id, creator_id, email_proven_at)
    values (${tenant_id}, ${id}, clock_timestamp())
    on conflict (tenant_id, creator_id) do update set email_proven_at = excluded.email_proven_at, lost_email = null`
}

/** The login keeps its password and its account, and can still sign in with the address that it has lost. */
export async function loseAddress(tx: Tx, { tenant_id, id, email }: CreatorRow): Promise<void> {
  await tx`
    insert into creator_addresses (tenant_id, creator_id, lost_email) values (${tenant_id}, ${id}, ${email})
    on conflict (tenant_id, creator_id) do update set lost_email = excluded.lost_email`
  await tx`
    update creators set email = ${placeholderEmail(id)} where tenant_id = ${tenant_id} and id = ${id}`
}

/** A login that has neither an account nor an identity check is worth nothing without its address: its password goes too. */
export async function dropLogin(tx: Tx, { tenant_id, id }: CreatorKey): Promise<void> {
  await tx`
    update creators set email = ${placeholderEmail(id)}, password_hash = null, mobile = null
    where tenant_id = ${tenant_id} and id = ${id}`
}

export async function deleteSessionsOf(tx: Tx, { tenant_id, id }: CreatorKey, except?: string): Promise<number> {
  const deleted = await tx`
    delete from creator_sessions
    where tenant_id = ${tenant_id} and creator_id = ${id} and id is distinct from ${except ?? null}`
  return deleted.count
}

/** Frees the addresses of logins that proved nothing for a week and never got further than a password. */
export async function expireUnprovenLogins(sql: Sql): Promise<void> {
  await sql`
    update creators set email = id || ${placeholderEmail('')}, password_hash = null, mobile = null
    where account_opened_at is null and identity = 'none' and password_hash is not null
      and created_at < statement_timestamp() - interval '7 days'
      and (signed_in_at is null or signed_in_at < statement_timestamp() - interval '7 days')
      and not exists (
        select 1 from creator_addresses proof
        where proof.tenant_id = creators.tenant_id and proof.creator_id = creators.id
          and proof.email_proven_at is not null)`
}

/** Several links of one login may be open: a stranger who asks for one must not spoil the owner's. */
export async function insertReset(
  tx: Tx,
  { tenant_id, id, email }: CreatorRow,
  hash: Buffer,
  minutes: number,
): Promise<void> {
  await tx`
    insert into creator_resets (tenant_id, token_hash, creator_id, email, expires_at)
    values (${tenant_id}, ${hash}, ${id}, ${email}, clock_timestamp() + ${minutes} * interval '1 minute')`
}

export interface ResetRow {
  readonly tenant_id: TenantId
  readonly creator_id: CreatorRow['id']
  readonly email: string
}

/** Uses the link up. Of several uses at once, one gets the row. */
export async function takeReset(tx: Tx, hash: Buffer, environment: Environment): Promise<ResetRow | undefined> {
  const [row] = await tx<ResetRow[]>`
    delete from creator_resets
    where token_hash = ${hash} and tenant_id in ${banksIn(tx, environment)} and expires_at > statement_timestamp()
    returning tenant_id, creator_id, email`
  return row
}

export async function deleteResetsOf(tx: Tx, { tenant_id, id }: CreatorKey): Promise<void> {
  await tx`delete from creator_resets where tenant_id = ${tenant_id} and creator_id = ${id}`
}

export async function forgetOldResets(sql: Sql): Promise<void> {
  await sql`delete from creator_resets where expires_at < statement_timestamp()`
}

/** Erases a login: nobody can sign in with it, and nothing of it names a person. Its account keeps its number. */
export async function eraseLogin(tx: Tx, { tenant_id, id }: CreatorKey): Promise<void> {
  await deleteSessionsOf(tx, { tenant_id, id })
  await deleteResetsOf(tx, { tenant_id, id })
  await tx`delete from creator_addresses where tenant_id = ${tenant_id} and creator_id = ${id}`
  await tx`delete from creator_devices where tenant_id = ${tenant_id} and creator_id = ${id}`
  await deletePasskeysOf(tx, { tenant_id, id })
  await tx`
    update creators set email = ${placeholderEmail(id)}, first_name = 'Erased', last_name = 'Erased', mobile = null,
      password_hash = null, person_sealed = null, account_opened_at = null
    where tenant_id = ${tenant_id} and id = ${id}`
}

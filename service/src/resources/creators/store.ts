import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { forgetOldTries } from '../../platform/tries.ts'
import type { Identity } from './model.ts'

/** A person with a login, and an account once they are through Connect. `tenant_id` is their bank. */
export interface CreatorRow {
  readonly tenant_id: TenantId
  readonly id: Id<'creator'>
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly account_number: string
  readonly mobile: string | null
  readonly password_hash: string | null
  readonly identity: Identity
  readonly person_sealed: Buffer | null
  readonly account_opened_at: Date | null
  readonly signed_in_at: Date | null
  readonly created_at: Date
}

export async function findCreatorByEmail(
  sql: Queryable,
  bank: TenantId,
  email: string,
): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select * from creators where tenant_id = ${bank} and lower(email) = lower(${email})`
  return row
}

export async function findCreator(sql: Queryable, bank: TenantId, id: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`select * from creators where tenant_id = ${bank} and id = ${id}`
  return row
}

export async function findCreatorByAccount(
  sql: Queryable,
  bank: TenantId,
  accountNumber: string,
): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select * from creators where tenant_id = ${bank} and account_number = ${accountNumber}`
  return row
}

/** Locked, because what follows changes it. */
export async function lockCreator(tx: Tx, bank: TenantId, id: string): Promise<CreatorRow> {
  const [row] = await tx<CreatorRow[]>`
    select * from creators where tenant_id = ${bank} and id = ${id} for no key update`
  if (!row) throw new Error(`there is no creator ${id}`)
  return row
}

/** Every bank of an environment: one in production, one per sandbox. Bounded, because each is a password to try. */
export function findLogins(sql: Queryable, environment: Environment, email: string): Promise<CreatorRow[]> {
  return sql<CreatorRow[]>`
    select creator.* from tenants bank join creators creator on creator.tenant_id = bank.id
    where bank.environment = ${environment} and bank.bank_id = bank.id and bank.retired_at is null
      and lower(creator.email) = lower(${email}) and creator.password_hash is not null
    order by creator.signed_in_at desc nulls last, creator.id desc limit 5`
}

export async function insertCreator(tx: Tx, row: CreatorRow): Promise<void> {
  await tx`insert into creators ${tx(row as never)}`
}

export async function updateCreator(
  tx: Tx,
  { tenant_id, id }: Pick<CreatorRow, 'tenant_id' | 'id'>,
  changes: Partial<CreatorRow>,
): Promise<void> {
  await tx`update creators set ${tx(changes as never)} where tenant_id = ${tenant_id} and id = ${id}`
}

export async function touchSignIn(tx: Tx, { tenant_id, id }: CreatorRow): Promise<void> {
  await tx`update creators set signed_in_at = clock_timestamp() where tenant_id = ${tenant_id} and id = ${id}`
}

/** A new code in the place of the last; says how many this session has been sent. */
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

/** Counts an attempt before anything is compared. Nothing when the code has expired or its attempts are over. */
export async function takeCodeAttempt(
  tx: Tx,
  tenant: TenantId,
  session: string,
  max: number,
): Promise<{ digest: Buffer; attempts: number } | undefined> {
  const [row] = await tx<{ digest: Buffer; attempts: number }[]>`
    update sign_in_codes set attempts = attempts + 1
    where tenant_id = ${tenant} and session_id = ${session} and attempts < ${max} and expires_at > clock_timestamp()
    returning digest, attempts`
  return row
}

export async function deleteCode(tx: Tx, tenant: TenantId, session: string): Promise<void> {
  await tx`delete from sign_in_codes where tenant_id = ${tenant} and session_id = ${session}`
}

/** A sign-in at the creator's own page. */
export interface CreatorSessionRow {
  readonly tenant_id: TenantId
  readonly id: Id<'creatorSession'>
  readonly creator_id: Id<'creator'>
  readonly mobile: string | null
  readonly second_factor: boolean
}

export async function insertCreatorSession(
  tx: Tx,
  session: Pick<CreatorSessionRow, 'tenant_id' | 'id' | 'creator_id'>,
  hash: Buffer,
  minutes: number,
): Promise<void> {
  await tx`
    insert into creator_sessions (tenant_id, id, creator_id, token_hash, expires_at)
    values (${session.tenant_id}, ${session.id}, ${session.creator_id}, ${hash},
      clock_timestamp() + ${minutes} * interval '1 minute')`
}

/** In its environment alone: what passes for a second factor in the sandbox must not pass for one in production. */
export async function findCreatorSession(
  sql: Queryable,
  hash: Buffer,
  environment: Environment,
): Promise<CreatorSessionRow | undefined> {
  const [row] = await sql<CreatorSessionRow[]>`
    select session.tenant_id, session.id, creator_id, mobile, second_factor
    from creator_sessions session join tenants bank on bank.id = session.tenant_id
    where token_hash = ${hash} and expires_at > clock_timestamp() and bank.environment = ${environment}`
  return row
}

export async function lockCreatorSession(
  tx: Tx,
  hash: Buffer,
  environment: Environment,
): Promise<CreatorSessionRow | undefined> {
  const [row] = await tx<CreatorSessionRow[]>`
    select session.tenant_id, session.id, creator_id, mobile, second_factor
    from creator_sessions session join tenants bank on bank.id = session.tenant_id
    where token_hash = ${hash} and expires_at > clock_timestamp() and bank.environment = ${environment}
    for no key update of session`
  return row
}

export async function updateCreatorSession(
  tx: Tx,
  { tenant_id, id }: CreatorSessionRow,
  changes: Partial<Pick<CreatorSessionRow, 'mobile' | 'second_factor'>>,
): Promise<void> {
  await tx`update creator_sessions set ${tx(changes as never)} where tenant_id = ${tenant_id} and id = ${id}`
}

export async function deleteCreatorSession(tx: Tx, hash: Buffer, environment: Environment): Promise<void> {
  await tx`
    delete from creator_sessions session using tenants bank
    where bank.id = session.tenant_id and token_hash = ${hash} and bank.environment = ${environment}`
}

/** What is over is of no use to anybody. */
export async function forgetOldSignIns(sql: Sql): Promise<void> {
  await sql`delete from creator_sessions where expires_at < clock_timestamp()`
  await sql`delete from sign_in_codes where expires_at < clock_timestamp() - interval '1 day'`
  await forgetOldTries(sql)
}

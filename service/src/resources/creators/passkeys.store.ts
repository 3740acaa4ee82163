import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import { banksIn } from '../../tenants/index.ts'
import type { CreatorRow } from './model.ts'

type CreatorKey = Pick<CreatorRow, 'tenant_id' | 'id'>

export interface PasskeyRow {
  readonly id: Id<'creatorPasskey'>
  readonly name: string
  /** As the authenticator names it, in base64url. */
  readonly credential_id: string
  /** In base64url. */
  readonly public_key: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly created_at: Date
  readonly used_at: Date | null
}

export type NewPasskey = Omit<PasskeyRow, 'created_at' | 'used_at'>

/** The owner that an authenticator keeps beside its key, and gives back at a sign-in. */
export interface PasskeyOwner {
  readonly tenant: TenantId
  readonly creator: string
}

export async function listPasskeys(sql: Queryable, { tenant_id, id }: CreatorKey): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select id, name, credential_id, public_key, counter::float8 as counter, transports, created_at, used_at
    from creator_passkeys where tenant_id = ${tenant_id} and creator_id = ${id} order by id`
}

/** False: the login has this passkey already. */
export async function insertPasskey(tx: Tx, { tenant_id, id }: CreatorKey, passkey: NewPasskey): Promise<boolean> {
  const inserted = await tx`
    insert into creator_passkeys (tenant_id, creator_id, credential_id, id, name, public_key, counter, transports)
    values (${tenant_id}, ${id}, ${passkey.credential_id}, ${passkey.id}, ${passkey.name}, ${passkey.public_key},
      ${passkey.counter}, ${texts(passkey.transports)})
    on conflict (tenant_id, creator_id, credential_id) do nothing`
  return inserted.count === 1
}

/** Locks a passkey of a login that can sign in here. A login that has lost its password has lost its passkeys, too. */
export async function lockPasskey(
  tx: Tx,
  environment: Environment,
  { tenant, creator }: PasskeyOwner,
  credential: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx<PasskeyRow[]>`
    select passkey.id, passkey.name, passkey.credential_id, passkey.public_key, passkey.counter::float8 as counter,
      passkey.transports, passkey.created_at, passkey.used_at
    from creator_passkeys passkey join creators creator
      on creator.tenant_id = passkey.tenant_id and creator.id = passkey.creator_id
    where passkey.tenant_id = ${tenant} and passkey.creator_id = ${creator} and passkey.credential_id = ${credential}
      and passkey.tenant_id in ${banksIn(tx, environment)} and creator.password_hash is not null
    for no key update of passkey`
  return row
}

export async function markPasskeyUsed(
  tx: Tx,
  { tenant, creator }: PasskeyOwner,
  credential: string,
  counter: number,
): Promise<void> {
  await tx`
    update creator_passkeys set counter = ${counter}, used_at = statement_timestamp()
    where tenant_id = ${tenant} and creator_id = ${creator} and credential_id = ${credential}`
}

export async function renamePasskey(
  tx: Tx,
  { tenant_id, id }: CreatorKey,
  passkey: string,
  name: string,
): Promise<boolean> {
  const renamed = await tx`
    update creator_passkeys set name = ${name}
    where tenant_id = ${tenant_id} and creator_id = ${id} and id = ${passkey}`
  return renamed.count === 1
}

export async function deletePasskey(tx: Tx, { tenant_id, id }: CreatorKey, passkey: string): Promise<boolean> {
  const deleted = await tx`
    delete from creator_passkeys where tenant_id = ${tenant_id} and creator_id = ${id} and id = ${passkey}`
  return deleted.count === 1
}

export async function deletePasskeysOf(tx: Tx, { tenant_id, id }: CreatorKey): Promise<void> {
  await tx`delete from creator_passkeys where tenant_id = ${tenant_id} and creator_id = ${id}`
}

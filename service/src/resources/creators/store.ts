import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { namesOf } from '../../platform/rows.ts'
import { banksIn } from '../../tenants/index.ts'
import type { ApplicantColumns, CreatorRow } from './model.ts'

const COLUMNS = {
  tenant_id: true,
  id: true,
  email: true,
  first_name: true,
  last_name: true,
  account_number: true,
  mobile: true,
  password_hash: true,
  identity: true,
  person_sealed: true,
  account_opened_at: true,
  signed_in_at: true,
  created_at: true,
} as const satisfies Record<keyof CreatorRow, true>

const COLUMN_NAMES = namesOf(COLUMNS)

export async function findCreatorByEmail(
  sql: Queryable,
  bank: TenantId,
  email: string,
): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select ${COLUMN_NAMES} from creators where tenant_id = ${bank} and lower(email) = lower(${email})`
  return row
}

export async function findCreator(sql: Queryable, bank: TenantId, id: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`select ${COLUMN_NAMES} from creators where tenant_id = ${bank} and id = ${id}`
  return row
}

export async function findCreatorByAccount(
  sql: Queryable,
  bank: TenantId,
  accountNumber: string,
): Promise<CreatorRow | undefined> {
  const [row] = await sql<CreatorRow[]>`
    select ${COLUMN_NAMES} from creators where tenant_id = ${bank} and account_number = ${accountNumber}`
  return row
}

export async function lockCreator(tx: Tx, bank: TenantId, id: string): Promise<CreatorRow> {
  const [row] = await tx<CreatorRow[]>`
    select ${COLUMN_NAMES} from creators where tenant_id = ${bank} and id = ${id} for no key update`
  if (!row) throw new Error(`there is no creator ${id}`)
  return row
}

/** Logins with this address, also those that have lost it, at these banks. Limited, because each is a password to try. */
const loginsAt = async (sql: Queryable, banks: Statement, email: string): Promise<CreatorRow[]> =>
  sql<CreatorRow[]>`
    select ${COLUMN_NAMES} from creators
    where password_hash is not null and (tenant_id, id) in (
      select tenant_id, id from creators where tenant_id in ${banks} and lower(email) = lower(${email})
      union all
      select tenant_id, creator_id from creator_addresses
      where tenant_id in ${banks} and lower(lost_email) = lower(${email}))
    order by lower(email) = lower(${email}) desc, signed_in_at desc nulls last, id desc limit 5`

export const findLogins = (sql: Queryable, environment: Environment, email: string): Promise<CreatorRow[]> =>
  loginsAt(sql, banksIn(sql, environment), email)

export const findLoginsAtBank = (sql: Queryable, bank: TenantId, email: string): Promise<CreatorRow[]> =>
  loginsAt(sql, sql`(${bank}::integer)`, email)

/** The login e-mails of these creators, by creator. */
export async function findCreatorEmails(tx: Tx, bank: TenantId, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from creators where tenant_id = ${bank} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row.email]))
}

/** Where mails to these creators go, and how they greet them. */
export async function findCreatorContacts(
  tx: Tx,
  bank: TenantId,
  ids: readonly string[],
): Promise<Map<string, { readonly email: string; readonly first_name: string }>> {
  const rows = await tx<{ id: string; email: string; first_name: string }[]>`
    select id, email, first_name from creators where tenant_id = ${bank} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** How these creators are reached by SMS, and the name that was verified. */
export async function findCreatorNames(
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<Map<string, { readonly mobile: string | null; readonly verified_name: string }>> {
  const rows = await sql<{ id: string; mobile: string | null; verified_name: string }[]>`
    select id, mobile, first_name || ' ' || last_name as verified_name from creators
    where tenant_id = ${bank} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertCreator(tx: Tx, row: CreatorRow): Promise<void> {
  await tx`insert into creators ${tx(row as never)}`
}

export async function updateCreator(
  tx: Tx,
  { tenant_id, id }: Pick<CreatorRow, 'tenant_id' | 'id'>,
  changes: Partial<Omit<CreatorRow, 'identity'>>,
): Promise<void> {
  await tx`update creators set ${tx(changes as never)} where tenant_id = ${tenant_id} and id = ${id}`
}

export async function updateIdentity(
  tx: Tx,
  { tenant_id, id, identity }: CreatorRow,
  changes: ApplicantColumns & Pick<CreatorRow, 'identity'>,
): Promise<void> {
  const updated = await tx`
    update creators set ${tx(changes as never)}
    where tenant_id = ${tenant_id} and id = ${id} and identity = ${identity}`
  if (updated.count !== 1) throw new Error(`the identity of creator ${id} was not ${identity}`)
}

export async function touchSignIn(tx: Tx, { tenant_id, id }: CreatorRow): Promise<void> {
  await tx`update creators set signed_in_at = statement_timestamp() where tenant_id = ${tenant_id} and id = ${id}`
}

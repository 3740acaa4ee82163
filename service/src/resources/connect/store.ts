import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { ATTEMPTS_MAX, type LinkKind } from './model.ts'

export interface LinkRow {
  readonly tenant_id: TenantId
  readonly id: Id<'connectLink'>
  readonly kind: LinkKind
  readonly account_connection: Id<'accountConnection'>
  readonly return_url: string | null
  readonly attempts: number
  readonly created_at: Date
  readonly expires_at: Date
  readonly used_at: Date | null
}

export async function insertLink(tx: Tx, row: LinkRow, hash: Buffer): Promise<void> {
  await tx`insert into connect_links ${tx({ ...row, token_hash: hash } as never)}`
}

/** A link with what is said before its session begins. */
export interface OpenLink extends LinkRow {
  readonly enterprise: string
  readonly verification_prompt: string
  readonly deleted: boolean
  /** The tenant's clock. */
  readonly now: Date
}

/** Reads, and changes nothing: mail scanners and previews open links. */
export async function findLink(sql: Queryable, hash: Buffer, environment: Environment): Promise<OpenLink | undefined> {
  const [row] = await sql<OpenLink[]>`
    select link.*, enterprise.name as enterprise, connection.verification_prompt,
      connection.status = 'deleted' as deleted, tenant_now(link.tenant_id) as now
    from connect_links link
    join tenants tenant on tenant.id = link.tenant_id and tenant.environment = ${environment}
    join enterprises enterprise on enterprise.id = tenant.enterprise_id
    join account_connections connection
      on connection.tenant_id = link.tenant_id and connection.id = link.account_connection
    where link.token_hash = ${hash}`
  return row
}

/** Counts an answer to the prompt of an invite that can still be answered, before anybody looks at the answer. */
export async function takeAttempt(
  tx: Tx,
  tenant: TenantId,
  id: Id<'connectLink'>,
): Promise<{ attempts: number } | undefined> {
  const [row] = await tx<{ attempts: number }[]>`
    update connect_links set attempts = attempts + 1
    where tenant_id = ${tenant} and id = ${id} and attempts < ${ATTEMPTS_MAX} and used_at is null
      and expires_at > tenant_now(${tenant})
    returning attempts`
  return row
}

/** True for one caller only. */
export async function consumeLink(tx: Tx, tenant: TenantId, id: Id<'connectLink'>): Promise<boolean> {
  const used = await tx`
    update connect_links set used_at = tenant_now(${tenant})
    where tenant_id = ${tenant} and id = ${id} and used_at is null and expires_at > tenant_now(${tenant})`
  return used.count === 1
}

export interface SessionRow {
  readonly tenant_id: TenantId
  readonly id: Id<'connectSession'>
  readonly link_id: Id<'connectLink'>
  readonly account_connection: Id<'accountConnection'>
  readonly return_url: string | null
  readonly draft_sealed: Buffer
}

export async function insertSession(tx: Tx, row: SessionRow, hash: Buffer, minutes: number): Promise<void> {
  await tx`
    insert into connect_sessions (tenant_id, id, link_id, account_connection, return_url, draft_sealed, token_hash, expires_at)
    values (${row.tenant_id}, ${row.id}, ${row.link_id}, ${row.account_connection}, ${row.return_url},
      ${row.draft_sealed}, ${hash}, clock_timestamp() + ${minutes} * interval '1 minute')`
}

export async function findSession(
  sql: Queryable,
  hash: Buffer,
  environment: Environment,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select session.tenant_id, session.id, link_id, account_connection, return_url, draft_sealed
    from connect_sessions session join tenants tenant on tenant.id = session.tenant_id
    where token_hash = ${hash} and expires_at > clock_timestamp() and tenant.environment = ${environment}`
  return row
}

/** One step after the other, however many tabs or clicks there are. */
export async function lockSession(tx: Tx, { tenant_id, id }: SessionRow): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow[]>`
    select tenant_id, id, link_id, account_connection, return_url, draft_sealed from connect_sessions
    where tenant_id = ${tenant_id} and id = ${id} and expires_at > clock_timestamp() for no key update`
  return row
}

export async function saveDraft(tx: Tx, { tenant_id, id }: SessionRow, sealed: Buffer): Promise<void> {
  await tx`update connect_sessions set draft_sealed = ${sealed} where tenant_id = ${tenant_id} and id = ${id}`
}

/** Nobody gets through Connect of this tenant any more. */
export async function closeConnect(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`update connect_links set used_at = tenant_now(${tenant}) where tenant_id = ${tenant} and used_at is null`
  await tx`delete from connect_sessions where tenant_id = ${tenant}`
}

/** What a creator entered goes with the session; links stay, to say what became of them. */
export async function forgetOldSessions(sql: Sql): Promise<void> {
  await sql`delete from connect_sessions where expires_at < clock_timestamp()`
}

/** Before it is asked for: the answer may come at any time after. */
export async function insertCheck(sql: Queryable, tenant: TenantId, key: string, connection: string): Promise<void> {
  await sql`
    insert into identity_checks (tenant_id, key, account_connection) values (${tenant}, ${key}, ${connection})
    on conflict do nothing`
}

/** Which connection the check is for. Its name is how the answer finds its tenant. */
export async function findCheck(
  sql: Queryable,
  key: string,
): Promise<{ tenant: TenantId; connection: string } | undefined> {
  const [row] = await sql<{ tenant: TenantId; connection: string }[]>`
    select tenant_id as tenant, account_connection as connection from identity_checks where key = ${key}`
  return row
}

/** False when an answer has come before: it is not taken again. */
export async function answerCheck(
  tx: Tx,
  tenant: TenantId,
  key: string,
  verdict: 'passed' | 'failed',
): Promise<boolean> {
  const answered = await tx`
    update identity_checks set verdict = ${verdict} where tenant_id = ${tenant} and key = ${key} and verdict is null`
  return answered.count === 1
}

/** What a late answer has said already of the last check of a connection. */
export async function lastVerdict(tx: Tx, tenant: TenantId, connection: string): Promise<'passed' | 'failed' | null> {
  const [row] = await tx<{ verdict: 'passed' | 'failed' | null }[]>`
    select verdict from identity_checks where tenant_id = ${tenant} and account_connection = ${connection}
    order by created_at desc limit 1`
  return row?.verdict ?? null
}

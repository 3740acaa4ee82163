import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import { findByToken } from '../../platform/tenant-tokens.ts'
import { hashToken } from '../../platform/tokens.ts'
import { tenantNow, tenantsIn } from '../../tenants/index.ts'
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

/** A link that is there already stays as it is: that of a payout's mail is written by whoever first uses it. */
export async function insertLink(tx: Tx, row: LinkRow, hash: Buffer): Promise<void> {
  await tx`
    insert into connect_links ${tx({ ...row, token_hash: hash } as never)}
    on conflict do nothing`
}

/** The clock of a tenant of this environment; `undefined` for any other tenant, and for a sandbox that was reset. */
export async function tenantTime(
  sql: Queryable,
  tenant: TenantId,
  environment: Environment,
): Promise<Date | undefined> {
  const [row] = await sql<{ now: Date }[]>`
    select tenant_now(id) as now from tenants
    where id = ${tenant} and retired_at is null and id in ${tenantsIn(sql, environment)}`
  return row?.now
}

/** A link as its token finds it, with the tenant's time. Nothing is changed: mail scanners and previews open links too. */
export async function findLink(
  sql: Queryable,
  token: string,
  environment: Environment,
): Promise<(LinkRow & { readonly now: Date }) | undefined> {
  const link = await findByToken(sql, token, async (ofTenant) => {
    const [row] = await sql<LinkRow[]>`
      select tenant_id, id, kind, account_connection, return_url, attempts, created_at, expires_at, used_at
      from connect_links
      where token_hash = ${hashToken(token)} and tenant_id in ${tenantsIn(sql, environment)} ${ofTenant}`
    return row
  })
  return link && { ...link, now: await tenantNow(sql, link.tenant_id) }
}

/** Counts an answer to an invite's prompt before it is compared. `undefined` when the invite takes no more answers. */
export async function takeAttempt(
  tx: Tx,
  tenant: TenantId,
  id: Id<'connectLink'>,
): Promise<{ attempts: number } | undefined> {
  const [row] = await tx<{ attempts: number }[]>`
    update connect_links set attempts = attempts + 1
    where tenant_id = ${tenant} and id = ${id} and attempts < ${ATTEMPTS_MAX} and used_at is null
      and expires_at > ${tenantTimeOf(tx, tenant)}
    returning attempts`
  return row
}

/** True for the first caller only. */
export async function consumeLink(tx: Tx, tenant: TenantId, id: Id<'connectLink'>): Promise<boolean> {
  const used = await tx`
    update connect_links set used_at = ${tenantTimeOf(tx, tenant)}
    where tenant_id = ${tenant} and id = ${id} and used_at is null and expires_at > ${tenantTimeOf(tx, tenant)}`
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
  token: string,
  environment: Environment,
): Promise<SessionRow | undefined> {
  return findByToken(sql, token, async (ofTenant) => {
    const [row] = await sql<SessionRow[]>`
      select tenant_id, id, link_id, account_connection, return_url, draft_sealed from connect_sessions
      where token_hash = ${hashToken(token)} and expires_at > clock_timestamp()
        and tenant_id in ${tenantsIn(sql, environment)} ${ofTenant}`
    return row
  })
}

/** Locked, so that steps sent from several tabs or clicks are taken one after the other. */
export async function lockSession(tx: Tx, { tenant_id, id }: SessionRow): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow[]>`
    select tenant_id, id, link_id, account_connection, return_url, draft_sealed from connect_sessions
    where tenant_id = ${tenant_id} and id = ${id} and expires_at > clock_timestamp() for no key update`
  return row
}

export async function saveDraft(tx: Tx, { tenant_id, id }: SessionRow, sealed: Buffer): Promise<void> {
  await tx`update connect_sessions set draft_sealed = ${sealed} where tenant_id = ${tenant_id} and id = ${id}`
}

/** Ends all links and sessions of a tenant. */
export async function closeConnect(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`update connect_links set used_at = ${tenantTimeOf(tx, tenant)} where tenant_id = ${tenant} and used_at is null`
  await tx`delete from connect_sessions where tenant_id = ${tenant}`
}

/** Deletes expired sessions with the creator's entries. Links stay, so that their page can tell what became of them. */
export async function forgetOldSessions(sql: Sql): Promise<void> {
  await sql`delete from connect_sessions where expires_at < statement_timestamp()`
}

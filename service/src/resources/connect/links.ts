import type * as contract from '../../../../contracts/resources.ts'
import type { Wire } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { HOUR_MS, iso, MINUTE_MS } from '../../kernel/time.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { newTokenOf } from '../../platform/tenant-tokens.ts'
import { hashToken } from '../../platform/tokens.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import { type ConnectionRow, connectionNotFound, findConnection, standingGrants } from '../account-connections/index.ts'
import { queueMessages } from '../messages/index.ts'
import { INVITE_HOURS, isRenewable, LINK_MINUTES, type LinkKind } from './model.ts'
import type { ConnectInviteCreate, ConnectLinkCreate, ConnectUrl } from './schema.ts'
import type { OpenLink } from './session.ts'
import { insertLink, type LinkRow } from './store.ts'

export interface LinkDeps {
  readonly vault: Vault
  readonly environment: Environment
  /** The address of this environment that creators reach. */
  readonly publicRoot: () => string
}

const LIFETIMES: Record<LinkKind, number> = { link: LINK_MINUTES * MINUTE_MS, invite: INVITE_HOURS * HOUR_MS }

export async function createLink(
  tx: Tx,
  tenant: TenantId,
  input: Wire<typeof ConnectLinkCreate, contract.ConnectLinkCreate>,
  deps: LinkDeps,
): Promise<Wire<typeof ConnectUrl, contract.ConnectUrl>> {
  const { return_url = null } = input
  if (return_url !== null && deps.environment === 'production' && !/^https:/i.test(return_url)) {
    const message = 'must be an https URL in production'
    throw validationFailed([{ param: 'return_url', code: 'invalid_format', message }])
  }
  return (await insertNewLink(tx, tenant, 'link', input.account_connection, return_url, deps)).view
}

export async function createInvite(
  tx: Tx,
  tenant: TenantId,
  { account_connection, send_email = true }: Wire<typeof ConnectInviteCreate, contract.ConnectInviteCreate>,
  deps: LinkDeps,
): Promise<Wire<typeof ConnectUrl, contract.ConnectUrl>> {
  const { view, connection, enterprise, useCase, expiresAt, now } = await insertNewLink(
    tx,
    tenant,
    'invite',
    account_connection,
    null,
    deps,
  )
  if (send_email) {
    const name = connection.display_name ?? `${connection.first_name} ${connection.last_name}`
    const facts = { name, enterprise, useCase, url: view.url, expiresAt, ...editFacts(connection, now) }
    await queueMessages(tx, tenant, [{ kind: 'invite', to: connection.email, facts }], deps.vault)
  }
  return view
}

const RENEW_LIMIT: TryLimit = { name: 'invites renewed', max: 3, seconds: 86_400 }

/**
 * A creator asks for another invite in place of one that has ended. It goes to the e-mail address on record alone, and asks
 * the prompt as every invite does, so that an old link in strange hands opens nothing.
 */
export async function renewInvite(link: OpenLink, deps: LinkDeps & { readonly database: Database }): Promise<void> {
  if (!isRenewable(link)) throw problem('link_unusable', 'This link cannot be renewed; ask for a new one.')
  const { tenant_id: tenant, account_connection } = link
  await countTry(deps.database.sql, deps.vault, RENEW_LIMIT, account_connection)
  await deps.database.transaction((tx) => createInvite(tx, tenant, { account_connection }, deps))
}

async function insertNewLink(
  tx: Tx,
  tenant: TenantId,
  kind: LinkKind,
  connectionId: string,
  returnUrl: string | null,
  { publicRoot }: LinkDeps,
) {
  const connection = await findConnection(tx, tenant, connectionId)
  if (!connection) throw connectionNotFound()
  if (connection.status === 'deleted') throw problem('invalid_state', 'This account connection is deleted.')
  const { enterprise_name: enterprise, connect_use_case: useCase, now } = await readTenant(tx, tenant)
  const expiresAt = new Date(now.getTime() + LIFETIMES[kind])
  const token = newTokenOf(tenant)
  const row: LinkRow = {
    tenant_id: tenant,
    id: newId('connectLink'),
    kind,
    account_connection: connection.id,
    return_url: returnUrl,
    attempts: 0,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  }
  await insertLink(tx, row, hashToken(token))
  const view = { url: `${publicRoot()}/connect/${token}`, created_at: iso(now), expires_at: iso(expiresAt) }
  return { view, connection, enterprise, useCase, expiresAt, now }
}

/** An invite to an active connection asks the creator to look at it again, and may ask for more permissions. */
function editFacts(connection: ConnectionRow, now: Date) {
  if (connection.status !== 'active') return {}
  const held = standingGrants(connection, now).map(({ name }) => name)
  return { isActive: true, asksFor: connection.requested_permissions.filter((name) => !held.includes(name)) }
}

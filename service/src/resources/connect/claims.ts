import type { Environment } from '../../kernel/environment.ts'
import { type Id, PREFIXES } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { findConnection, isSuspendedBy } from '../account-connections/index.ts'
import { openClaimToken } from '../messages/index.ts'
import { findLink, insertLink, type LinkRow, tenantTime } from './store.ts'

interface ClaimDeps {
  readonly database: Database
  readonly vault: Vault
  readonly environment: Environment
}

const ID_LENGTH = 26

/**
 * The link in the mail of an unclaimed payout, or of one that came back from a bank account which is suspended now: an
 * invite until the day that its token says. It has a row only once somebody has answered the prompt. Useless once the
 * creator has connected, or has given another bank account.
 */
export async function findClaim(
  token: string,
  { database: { sql }, vault, environment }: ClaimDeps,
): Promise<(LinkRow & { readonly now: Date }) | undefined> {
  const claim = openClaimToken(vault, token)
  const now = claim && (await tenantTime(sql, claim.tenant, environment))
  const connection = claim && (await findConnection(sql, claim.tenant, claim.connection))
  if (!claim || !now || !connection) return undefined
  const kept = await findLink(sql, token, environment)
  const link: LinkRow = kept ?? {
    tenant_id: claim.tenant,
    // The same for every reader, so that of two first answers at once both count on one row.
    id: `${PREFIXES.connectLink}_${hashToken(token).toString('hex').slice(0, ID_LENGTH)}` as Id<'connectLink'>,
    kind: 'invite',
    account_connection: connection.id,
    return_url: null,
    attempts: 0,
    created_at: now,
    expires_at: claim.until,
    used_at: null,
  }
  const isOver =
    connection.status === 'active' && !(await isSuspendedBy(sql, claim.tenant, connection.id, claim.payout))
  return { ...link, used_at: link.used_at ?? (isOver ? now : null), now }
}

/** Writes the link down, so that answers to its prompt are counted; of several at once, one does. */
export async function keepClaim(tx: Tx, link: LinkRow, token: string): Promise<void> {
  const { tenant_id, id, kind, account_connection, return_url, attempts, created_at, expires_at, used_at } = link
  const row = { tenant_id, id, kind, account_connection, return_url, attempts, created_at, expires_at, used_at }
  await insertLink(tx, row, hashToken(token))
}

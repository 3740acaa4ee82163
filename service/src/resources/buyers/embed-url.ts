import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { openSealedToken, sealToken, type TokenAudience } from '../../platform/sealed-tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'

/** Long enough for the buyer to fetch the card, short enough that a leaked URL is soon useless. */
const LIFETIME_MS = 30 * MINUTE_MS

const audience = (environment: Environment): TokenAudience => ({ purpose: 'card form', environment })

/** The permission in the URL of a card form: to change the card of one buyer, until `expiresAt` by the tenant's clock. */
export interface FormGrant {
  readonly tenant: TenantId
  readonly buyer: string
  readonly expiresAt: Date
  /** The tenant's clock. */
  readonly now: Date
}

export const formToken = (
  vault: Vault,
  environment: Environment,
  tenant: TenantId,
  buyer: string,
  now: Date,
): string => {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  return sealToken(vault, audience(environment), { tenant, row: buyer, expiresAt })
}

/** `undefined` for a token that was not made for the card form of this environment. The caller checks the expiry. */
export async function openFormToken(
  sql: Queryable,
  vault: Vault,
  environment: Environment,
  token: string,
): Promise<FormGrant | undefined> {
  const opened = openSealedToken(vault, audience(environment), token)
  if (!opened?.expiresAt) return undefined
  const { tenant, row: buyer, expiresAt } = opened
  const terms = await readPurchaseTerms(sql, tenant)
  return terms.environment === environment ? { tenant, buyer, expiresAt, now: terms.now } : undefined
}

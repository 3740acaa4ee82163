import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Place, Vault } from './vault.ts'

/** The only door that takes a token: one kind of page, at the address of one environment. */
export interface TokenAudience {
  readonly purpose: 'card form' | 'receipt'
  readonly environment: Environment
}

/** The one row that a token gives access to. */
export interface TokenGrant {
  readonly tenant: TenantId
  readonly row: string
  /** Absent for a token that never expires. */
  readonly expiresAt?: Date | undefined
}

/** The purpose is part of what the seal is bound to, so a token of one purpose does not open at the door of another. */
const placeOf = ({ purpose }: TokenAudience): Place => ({ tenant: 0 as TenantId, row: purpose, field: 'url' })

/** The first three are those of version 0.1, whose processes may run beside this one and ignore the rest. */
const contentsOf = ({ environment }: TokenAudience, { tenant, row, expiresAt }: TokenGrant): string =>
  JSON.stringify([tenant, row, expiresAt?.getTime() ?? null, environment])

/** A token for a URL, which needs no row of its own: the vault's seal shows that this service made it. */
export const sealToken = (vault: Vault, audience: TokenAudience, grant: TokenGrant): string =>
  vault.seal(placeOf(audience), contentsOf(audience, grant)).toString('base64url')

/** The same token for the same grant every time. */
export const sealStableToken = (vault: Vault, audience: TokenAudience, grant: TokenGrant): string =>
  vault.sealStable(placeOf(audience), contentsOf(audience, grant)).toString('base64url')

/**
 * The grant of a token that was made for this audience. Tokens of version 0.1 name no environment, so the caller checks
 * the environment of the tenant as well, and the expiry by the tenant's clock.
 */
export function openSealedToken(vault: Vault, audience: TokenAudience, token: string): TokenGrant | undefined {
  const contents = openContents(vault, audience, token)
  if (!contents) return undefined
  const [tenant, row, until, environment] = contents
  if (environment !== undefined && environment !== audience.environment) return undefined
  return { tenant, row, ...(typeof until === 'number' ? { expiresAt: new Date(until) } : {}) }
}

type Contents = readonly [tenant: TenantId, row: string, until?: number | null, environment?: Environment]

function openContents(vault: Vault, audience: TokenAudience, token: string): Contents | undefined {
  const sealed = Buffer.from(token, 'base64url')
  // Node skips letters that are none of its alphabet and ones that are left over: each token has one spelling.
  if (sealed.toString('base64url') !== token) return undefined
  try {
    return JSON.parse(vault.open(placeOf(audience), sealed))
  } catch {
    return undefined
  }
}

import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Vault } from '../../platform/vault.ts'

/** Long enough for the buyer to fetch the card, short enough that a leaked URL is soon useless. */
const LIFETIME_MS = 30 * MINUTE_MS

const PLACE = { tenant: 0 as TenantId, row: 'card form', field: 'url' }

/** The permission in the URL of a card form: to change the card of one buyer, until `expiresAt` by the tenant's clock. */
export interface FormGrant {
  readonly tenant: TenantId
  readonly buyer: string
  readonly expiresAt: Date
}

export function formToken(vault: Vault, tenant: TenantId, buyer: string, now: Date): string {
  const until = now.getTime() + LIFETIME_MS
  return vault.seal(PLACE, JSON.stringify([tenant, buyer, until])).toString('base64url')
}

/** `undefined` for a token that this service has not sealed. The caller checks the expiry. */
export function openFormToken(vault: Vault, token: string): FormGrant | undefined {
  try {
    const [tenant, buyer, until] = JSON.parse(vault.open(PLACE, Buffer.from(token, 'base64url')))
    return { tenant, buyer, expiresAt: new Date(until) }
  } catch {
    return undefined
  }
}

import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'

const PLACE = { tenant: 0 as TenantId, row: 'receipt', field: 'url' }

/** The same for a purchase every time, and good for ever: a receipt is mailed, printed and found again years later. */
export const receiptToken = (vault: Vault, tenant: TenantId, purchase: string): string =>
  vault.sealStable(PLACE, JSON.stringify([tenant, purchase])).toString('base64url')

/** Whose receipt it is; `undefined` when we never made the token. */
export function openReceiptToken(vault: Vault, token: string): { tenant: TenantId; purchase: string } | undefined {
  try {
    const [tenant, purchase] = JSON.parse(vault.open(PLACE, Buffer.from(token, 'base64url')))
    return { tenant, purchase }
  } catch {
    return undefined
  }
}

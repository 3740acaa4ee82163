import type { Static } from 'typebox'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Purchase } from './model.ts'
import { type PurchaseSchema, viewPurchase } from './schema.ts'

export interface ViewDeps {
  readonly vault: Vault
  /** The public address of an environment, without a slash at its end. */
  readonly rootOf: (environment: Environment) => string
}

/** A purchase as the API shows it, with the address of its receipt. */
export const viewOf = (
  { vault, rootOf }: ViewDeps,
  environment: Environment,
  tenant: TenantId,
  purchase: Purchase,
): Static<typeof PurchaseSchema> =>
  viewPurchase(purchase, () => `${rootOf(environment)}/receipt/${receiptToken(vault, tenant, purchase.id)}`)

const PLACE = { tenant: 0 as TenantId, row: 'receipt', field: 'url' }

/** The same for a purchase every time, and valid for ever: a receipt is mailed, printed and found again years later. */
const receiptToken = (vault: Vault, tenant: TenantId, purchase: string): string =>
  vault.sealStable(PLACE, JSON.stringify([tenant, purchase])).toString('base64url')

/** The purchase that a token of a receipt names; `undefined` when the service never made the token. */
export function openReceiptToken(vault: Vault, token: string): { tenant: TenantId; purchase: string } | undefined {
  try {
    const [tenant, purchase] = JSON.parse(vault.open(PLACE, Buffer.from(token, 'base64url')))
    return { tenant, purchase }
  } catch {
    return undefined
  }
}

import type { Static } from 'typebox'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { openSealedToken, sealStableToken, type TokenAudience } from '../../platform/sealed-tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { type PurchaseSchema, type ShownPurchase, viewPurchase } from './schema.ts'

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
  purchase: ShownPurchase,
): Static<typeof PurchaseSchema> =>
  viewPurchase(
    purchase,
    () => `${rootOf(environment)}/receipt/${receiptToken(vault, environment, tenant, purchase.id)}`,
  )

const audience = (environment: Environment): TokenAudience => ({ purpose: 'receipt', environment })

/** The same for a purchase every time, and valid for ever: a receipt is mailed, printed and found again years later. */
const receiptToken = (vault: Vault, environment: Environment, tenant: TenantId, purchase: string): string =>
  sealStableToken(vault, audience(environment), { tenant, row: purchase })

/**
 * The purchase that a token names; `undefined` when the token was not made for receipts of this environment. The caller
 * checks the environment of the tenant, which addresses of version 0.1 do not name.
 */
export function openReceiptToken(
  vault: Vault,
  environment: Environment,
  token: string,
): { tenant: TenantId; purchase: string } | undefined {
  const opened = openSealedToken(vault, audience(environment), token)
  return opened && { tenant: opened.tenant, purchase: opened.row }
}

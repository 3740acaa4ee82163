import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'

/** The way into Connect that the mail about a payout carries, for the creator of this connection. */
export interface Claim {
  readonly tenant: TenantId
  readonly connection: string
  /** Each payout that is unclaimed, or has suspended a bank account, brings a link of its own. */
  readonly payout: string
  readonly until: Date
}

const PLACE = { tenant: 0 as TenantId, row: 'claim', field: 'url' }

/**
 * Made when the mail is rendered, the same every time: creating a payout writes no link, and nothing that grants access is
 * stored. Connect writes the link down when the creator first answers the verification prompt.
 */
export const claimToken = (vault: Vault, { tenant, connection, payout, until }: Claim): string =>
  vault.sealStable(PLACE, JSON.stringify([tenant, connection, payout, until.getTime()])).toString('base64url')

/**
 * The claim of a token; `undefined` when the service never made the token. Other spellings of the same bytes are refused:
 * each would have answers to the prompt of its own.
 */
export function openClaimToken(vault: Vault, token: string): Claim | undefined {
  const sealed = Buffer.from(token, 'base64url')
  if (sealed.toString('base64url') !== token) return undefined
  try {
    const [tenant, connection, payout, until] = JSON.parse(vault.open(PLACE, sealed))
    return { tenant, connection, payout, until: new Date(until) }
  } catch {
    return undefined
  }
}

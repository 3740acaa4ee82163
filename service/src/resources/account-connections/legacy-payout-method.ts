import { problem, validationFailed } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { canonical } from '../../kernel/json.ts'
import type { Vault } from '../../platform/vault.ts'
import { REJECTIONS, type Rejection } from './activity.ts'
import {
  bankLabel,
  type ConnectionChanges,
  type ConnectionRow,
  type ConnectionStatus,
  type Permission,
  whyNotOffered,
} from './model.ts'
import type { LegacyInput } from './schema.ts'

/** The facts that decide whether a legacy payout method is taken. */
interface LegacyContext {
  readonly status: ConnectionStatus
  /** The permissions as requested after this very change. */
  readonly requested: readonly Permission[]
  readonly rejection: Rejection | undefined
  readonly settings: { readonly ach_enabled: boolean }
}

/**
 * A legacy payout method skips Connect, so it is taken only before the creator has begun there, and never where Connect
 * would not offer ACH.
 */
export function requireLegacyTaken({ status, requested, rejection, settings }: LegacyContext): void {
  if (!requested.includes('payment.credit')) {
    throw validationFailed([
      {
        param: 'legacy_payout_method',
        code: 'permission_not_requested',
        message: 'needs `payment.credit` among `requested_permissions`',
      },
    ])
  }
  const reason =
    whyNotOffered('ach', requested, settings) ??
    BY_STATUS[status] ??
    (rejection && `The creator was rejected: ${REJECTIONS[rejection.code]}.`)
  if (reason !== undefined) throw problem('invalid_state', `A legacy payout method cannot be taken. ${reason}`)
}

const BY_STATUS: Partial<Record<ConnectionStatus, string>> = {
  pending: "The creator's identity check is open.",
  active: 'The connection is active: only the creator changes its payout method, in Connect.',
  deleted: 'The connection is deleted.',
}

/** A legacy payout method makes the connection payable at once, before the creator has been through Connect. */
export function legacyChanges(
  vault: Vault,
  tenant: TenantId,
  { id, bank_sealed }: Pick<ConnectionRow, 'id' | 'bank_sealed'>,
  method: LegacyInput | undefined,
): ConnectionChanges {
  if (!method) return {}
  const place = { tenant, row: id, field: 'bank' }
  const bank = withoutBlankLine(method)
  // Sealing the same account again gives other bytes, which would count as a change.
  const isUnchanged = bank_sealed !== null && canonical(JSON.parse(vault.open(place, bank_sealed))) === canonical(bank)
  return {
    type: 'ach',
    credit_granted: true,
    credit_expires_at: null,
    bank_sealed: isUnchanged ? bank_sealed : vault.seal(place, JSON.stringify(bank)),
    destination: bankLabel(method.account_type, method.account_number),
    // A verification was of the holder of the account that the creator entered.
    verified_at: null,
  }
}

/** Migrated data often has an empty second line where there is none. */
const withoutBlankLine = ({ street_line_2, ...rest }: LegacyInput): LegacyInput =>
  street_line_2?.trim() ? { ...rest, street_line_2 } : rest

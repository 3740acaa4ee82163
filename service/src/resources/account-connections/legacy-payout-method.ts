import { validationFailed } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { canonical } from '../../kernel/json.ts'
import type { Vault } from '../../platform/vault.ts'
import { bankLabel, type ConnectionChanges, type ConnectionRow, type Permission } from './model.ts'
import type { LegacyInput } from './schema.ts'

/**
 * A legacy payout method makes the connection payable at once, before the creator has been through Connect. On an active
 * connection it changes only the bank account: the permissions are the creator's to give.
 */
export function legacyChanges(
  vault: Vault,
  tenant: TenantId,
  { id, status, bank_sealed }: Pick<ConnectionRow, 'id' | 'status' | 'bank_sealed'>,
  requested: readonly Permission[],
  method: LegacyInput | undefined,
): ConnectionChanges {
  if (!method) return {}
  if (!requested.includes('payment.credit')) {
    throw validationFailed([
      {
        param: 'legacy_payout_method',
        code: 'permission_not_requested',
        message: 'needs `payment.credit` among `requested_permissions`',
      },
    ])
  }
  const place = { tenant, row: id, field: 'bank' }
  const bank = withoutBlankLine(method)
  // Sealing the same account again gives other bytes, which would count as a change.
  const isUnchanged = bank_sealed !== null && canonical(JSON.parse(vault.open(place, bank_sealed))) === canonical(bank)
  return {
    ...(status === 'active' ? {} : { type: 'ach', credit_granted: true, credit_expires_at: null }),
    bank_sealed: isUnchanged ? bank_sealed : vault.seal(place, JSON.stringify(bank)),
    destination: bankLabel(method.account_type, method.account_number),
    // A verification was of the holder of the account that the creator entered.
    verified_at: null,
  }
}

/** Migrated data often has an empty second line where there is none. */
const withoutBlankLine = ({ street_line_2, ...rest }: LegacyInput): LegacyInput =>
  street_line_2?.trim() ? { ...rest, street_line_2 } : rest

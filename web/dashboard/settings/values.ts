import { formatCents } from '../../ui/Amount.tsx'

export const LABELS: Readonly<Record<string, string>> = {
  ach_enabled: 'ACH',
  creator_verification_required: 'Verification step',
  connect_use_case: 'Use-case text',
  fraud_refund_window_hours: 'Fraud window',
  fee_payout_direct_in_cents: 'Fee: payout, direct',
  fee_payout_wallet_in_cents: 'Fee: payout, wallet',
  fee_payout_ach_in_cents: 'Fee: payout, ACH',
  fee_purchase_fixed_in_cents: 'Fee: purchase, fixed',
  fee_purchase_basis_points: 'Fee: purchase, share',
  rate_limit_per_second: 'Rate limit',
}

/** A setting as people say it; what its name ends in says what it is. */
export function settingWords(name: string, value: string | number | boolean | null): string {
  if (value === null) return 'Default'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return value
  if (name.endsWith('_in_cents')) return formatCents(value)
  if (name.endsWith('_basis_points')) return `${(value / 100).toFixed(2)} %`
  if (name.endsWith('_hours')) return `${value} hours`
  return value.toLocaleString('en-US')
}

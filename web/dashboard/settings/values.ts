import { formatCents } from '../../ui/Amount.tsx'

interface Words {
  readonly label: string
  readonly does: string
}

/** The provider's settings in words for the enterprise. */
export const SETTING_WORDS: Readonly<Record<string, Words>> = {
  ach_enabled: { label: 'Bank accounts', does: 'Creators may choose to be paid to a bank account by ACH.' },
  creator_verification_required: {
    label: 'Verification step',
    does: 'Connect confirms who a creator is before they can be paid.',
  },
  identity_ach: {
    label: 'Identity, bank account',
    does: 'How creators who are paid to a bank account are identified: in full, or by name.',
  },
  identity_wallet: {
    label: 'Identity, wallet',
    does: 'How creators with a wallet are identified: in full, or by name.',
  },
  connect_use_case: { label: 'Use case', does: 'What Connect says the connection is for.' },
  fraud_refund_window_hours: {
    label: 'Fraud window',
    does: 'How long after a purchase a fraud alert refunds it automatically.',
  },
  approval_expires_after_hours: {
    label: 'Approvals wait',
    does: 'Afterwards what was asked for is given up, and money that was held is back.',
  },
  fee_payout_direct_in_cents: { label: 'Fee: payout, Tributary account', does: 'For each payout.' },
  fee_payout_wallet_in_cents: { label: 'Fee: payout, wallet', does: 'For each payout.' },
  fee_payout_ach_in_cents: { label: 'Fee: payout, bank account', does: 'For each payout.' },
  fee_purchase_fixed_in_cents: { label: 'Fee: purchase, fixed', does: 'For each purchase.' },
  fee_purchase_basis_points: { label: 'Fee: purchase, share', does: "Of each purchase's total, beside the fixed fee." },
  rate_limit_per_second: { label: 'Rate limit', does: 'Requests a second with one API key.' },
  revoke_keys_sent_in_plain_text: {
    label: 'Revoke exposed keys',
    does: 'An API key that comes over plain HTTP to production is revoked at once.',
  },
}

/** A setting's value as text; the end of its name tells the unit. */
export function settingWords(name: string, value: string | number | boolean | null): string {
  if (value === null) return 'Default'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return value
  if (name.endsWith('_in_cents')) return formatCents(value)
  if (name.endsWith('_basis_points')) return `${(value / 100).toFixed(2)}%`
  if (name.endsWith('_hours')) return `${value} hours`
  return value.toLocaleString('en-US')
}

import { FORMATS } from '../http/formats.ts'
import { StartError } from '../platform/start-error.ts'

/** What the provider configures per tenant, by the operator command. The columns of `tenants` bear the same names. */
interface Setting {
  readonly means: string
  readonly form: string
  read(text: string): string | number | boolean | null | undefined
}

const flag = (means: string): Setting => ({
  means,
  form: '`true` or `false`',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
})

const whole = (means: string, from: number, to: number): Setting => ({
  means,
  form: `a whole number from ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')}`,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
})

export const SETTINGS = {
  ach_enabled: flag('Whether Connect offers a bank account.'),
  creator_verification_required: flag('Whether unverified creators pass an extra step in Connect.'),
  connect_use_case: {
    means: 'The use-case text of Connect.',
    form: '`Payout` or `Generic`',
    read: (text) => (text === 'Payout' || text === 'Generic' ? text : undefined),
  },
  fraud_refund_window_hours: whole('How long a fraud alert refunds automatically.', 0, 8_760),
  fee_payout_direct_in_cents: whole('Fee of a payout to a `direct` connection.', 0, 100_000),
  fee_payout_wallet_in_cents: whole('Fee of a payout to a `wallet` connection.', 0, 100_000),
  fee_payout_ach_in_cents: whole('Fee of a payout to an `ach` connection.', 0, 100_000),
  fee_purchase_fixed_in_cents: whole('Fixed part of the fee of a purchase.', 0, 100_000),
  fee_purchase_basis_points: whole('Share of a purchase taken as fee, in hundredths of a percent.', 0, 10_000),
  notification_email: {
    means: 'Where the enterprise reads mail about its own account; `none` for nowhere.',
    form: '`none` or an e-mail address',
    read: (text) => (text === 'none' ? null : FORMATS.email?.test(text) ? text : undefined),
  },
  rate_limit_per_second: {
    means: "Requests a second with one key; `default` for the service's own limit.",
    form: '`default` or a whole number from 1 to 1,000,000',
    read: (text) => (text === 'default' ? null : whole('', 1, 1_000_000).read(text)),
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type SettingValue = string | number | boolean | null

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export function readSetting(name: string, text: string): { name: SettingName; value: SettingValue } {
  if (!isSettingName(name)) {
    throw new StartError(`There is no setting \`${name}\`; there are ${Object.keys(SETTINGS).join(', ')}.`)
  }
  const value = (SETTINGS[name] as Setting).read(text)
  if (value === undefined) throw new StartError(`\`${name}\` must be ${SETTINGS[name].form}, not \`${text}\`.`)
  return { name, value }
}

import { WAIT_HOURS_MAX } from '../../../contracts/limits.ts'
import { FORMATS } from '../http/formats.ts'
import { StartError } from '../platform/start-error.ts'

export type SettingValue = string | number | boolean | null

/** A setting of one tenant, which the operator command sets. The column of `tenants` has the same name. */
interface Setting {
  readonly means: string
  readonly form: string
  /** The value of a new tenant. */
  readonly initial: SettingValue
  /** The word for no value, of a setting that may have none. */
  readonly empty?: string
  /** The value that a text spells; `undefined` if it spells none. */
  read(text: string): SettingValue | undefined
}

const flag = (means: string, initial: boolean): Setting => ({
  means,
  form: '`true` or `false`',
  initial,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
})

const whole = (means: string, from: number, to: number, initial: number): Setting => ({
  ...wholeNumber(means, from, to),
  initial,
})

const wholeNumber = (means: string, from: number, to: number): Omit<Setting, 'initial'> => ({
  means,
  form: `a whole number from ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')}`,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
})

/** An optional setting, unset by default; the value `word` unsets it. */
const optional = (word: string, { means, form, read }: Omit<Setting, 'initial'>): Setting => ({
  means,
  empty: word,
  form: `\`${word}\` or ${form}`,
  initial: null,
  read: (text) => (text === word ? null : read(text)),
})

export const IDENTITY_LEVELS = ['none', 'name', 'full'] as const
/** `name`: the name alone is checked. `full`: with date of birth and social security number. */
export type IdentityLevel = (typeof IDENTITY_LEVELS)[number]

const isLevel = (text: string): text is IdentityLevel => IDENTITY_LEVELS.some((one) => one === text)

const identityLevel = (means: string): Setting =>
  optional('default', {
    means: `${means}; \`default\` as \`creator_verification_required\` says, in full or not at all.`,
    form: '`none`, `name` or `full`',
    read: (text) => (isLevel(text) ? text : undefined),
  })

export const SETTINGS = {
  ach_enabled: flag('Whether Connect offers a bank account.', true),
  creator_verification_required: flag('Whether unverified creators pass an extra step in Connect.', false),
  identity_ach: identityLevel('How creators with a bank account are identified'),
  identity_wallet: identityLevel('How creators with a wallet are identified'),
  connect_use_case: {
    means: 'The use-case text of Connect.',
    form: '`Payout` or `Generic`',
    initial: 'Payout',
    read: (text) => (text === 'Payout' || text === 'Generic' ? text : undefined),
  },
  fraud_refund_window_hours: whole('How long after a payment a fraud alert refunds it automatically.', 0, 8_760, 72),
  fee_payout_direct_in_cents: whole('Fee of a payout to a `direct` connection.', 0, 100_000, 0),
  fee_payout_wallet_in_cents: whole('Fee of a payout to a `wallet` connection.', 0, 100_000, 0),
  fee_payout_ach_in_cents: whole('Fee of a payout to an `ach` connection.', 0, 100_000, 25),
  fee_purchase_fixed_in_cents: whole('Fixed part of the fee of a purchase.', 0, 100_000, 30),
  fee_purchase_basis_points: whole('Share of a purchase taken as fee, in hundredths of a percent.', 0, 10_000, 290),
  approval_expires_after_hours: whole('How long an approval waits before what it is about is given up.', 1, 720, 168),
  new_bank_account_wait_hours: whole(
    'How long a new bank account of a creator waits before it is paid to.',
    0,
    WAIT_HOURS_MAX,
    0,
  ),
  notification_email: optional('none', {
    means: 'Address for e-mail about the account itself; `none` for no e-mail.',
    form: 'an e-mail address',
    read: (text) => (FORMATS.email?.test(text) ? text : undefined),
  }),
  rate_limit_per_second: optional(
    'default',
    wholeNumber("Requests a second with one key; `default` for the service's own limit.", 1, 1_000_000),
  ),
  revoke_keys_sent_in_plain_text: flag(
    'Whether an API key that came over plain HTTP to production is revoked at once.',
    false,
  ),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** The settings of a new tenant. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { initial }]) => [name, initial]),
) as Record<SettingName, SettingValue>

/** The settings as docs/operations.md lists them. */
export const tenantSettingsTable = () =>
  Object.entries<Setting>(SETTINGS).map(([name, { means, form, initial, empty }]) => ({
    name: name as SettingName,
    means,
    form,
    initial: String(initial ?? empty),
    empty,
  }))

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export function readSetting(name: string, text: string): { name: SettingName; value: SettingValue } {
  if (!isSettingName(name)) {
    throw new StartError(`There is no setting \`${name}\`; there are ${Object.keys(SETTINGS).join(', ')}.`)
  }
  const value = (SETTINGS[name] as Setting).read(text)
  if (value === undefined) throw new StartError(`\`${name}\` must be ${SETTINGS[name].form}, not \`${text}\`.`)
  return { name, value }
}

import type { ContractOffer } from '../../contracts/connect.ts'
import type { PayoutMethod, Permission, PermissionName } from '../../contracts/resources.ts'
import { formatCents } from '../ui/Amount.tsx'
import { locale, t } from '../ui/words/current.ts'

export const permissionTitle = (name: PermissionName): string => t(`permission.${name}.title`)
export const permissionText = (name: PermissionName, enterprise: string): string =>
  t(`permission.${name}.text`, { name: enterprise })

export const methodTitle = (method: PayoutMethod): string => t(`method.${method}.title`)
export const methodText = (method: PayoutMethod): string => t(`method.${method}.text`)

export const sourceOf = (offer: Pick<ContractOffer, 'deposit_source'>): string => t(`source.${offer.deposit_source}`)

/** The first words of a destination as the service writes it, `Checking ••••6789`, and their keys. */
const DESTINATIONS = {
  Checking: 'field.checking',
  Savings: 'field.savings',
  Wallet: 'method.wallet.title',
  'Tributary account': 'method.direct.title',
} as const

/** A destination in the page's language. */
export const destinationWords = (label: string): string =>
  label.replace(/^(Checking|Savings|Wallet|Tributary account)(?= )/, (kind) =>
    t(DESTINATIONS[kind as keyof typeof DESTINATIONS]),
  )

type Terms = Pick<
  ContractOffer,
  | 'split_percent_amount'
  | 'split_fixed_amount_in_cents'
  | 'split_amount_max_in_cents'
  | 'deposit_minimum_in_cents'
  | 'deposit_maximum_in_cents'
>

/** `20% of each deposit, at most $50.00` */
export function shareOf(terms: Terms): string {
  const part =
    terms.split_percent_amount !== null
      ? `${terms.split_percent_amount}%`
      : formatCents(terms.split_fixed_amount_in_cents ?? 0)
  const share = t('share.of', { share: part })
  const most = terms.split_amount_max_in_cents
  return most === null ? share : t('share.most', { share, most: formatCents(most) })
}

export function depositsOf({ deposit_minimum_in_cents: minimum, deposit_maximum_in_cents: maximum }: Terms): string {
  const from = formatCents(minimum)
  if (maximum !== null) {
    const to = formatCents(maximum)
    return minimum > 0 ? t('deposits.fromTo', { from, to }) : t('deposits.upTo', { to })
  }
  return minimum > 0 ? t('deposits.from', { from }) : t('deposits.all')
}

export const formatDay = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(new Date(at))

export const lasts = (permission: Permission): string =>
  permission.expires_at
    ? t('permission.until', { day: formatDay(permission.expires_at) })
    : t('permission.untilChanged')

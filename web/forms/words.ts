import type { ContractOffer } from '../../contracts/connect.ts'
import type { PayoutMethod, Permission, PermissionName } from '../../contracts/resources.ts'
import { formatCents } from '../ui/Amount.tsx'

/** Texts that several screens share. */
interface PermissionWords {
  readonly title: string
  readonly text: (enterprise: string) => string
}

export const PERMISSION: Record<PermissionName, PermissionWords> = {
  'payment.credit': {
    title: 'Send money to you',
    text: (enterprise) => `${enterprise} can pay into the account you choose.`,
  },
  'payment.debit': {
    title: 'Take payments from your account',
    text: (enterprise) => `${enterprise} can start payments out of your Tributary account.`,
  },
}

export const METHOD: Record<PayoutMethod, { readonly title: string; readonly text: string }> = {
  direct: {
    title: 'Tributary account',
    text: 'Money is there within seconds. Use yours, or open one for free.',
  },
  ach: { title: 'Bank account', text: 'Straight to your checking or savings account. Takes a few business days.' },
  wallet: { title: 'Wallet', text: 'Keep your money in a Tributary wallet. There within seconds, with just a login.' },
}

const SOURCES: Record<ContractOffer['deposit_source'], string> = {
  music_distribution: 'music distribution',
  video_ads: 'video ads',
  live_streaming: 'live streaming',
}

export const sourceOf = (offer: Pick<ContractOffer, 'deposit_source'>): string => SOURCES[offer.deposit_source]

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
  const share =
    terms.split_percent_amount !== null
      ? `${terms.split_percent_amount}% of each deposit`
      : `${formatCents(terms.split_fixed_amount_in_cents ?? 0)} of each deposit`
  const most = terms.split_amount_max_in_cents
  return most === null ? share : `${share}, at most ${formatCents(most)}`
}

export function depositsOf({ deposit_minimum_in_cents: from, deposit_maximum_in_cents: to }: Terms): string {
  if (to !== null) return from > 0 ? `From ${formatCents(from)} to ${formatCents(to)}` : `Up to ${formatCents(to)}`
  return from > 0 ? `Of ${formatCents(from)} or more` : 'All of them'
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
export const formatDay = (at: string): string => day.format(new Date(at))

export const lasts = (permission: Permission): string =>
  permission.expires_at ? `Until ${formatDay(permission.expires_at)}` : 'Until you change it'

import type { ActivityEntry } from '../../../../contracts/resources.ts'
import type { Fact } from '../../parts/Facts.tsx'
import { Time } from '../../parts/Time.tsx'
import type { Column, Row } from '../kind.ts'

/** The placeholder for an empty cell. */
export const nothing = '–'

export const TYPES: Readonly<Record<string, string>> = {
  direct: 'Tributary account',
  ach: 'Bank account (ACH)',
  wallet: 'Wallet',
  unclaimed: 'Unclaimed',
}

export const PERMISSIONS = [
  { value: 'payment.credit', label: 'Pay the creator (payment.credit)' },
  { value: 'payment.debit', label: 'Debit the creator (payment.debit)' },
]

export const DEPOSIT_SOURCES = [
  { value: 'music_distribution', label: 'Music distribution' },
  { value: 'video_ads', label: 'Video ads' },
  { value: 'live_streaming', label: 'Live streaming' },
]

export const labelOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

const FAILED = ['error', 'returned', 'reversed']

/** The reason of a failure, from the last entry of the resource's log. */
export function why({ status, activity }: Row & { readonly activity: readonly ActivityEntry[] }): Fact {
  const last = activity.findLast((one) => one.status === status && one.type !== 'transfer')
  const reason = last?.code ? `${last.entry} (${last.code})` : last?.entry
  return { name: 'Reason', value: FAILED.includes(status ?? '') && reason }
}

/** `onPhone: false` where the cell would be alone in its line. */
export const created = <R extends Row>({ onPhone = true } = {}): Column<R> => ({
  title: 'Created',
  align: 'right',
  ...(onPhone ? {} : { narrow: 'hide' }),
  cell: ({ created_at }) => <Time at={created_at} />,
})

export const times = ({ created_at, updated_at }: Row): readonly Fact[] => [
  { name: 'Created', value: <Time at={created_at} /> },
  { name: 'Last change', value: <Time at={updated_at} /> },
]

import { Link } from 'wouter'
import type { ActivityEntry, ApprovalReference } from '../../../../contracts/resources.ts'
import type { Fact } from '../../parts/Facts.tsx'
import type { Filter } from '../../parts/filters.ts'
import { Money } from '../../parts/Money.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import type { Sort } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import type { KindColumn, Row } from '../kind.ts'

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

export const amountColumn = <R extends Row & { readonly amount_in_cents: number }>(): KindColumn<R> => ({
  title: 'Amount',
  align: 'right',
  cell: ({ amount_in_cents }) => (
    <strong>
      <Money cents={amount_in_cents} />
    </strong>
  ),
})

export const statusColumn = <R extends Row & { readonly status: string }>(): KindColumn<R> => ({
  title: 'Status',
  cell: ({ status }) => <StatusBadge status={status} />,
})

const BY_TIME: readonly [Sort, Sort] = [
  { value: '', label: 'Newest first', direction: 'descending' },
  { value: 'oldest', label: 'Oldest first', direction: 'ascending' },
]

export const BY_AMOUNT: readonly [Sort, Sort] = [
  { value: 'largest', label: 'Largest first', direction: 'descending' },
  { value: 'smallest', label: 'Smallest first', direction: 'ascending' },
]

/** The filters of every list that has amounts. */
export const AMOUNTS: readonly Filter[] = [
  { kind: 'money', name: 'amount_min_in_cents', label: 'Amount from' },
  { kind: 'money', name: 'amount_max_in_cents', label: 'Amount up to' },
]

/** The id of the row, for those who compare it with their own books. */
export const idColumn = <R extends Row>(): KindColumn<R> => ({
  title: 'Id',
  narrow: 'hide',
  optional: true,
  cell: ({ id }) => <code>{id}</code>,
})

export const changed = <R extends Row>(): KindColumn<R> => ({
  title: 'Last change',
  align: 'right',
  narrow: 'hide',
  optional: true,
  cell: ({ updated_at }) => <Time at={updated_at} />,
})

/** `onPhone: false` where the cell would be alone in its line. */
export const created = <R extends Row>({ onPhone = true } = {}): KindColumn<R> => ({
  title: 'Created',
  align: 'right',
  sorts: BY_TIME,
  ...(onPhone ? {} : { narrow: 'hide' }),
  cell: ({ created_at }) => <Time at={created_at} />,
})

export const times = ({ created_at, updated_at }: Row): readonly Fact[] => [
  { name: 'Created', value: <Time at={created_at} /> },
  { name: 'Last change', value: <Time at={updated_at} /> },
]

/** The approval that the resource needed, with its page. */
export const approvalFact = ({ approval }: { readonly approval?: ApprovalReference }): Fact => ({
  name: 'Approval',
  value: approval && (
    <Link href={`/approvals/${approval.id}`}>
      <StatusBadge status={approval.status} />
    </Link>
  ),
})

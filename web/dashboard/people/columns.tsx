import { StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'

interface SigningIn {
  readonly two_factor: boolean
  readonly passkeys: number
  readonly last_signed_in_at: string | null
}

/** How and when a person signed in, the same for the enterprise's admins and for operators. */
export const SIGN_IN_COLUMNS: readonly Column<SigningIn>[] = [
  {
    title: 'Second factor',
    narrow: 'hide',
    cell: ({ two_factor, passkeys }) =>
      two_factor || passkeys > 0 ? <StatusBadge status="active">On</StatusBadge> : 'Off',
  },
  { title: 'Last signed in', narrow: 'hide', cell: ({ last_signed_in_at }) => <Time at={last_signed_in_at} /> },
]

import { Button } from '@mantine/core'
import type { LimitScope, LimitUse } from '../../../contracts/limits.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { partyName } from '../approvals/names.tsx'
import { IdLink } from '../parts/links.tsx'
import { Meter } from '../parts/Meter.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import styles from './limits.module.css'

const COUNT = new Intl.NumberFormat('en-US')

const EACH: Readonly<Record<LimitScope, string>> = {
  enterprise: 'All payouts',
  key: 'Each API key',
  role: 'A role',
  creator: 'Each creator',
}

const TAIL = 6

/** `key_…7d1ha1`: an id by its ends, which tell it from others. */
const shortened = (id: string): string => `${id.split('_')[0]}_…${id.slice(-TAIL)}`

function Whose({ limit: { scope, of, used_by } }: { readonly limit: LimitUse }) {
  if (of === undefined) {
    return (
      <>
        {EACH[scope]}
        {used_by && (
          <span className={styles.until} title={used_by}>
            {' '}
            most by {shortened(used_by)}
          </span>
        )}
      </>
    )
  }
  if (scope === 'role') return `Role ${of}`
  return scope === 'creator' ? <IdLink id={of}>{shortened(of)}</IdLink> : `API key ${shortened(of)}`
}

const most = ({ max_in_cents, max_count, per }: LimitUse): string => {
  const amount = max_in_cents === undefined ? `${COUNT.format(max_count ?? 0)} payouts` : formatCents(max_in_cents)
  return `${amount} ${per === 'payment' ? 'each' : `a ${per}`}`
}

function Used({ limit }: { readonly limit: LimitUse }) {
  const used = limit.used_in_cents ?? limit.used_count
  const max = limit.max_in_cents ?? limit.max_count ?? 0
  if (used === undefined) return '–'
  const words = limit.max_in_cents === undefined ? COUNT.format(used) : formatCents(used)
  return (
    <span className={styles.used}>
      <span>{words}</span>
      <Meter value={used} max={max} />
      {limit.frees_at && (
        <span className={styles.until}>
          free again <Time at={limit.frees_at} />
        </span>
      )}
    </span>
  )
}

function outcomeWords({ outcome, needed, approvers = [] }: LimitUse): string {
  return outcome === 'refuse' ? 'Refused' : `Needs ${needed} of: ${approvers.map(partyName).join(', ')}`
}

/** The bound of a limit, its use, and the outcome above it. */
export const LIMIT_COLUMNS: readonly Column<LimitUse>[] = [
  { title: 'What counts', grow: 'wrap', narrow: 'whole', cell: (limit) => <Whose limit={limit} /> },
  { title: 'Limit', narrow: 'whole', cell: most },
  { title: 'Used', narrow: 'whole', cell: (limit) => <Used limit={limit} /> },
  { title: 'Above it', narrow: 'whole', cell: outcomeWords },
]

/** The columns of the enterprise's own table; `remove` only for those who may change them. */
export const limitColumns = (remove: ((limit: LimitUse) => void) | undefined): readonly Column<LimitUse>[] => [
  ...LIMIT_COLUMNS,
  {
    title: remove ? 'Actions' : 'Set by',
    align: 'right',
    cell: (limit) => {
      if (limit.set_by === 'provider') return 'Your provider'
      if (!remove) return 'Your enterprise'
      return (
        <Button variant="subtle" size="compact-sm" color="red" onClick={() => remove(limit)}>
          Remove
        </Button>
      )
    },
  },
]

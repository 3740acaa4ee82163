import { Button } from '@mantine/core'
import type { LimitScope, LimitUse } from '../../../contracts/limits.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { partyName } from '../approvals/names.tsx'
import { IdLink } from '../parts/links.tsx'
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

function Whose({ limit: { scope, of } }: { readonly limit: LimitUse }) {
  if (of === undefined) return EACH[scope]
  if (scope === 'role') return `Role ${of}`
  return scope === 'creator' ? <IdLink id={of}>{of}</IdLink> : `API key ${of}`
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
      <span>
        {words}
        {limit.used_by && ` by ${limit.used_by}`}
      </span>
      <meter className={styles.meter} min={0} max={Math.max(max, 1)} value={used} aria-hidden="true" />
      {limit.frees_at && (
        <span className={styles.until}>
          free again <Time at={limit.frees_at} />
        </span>
      )}
    </span>
  )
}

function thenWords({ outcome, needed, approvers = [] }: LimitUse): string {
  return outcome === 'refuse' ? 'Refused' : `Needs ${needed} of: ${approvers.map(partyName).join(', ')}`
}

/** The columns of the table of limits; `remove` only for those who may change them. */
export function limitColumns(remove: ((limit: LimitUse) => void) | undefined): readonly Column<LimitUse>[] {
  return [
    { title: 'What counts', grow: true, narrow: 'whole', cell: (limit) => <Whose limit={limit} /> },
    { title: 'Limit', cell: most },
    { title: 'Used', cell: (limit) => <Used limit={limit} /> },
    { title: 'Above it', cell: thenWords },
    {
      title: remove ? 'Actions' : 'Set by',
      align: 'right',
      cell: (limit) =>
        limit.set_by === 'provider' || !remove ? (
          limit.set_by === 'provider' ? (
            'Your provider'
          ) : (
            'Your enterprise'
          )
        ) : (
          <Button variant="subtle" size="compact-sm" color="red" onClick={() => remove(limit)}>
            Remove
          </Button>
        ),
    },
  ]
}

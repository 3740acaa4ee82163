import { APPROVAL_STATUSES, type Approval } from '../../../contracts/approvals.ts'
import { IconCircleCheck } from '../icons.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { type Filter, PERIOD } from '../parts/filters.ts'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { nothing } from '../resources/kinds/words.tsx'
import { SUBJECTS, useNames } from './names.tsx'

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: APPROVAL_STATUSES.map((value) => ({ value, label: humanize(value) })),
  },
  ...PERIOD,
]
const LOOK_MS = 10_000

/** The queue: what waits for somebody's approval, and what became of the rest. */
export default function Approvals() {
  return (
    <>
      <PageHead title="Approvals" lead="What was asked for and is carried out once others agree." />
      <DataTable<Approval>
        label="Approvals"
        path="v1/approval"
        columns={useColumns()}
        filters={FILTERS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/approvals/${id}`}
        everyMs={LOOK_MS}
        empty={
          <EmptyState icon={<IconCircleCheck size={20} />} title="Nothing needs approval">
            An admin says under Settings what does: payouts above an amount, for example.
          </EmptyState>
        }
      />
    </>
  )
}

function useColumns(): readonly Column<Approval>[] {
  const nameOf = useNames()
  return [
    { title: 'What', grow: true, narrow: 'whole', cell: ({ subject }) => subject.description },
    {
      title: 'Amount',
      cell: ({ amount_in_cents: cents }) => (cents === undefined ? nothing : <Money cents={cents} />),
    },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Given', cell: ({ given, needed }) => `${given.length} of ${needed}` },
    { title: 'Kind', narrow: 'hide', cell: ({ subject }) => SUBJECTS[subject.type] },
    {
      title: 'Asked by',
      narrow: 'hide',
      cell: ({ requested_by }) => nameOf(requested_by).replace(/^(API key) .*/, '$1'),
    },
    { title: 'Expires', align: 'right', narrow: 'hide', cell: ({ expires_at }) => <Time at={expires_at} to="day" /> },
  ]
}

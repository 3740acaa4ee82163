import type { Reconciliation as Days, ReconciledDay } from '../../../contracts/dashboard/ledger.ts'
import { useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { formatDay } from '../parts/Time.tsx'

const COLUMNS: readonly Column<ReconciledDay>[] = [
  { title: 'Day', cell: ({ day }) => formatDay(`${day}T12:00:00`) },
  {
    title: 'Agreement',
    cell: ({ agrees }) =>
      agrees ? <StatusBadge status="matched">Agrees</StatusBadge> : <StatusBadge status="error">Differs</StatusBadge>,
  },
  { title: 'Entries', align: 'right', narrow: 'hide', cell: ({ entries }) => entries.toLocaleString('en-US') },
  { title: 'Sent to the bank', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} /> },
  {
    title: 'Returned',
    align: 'right',
    narrow: 'hide',
    cell: ({ returned, returned_in_cents }) => (
      <>
        <Money cents={returned_in_cents} /> ({returned})
      </>
    ),
  },
  { title: 'In the ledger', align: 'right', cell: ({ booked_in_cents }) => <Money cents={booked_in_cents} /> },
]

/** Per day, the amounts in the bank's files beside the amounts in the ledger. */
export default function Reconciliation() {
  const { data, error, refetch } = useRead<Days>('reconciliation')
  return (
    <>
      <PageHead
        title="Reconciliation"
        lead="Amounts sent to the bank in files, less returns, compared with the ledger."
      />
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data?.days.length === 0 ? (
          <EmptyState title="Nothing to reconcile yet">
            A day is listed once a file with your payouts has gone to the bank.
          </EmptyState>
        ) : (
          <Table label="Days" columns={COLUMNS} rows={data?.days} keyOf={({ day }) => day} />
        )}
      </Card>
    </>
  )
}

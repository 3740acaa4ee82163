import { Link } from 'wouter'
import type { ConsoleHome } from '../../../contracts/console/pages.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { useOperator } from '../session.ts'

interface Waiting {
  readonly what: string
  readonly href: string
  readonly count: number
}

const KINDS: readonly { readonly name: keyof ConsoleHome; readonly what: string; readonly href: string }[] = [
  { name: 'identities', what: 'Identity checks to review', href: '/identities' },
  { name: 'names', what: 'New names of enterprises to review', href: '/identities' },
  { name: 'approvals', what: 'Actions that wait for another operator', href: '/approvals' },
  { name: 'kept', what: 'Bank entries and files that wait', href: '/bank-entries' },
  { name: 'alerts', what: 'Alerts that are raised at enterprises', href: '/alerts?status=raised' },
  { name: 'stopped', what: 'Books that stop payouts', href: '/books' },
]

const COLUMNS: readonly Column<Waiting>[] = [
  { title: 'Waiting', grow: true, cell: ({ what }) => what },
  {
    title: 'Number',
    align: 'right',
    cell: ({ count }) =>
      count === 0 ? (
        <StatusBadge status="done">None</StatusBadge>
      ) : (
        <StatusBadge status="pending">{count.toLocaleString('en-US')}</StatusBadge>
      ),
  },
]

/** The start of a day: everything that waits for a person. */
export default function Home() {
  const { person } = useOperator()
  const { data, error, refetch } = useRead<ConsoleHome>('/home', { everyMs: 30_000 })
  const rows =
    data &&
    KINDS.flatMap(({ name, what, href }): Waiting[] => {
      const count = data[name]
      return count === undefined ? [] : [{ what, href, count }]
    })
  return (
    <>
      <PageHead title={`Good day, ${person.name}`} name="Home" lead="Everything that waits for a person." />
      <Cards>
        <Card flush>
          {error && !data ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : rows?.length === 0 ? (
            <EmptyState title="Nothing waits for your role">
              <Link href="/enterprises">Look at the enterprises</Link>
            </EmptyState>
          ) : (
            <Table
              label="Waiting"
              columns={COLUMNS}
              rows={rows}
              keyOf={({ what }) => what}
              hrefOf={({ href }) => href}
              expected={4}
            />
          )}
        </Card>
      </Cards>
    </>
  )
}

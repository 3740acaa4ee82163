import { Button } from '@mantine/core'
import type { BooksAudit, StoppedBook } from '../../../contracts/console/pages.ts'
import { useCommand } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { ErrorNote } from '../../dashboard/parts/ErrorState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const COLUMNS: readonly Column<StoppedBook>[] = [
  {
    title: 'Book',
    narrow: 'whole',
    cell: ({ name, environment }) => <TwoLines first={name} second={humanize(environment)} />,
  },
  { title: 'Stopped because', grow: 'wrap', narrow: 'whole', cell: ({ because }) => because },
  {
    title: 'Actions',
    align: 'right',
    cell: ({ enterprise = 'bank', environment, name }) => (
      <Deed
        action="payouts.resume"
        label="Resume"
        title={`Resume the payouts of ${name}?`}
        lead="Only once the cause is found and fixed: the audit stops them again if it is not."
        path="/books/resume"
        toBody={() => ({ enterprise, environment })}
        submit="Resume payouts"
      />
    ),
  },
]

export default function Books() {
  return (
    <>
      <PageHead
        title="Books"
        lead="A mismatch in a book stops the payouts of its enterprise, or of all where it is the bank's."
      />
      <Cards>
        <Audit />
        <ShortList<StoppedBook>
          label="Stopped payouts"
          path="/books/stopped"
          keyOf={({ enterprise, environment }) => `${enterprise} ${environment}`}
          columns={COLUMNS}
          empty={<EmptyState title="No payouts are stopped" />}
        />
      </Cards>
    </>
  )
}

/** Audits everything on request: it reads every transfer there is. */
function Audit() {
  const audit = useCommand<BooksAudit>()
  const found = audit.data?.mismatches
  return (
    <Card
      title="Audit of all books"
      lead="Every account against its transfers, every mirror, and every hold, from the first transfer on."
      actions={
        <Button
          variant="default"
          loading={audit.isPending}
          onClick={() => audit.mutate({ path: '/books/audit', body: {} })}
        >
          Audit now
        </Button>
      }
    >
      <div aria-live="polite">
        {audit.error ? (
          <ErrorNote error={audit.error} />
        ) : !found ? (
          'Not audited in this session; the worker audits what is new each minute.'
        ) : found.length === 0 ? (
          <>
            <StatusBadge status="intact">Balanced</StatusBadge> Every book balances and every mirror agrees.
          </>
        ) : (
          found.map(({ tenant, what }) => (
            <p key={`${tenant} ${what}`}>
              <StatusBadge status="failed">Mismatch</StatusBadge> {what}
            </p>
          ))
        )}
      </div>
    </Card>
  )
}

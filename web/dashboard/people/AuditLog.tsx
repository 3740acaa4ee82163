import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { Card, Cards } from '../parts/Card.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { IdLink } from '../parts/links.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge, words } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'

interface AuditRow {
  readonly position: number
  readonly at: string
  readonly person: string | { readonly name: string; readonly email?: string }
  readonly action: string
  readonly environment?: string | null
  readonly subject?: string | null
}

const COLUMNS: readonly Column<AuditRow>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Who', cell: ({ person }) => (typeof person === 'string' ? person : person.name) },
  { title: 'Did what', narrow: 'whole', cell: ({ action }) => words(action.replaceAll('.', ': ')) },
  { title: 'To what', grow: true, narrow: 'whole', cell: ({ subject }) => subject && <IdLink id={subject} /> },
  { title: 'Environment', narrow: 'hide', cell: ({ environment }) => (environment ? words(environment) : '–') },
  { title: 'Row', align: 'right', narrow: 'hide', cell: ({ position }) => position.toLocaleString('en-US') },
]

export default function AuditLog() {
  return (
    <>
      <PageHead
        title="Audit log"
        lead="Who did what. Rows are only ever added, and each carries a hash of the one before it."
      />
      <Cards>
        <Check />
        <DataTable<AuditRow>
          label="Audit log"
          path="/audit-log"
          keyOf={({ position }) => String(position)}
          columns={COLUMNS}
          empty={
            <EmptyState icon={<IconShieldCheck size={20} />} title="Nothing was done yet">
              Sign-ins, keys, roles and payments made here are written down.
            </EmptyState>
          }
        />
      </Cards>
    </>
  )
}

interface CheckAnswer {
  readonly intact: boolean
  readonly rows: number
  readonly broken_at?: number
}

/** Reads the whole chain when asked to. */
function Check() {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useRead<CheckAnswer>('/audit-log/check', { enabled: asked })
  return (
    <Card
      title="Chain of hashes"
      lead="Reads every row and computes its hash again."
      actions={
        <Button variant="default" loading={isFetching} onClick={() => (asked ? void refetch() : setAsked(true))}>
          {data ? 'Check again' : 'Check now'}
        </Button>
      }
    >
      <div aria-live="polite">
        {error ? (
          <ErrorNote error={error} />
        ) : !data ? (
          'Not checked in this session.'
        ) : data.intact ? (
          <>
            <StatusBadge status="intact" /> All {data.rows.toLocaleString('en-US')} rows are as they were written.
          </>
        ) : (
          <>
            <StatusBadge status="failed">Broken</StatusBadge> Row {data.broken_at} is not as it was written. Tell your
            provider.
          </>
        )}
      </div>
    </Card>
  )
}

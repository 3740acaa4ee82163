import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { BankReconciliation } from '../../../contracts/console/pages.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

type Sum = BankReconciliation['sums'][number]
type Difference = BankReconciliation['differences'][number]

const SUMS: readonly Column<Sum>[] = [
  { title: 'Kind', grow: true, cell: ({ kind }) => humanize(kind) },
  { title: 'Entries', align: 'right', cell: ({ entries }) => entries.toLocaleString('en-US') },
  { title: 'In the files', align: 'right', cell: ({ said_in_cents }) => <Money cents={said_in_cents} /> },
  { title: 'In the books', align: 'right', cell: ({ posted_in_cents }) => <Money cents={posted_in_cents} /> },
]

const DIFFERENCES: readonly Column<Difference>[] = [
  {
    title: 'Entry',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ name, kind, about, why }) => (
      <TwoLines first={`${name}: ${humanize(kind)} ${about ?? ''}`} second={why ?? ''} />
    ),
  },
  { title: 'In the file', align: 'right', cell: ({ said_in_cents }) => <Money cents={said_in_cents} /> },
  { title: 'In the books', align: 'right', cell: ({ posted_in_cents }) => <Money cents={posted_in_cents} /> },
  {
    title: 'State',
    align: 'right',
    cell: ({ resolved }) =>
      resolved ? (
        <StatusBadge status="done">Dealt with</StatusBadge>
      ) : (
        <StatusBadge status="failed">Differs</StatusBadge>
      ),
  },
]

export default function Reconciliation() {
  const [day, setDay] = useState('')
  const { data, error, refetch } = useRead<BankReconciliation>('/bank/reconciliation', { params: { day }, keep: true })
  const days = [...new Set([...(data ? [data.day] : []), ...(data?.days ?? [])])].sort().reverse()
  return (
    <>
      <PageHead
        title="Reconciliation"
        lead="A banking day: the bank's files, the books and the bank's own balance."
        badge={data && <Verdict agrees={data.agrees} />}
        actions={
          <Group gap="xs" align="flex-end">
            <NativeSelect
              aria-label="Banking day"
              data={days}
              value={data?.day ?? ''}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <Deed
              action="bank.files"
              label="Record a balance"
              title="The bank's balance at the end of a day"
              path="/bank/balance"
              fields={[
                {
                  kind: 'text',
                  name: 'day',
                  label: 'Banking day',
                  placeholder: '2026-11-16',
                  initial: data?.day ?? '',
                },
                { kind: 'money', name: 'balance_in_cents', label: 'Balance' },
              ]}
              toBody={(typed) => typed}
              submit="Record"
            />
          </Group>
        }
      />
      {error && !data ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        data && <Day day={data} />
      )}
    </>
  )
}

const Verdict = ({ agrees }: { readonly agrees: boolean }) =>
  agrees ? <StatusBadge status="done">Agrees</StatusBadge> : <StatusBadge status="failed">Differs</StatusBadge>

const Day = ({ day: { sums, differences, balance } }: { readonly day: BankReconciliation }) => (
  <Cards>
    <Card title="Sums by kind" flush>
      {sums.length === 0 ? (
        <EmptyState title="No files on this day" />
      ) : (
        <Table label="List of sums" columns={SUMS} rows={sums} keyOf={({ kind }) => kind} />
      )}
    </Card>
    <Card title="Differences" flush>
      {differences.length === 0 ? (
        <EmptyState title="No entry differs" />
      ) : (
        <Table
          label="List of differences"
          columns={DIFFERENCES}
          rows={differences}
          keyOf={(one) => `${differences.indexOf(one)}`}
        />
      )}
    </Card>
    {balance && (
      <Card title="The bank's balance">
        <Facts
          facts={[
            { name: 'Since', value: balance.since },
            { name: 'Moved', value: <Money cents={balance.moved_in_cents} /> },
            { name: 'Explained by files', value: <Money cents={balance.expected_in_cents} /> },
          ]}
        />
      </Card>
    )}
  </Cards>
)

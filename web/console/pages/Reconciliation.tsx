import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { BankReconciliation, ProcessorReconciliation } from '../../../contracts/console/pages.ts'
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
type Moved = ProcessorReconciliation['sums'][number]
type Unlike = ProcessorReconciliation['differences'][number]

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
        lead="A banking day: the bank's files, the card processor's movements, the books, and the balances of both."
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

const MOVEMENTS: readonly Column<Moved>[] = [
  { title: 'Movement', grow: true, cell: ({ movement }) => humanize(movement) },
  { title: 'Entries', align: 'right', cell: ({ entries }) => entries.toLocaleString('en-US') },
  { title: 'At the processor', align: 'right', cell: ({ said_in_cents }) => <Money cents={said_in_cents} /> },
  { title: 'In the books', align: 'right', cell: ({ posted_in_cents }) => <Money cents={posted_in_cents} /> },
]

const PROCESSOR_DIFFERENCES: readonly Column<Unlike>[] = [
  {
    title: 'Movement',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ id, kind, why }) => <TwoLines first={`${humanize(kind)} ${id}`} second={why} />,
  },
  { title: 'At the processor', align: 'right', cell: ({ said_in_cents }) => <Money cents={said_in_cents} /> },
  { title: 'In the books', align: 'right', cell: ({ posted_in_cents }) => <Money cents={posted_in_cents} /> },
]

/** Sales, fees, refunds, disputes and payouts of the card processor, as it says and as they are booked. */
const Processor = ({ day: { sums, differences, balance } }: { readonly day: ProcessorReconciliation }) => (
  <>
    <Card title="Card processor" flush>
      {sums.length === 0 ? (
        <EmptyState title="No movements on this day" />
      ) : (
        <Table
          label="List of the processor's movements"
          columns={MOVEMENTS}
          rows={sums}
          keyOf={(one) => one.movement}
        />
      )}
    </Card>
    {differences.length > 0 && (
      <Card title="Differences at the card processor" flush>
        <Table
          label="List of differences at the processor"
          columns={PROCESSOR_DIFFERENCES}
          rows={differences}
          keyOf={(one) => `${one.kind} ${one.id}`}
        />
      </Card>
    )}
    {balance && (
      <Card title="The processor's balance">
        <Facts
          facts={[
            { name: 'Since', value: balance.since },
            { name: 'Moved', value: <Money cents={balance.moved_in_cents} /> },
            { name: 'Explained by its transactions', value: <Money cents={balance.expected_in_cents} /> },
          ]}
        />
      </Card>
    )}
  </>
)

const Day = ({ day: { sums, differences, balance, processor } }: { readonly day: BankReconciliation }) => (
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
    {processor && <Processor day={processor} />}
  </Cards>
)

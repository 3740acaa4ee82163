import type { BankFileDetail } from '../../../contracts/console/pages.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import type { PageProps } from '../../dashboard/page.ts'
import { Card } from '../../dashboard/parts/Card.tsx'
import { DetailPage } from '../../dashboard/parts/DetailPage.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { FileActions, FileStatus } from './BankFiles.tsx'

type Entry = BankFileDetail['listed'][number]

const ENTRIES: readonly Column<Entry>[] = [
  {
    title: 'Entry',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ kind, about, why }) => <TwoLines first={about ?? humanize(kind)} second={why ?? humanize(kind)} />,
  },
  {
    title: 'Status',
    cell: ({ status }) =>
      status === 'kept' ? <StatusBadge status="pending">To book</StatusBadge> : <StatusBadge status={status} />,
  },
  { title: 'Amount', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} /> },
]

export default function BankFile({ params: { id = '' } }: PageProps) {
  const read = useRead<BankFileDetail>(`/bank/files/${encodeURIComponent(id)}`)
  return (
    <DetailPage
      kind="Bank file"
      id={id}
      back={{ href: '/bank-files', label: 'Bank files' }}
      read={read}
      title={({ name }) => name}
      badge={({ status }) => <FileStatus status={status} />}
      actions={(file) => <FileActions file={file} />}
      aside={
        <Card title="History">
          <Facts
            facts={(read.data?.journey ?? []).map(({ what, at }) => ({
              name: what,
              value: at ? <Time at={at} to="second" /> : '–',
            }))}
          />
        </Card>
      }
    >
      {({ day, direction, entries, debit_in_cents, credit_in_cents, why, listed }) => (
        <>
          <Card>
            <Facts
              facts={[
                { name: 'Direction', value: direction === 'out' ? 'To the bank' : 'From the bank' },
                { name: 'Banking day', value: day },
                { name: 'Entries', value: entries.toLocaleString('en-US') },
                { name: 'Debits', value: <Money cents={debit_in_cents} /> },
                { name: 'Credits', value: <Money cents={credit_in_cents} /> },
                { name: 'Why', value: why },
              ]}
            />
          </Card>
          <Card title="Entries" lead={listed.length < entries ? `The first ${listed.length}` : undefined} flush>
            {listed.length === 0 ? (
              <EmptyState title="No entries" />
            ) : (
              <Table
                label="List of entries"
                columns={ENTRIES}
                rows={listed}
                keyOf={(entry) => `${listed.indexOf(entry)}`}
              />
            )}
          </Card>
        </>
      )}
    </DetailPage>
  )
}

import { Group } from '@mantine/core'
import { Link } from 'wouter'
import type { BankFile, ReturnRates } from '../../../contracts/console/pages.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const TONES = { delivered: 'good', received: 'good', made: 'waiting', renaming: 'waiting' } as const

export const FileStatus = ({ status }: Pick<BankFile, 'status'>) => (
  <StatusBadge status={status} tone={TONES[status as keyof typeof TONES] ?? 'bad'} />
)

const COLUMNS: readonly Column<BankFile>[] = [
  {
    title: 'File',
    narrow: 'whole',
    grow: true,
    cell: ({ id, name, direction, day }) => (
      <TwoLines
        first={<Link href={`/bank-files/${id}`}>{name}</Link>}
        second={`${direction === 'out' ? 'To the bank' : 'From the bank'}, ${day}`}
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <FileStatus status={status} /> },
  { title: 'Entries', align: 'right', narrow: 'hide', cell: ({ entries }) => entries.toLocaleString('en-US') },
  {
    title: 'Debits and credits',
    align: 'right',
    narrow: 'hide',
    cell: ({ debit_in_cents, credit_in_cents }) => (
      <TwoLines first={<Money cents={debit_in_cents} />} second={<Money cents={credit_in_cents} />} />
    ),
  },
  { title: 'Actions', align: 'right', cell: (file) => <FileActions file={file} /> },
]

/** For a file of ours that did not leave. */
export function FileActions({ file: { name, status, direction } }: { readonly file: BankFile }) {
  if (direction !== 'out' || (status !== 'conflict' && status !== 'missing')) return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Deed
        action="bank.files"
        label="Upload again"
        title={`Upload ${name} again?`}
        lead="Only if the bank does not have it: payouts in it would else be sent twice."
        path="/bank/retry"
        toBody={() => ({ name })}
        submit="Upload again"
        danger
      />
      {status === 'missing' && (
        <Deed
          action="bank.files"
          label="The bank has it"
          title={`Has the bank taken ${name}?`}
          lead="Only if the bank says so: payouts in it are then recorded as sent."
          path="/bank/delivered"
          toBody={() => ({ name })}
          submit="Confirm"
        />
      )}
    </Group>
  )
}

export default function BankFiles() {
  return (
    <>
      <PageHead title="Bank files" lead="The latest files to and from the bank, the newest first." />
      <Cards>
        <ShortList<BankFile>
          label="Bank files"
          path="/bank/files"
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={<EmptyState title="No file has been made or received yet" />}
        />
        <Returns />
      </Cards>
    </>
  )
}

type Rate = ReturnRates['rates'][number]

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

const RATES: readonly Column<Rate>[] = [
  { title: 'Returns', grow: true, cell: ({ kind }) => humanize(kind) },
  { title: 'Returned', align: 'right', narrow: 'hide', cell: ({ returned }) => returned.toLocaleString('en-US') },
  { title: 'Rate', align: 'right', cell: ({ rate }) => percent(rate) },
  { title: 'Threshold', align: 'right', narrow: 'hide', cell: ({ threshold }) => percent(threshold) },
  {
    title: 'State',
    align: 'right',
    cell: ({ isAbove }) =>
      isAbove ? <StatusBadge status="failed">Above</StatusBadge> : <StatusBadge status="done">Below</StatusBadge>,
  },
]

/** The share of the entries sent that came back, by kind. */
function Returns() {
  const { data, error, refetch } = useRead<ReturnRates>('/bank/returns')
  const lead =
    data &&
    `${data.entries.toLocaleString('en-US')} entries sent in 60 days. Nacha asks an originator for reasons above a threshold.`
  const codes = data?.byCode.map(({ code, count }) => `${code}: ${count.toLocaleString('en-US')}`).join(', ')
  return (
    <Card title="Return rates" lead={codes ? `${lead} By code: ${codes}.` : lead} flush>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Table
          label="List of return rates"
          columns={RATES}
          rows={data?.rates}
          keyOf={({ kind }) => kind}
          expected={3}
        />
      )}
    </Card>
  )
}

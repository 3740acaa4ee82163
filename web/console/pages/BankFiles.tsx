import { Group } from '@mantine/core'
import { Link } from 'wouter'
import type { BankFile } from '../../../contracts/console/pages.ts'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
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
  { title: 'Entries', align: 'right', cell: ({ entries }) => entries.toLocaleString('en-US') },
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
      <ShortList<BankFile>
        label="Bank files"
        path="/bank/files"
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={<EmptyState title="No file has been made or received yet" />}
      />
    </>
  )
}

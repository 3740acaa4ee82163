import { Group } from '@mantine/core'
import { Link } from 'wouter'
import type { KeptBankEntry, KeptMovement } from '../../../contracts/console/pages.ts'
import { Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const COLUMNS: readonly Column<KeptBankEntry>[] = [
  {
    title: 'File',
    narrow: 'whole',
    cell: ({ file, name, ordinal }) => (
      <TwoLines
        first={<Link href={`/bank-files/${file}`}>{name}</Link>}
        second={ordinal === null ? 'The whole file' : `Entry ${ordinal}`}
      />
    ),
  },
  {
    title: 'Entry',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ kind, why }) => <TwoLines first={humanize(kind)} second={why} />,
  },
  { title: 'Amount', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} /> },
  { title: 'Actions', align: 'right', cell: (entry) => <Actions entry={entry} /> },
]

const isBookable = ({ kind, ordinal }: KeptBankEntry): boolean =>
  ordinal !== null && (kind === 'return' || kind === 'credit')

/** A file of ours that did not leave is retried or confirmed on its own page. */
const isResolvable = ({ ordinal, direction }: KeptBankEntry): boolean => ordinal !== null || direction === 'in'

function Actions({ entry }: { readonly entry: KeptBankEntry }) {
  const { file, ordinal, kind, name } = entry
  const which = ordinal === null ? { file } : { file, ordinal }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isBookable(entry) && (
        <Deed
          action="bank.book"
          label="Book"
          title={`Book this ${kind}?`}
          lead={<Money cents={entry.amount_in_cents} large />}
          path="/bank/book"
          fields={
            kind === 'return'
              ? [
                  {
                    kind: 'text',
                    name: 'payout',
                    label: 'Payout that came back',
                    hint: 'Only where the trace number of the return does not name it.',
                    placeholder: 'pay_…',
                    optional: true,
                  },
                ]
              : []
          }
          toBody={(typed) => ({ ...which, ...typed })}
          submit="Book"
        />
      )}
      {isResolvable(entry) && (
        <Deed
          action="bank.book"
          label="Resolve"
          title={`Mark ${ordinal === null ? name : 'this entry'} as dealt with?`}
          lead="Nothing is booked: it was settled by hand, outside the books."
          path="/bank/resolve"
          toBody={() => which}
          submit="Mark as dealt with"
          danger
        />
      )}
    </Group>
  )
}

const MOVEMENT_COLUMNS: readonly Column<KeptMovement>[] = [
  {
    title: 'Movement',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ id, category, why }) => <TwoLines first={`${humanize(category)} ${id}`} second={why} />,
  },
  { title: 'Day', cell: ({ day }) => day },
  { title: 'Amount', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} /> },
  {
    title: 'Actions',
    align: 'right',
    cell: ({ id, amount_in_cents }) => (
      <Deed
        action="bank.book"
        label="Book"
        title="Book this movement?"
        lead={<Money cents={amount_in_cents} large />}
        path="/processor/book"
        fields={[
          {
            kind: 'choice',
            name: 'as',
            label: 'Book it as',
            options: [
              { value: 'fee', label: 'A fee: a cost of ours' },
              { value: 'other', label: 'Other: it belongs to no purchase' },
            ],
          },
        ]}
        toBody={(typed) => ({ id, ...typed })}
        submit="Book"
      />
    ),
  },
]

/** Entries from the bank that no booking fits, and files that could not be read or did not leave. */
export default function BankEntries() {
  return (
    <>
      <PageHead
        title="Kept bank entries"
        lead="Entries and files of the bank, and movements at the card processor, that wait for a person."
      />
      <Cards>
        <ShortList<KeptBankEntry>
          title="Bank"
          label="Kept bank entries"
          path="/bank/kept"
          keyOf={({ file, ordinal }) => `${file} ${ordinal}`}
          columns={COLUMNS}
          empty={<EmptyState title="No entry or file waits" />}
        />
        <ShortList<KeptMovement>
          title="Card processor"
          lead="Movements of its balance, and credits from it at the bank, that belong to no purchase or payout."
          label="Kept movements of the card processor"
          path="/processor/kept"
          keyOf={({ id }) => id}
          columns={MOVEMENT_COLUMNS}
          empty={<EmptyState title="No movement waits" />}
        />
      </Cards>
    </>
  )
}

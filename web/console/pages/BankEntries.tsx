import { Group } from '@mantine/core'
import { Link } from 'wouter'
import type { KeptBankEntry, KeptMovement } from '../../../contracts/console/pages.ts'
import type { Field } from '../../dashboard/form/field.ts'
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
  {
    title: 'Amount',
    align: 'right',
    // Nobody knows the amount of a whole file that could not be read.
    cell: ({ amount_in_cents, ordinal }) => (ordinal === null ? '–' : <Money cents={amount_in_cents} />),
  },
  { title: 'Actions', align: 'right', cell: (entry) => <Actions entry={entry} /> },
]

const AS = {
  return: 'The return of a payment of ours',
  credit: 'A credit to an account of ours',
  taken_back: 'Money that the bank took from an account of ours',
  correction: 'A corrected bank account',
} as const

/** The bookings of each kind of entry, the usual one first. */
const CHOICES: Readonly<Record<string, readonly (keyof typeof AS)[]>> = {
  return: ['return', 'credit'],
  credit: ['credit'],
  debit: ['taken_back'],
  change: ['correction'],
  malformed: ['return', 'credit', 'taken_back'],
}

const choicesOf = ({ kind, ordinal }: KeptBankEntry): readonly (keyof typeof AS)[] =>
  ordinal === null ? [] : (CHOICES[kind] ?? [])

const PAYOUT: Field = {
  kind: 'text',
  name: 'payout',
  label: 'Payment of ours',
  hint: 'Only where the trace number does not name it.',
  placeholder: 'pay_…',
  optional: true,
}

const ACCOUNT: Field = {
  kind: 'text',
  name: 'account',
  label: 'Number of our account, or bank for our own',
  hint: 'Only where the entry does not name it, or names a wrong one.',
  placeholder: '7000…',
  optional: true,
}

/** The fields of a booking: as what, and the payment or the account that it concerns. */
function fieldsOf(choices: readonly (keyof typeof AS)[]): readonly Field[] {
  const options = choices.map((value) => ({ value, label: AS[value] }))
  const hasPayment = choices.includes('return') || choices.includes('correction')
  const hasAccount = choices.includes('credit') || choices.includes('taken_back')
  return [
    { kind: 'choice', name: 'as', label: 'Book it as', options, initial: choices[0] ?? '' },
    ...(hasPayment ? [PAYOUT] : []),
    ...(hasAccount ? [ACCOUNT] : []),
  ]
}

/** A file of ours that did not leave is retried or confirmed on its own page. */
const isResolvable = ({ ordinal, direction }: KeptBankEntry): boolean => ordinal !== null || direction === 'in'

function Actions({ entry }: { readonly entry: KeptBankEntry }) {
  const { file, ordinal, kind, name } = entry
  const which = ordinal === null ? { file } : { file, ordinal }
  const choices = choicesOf(entry)
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {choices.length > 0 && (
        <Deed
          action="bank.book"
          label="Book"
          title={`Book this ${kind}?`}
          lead={<Money cents={entry.amount_in_cents} large />}
          path="/bank/book"
          fields={fieldsOf(choices)}
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

const DIRECTIONS = [
  { value: 'in', label: 'Came to our account' },
  { value: 'out', label: 'Was taken from our account' },
]

/** A wire is in no file: an operator books it from the bank's statement. */
const Wire = () => (
  <Deed
    action="bank.book"
    label="Book a wire"
    title="Book a wire of the bank's statement"
    lead="Each reference is booked once. What the account lacks becomes a receivable."
    path="/bank/wire"
    fields={[
      { kind: 'choice', name: 'direction', label: 'Direction', options: DIRECTIONS, initial: 'in' },
      { kind: 'text', name: 'account', label: 'Number of our account, or bank for our own', placeholder: '7000…' },
      { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
      { kind: 'text', name: 'reference', label: 'Reference', hint: "The bank's own name for it." },
      { kind: 'text', name: 'day', label: 'Banking day', placeholder: '2026-11-16' },
    ]}
    toBody={(typed) => typed}
    submit="Book"
  />
)

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
        title="Bank entries to book"
        lead="Entries and files of the bank, and movements at the card processor, that wait for a person."
        actions={<Wire />}
      />
      <Cards>
        <ShortList<KeptBankEntry>
          title="Bank"
          label="Bank entries to book"
          path="/bank/kept"
          keyOf={({ file, ordinal }) => `${file} ${ordinal}`}
          columns={COLUMNS}
          empty={<EmptyState title="No entry or file waits" />}
        />
        <ShortList<KeptMovement>
          title="Card processor"
          lead="Movements of its balance, and credits from it at the bank, that belong to no purchase or payout; payouts that the bank has not credited in time."
          label="Movements of the card processor to book"
          path="/processor/kept"
          keyOf={({ id }) => id}
          columns={MOVEMENT_COLUMNS}
          empty={<EmptyState title="No movement waits" />}
        />
      </Cards>
    </>
  )
}

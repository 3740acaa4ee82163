import type { P2p, P2pCommit, P2pCreate } from '../../../../contracts/resources.ts'
import { formatCents } from '../../../ui/Amount.tsx'
import type { Field } from '../../form/field.ts'
import { Money } from '../../parts/Money.tsx'
import { Time } from '../../parts/Time.tsx'
import { BulkActions } from '../BulkActions.tsx'
import type { Action, Kind } from '../kind.ts'
import { ListTotals } from '../ListTotals.tsx'
import { BLANK, Named } from '../Named.tsx'
import { useName } from '../names.ts'
import { TwoLines } from '../TwoLines.tsx'
import { createAction } from './create-action.ts'
import { P2P_DEEDS } from './deeds.tsx'
import { AMOUNTS, amountColumn, BY_AMOUNT, changed, created, idColumn, statusColumn, times } from './words.tsx'

const CREATE: readonly Field<keyof P2pCreate>[] = [
  { kind: 'creator', name: 'source', label: 'From', hint: 'An active Tributary account that granted payment.debit.' },
  { kind: 'creator', name: 'destination', label: 'To', hint: 'An active Tributary account of another creator.' },
  { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
  { kind: 'text', name: 'description', label: 'Description', optional: true },
]

const create = createAction('p2p', '/p2p', {
  label: 'New P2P payment',
  needs: 'payments.make',
  fields: CREATE,
  title: () => 'New payment between creators',
  text: () => 'The paying creator gets a code by SMS. Commit the payment with it within 10 minutes.',
  submit: () => 'Create and send code',
})

const COMMIT: readonly Field<keyof P2pCommit>[] = [
  { kind: 'text', name: 'code', label: 'Code', hint: 'From the paying creator’s mobile. In sandbox it is 000000.' },
]

const commit: Action<P2p> = {
  label: 'Commit',
  needs: 'payments.make',
  primary: true,
  when: ({ status }) => status === 'created',
  fields: COMMIT,
  title: ({ amount_in_cents }) => `Commit the payment of ${formatCents(amount_in_cents)}`,
  text: ({ failed_commits }) =>
    `It starts at once and cannot be canceled. ${3 - failed_commits} of 3 tries are left for the code.`,
  submit: () => 'Commit payment',
  call: (body, { id }) => ({ method: 'POST', path: `/p2p/${id}/commit`, body }),
}

export const p2p: Kind<P2p> = {
  name: 'p2p',
  path: '/p2p',
  listPath: 'p2p',
  title: 'P2P payments',
  singular: 'P2P payment',
  lead: 'What one creator pays another.',
  statuses: ['created', 'pending', 'sent', 'error', 'expired'],
  filters: [{ kind: 'creator', name: 'account_connection', label: 'Creator' }, ...AMOUNTS],
  columns: [
    { ...amountColumn<P2p>(), sorts: BY_AMOUNT },
    statusColumn(),
    { title: 'From and to', cell: (row) => <Between row={row} /> },
    { title: 'Description', narrow: 'hide', grow: true, cell: ({ description }) => description },
    idColumn(),
    changed(),
    created(),
  ],
  totals: (params) => (
    <ListTotals
      path="v1/p2p"
      params={params}
      one="payment"
      many="payments"
      sums={[
        { of: ({ amount_in_cents }: { readonly amount_in_cents: number }) => amount_in_cents, words: formatCents },
      ]}
    />
  ),
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={P2P_DEEDS} rows={rows} onDone={onDone} />,
  },
  empty: {
    title: 'No payments between creators yet',
    text: 'Both need an active Tributary account; the paying one grants payment.debit in Connect.',
  },
  create,
  actions: [commit],
  heading: ({ amount_in_cents }) => <Money cents={amount_in_cents} />,
  facts: (row) => [
    { name: 'From', value: <Named id={row.source} link /> },
    { name: 'To', value: <Named id={row.destination} link /> },
    { name: 'Description', value: row.description },
    { name: 'Commit until', value: row.status === 'created' ? <Time at={row.expires_at} /> : null },
    { name: 'Wrong codes', value: String(row.failed_commits) },
    ...times(row),
  ],
}

/** Empty until both names are read: an arrow between two blanks says nothing. */
function Between({ row: { source, destination } }: { readonly row: P2p }) {
  const names = [useName(source), useName(destination)]
  if (names.includes(undefined)) return BLANK
  return (
    <TwoLines
      first={<Named id={source} />}
      second={
        <>
          → <Named id={destination} />
        </>
      }
    />
  )
}

import type { AccountConnection, Payout, PayoutCreate, PayoutUpdate } from '../../../../contracts/resources.ts'
import { formatCents } from '../../../ui/Amount.tsx'
import type { Field } from '../../form/field.ts'
import { FoldedTimeline } from '../../parts/FoldedTimeline.tsx'
import type { Filter } from '../../parts/filters.ts'
import { Money } from '../../parts/Money.tsx'
import { Time } from '../../parts/Time.tsx'
import { BulkActions } from '../BulkActions.tsx'
import type { Action, Kind } from '../kind.ts'
import { Named } from '../Named.tsx'
import { PayoutStory } from '../PayoutStory.tsx'
import { PayoutTotals } from '../PayoutTotals.tsx'
import { canRetry, retryBody, retryKey } from '../payout-retry.ts'
import { createAction } from './create-action.ts'
import { PAYOUT_DEEDS } from './deeds.tsx'
import {
  AMOUNTS,
  amountColumn,
  approvalFact,
  BY_AMOUNT,
  changed,
  created,
  idColumn,
  statusColumn,
  TYPES,
  times,
  why,
} from './words.tsx'

const DESCRIPTION: Field<keyof PayoutCreate & keyof PayoutUpdate> = {
  kind: 'text',
  name: 'description',
  label: 'Description',
  hint: 'The creator sees it.',
  optional: true,
}
const PAYMENT: readonly Field<keyof PayoutCreate>[] = [
  { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
  DESCRIPTION,
  {
    kind: 'moment',
    name: 'date',
    label: 'Pay on',
    hint: 'Leave it empty to pay at once.',
    optional: true,
  },
]
const CREATE: readonly Field<keyof PayoutCreate>[] = [
  { kind: 'creator', name: 'account_connection', label: 'Creator' },
  ...PAYMENT,
]

const create = createAction('payouts', '/payout', {
  label: 'New payout',
  needs: 'payments.make',
  pays: true,
  fields: CREATE,
  title: () => 'Pay a creator',
  submit: () => 'Review',
})

/** A new payout, from the page of a creator. */
export const payTo: Action<AccountConnection> = {
  label: 'Pay',
  needs: 'payments.make',
  primary: true,
  when: ({ status }) => status !== 'deleted',
  pays: true,
  fields: PAYMENT,
  title: ({ first_name, last_name }) => `Pay ${first_name} ${last_name}`,
  submit: () => 'Review',
  call: (body, { id }) => ({
    method: 'POST',
    path: '/payout',
    body: { account_connection: id, ...body },
  }),
  leadsTo: ({ id }) => `/payouts/${id}`,
}

const RESCHEDULE: readonly Field<keyof PayoutUpdate>[] = [{ kind: 'moment', name: 'date', label: 'Pay on' }]

const reschedule: Action<Payout> = {
  label: 'Reschedule',
  needs: 'payments.make',
  primary: true,
  when: ({ status }) => status === 'ready',
  fields: RESCHEDULE,
  title: () => 'Reschedule this payout',
  text: ({ approval }) =>
    approval?.status === 'awaiting'
      ? 'Approvals given so far no longer count then.'
      : 'A time in the past pays at once.',
  submit: () => 'Reschedule',
  call: (body, { id }) => ({ method: 'PUT', path: `/payout/${id}`, body }),
}

const cancel: Action<Payout> = {
  label: 'Cancel payout',
  needs: 'payments.make',
  danger: true,
  primary: true,
  when: ({ status }) => status === 'ready',
  title: ({ amount_in_cents }) => `Cancel the payout of ${formatCents(amount_in_cents)}?`,
  text: () => 'The money that was set aside goes back to your operating account. A canceled payout stays canceled.',
  submit: () => 'Cancel payout',
  call: (_values, { id }) => ({ method: 'PUT', path: `/payout/${id}`, body: { status: 'canceled' } }),
}

/** The same payment once more, for one that failed or came back. */
const retry: Action<Payout> = {
  label: 'Retry',
  needs: 'payments.make',
  primary: true,
  pays: true,
  when: canRetry,
  title: ({ amount_in_cents }) => `Pay ${formatCents(amount_in_cents)} again`,
  submit: () => 'Review',
  call: (_values, payout) => ({ method: 'POST', path: '/payout', body: retryBody(payout) }),
  keyOf: retryKey,
  leadsTo: ({ id }) => `/payouts/${id}`,
}

const describe: Action<Payout> = {
  label: 'Change description',
  needs: 'payments.make',
  fields: [DESCRIPTION],
  title: () => 'Change the description',
  initial: ({ description }) => ({ description }),
  submit: () => 'Save',
  call: (body, { id }) => ({ method: 'PUT', path: `/payout/${id}`, body }),
}

const FILTERS: readonly Filter[] = [
  { kind: 'creator', name: 'account_connection', label: 'Creator' },
  { kind: 'text', name: 'description', label: 'Description', placeholder: 'Any words of it' },
  ...AMOUNTS,
  {
    kind: 'choices',
    name: 'type',
    label: 'Paid to',
    options: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
  },
  { kind: 'from', name: 'date_after', label: 'Pay on from' },
  { kind: 'until', name: 'date_before', label: 'Pay on until' },
  { kind: 'from', name: 'updated_after', label: 'Changed from' },
  { kind: 'until', name: 'updated_before', label: 'Changed until' },
]

export const payouts: Kind<Payout> = {
  name: 'payouts',
  path: '/payout',
  listPath: 'payouts',
  filters: FILTERS,
  title: 'Payouts',
  singular: 'Payout',
  lead: 'What you pay to creators.',
  statuses: ['ready', 'pending', 'sent', 'returned', 'error', 'canceled'],
  columns: [
    { ...amountColumn<Payout>(), sorts: BY_AMOUNT },
    statusColumn(),
    { title: 'Creator', cell: ({ account_connection }) => <Named id={account_connection} /> },
    { title: 'Description', narrow: 'hide', grow: true, cell: ({ description }) => description },
    { title: 'Paid to', narrow: 'hide', cell: ({ type }) => TYPES[type] },
    {
      title: 'Fee',
      align: 'right',
      narrow: 'hide',
      optional: true,
      cell: ({ fee_in_cents }) => <Money cents={fee_in_cents} />,
    },
    { title: 'Pay on', align: 'right', narrow: 'hide', optional: true, cell: ({ date }) => <Time at={date} /> },
    idColumn(),
    changed(),
    created(),
  ],
  totals: (params) => <PayoutTotals params={params} />,
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={PAYOUT_DEEDS} rows={rows} onDone={onDone} />,
  },
  empty: { title: 'No payouts yet', text: 'Pay one creator here, many at once by file, or with POST /payout.' },
  create,
  actions: [retry, reschedule, cancel, describe],
  aside: (id, row) => (
    <>
      <PayoutStory id={id} status={row?.status} />
      <FoldedTimeline id={id} />
    </>
  ),
  heading: ({ amount_in_cents }) => <Money cents={amount_in_cents} />,
  facts: (row) => [
    why(row),
    approvalFact(row),
    { name: 'Creator', value: <Named id={row.account_connection} link /> },
    { name: 'Description', value: row.description },
    { name: 'Paid to', value: row.destination ?? TYPES[row.type] },
    { name: 'Fee', value: <Money cents={row.fee_in_cents} /> },
    { name: 'Total with fee', value: <Money cents={row.amount_in_cents + row.fee_in_cents} /> },
    { name: 'Pay on', value: <Time at={row.date} /> },
    ...times(row),
  ],
}

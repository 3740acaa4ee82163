import type { Withdrawal, WithdrawalCreate, WithdrawalUpdate } from '../../../../contracts/resources.ts'
import { formatCents } from '../../../ui/Amount.tsx'
import type { Field, Values } from '../../form/field.ts'
import { centsOf } from '../../parts/amounts.ts'
import { Money } from '../../parts/Money.tsx'
import { BulkActions } from '../BulkActions.tsx'
import type { Action, Kind } from '../kind.ts'
import { ListTotals } from '../ListTotals.tsx'
import { createAction } from './create-action.ts'
import { WITHDRAWAL_DEEDS } from './deeds.tsx'
import { AMOUNTS, amountColumn, approvalFact, changed, created, idColumn, statusColumn, times, why } from './words.tsx'

const DESCRIPTION: Field<keyof WithdrawalCreate & keyof WithdrawalUpdate> = {
  kind: 'text',
  name: 'description',
  label: 'Description',
  hint: 'For your own books.',
  optional: true,
}
const CREATE: readonly Field<keyof WithdrawalCreate>[] = [
  { kind: 'money', name: 'amount_in_cents', label: 'Amount' },
  DESCRIPTION,
]

/** The text of the button names the amount. */
function submit(values: Values): string {
  const cents = centsOf(String(values.amount_in_cents ?? '').trim())
  return cents ? `Withdraw ${formatCents(cents)}` : 'Withdraw'
}

const create = createAction('withdrawals', '/withdrawal', {
  label: 'New withdrawal',
  needs: 'withdrawals.make',
  fields: CREATE,
  title: () => 'Withdraw to your bank account',
  text: () => 'From your operating account to the bank account that is registered for you, by ACH, without a fee.',
  submit,
})

const cancel: Action<Withdrawal> = {
  label: 'Cancel withdrawal',
  needs: 'payments.make',
  danger: true,
  primary: true,
  when: ({ status }) => status === 'ready',
  title: ({ amount_in_cents }) => `Cancel the withdrawal of ${formatCents(amount_in_cents)}?`,
  text: () => 'The money that was set aside goes back to your operating account. A canceled withdrawal stays canceled.',
  submit: () => 'Cancel withdrawal',
  call: (_values, { id }) => ({ method: 'PUT', path: `/withdrawal/${id}`, body: { status: 'canceled' } }),
}

const describe: Action<Withdrawal> = {
  label: 'Change description',
  needs: 'payments.make',
  fields: [DESCRIPTION],
  title: () => 'Change the description',
  initial: ({ description }) => ({ description }),
  submit: () => 'Save',
  call: (body, { id }) => ({ method: 'PUT', path: `/withdrawal/${id}`, body }),
}

export const withdrawals: Kind<Withdrawal> = {
  name: 'withdrawals',
  path: '/withdrawal',
  title: 'Withdrawals',
  singular: 'Withdrawal',
  lead: 'What you take out, to your own bank account.',
  statuses: ['ready', 'pending', 'sent', 'returned', 'error', 'canceled'],
  filters: AMOUNTS,
  columns: [
    amountColumn(),
    statusColumn(),
    { title: 'To', cell: ({ destination }) => destination },
    { title: 'Description', narrow: 'hide', grow: true, cell: ({ description }) => description },
    idColumn(),
    changed(),
    created(),
  ],
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={WITHDRAWAL_DEEDS} rows={rows} onDone={onDone} />,
  },
  totals: (params) => (
    <ListTotals
      path="v1/withdrawal"
      params={params}
      one="withdrawal"
      many="withdrawals"
      sums={[
        { of: ({ amount_in_cents }: { readonly amount_in_cents: number }) => amount_in_cents, words: formatCents },
      ]}
    />
  ),
  empty: {
    title: 'No withdrawals yet',
    text: 'Take money out here, or with POST /withdrawal. It goes to the bank account that is registered for you.',
  },
  create,
  actions: [cancel, describe],
  heading: ({ amount_in_cents }) => <Money cents={amount_in_cents} />,
  facts: (row) => [
    why(row),
    approvalFact(row),
    { name: 'To', value: row.destination },
    { name: 'Description', value: row.description },
    { name: 'Fee', value: <Money cents={row.fee_in_cents} /> },
    ...times(row),
  ],
}

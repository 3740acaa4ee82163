import type { Contract, ContractCreate } from '../../../../contracts/resources.ts'
import { formatCents } from '../../../ui/Amount.tsx'
import type { Field } from '../../form/field.ts'
import { Money } from '../../parts/Money.tsx'
import { Time } from '../../parts/Time.tsx'
import { BulkActions } from '../BulkActions.tsx'
import type { Action, Kind } from '../kind.ts'
import { Named } from '../Named.tsx'
import { Splits } from '../Splits.tsx'
import { createAction } from './create-action.ts'
import { CONTRACT_DEEDS } from './deeds.tsx'
import { changed, created, DEPOSIT_SOURCES, idColumn, labelOf, statusColumn, times } from './words.tsx'

const CREATE: readonly Field<keyof ContractCreate>[] = [
  { kind: 'creator', name: 'account_connection', label: 'Creator' },
  { kind: 'choice', name: 'deposit_source', label: 'Deposits to split', options: DEPOSIT_SOURCES },
  {
    kind: 'percent',
    name: 'split_percent_amount',
    label: 'Share in percent',
    hint: 'Enter either a percentage or a fixed amount.',
    optional: true,
  },
  { kind: 'money', name: 'split_fixed_amount_in_cents', label: 'Fixed amount of each deposit', optional: true },
  { kind: 'money', name: 'split_amount_max_in_cents', label: 'At most, of one deposit', optional: true },
  { kind: 'money', name: 'deposit_minimum_in_cents', label: 'Only deposits from', optional: true },
  { kind: 'money', name: 'deposit_maximum_in_cents', label: 'Only deposits up to', optional: true },
]

const create = createAction('contracts', '/contract', {
  label: 'New contract',
  needs: 'connections.change',
  fields: CREATE,
  body: { type: 'deposit_split' },
  title: () => 'New deposit split',
  text: () => 'The creator sees it in Connect and has 30 days to accept. A Tributary account is needed for that.',
  submit: () => 'Create contract',
})

const terminate: Action<Contract> = {
  label: 'Terminate',
  needs: 'connections.change',
  danger: true,
  primary: true,
  when: ({ status }) => status !== 'terminated',
  title: () => 'Terminate this contract?',
  text: () => 'Future deposits are no longer split. Earlier splits are unchanged.',
  submit: () => 'Terminate contract',
  call: (_values, { id }) => ({ method: 'DELETE', path: `/contract/${id}` }),
}

const share = ({ split_percent_amount, split_fixed_amount_in_cents }: Contract): string =>
  split_fixed_amount_in_cents > 0 ? formatCents(split_fixed_amount_in_cents) : `${split_percent_amount}%`

const source = ({ deposit_source }: Contract): string => labelOf(DEPOSIT_SOURCES, deposit_source)

function eligible({ deposit_minimum_in_cents: from, deposit_maximum_in_cents: to }: Contract): string {
  if (from === 0 && to === null) return 'All'
  if (to === null) return `From ${formatCents(from)}`
  return from === 0 ? `Up to ${formatCents(to)}` : `${formatCents(from)} to ${formatCents(to)}`
}

export const contracts: Kind<Contract> = {
  name: 'contracts',
  path: '/contract',
  title: 'Contracts',
  singular: 'Contract',
  lead: 'Shares of creators’ deposits that come to your operating account.',
  statuses: ['created', 'active', 'declined', 'terminated', 'expired'],
  columns: [
    { title: 'Share', cell: (row) => share(row) },
    statusColumn(),
    { title: 'Creator', cell: ({ account_connection }) => <Named id={account_connection} /> },
    { title: 'Deposits', narrow: 'hide', grow: true, cell: source },
    idColumn(),
    changed(),
    created(),
  ],
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={CONTRACT_DEEDS} rows={rows} onDone={onDone} />,
  },
  empty: {
    title: 'No contracts yet',
    text: 'Propose a deposit split to a creator. It starts when the creator accepts it in Connect.',
  },
  create,
  actions: [terminate],
  heading: (row) => `${share(row)} of ${source(row).toLowerCase()}`,
  facts: (row) => [
    { name: 'Creator', value: <Named id={row.account_connection} link /> },
    { name: 'Deposits', value: source(row) },
    { name: 'Share', value: share(row) },
    {
      name: 'At most',
      value: row.split_amount_max_in_cents !== null ? <Money cents={row.split_amount_max_in_cents} /> : null,
    },
    { name: 'Eligible deposits', value: eligible(row) },
    {
      name: 'Accept until',
      value: row.status === 'created' && row.expires_at ? <Time at={row.expires_at} /> : null,
    },
    { name: 'Accepted', value: row.agreement_at && <Time at={row.agreement_at} /> },
    { name: 'Accepted from', value: row.agreement_ip },
    { name: 'Terminated', value: row.deleted_at && <Time at={row.deleted_at} /> },
    ...times(row),
  ],
  extra: ({ id }) => <Splits contract={id} />,
}

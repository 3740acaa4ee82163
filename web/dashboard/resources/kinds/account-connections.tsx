import type {
  AccountConnection,
  AccountConnectionCreate,
  AccountConnectionUpdate,
  ConnectInviteCreate,
  ConnectLinkCreate,
  Rejection,
  Suspension,
} from '../../../../contracts/resources.ts'
import type { Field } from '../../form/field.ts'
import { Copy } from '../../parts/Copy.tsx'
import { IdLink } from '../../parts/links.tsx'
import { Time } from '../../parts/Time.tsx'
import { BulkActions } from '../BulkActions.tsx'
import { ConnectAnswer } from '../ConnectAnswer.tsx'
import type { Action, Kind } from '../kind.ts'
import { TwoLines } from '../TwoLines.tsx'
import { createAction } from './create-action.ts'
import { CREATOR_DEEDS } from './deeds.tsx'
import { payTo } from './payouts.tsx'
import { changed, created, idColumn, nothing, PERMISSIONS, statusColumn, TYPES, times } from './words.tsx'

const nameOf = ({ first_name, last_name }: AccountConnection): string => `${first_name} ${last_name}`
const isOpen = ({ status }: AccountConnection): boolean => status !== 'deleted'

const PERSON: readonly Field<Exclude<keyof AccountConnectionUpdate, 'status'>>[] = [
  { kind: 'text', name: 'first_name', label: 'Legal first name' },
  { kind: 'text', name: 'last_name', label: 'Legal last name' },
  { kind: 'email', name: 'email', label: 'E-mail', hint: 'Where you reach the creator.' },
]

const OPTIONAL: readonly Field<Exclude<keyof AccountConnectionUpdate, 'status'>>[] = [
  { kind: 'text', name: 'display_name', label: 'Display name', hint: 'The creator sees it.', optional: true },
  { kind: 'text', name: 'business_name', label: 'Legal business name', optional: true },
]

const CREATE: readonly Field<keyof AccountConnectionCreate>[] = [
  ...PERSON,
  { kind: 'choices', name: 'requested_permissions', label: 'Permissions to ask for', options: PERMISSIONS },
  {
    kind: 'text',
    name: 'verification_prompt',
    label: 'Verification question',
    hint: 'An invite asks it, so that only the creator can open it.',
  },
  {
    kind: 'text',
    name: 'verification_answer',
    label: 'Answer',
    hint: 'Letter case and spaces around it do not matter.',
  },
  {
    kind: 'text',
    name: 'external_id',
    label: 'External id',
    hint: 'Your own id of this creator. Unique.',
    optional: true,
  },
  ...OPTIONAL,
]

const EDIT: readonly Field<keyof AccountConnectionUpdate>[] = [...PERSON, ...OPTIONAL]

const create = createAction('account-connections', '/account-connection', {
  label: 'New creator',
  needs: 'connections.change',
  fields: CREATE,
  title: () => 'Add a creator',
  text: () => 'Then send the creator an invite or a Connect link: only the creator can say where the money goes.',
  initial: () => ({ requested_permissions: ['payment.credit'] }),
  submit: () => 'Add creator',
})

const INVITE: readonly Field<keyof ConnectInviteCreate>[] = [
  { kind: 'switch', name: 'send_email', label: 'Send the invite by e-mail', initial: true },
]

const invite: Action<AccountConnection> = {
  label: 'Invite',
  needs: 'connections.change',
  primary: true,
  when: isOpen,
  fields: INVITE,
  title: (row) => `Invite ${nameOf(row)} to Connect`,
  text: ({ email }) =>
    `An invite may be e-mailed. It asks the verification question and ends after 72 hours. To: ${email}`,
  submit: ({ send_email }) => (send_email ? 'Send invite' : 'Create invite'),
  call: (body, { id }) => ({ method: 'POST', path: '/connect-invite', body: { account_connection: id, ...body } }),
  done: ConnectAnswer,
}

const LINK: readonly Field<keyof ConnectLinkCreate>[] = [
  {
    kind: 'text',
    name: 'return_url',
    label: 'Return address',
    hint: 'Where the creator goes afterwards, for instance https://example.com/connected',
    optional: true,
  },
]

const link: Action<AccountConnection> = {
  label: 'Connect link',
  needs: 'connections.change',
  when: isOpen,
  fields: LINK,
  title: (row) => `Connect link for ${nameOf(row)}`,
  text: () =>
    'Single use, for 10 minutes. Open it only where you have signed the creator in yourself; never e-mail or text it.',
  submit: () => 'Create link',
  call: (body, { id }) => ({
    method: 'POST',
    path: '/connect-link',
    body: { account_connection: id, ...body },
  }),
  done: ConnectAnswer,
}

const edit: Action<AccountConnection> = {
  label: 'Edit details',
  needs: 'connections.change',
  when: isOpen,
  fields: EDIT,
  title: (row) => `Edit ${nameOf(row)}`,
  initial: ({ first_name, last_name, email, display_name = '', business_name = '' }) => ({
    first_name,
    last_name,
    email,
    display_name,
    business_name,
  }),
  submit: () => 'Save',
  // A form leaves out what is empty; the API clears a field by `null`.
  call: (body, { id }) => ({
    method: 'PUT',
    path: `/account-connection/${id}`,
    body: { display_name: null, business_name: null, ...body },
  }),
}

const remove: Action<AccountConnection> = {
  label: 'Delete connection',
  needs: 'connections.change',
  danger: true,
  when: isOpen,
  title: (row) => `Delete the connection with ${nameOf(row)}?`,
  text: () =>
    'This cannot be undone. Payouts that are still ready are canceled and their money returns, its contracts are terminated, and it can never be paid again. Pending payouts continue.',
  submit: () => 'Delete connection',
  call: (_values, { id }) => ({ method: 'PUT', path: `/account-connection/${id}`, body: { status: 'deleted' } }),
}

export const accountConnections: Kind<AccountConnection> = {
  name: 'account-connections',
  path: '/account-connection',
  title: 'Creators',
  singular: 'Creator',
  lead: 'The creators you pay. Each chooses in Connect where the money goes.',
  statuses: ['created', 'pending', 'active', 'deleted'],
  byExternalId: true,
  filters: [],
  columns: [
    { title: 'Creator', grow: true, cell: (row) => <TwoLines first={nameOf(row)} second={row.email} /> },
    statusColumn(),
    { title: 'Paid to', narrow: 'hide', cell: ({ type }) => (type ? TYPES[type] : nothing) },
    { title: 'External id', narrow: 'hide', cell: ({ external_id }) => external_id ?? nothing },
    idColumn(),
    changed(),
    created({ onPhone: false }),
  ],
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={CREATOR_DEEDS} rows={rows} onDone={onDone} />,
  },
  empty: {
    title: 'No creators yet',
    text: 'Add a creator, then send an invite. Once the creator has been through Connect, payouts arrive.',
  },
  create,
  actions: [payTo, invite, link, edit, remove],
  related: [
    { kind: 'payouts', title: 'Payouts', without: 'Creator', path: ({ id }) => `/account-connection/${id}/payout` },
    {
      kind: 'contracts',
      title: 'Contracts',
      without: 'Creator',
      path: ({ id }) => `/account-connection/${id}/contract`,
    },
    { kind: 'p2p', title: 'P2P payments', path: ({ id }) => `/account-connection/${id}/p2p` },
  ],
  heading: nameOf,
  facts: (row) => [
    { name: 'E-mail', value: row.email },
    { name: 'Rejected', value: row.rejection && <Rejected {...row.rejection} /> },
    { name: 'Bank account suspended', value: row.suspension && <Suspended {...row.suspension} /> },
    { name: 'Paid to', value: row.destination ?? (row.type ? TYPES[row.type] : 'Not chosen yet') },
    { name: 'Requested permissions', value: row.requested_permissions.map((name) => <div key={name}>{name}</div>) },
    { name: 'Granted permissions', value: <Granted row={row} /> },
    { name: 'External id', value: row.external_id && <Copy text={row.external_id} /> },
    { name: 'Display name', value: row.display_name },
    { name: 'Business name', value: row.business_name },
    { name: 'Verification question', value: row.verification_prompt },
    ...times(row),
  ],
}

const Rejected = ({ reason, rejected_at }: Rejection) => (
  <>
    <div>{reason}</div>
    <Time at={rejected_at} />
  </>
)

const Suspended = ({ code, reason, payout, suspended_at }: Suspension) => (
  <>
    <div>
      {reason} ({code}), <IdLink id={payout} />
    </div>
    <Time at={suspended_at} />
    <div>Payouts are refused until the creator gives another account: send a link into Connect.</div>
  </>
)

function Granted({ row }: { readonly row: AccountConnection }) {
  if (!row.permissions) return 'Nothing yet'
  return row.permissions.map(({ name, expires_at }) => (
    <div key={name}>
      {name}
      {expires_at && (
        <>
          {' until '}
          <Time at={expires_at} />
        </>
      )}
    </div>
  ))
}

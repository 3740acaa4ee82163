import { Group } from '@mantine/core'
import type { EnterpriseDetail, EnterpriseInEnvironment } from '../../../contracts/console/pages.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import { ALL_BUT_NAMED } from '../../dashboard/developers/KeyLimits.tsx'
import type { Field } from '../../dashboard/form/field.ts'
import { Card } from '../../dashboard/parts/Card.tsx'
import { Copy } from '../../dashboard/parts/Copy.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { SIGN_IN_COLUMNS } from '../../dashboard/people/columns.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'
import type { Tenant } from './EnterpriseParts.tsx'

type Person = EnterpriseDetail['people'][number]
type Key = EnterpriseInEnvironment['keys'][number]

/** A secret that is passed on, and not shown again. */
const once = (name: string, text: string) => (
  <Facts facts={[{ name: `${name}, shown only now`, value: <Copy text={text} whole /> }]} />
)

const EMAIL: Field = { kind: 'email', name: 'email', label: 'E-mail' }

const PEOPLE: readonly Column<Person>[] = [
  { title: 'Name', grow: true, narrow: 'whole', cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
  { title: 'Role', cell: ({ role }) => <StatusBadge status={role} /> },
  ...SIGN_IN_COLUMNS,
  {
    title: 'Actions',
    align: 'right',
    cell: ({ email, name }) => (
      <Deed<{ readonly password: string }>
        action="people.change"
        label="New password"
        title={`Give ${name} a new password?`}
        lead="Their second factor is removed and their sessions end. They are told by mail."
        path="/enterprises/people/password"
        toBody={() => ({ email })}
        submit="Replace the password"
        danger
        result={({ password }) => once('Password', password)}
      />
    ),
  },
]

export function People({ enterprise, people }: { readonly enterprise: string; readonly people: readonly Person[] }) {
  const actions = (
    <Group gap="xs">
      <Deed<{ readonly password?: string }>
        action="people.change"
        label="Add a person"
        title="Give a person access"
        path="/enterprises/people"
        fields={[
          { kind: 'text', name: 'name', label: 'Name', missing: 'Enter the name.' },
          EMAIL,
          {
            kind: 'choice',
            name: 'role',
            label: 'Role',
            options: ROLES.map((value) => ({ value, label: humanize(value) })),
          },
        ]}
        toBody={(typed) => ({ ...typed, enterprise })}
        submit="Add"
        result={({ password }) =>
          password === undefined
            ? 'This person has a login at another enterprise and keeps its name and password.'
            : once('Password', password)
        }
      />
      <Deed<{ readonly link: string }>
        action="people.change"
        label="Invitation link"
        title="Make a new link for an open invitation"
        lead="Where a mail server is set up, the link goes to the invited address alone."
        path="/enterprises/people/invitation-link"
        fields={[EMAIL]}
        toBody={(typed) => ({ ...typed, enterprise })}
        submit="Make the link"
        result={({ link }) => once('Link', link)}
      />
    </Group>
  )
  return (
    <Card title="People" lead="The same people in both environments." actions={actions} flush>
      {people.length === 0 ? (
        <EmptyState title="No person has access" />
      ) : (
        <Table label="List of people" columns={PEOPLE} rows={people} keyOf={({ id }) => id} />
      )}
    </Card>
  )
}

const statusOf = ({ revoked_at, expired }: Key): string => (revoked_at ? 'revoked' : expired ? 'expired' : 'active')

const KEYS: readonly Column<Key>[] = [
  {
    title: 'Key',
    grow: true,
    narrow: 'whole',
    cell: ({ name, prefix, scopes }) => (
      <TwoLines first={`${name} (${prefix}…)`} second={scopes?.join(', ') ?? ALL_BUT_NAMED} />
    ),
  },
  { title: 'Status', cell: (key) => <StatusBadge status={statusOf(key)} /> },
  {
    title: 'Last used',
    narrow: 'hide',
    cell: ({ last_used_at, last_used_from }) => <TwoLines first={<Time at={last_used_at} />} second={last_used_from} />,
  },
  { title: 'Actions', align: 'right', cell: (key) => statusOf(key) === 'active' && <KeyActions {...key} /> },
]

const SCOPES: Field = {
  kind: 'text',
  name: 'scopes',
  label: 'Scopes',
  hint: 'Separated by commas, like read, payouts. Empty: everything that a key may do.',
  optional: true,
}

const scopesOf = (typed: unknown): { readonly scopes: string[] | null } => {
  const scopes = String(typed ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return { scopes: scopes.length > 0 ? scopes : null }
}

const KeyActions = ({ id, name, scopes }: Key) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    <Deed
      action="keys.change"
      label="Change"
      title={`Change the scopes of ${name}`}
      path="/enterprises/keys/change"
      fields={[{ ...SCOPES, initial: scopes?.join(', ') ?? '' }]}
      toBody={(typed) => ({ key: id, limits: scopesOf(typed.scopes) })}
      submit="Change"
    />
    <Deed
      action="keys.change"
      label="Revoke"
      title={`Revoke ${name}?`}
      lead="Every process refuses it within a second."
      path="/enterprises/keys/revoke"
      toBody={() => ({ key: id })}
      submit="Revoke"
      danger
    />
  </Group>
)

export function Keys({ tenant, keys }: { readonly tenant: Tenant; readonly keys: readonly Key[] }) {
  const create = (
    <Deed<{ readonly key: string }>
      action="keys.change"
      label="Create a key"
      title={`Create an API key for ${tenant.environment}`}
      lead="The admins of the enterprise are told by mail."
      path="/enterprises/keys"
      fields={[{ kind: 'text', name: 'name', label: 'Name', missing: 'Enter a name.' }, SCOPES]}
      toBody={({ name, scopes }) => ({ ...tenant, name, limits: scopesOf(scopes) })}
      submit="Create"
      result={({ key }) => once('Key', key)}
    />
  )
  return (
    <Card title="API keys" actions={create} flush>
      {keys.length === 0 ? (
        <EmptyState title="No API key yet" />
      ) : (
        <Table label="List of API keys" columns={KEYS} rows={keys} keyOf={({ id }) => id} />
      )}
    </Card>
  )
}

import { Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { EnterpriseDetail, EnterpriseInEnvironment, SettingShown } from '../../../contracts/console/pages.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import type { Environment } from '../../../contracts/environment.ts'
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
import { formatCents } from '../../ui/Amount.tsx'
import { Deed } from '../Deed.tsx'

interface Tenant {
  readonly enterprise: string
  readonly environment: Environment
}

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

const isFee = ({ name }: SettingShown): boolean => name.startsWith('fee_')

const CENTS = '_in_cents'
const WORDS: Readonly<Record<string, string>> = { ach: 'ACH', email: 'e-mail' }

/** `fee_payout_ach_in_cents` → `Fee payout ACH`. */
const settingName = (name: string): string => {
  const plain = name.endsWith(CENTS) ? name.slice(0, -CENTS.length) : name
  const words = plain.split('_').map((word) => WORDS[word] ?? word)
  return humanize(words.join(' '))
}

const YES_OR_NO: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

const settingValue = ({ name, value }: SettingShown): string =>
  name.endsWith(CENTS) ? formatCents(Number(value)) : (YES_OR_NO[value] ?? value)

const SETTING_PATHS = { fees: '/enterprises/fees', settings: '/enterprises/settings' } as const

interface SettingsProps {
  readonly tenant: Tenant
  readonly settings: readonly SettingShown[]
  /** Fees are changed by another right than the other settings. */
  readonly kind: 'fees' | 'settings'
}

export function Settings({ tenant, settings, kind }: SettingsProps) {
  const own = settings.filter((setting) => isFee(setting) === (kind === 'fees'))
  const columns: readonly Column<SettingShown>[] = [
    {
      title: 'Setting',
      grow: 'wrap',
      narrow: 'whole',
      cell: ({ name, means }) => <TwoLines first={settingName(name)} second={means.replaceAll('`', '')} />,
    },
    { title: 'Value', align: 'right', cell: settingValue },
    {
      title: 'Actions',
      align: 'right',
      cell: ({ name, value, form }) => (
        <Deed
          action={kind === 'fees' ? 'fees.change' : 'enterprises.change'}
          label="Change"
          title={`Change “${settingName(name)}”`}
          path={SETTING_PATHS[kind]}
          fields={[
            {
              kind: 'text',
              name: 'value',
              label: name.endsWith(CENTS) ? 'Value in cents' : 'Value',
              hint: `Must be ${form}.`,
              initial: value,
            },
          ]}
          toBody={(typed) => ({ ...tenant, settings: { [name]: typed.value } })}
          submit="Change"
        />
      ),
    },
  ]
  return (
    <Card title={humanize(kind)} flush>
      <Table label={`List of ${kind}`} columns={columns} rows={own} keyOf={({ name }) => name} />
    </Card>
  )
}

type Origin = EnterpriseInEnvironment['origins'][number]

export function Origins({ tenant, origins }: { readonly tenant: Tenant; readonly origins: readonly Origin[] }) {
  const columns: readonly Column<Origin>[] = [
    { title: 'Origin', grow: true, cell: ({ origin }) => origin },
    {
      title: 'Actions',
      align: 'right',
      cell: ({ id, origin }) => (
        <Deed
          action="enterprises.change"
          label="Remove"
          title={`Forbid ${origin} to embed?`}
          path="/enterprises/origins/remove"
          toBody={() => ({ ...tenant, origin: id })}
          submit="Remove"
          danger
        />
      ),
    },
  ]
  const add = (
    <Deed
      action="enterprises.change"
      label="Add an origin"
      title="Allow an origin to embed"
      path="/enterprises/origins/add"
      fields={[{ kind: 'text', name: 'origin', label: 'Origin', placeholder: 'https://app.example.com' }]}
      toBody={(typed) => ({ ...tenant, ...typed })}
      submit="Allow"
    />
  )
  return (
    <Card title="Origins that may embed" actions={add} flush>
      {origins.length === 0 ? (
        <EmptyState title="No origin may embed" />
      ) : (
        <Table label="List of origins" columns={columns} rows={origins} keyOf={({ id }) => id} />
      )}
    </Card>
  )
}

interface RulesProps {
  readonly tenant: Tenant
  readonly rules: EnterpriseInEnvironment['approval_rules']
}

export const Rules = ({ tenant, rules }: RulesProps) => (
  <Card
    title="Approval rules"
    actions={
      rules.length > 0 && (
        <Deed
          action="enterprises.change"
          label="Clear"
          title="Remove all approval rules?"
          lead="Only for an enterprise that can no longer meet them. Deeds that await already go on awaiting."
          path="/enterprises/approval-rules/clear"
          toBody={() => tenant}
          submit="Remove the rules"
          danger
        />
      )
    }
  >
    {rules.length === 0 ? 'No deed needs an approval.' : `${rules.length} rules are in force.`}
  </Card>
)

const Suspend = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="enterprises.suspend"
    label="Suspend"
    title="Suspend the enterprise?"
    lead="New money out stops at once. Returns, refunds and reading go on. The enterprise reads the reason."
    path="/enterprises/suspend"
    toBody={(_typed, reason) => ({ ...tenant, because: reason })}
    submit="Suspend"
    danger
  />
)

const Lift = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="enterprises.suspend"
    label="Lift the suspension"
    title="Lift the suspension?"
    lead="Payouts that waited go on as of now."
    path="/enterprises/resume"
    toBody={() => tenant}
    submit="Lift the suspension"
  />
)

interface ControlProps {
  readonly tenant: Tenant
  readonly state: Pick<EnterpriseInEnvironment, 'suspended_because' | 'payouts_stopped_because'>
}

/** Stops, the bank account of withdrawals, and erasure, in one environment. */
export const Control = ({ tenant, state: { suspended_because, payouts_stopped_because } }: ControlProps) => (
  <Card title="Control" lead={`In ${tenant.environment} alone.`}>
    <Stack gap="sm">
      {(suspended_because || payouts_stopped_because) && (
        <Facts
          facts={[
            { name: 'Suspended because', value: suspended_because },
            {
              name: 'Payouts stopped by the audit',
              value: payouts_stopped_because && (
                <>
                  {payouts_stopped_because} <Link href="/books">Books and stops</Link>
                </>
              ),
            },
          ]}
        />
      )}
      <Group gap="xs">
        {suspended_because ? <Lift tenant={tenant} /> : <Suspend tenant={tenant} />}
        <BankAccount tenant={tenant} />
        <Erase tenant={tenant} />
      </Group>
    </Stack>
  </Card>
)

const BankAccount = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="bank_accounts.change"
    label="Set the bank account"
    title="The bank account of withdrawals"
    lead="It replaces the account that is set. Money that the enterprise withdraws goes there."
    path="/enterprises/bank-account"
    fields={[
      { kind: 'text', name: 'name_on_account', label: 'Name on the account', missing: 'Enter the name.' },
      {
        kind: 'text',
        name: 'routing_number',
        label: 'Routing number',
        inputMode: 'numeric',
        missing: 'Enter the routing number.',
      },
      { kind: 'text', name: 'account_number', label: 'Account number', missing: 'Enter the account number.' },
      { kind: 'choice', name: 'account_type', label: 'Type', options: ACCOUNT_TYPES },
    ]}
    toBody={(account) => ({ ...tenant, account })}
    submit="Set the account"
    danger
  />
)

const Erase = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed<{ readonly erased: boolean; readonly kept_until: string | null }>
    action="creators.erase"
    label="Erase a creator"
    title="Erase the personal data of a creator?"
    lead="Of an account connection that is deleted. It cannot be undone; what a law asks to keep is erased when its time is over."
    path="/enterprises/creators/erase"
    fields={[
      {
        kind: 'text',
        name: 'connection',
        label: 'Account connection',
        placeholder: 'acc_…',
        missing: 'Enter the id of the account connection.',
      },
    ]}
    toBody={({ connection }) => ({ ...tenant, connection })}
    submit="Erase"
    danger
    result={({ kept_until }) =>
      kept_until === null
        ? 'The personal data are erased.'
        : `Erased, but for the evidence that is kept until ${kept_until.slice(0, 10)}.`
    }
  />
)

const ACCOUNT_TYPES = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
]

import type { EnterpriseInEnvironment, SettingShown } from '../../../contracts/console/pages.ts'
import type { Environment } from '../../../contracts/environment.ts'
import { Card } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { humanize } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { SETTING_WORDS, settingWords } from '../../dashboard/settings/values.ts'
import { Deed } from '../Deed.tsx'

/** An enterprise in one environment. */
export interface Tenant {
  readonly enterprise: string
  readonly environment: Environment
}

const isFee = ({ name }: SettingShown): boolean => name.startsWith('fee_')

const CENTS = '_in_cents'
const POINTS = '_basis_points'
const WORDS: Readonly<Record<string, string>> = { ach: 'ACH', email: 'e-mail' }

/** As the enterprise reads it, or `low_balance_in_cents` → `Low balance`. */
const settingName = (name: string): string => {
  const known = SETTING_WORDS[name]
  if (known) return known.label
  const plain = name.endsWith(CENTS) ? name.slice(0, -CENTS.length) : name
  const words = plain.split('_').map((word) => WORDS[word] ?? word)
  return humanize(words.join(' '))
}

const ON_OR_OFF: Readonly<Record<string, string>> = { true: 'On', false: 'Off' }

const settingValue = ({ name, value }: SettingShown): string =>
  /^\d+$/.test(value) ? settingWords(name, Number(value)) : (ON_OR_OFF[value] ?? humanize(value))

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
      cell: ({ name, means }) => (
        <TwoLines first={settingName(name)} second={SETTING_WORDS[name]?.does ?? means.replaceAll('`', '')} />
      ),
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
              label: name.endsWith(CENTS)
                ? 'Value in cents'
                : name.endsWith(POINTS)
                  ? 'Value in hundredths of a percent'
                  : 'Value',
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
          lead="Only for an enterprise that can no longer meet them. Actions that already wait for approval go on waiting."
          path="/enterprises/approval-rules/clear"
          toBody={() => tenant}
          submit="Remove the rules"
          danger
        />
      )
    }
  >
    {rules.length === 0 ? 'No action needs approval.' : `${rules.length} rules are in force.`}
  </Card>
)

import { ALERT_KINDS, type AlertSettings as Settings } from '../../../contracts/alerts.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Field } from '../form/field.ts'
import { Card } from '../parts/Card.tsx'

const KINDS = Object.values(ALERT_KINDS)

const UNITS = { times: 'times', percent: 'percent', hours: 'hours', minutes: 'minutes' } as const

function fieldOf({ label, setting, means }: (typeof KINDS)[number]): Field {
  const field = { name: setting, hint: `${means} Empty: off.`, optional: true } as const
  if (setting.endsWith('_in_cents')) return { ...field, kind: 'money', label }
  const unit = UNITS[setting.split('_').at(-1) as keyof typeof UNITS]
  return { ...field, kind: 'number', label: `${label}, ${unit}` }
}

const FIELDS: readonly Field[] = [
  ...KINDS.map(fieldOf),
  {
    kind: 'switch',
    name: 'by_mail',
    label: 'Mail alerts',
    hint: 'To the address for notices, or where there is none to every admin.',
  },
]

const inDollars = (cents: number): string => (cents / 100).toFixed(2)

function valuesOf(settings: Settings): Record<string, string | boolean> {
  const thresholds = KINDS.map(({ setting }): [string, string] => {
    const value = settings[setting]
    if (value === null) return [setting, '']
    return [setting, setting.endsWith('_in_cents') ? inDollars(value) : String(value)]
  })
  return { ...Object.fromEntries(thresholds), by_mail: settings.by_mail }
}

/** The thresholds of alerts in this environment. What was raised is shown at Home. */
export function AlertSettings() {
  const can = useCan()
  const { data } = useRead<Settings>('alert-settings')
  const { mutateAsync } = useCommand()
  if (!data) return null
  const readOnly = !can('settings.change')
  const off = Object.fromEntries(KINDS.map(({ setting }) => [setting, null]))
  return (
    <Card
      title="Alerts"
      lead={readOnly ? 'Only an admin can change these.' : 'What you are told of, here and by mail.'}
    >
      <FieldsForm
        key={JSON.stringify(data)}
        place="card"
        fields={FIELDS}
        initial={valuesOf(data)}
        submit="Save alerts"
        done="Saved"
        readOnly={readOnly}
        onSubmit={(body) => mutateAsync({ method: 'PUT', path: 'alert-settings', body: { ...off, ...body } })}
      />
    </Card>
  )
}

import { Text } from '@mantine/core'
import type { OwnSettings, SettingsUpdate } from '../../../contracts/dashboard/settings.ts'
import { useCommand } from '../api/queries.ts'
import { useCan, useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Field } from '../form/field.ts'
import { Card } from '../parts/Card.tsx'

const FIELDS: readonly Field<keyof SettingsUpdate>[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    hint: 'As creators and buyers read it, in both environments. Where production is served, the provider reviews a new one.',
  },
  {
    kind: 'email',
    name: 'notification_email',
    label: 'E-mail for notices',
    hint: 'Where mail about the account itself goes, such as a webhook that was disabled.',
    optional: true,
  },
]

/** The settings that an admin may change. */
export function Own({ own }: { readonly own: OwnSettings }) {
  const can = useCan()
  const { refresh } = useSessionChange()
  const { mutateAsync } = useCommand()
  const readOnly = !can('settings.change')
  return (
    <Card title="Your own" lead={readOnly ? 'Only an admin can change these.' : undefined}>
      {own.requested_name !== undefined && (
        <Text mb="md">
          The name <strong dir="auto">{own.requested_name}</strong> waits for the provider&apos;s review.
        </Text>
      )}
      <FieldsForm
        place="card"
        fields={FIELDS}
        initial={{ name: own.name, notification_email: own.notification_email ?? '' }}
        submit="Save"
        done="Saved"
        readOnly={readOnly}
        onSubmit={async (body) => {
          await mutateAsync({ method: 'PUT', path: 'settings', body: { notification_email: null, ...body } })
          void refresh()
        }}
      />
    </Card>
  )
}

import type { SignInRules as Rules } from '../../../contracts/dashboard/session.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Field } from '../form/field.ts'
import { Card } from '../parts/Card.tsx'

const FIELDS: readonly Field<keyof Rules>[] = [
  {
    kind: 'switch',
    name: 'second_factor_required',
    label: 'Everybody needs a second factor',
    hint: 'Roles that pay or make keys need one in any case where production is served.',
  },
  {
    kind: 'number',
    name: 'idle_minutes',
    label: 'Minutes without use before a session ends',
    hint: '5 to 720.',
  },
]

/** How the people of the enterprise sign in. */
export function SignInRules() {
  const can = useCan()
  const { data } = useRead<Rules>('/sign-in-rules')
  const { mutateAsync } = useCommand()
  if (!data) return null
  const readOnly = !can('people.change')
  return (
    <Card title="Sign-in" lead={readOnly ? 'Only an admin can change these.' : undefined}>
      <FieldsForm
        place="card"
        fields={FIELDS}
        initial={{ second_factor_required: data.second_factor_required, idle_minutes: String(data.idle_minutes) }}
        submit="Save"
        done="Saved"
        readOnly={readOnly}
        onSubmit={async (body) => {
          await mutateAsync({ method: 'PUT', path: '/sign-in-rules', body: { second_factor_required: false, ...body } })
        }}
      />
    </Card>
  )
}

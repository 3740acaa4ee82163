import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSelf, useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { Card } from '../parts/Card.tsx'
import { YOUR_NAME } from '../sign-in/fields.ts'

export function OwnName() {
  const { person } = useSelf()
  const { refresh } = useSessionChange()
  return (
    <Card title="Name" lead="As your colleagues and the audit log read it.">
      <FieldsForm
        place="card"
        fields={[{ ...YOUR_NAME, initial: person.name }]}
        submit="Save"
        done="Saved"
        onSubmit={async (body) => {
          await request('POST', `${PLACE}/auth/update-user`, { body })
          await refresh()
        }}
      />
    </Card>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body, Field } from '../form/field.ts'
import { Card } from '../parts/Card.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { NEW_PASSWORD, PASSWORD } from '../sign-in/fields.ts'

const FIELDS: readonly Field[] = [
  { ...PASSWORD, name: 'currentPassword', label: 'Current password' },
  { ...NEW_PASSWORD, name: 'newPassword', label: 'New password' },
]

export function Password() {
  const client = useQueryClient()
  const [changes, setChanges] = useState(0)
  async function change(body: Body): Promise<void> {
    await request('POST', `${PLACE}/auth/change-password`, { body: { ...body, revokeOtherSessions: true } })
    setChanges(changes + 1)
    await client.invalidateQueries()
  }
  return (
    <Card title="Password" lead="A new password signs you out on every other device.">
      {/* A new key after each change resets the form. */}
      <FieldsForm key={changes} place="card" fields={FIELDS} submit="Change password" onSubmit={change}>
        <span aria-live="polite">{changes > 0 && <StatusBadge status="done">Changed</StatusBadge>}</span>
      </FieldsForm>
    </Card>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { TOTP_CODE } from './fields.ts'
import { Gate } from './Gate.tsx'

const METHODS = {
  totp: {
    path: `${PLACE}/auth/two-factor/verify-totp`,
    lead: 'Enter the code that your authenticator app shows.',
    field: TOTP_CODE,
    other: 'Use a backup code',
  },
  backup: {
    path: `${PLACE}/auth/two-factor/verify-backup-code`,
    lead: 'Enter one of the backup codes you kept. Each works once.',
    field: { kind: 'text', name: 'code', label: 'Backup code', autoComplete: 'one-time-code' },
    other: 'Use your authenticator app',
  },
} as const

export function SecondFactor({ onBack }: { readonly onBack: () => void }) {
  const { refresh } = useSessionChange()
  const [method, setMethod] = useState<keyof typeof METHODS>('totp')
  const { path, lead, field, other } = METHODS[method]
  return (
    <Gate title="Second factor" lead={lead}>
      <FieldsForm
        key={method}
        place="gate"
        autoFocus
        fields={[field]}
        submit="Continue"
        onSubmit={async (body) => {
          await request('POST', path, { body })
          await refresh()
        }}
      >
        <Button variant="subtle" onClick={() => setMethod(method === 'totp' ? 'backup' : 'totp')}>
          {other}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          Back to the password
        </Button>
      </FieldsForm>
    </Gate>
  )
}

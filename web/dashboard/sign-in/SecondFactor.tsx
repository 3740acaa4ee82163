import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Gate } from './Gate.tsx'
import { useSubmit } from './use-submit.ts'

const WAYS = {
  totp: {
    path: '/dashboard/auth/two-factor/verify-totp',
    lead: 'Enter the code that your authenticator app shows.',
    label: 'Six-digit code',
    other: 'Use a backup code',
  },
  backup: {
    path: '/dashboard/auth/two-factor/verify-backup-code',
    lead: 'Enter one of the backup codes you kept. Each works once.',
    label: 'Backup code',
    other: 'Use your authenticator app',
  },
} as const

export function SecondFactor({ onBack }: { readonly onBack: () => void }) {
  const { refresh } = useSessionChange()
  const [way, setWay] = useState<keyof typeof WAYS>('totp')
  const [code, setCode] = useState('')
  const { path, lead, label, other } = WAYS[way]
  const { busy, error, setError, onSubmit } = useSubmit(async () => {
    await request('POST', path, { body: { code: code.trim() } })
    await refresh()
  })
  return (
    <Gate title="Second factor" lead={lead}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {error && <ErrorNote error={error} />}
          <TextInput
            key={way}
            label={label}
            name="code"
            inputMode={way === 'totp' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} fullWidth>
            Continue
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setWay(way === 'totp' ? 'backup' : 'totp')
              setCode('')
              setError(undefined)
            }}
          >
            {other}
          </Button>
          <Button variant="subtle" color="gray" onClick={onBack}>
            Back to the password
          </Button>
        </Stack>
      </form>
    </Gate>
  )
}

import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/requests.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { NewPassword } from '../sign-in/NewPassword.tsx'
import { useSubmit } from '../sign-in/use-submit.ts'

export function Password() {
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [changed, setChanged] = useState(false)
  const { busy, error, onSubmit } = useSubmit(async () => {
    setChanged(false)
    const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
    await request('POST', '/dashboard/auth/change-password', { body })
    setCurrent('')
    setNext('')
    setChanged(true)
    await client.invalidateQueries()
  })
  return (
    <Card title="Password" lead="A new password signs you out on every other device.">
      <form onSubmit={onSubmit}>
        <Stack gap="md" maw="26rem">
          {error && <ErrorNote error={error} />}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPassword label="New password" value={next} onChange={setNext} />
          <Group gap="sm">
            <Button type="submit" loading={busy}>
              Change password
            </Button>
            <span aria-live="polite">{changed && <StatusBadge status="done">Changed</StatusBadge>}</span>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

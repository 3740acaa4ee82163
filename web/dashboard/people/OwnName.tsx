import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../api/requests.ts'
import { useMe, useSessionChange } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { useSubmit } from '../sign-in/use-submit.ts'

export function OwnName() {
  const { person } = useMe()
  const { refresh } = useSessionChange()
  const [name, setName] = useState(person.name)
  const [saved, setSaved] = useState(false)
  const { busy, error, onSubmit } = useSubmit(async () => {
    setSaved(false)
    await request('POST', '/dashboard/auth/update-user', { body: { name: name.trim() } })
    setSaved(true)
    await refresh()
  })
  return (
    <Card title="Name" lead="As your colleagues and the audit log read it.">
      <form onSubmit={onSubmit}>
        <Stack gap="md" maw="26rem">
          {error && <ErrorNote error={error} />}
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            withAsterisk={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" variant="default" loading={busy}>
              Save
            </Button>
            <span aria-live="polite">{saved && <StatusBadge status="done">Saved</StatusBadge>}</span>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

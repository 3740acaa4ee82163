import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ConfirmRequest } from '../../../contracts/dashboard/session.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { ApiError, onFreshSignIn, request } from './requests.ts'
import { useMe, useSessionChange } from './session.ts'

type Settle = (confirmed: boolean) => void

/** Asks for the password again when the server wants a fresh sign-in; the action that was refused then goes on. */
export function FreshSignIn() {
  const [open, setOpen] = useState(false)
  const waiting = useRef<Settle[]>([])
  useEffect(() => {
    onFreshSignIn(
      () =>
        new Promise((settle) => {
          waiting.current.push(settle)
          setOpen(true)
        }),
    )
    return () => onFreshSignIn(async () => false)
  }, [])
  function close(confirmed: boolean): void {
    setOpen(false)
    for (const settle of waiting.current.splice(0)) settle(confirmed)
  }
  return (
    <Dialog title="Confirm that it is you" opened={open} onClose={() => close(false)}>
      <ConfirmForm onConfirmed={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
}

interface ConfirmFormProps {
  readonly onConfirmed: () => void
  readonly onCancel: () => void
}

function ConfirmForm({ onConfirmed, onCancel }: ConfirmFormProps) {
  const { person } = useMe()
  const { refresh } = useSessionChange()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function submit(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const body: ConfirmRequest = { password, ...(person.two_factor ? { code: code.trim() } : {}) }
      await request('POST', '/dashboard/api/confirm', { body })
      void refresh()
      onConfirmed()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, {}))
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">This action needs a sign-in of the last ten minutes. You are {person.email}.</Text>
        {error && <ErrorNote error={error} />}
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        {person.two_factor && (
          <TextInput
            label="Code of your authenticator app, or a backup code"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { request } from '../api/requests.ts'
import { useMe, useSessionChange } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { useSubmit } from '../sign-in/use-submit.ts'
import styles from './TwoFactor.module.css'

const AUTH = '/dashboard/auth/two-factor'

export function TwoFactor() {
  const { person } = useMe()
  const [open, setOpen] = useState(false)
  // The dialog ends what it began, although the person has the second factor from the middle of it on.
  const [turning, setTurning] = useState<'on' | 'off'>('on')
  return (
    <Card
      title="Second factor"
      lead="A code of an authenticator app, beside the password."
      actions={
        <Button
          variant={person.two_factor ? 'default' : 'filled'}
          onClick={() => {
            setTurning(person.two_factor ? 'off' : 'on')
            setOpen(true)
          }}
        >
          {person.two_factor ? 'Turn off' : 'Set up'}
        </Button>
      }
    >
      {person.two_factor ? (
        <StatusBadge status="active">On</StatusBadge>
      ) : (
        'Off. Anybody who learns your password can sign in as you.'
      )}
      <Dialog
        title={turning === 'on' ? 'Set up the second factor' : 'Turn the second factor off'}
        opened={open}
        onClose={() => setOpen(false)}
      >
        {turning === 'on' ? <SetUp onDone={() => setOpen(false)} /> : <TurnOff onDone={() => setOpen(false)} />}
      </Dialog>
    </Card>
  )
}

interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** Password, then the picture to scan and a code that proves it, then the backup codes. */
function SetUp({ onDone }: { readonly onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [proven, setProven] = useState(false)
  if (!enrolment)
    return (
      <PasswordForm
        lead="First, your password."
        submit="Continue"
        onSubmit={async (password) =>
          setEnrolment(await request<Enrolment>('POST', `${AUTH}/enable`, { body: { password } }))
        }
      />
    )
  if (!proven) return <Prove uri={enrolment.totpURI} onProven={() => setProven(true)} />
  return (
    <Stack gap="md">
      <Text>The second factor is on. Keep these codes: each lets you in once, should you lose your device.</Text>
      <CodeSnippet label="Backup codes" code={{ 'Backup codes': enrolment.backupCodes.join('\n') }} />
      <Button onClick={onDone}>I have kept them</Button>
    </Stack>
  )
}

function Prove({ uri, onProven }: { readonly uri: string; readonly onProven: () => void }) {
  const { refresh } = useSessionChange()
  const [picture, setPicture] = useState<string>()
  const [code, setCode] = useState('')
  const { busy, error, onSubmit } = useSubmit(async () => {
    await request('POST', `${AUTH}/verify-totp`, { body: { code: code.trim() } })
    onProven()
    await refresh()
  })
  useEffect(() => {
    let left = false
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(uri, { margin: 1, width: 384 }))
      .then((url) => {
        if (!left) setPicture(url)
      })
    return () => {
      left = true
    }
  }, [uri])
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>Scan this with your authenticator app, then enter the code it shows.</Text>
        <div className={styles.picture}>
          {picture && <img src={picture} alt="QR code of the secret" width={192} height={192} />}
        </div>
        <Text c="dimmed">
          Or type the secret:{' '}
          <Copy text={new URL(uri).searchParams.get('secret') ?? ''} label="Copy the secret" whole />
        </Text>
        {error && <ErrorNote error={error} />}
        <TextInput
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          Turn on
        </Button>
      </Stack>
    </form>
  )
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const { refresh } = useSessionChange()
  return (
    <PasswordForm
      lead="Your password alone will then let you in, and your backup codes end."
      submit="Turn off"
      onSubmit={async (password) => {
        await request('POST', `${AUTH}/disable`, { body: { password } })
        await refresh()
        onDone()
      }}
    />
  )
}

interface PasswordFormProps {
  readonly lead: string
  readonly submit: string
  readonly onSubmit: (password: string) => Promise<void>
}

function PasswordForm({ lead, submit, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const form = useSubmit(() => onSubmit(password))
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="md">
        <Text>{lead}</Text>
        {form.error && <ErrorNote error={form.error} />}
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={form.busy}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

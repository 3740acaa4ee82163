import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { OpenInvitation } from '../../../contracts/dashboard/people.ts'
import { useRead } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Gate } from './Gate.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useSubmit } from './use-submit.ts'

export default function Invitation({ token }: { readonly token: string }) {
  const { data, error } = useRead<OpenInvitation>(`/invitation/${encodeURIComponent(token)}`)
  if (data) return <Accept token={token} invitation={data} />
  if (!error) return null
  return (
    <Gate
      title="This invitation is not open"
      lead={error.isFinal ? 'It was used, taken back or is too old. Ask for a new one.' : error.message}
    >
      <Anchor component={Link} href="/sign-in">
        To the sign-in
      </Anchor>
    </Gate>
  )
}

function Accept({ token, invitation }: { readonly token: string; readonly invitation: OpenInvitation }) {
  const { refresh } = useSessionChange()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { busy, error, onSubmit } = useSubmit(async () => {
    await request('POST', `/dashboard/api/invitation/${encodeURIComponent(token)}/accept`, { body: { name, password } })
    await refresh()
    navigate('/sign-in')
  })
  return (
    <Gate
      title={`Join ${invitation.enterprise.name}`}
      lead={`You were invited as ${invitation.role}, with ${invitation.email}.`}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {error && <ErrorNote error={error} />}
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NewPassword value={password} onChange={setPassword} />
          <Button type="submit" loading={busy} fullWidth>
            Create the account
          </Button>
        </Stack>
      </form>
    </Gate>
  )
}

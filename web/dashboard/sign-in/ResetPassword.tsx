import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { request } from '../api/requests.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { EmailField } from './EmailField.tsx'
import { Gate } from './Gate.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useSubmit } from './use-submit.ts'

/** Without a token: ask for the e-mail. With the token of that e-mail: the new password. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Choose token={token} /> : <Ask refused={search.has('error')} />
}

function Ask({ refused }: { readonly refused: boolean }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const { busy, error, onSubmit } = useSubmit(async () => {
    const body = { email: email.trim(), redirectTo: '/dashboard/reset-password' }
    await request('POST', '/dashboard/auth/request-password-reset', { body })
    setSent(true)
  })
  const back = (
    <Anchor component={Link} href="/sign-in" ta="center">
      Back to the sign-in
    </Anchor>
  )
  if (sent)
    return (
      <Gate title="Look into your inbox" lead={`If ${email.trim()} has an account, a link is on its way to it.`}>
        {back}
      </Gate>
    )
  return (
    <Gate
      title={refused ? 'This link is over' : 'Forgot your password?'}
      lead={refused ? 'Ask for a new one.' : 'We send you a link to choose a new one.'}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {error && <ErrorNote error={error} />}
          <EmailField value={email} onChange={setEmail} />
          <Button type="submit" loading={busy} fullWidth>
            Send the link
          </Button>
          {back}
        </Stack>
      </form>
    </Gate>
  )
}

function Choose({ token }: { readonly token: string }) {
  const [, navigate] = useLocation()
  const [password, setPassword] = useState('')
  const { busy, error, onSubmit } = useSubmit(async () => {
    await request('POST', '/dashboard/auth/reset-password', { body: { newPassword: password, token } })
    navigate('/sign-in')
  })
  return (
    <Gate title="Choose a new password" lead="Every device that is signed in is signed out.">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {error && <ErrorNote error={error} />}
          <NewPassword label="New password" value={password} onChange={setPassword} />
          <Button type="submit" loading={busy} fullWidth>
            Save and sign in
          </Button>
        </Stack>
      </form>
    </Gate>
  )
}

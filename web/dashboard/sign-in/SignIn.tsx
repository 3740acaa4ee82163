import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { EmailField } from './EmailField.tsx'
import { Gate } from './Gate.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useSubmit } from './use-submit.ts'

/** E-mail and password, then the second factor where there is one. The page that was asked for comes after. */
export default function SignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  return needsCode ? (
    <SecondFactor onBack={() => setNeedsCode(false)} />
  ) : (
    <PasswordStep onCode={() => setNeedsCode(true)} />
  )
}

function PasswordStep({ onCode }: { readonly onCode: () => void }) {
  const { refresh } = useSessionChange()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { busy, error, onSubmit } = useSubmit(async () => {
    const body = { email: email.trim(), password }
    const answer = await request<{ twoFactorRedirect?: boolean }>('POST', '/dashboard/auth/sign-in/email', { body })
    if (answer.twoFactorRedirect) onCode()
    else await refresh()
  })
  return (
    <Gate title="Sign in" lead="To your enterprise's dashboard." foot="No account? Ask an admin to invite you.">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {error && <ErrorNote error={error} />}
          <EmailField value={email} onChange={setEmail} />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
          <Anchor component={Link} href="/reset-password" ta="center">
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
    </Gate>
  )
}

import { useState } from 'react'
import { CodeForm } from '../../forms/CodeForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { RequestError } from '../../ui/requests.ts'
import { Screen } from '../../ui/Screen.tsx'
import type { StepProps } from '../use-flow.ts'

/** The code that proves the address of a new login, which exists only afterwards. */
export function EmailCode({ state, flow }: StepProps) {
  const [taken, setTaken] = useState(false)
  const email = state.login.email ?? 'your e-mail address'
  if (taken) {
    return (
      <Screen
        title="You have a login already"
        lead={`There is a login with ${email}. Please sign in with it; a forgotten password can be replaced there.`}
        actions={<Button onClick={() => void flow.back()}>Sign in</Button>}
      />
    )
  }
  return (
    <CodeForm
      title="Confirm your e-mail"
      sentTo={email}
      prefilled={state.prefill?.code}
      onSubmit={async (code) => {
        await flow.act('email-code', { code }).catch((error: unknown) => {
          if (!(error instanceof RequestError && error.code === 'email_taken')) throw error
          setTaken(true)
        })
      }}
      onResend={() => flow.act('email-code/resend', {})}
    />
  )
}

import { useState } from 'react'
import { CodeForm } from '../../forms/CodeForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { RequestError } from '../../ui/requests.ts'
import { Screen } from '../../ui/Screen.tsx'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'

/** The code that proves the address of a new login, which exists only afterwards. */
export function EmailCode({ state, flow }: StepProps) {
  const [taken, setTaken] = useState(false)
  const email = state.login.email ?? t('email.yours')
  if (taken) {
    return (
      <Screen
        title={t('login.takenTitle')}
        lead={t('login.takenLead', { email })}
        actions={<Button onClick={() => void flow.back()}>{t('signIn')}</Button>}
      />
    )
  }
  return (
    <CodeForm
      title={t('email.confirm')}
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

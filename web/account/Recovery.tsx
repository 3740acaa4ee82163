import { useState } from 'react'
import { email, newPassword, newPasswordHint } from '../forms/rules.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'

interface ForgotProps {
  readonly onSubmit: (email: string) => Promise<void>
  readonly onBack: () => void
}

/** Asks for the link to choose a new password. */
export function Forgot({ onSubmit, onBack }: ForgotProps) {
  const form = useForm({ email: { rule: email } })
  const { busy, error, run } = useAction()
  const [asked, setAsked] = useState(false)
  async function submit(): Promise<void> {
    if (!form.check()) return
    const refused = await run(() => onSubmit(form.values.email))
    form.showErrors(refused)
    setAsked(refused === undefined)
  }
  if (asked) {
    return (
      // Another screen than the form: its heading takes the focus.
      <Screen
        key="sent"
        badge={<Badge tone="waiting" />}
        title={t('forgot.sentTitle')}
        lead={t('forgot.sentLead', { email: form.values.email })}
        actions={<Button onClick={onBack}>{t('forgot.back')}</Button>}
      />
    )
  }
  return (
    <Screen
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t('forgot.send')}
          </Button>
          <Button look="link" onClick={onBack}>
            {t('forgot.back')}
          </Button>
        </>
      }
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <TextField
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        {...form.field('email')}
      />
    </Screen>
  )
}

interface ResetProps {
  readonly onSubmit: (password: string) => Promise<void>
  readonly onForgot: () => void
}

/** Behind the mailed link. */
export function Reset({ onSubmit, onForgot }: ResetProps) {
  const form = useForm({ password: { rule: newPassword } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => onSubmit(form.values.password)))
  }
  return (
    <Screen
      title={t('forgot.title')}
      lead={t('reset.lead')}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('continue')}
        </Button>
      }
    >
      {error && error.fieldErrors.length === 0 && (
        <Notice tone="danger">
          {error.message}{' '}
          {error.code === 'link_unusable' && (
            <Button look="link" onClick={onForgot}>
              {t('reset.ask')}
            </Button>
          )}
        </Notice>
      )}
      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        hint={newPasswordHint()}
        {...form.field('password')}
      />
    </Screen>
  )
}

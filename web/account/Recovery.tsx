import { useState } from 'react'
import { email, NEW_PASSWORD_HINT, newPassword } from '../forms/rules.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'

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
      <Screen
        badge={<Badge tone="waiting" />}
        title="Look into your mailbox"
        lead={`If ${form.values.email} has a login, a link is on its way there. It works for an hour.`}
        actions={<Button onClick={onBack}>Back to the sign-in</Button>}
      />
    )
  }
  return (
    <Screen
      title="Choose a new password"
      lead="We mail you a link. Your password stays as it is until you have used it."
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            Send the link
          </Button>
          <Button look="link" onClick={onBack}>
            Back to the sign-in
          </Button>
        </>
      }
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <TextField label="E-mail" type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
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
      title="Choose a new password"
      lead="A code to your mobile number confirms it. Every other device is signed out then."
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          Continue
        </Button>
      }
    >
      {error && error.fieldErrors.length === 0 && (
        <Notice tone="danger">
          {error.message}{' '}
          {error.code === 'link_unusable' && (
            <Button look="link" onClick={onForgot}>
              Ask for a new link
            </Button>
          )}
        </Notice>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={NEW_PASSWORD_HINT}
        {...form.field('password')}
      />
    </Screen>
  )
}

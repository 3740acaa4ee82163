import type { SignInRequest } from '../../contracts/connect.ts'
import { email, text } from '../forms/rules.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import styles from './account.module.css'

interface SignInProps {
  readonly onSubmit: (login: SignInRequest) => Promise<void>
  readonly onForgot: () => void
}

export function SignIn({ onSubmit, onForgot }: SignInProps) {
  const form = useForm({ email: { rule: email }, password: { rule: text('your password') } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => onSubmit(form.values)))
  }
  return (
    <Screen
      title="Sign in"
      lead="See your money, and who pays you."
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            Sign in
          </Button>
          <Button look="link" onClick={onForgot}>
            Forgot your password?
          </Button>
        </>
      }
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label="E-mail" type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

import type { SignInRequest } from '../../contracts/connect.ts'
import { email, text } from '../forms/rules.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { canUsePasskeys } from '../ui/passkeys.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'

interface SignInProps {
  readonly onSubmit: (login: SignInRequest) => Promise<void>
  readonly onPasskey: () => Promise<void>
  readonly onForgot: () => void
}

export function SignIn({ onSubmit, onPasskey, onForgot }: SignInProps) {
  const form = useForm({ email: { rule: email }, password: { rule: text(t('what.password')) } })
  const { busy, error, run } = useAction()
  const byPasskey = useAction()
  const shown = error ?? byPasskey.error
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => onSubmit(form.values)))
  }
  return (
    <Screen
      title={t('signIn')}
      lead={t('account.signInLead')}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t('signIn')}
          </Button>
          {canUsePasskeys() && (
            <Button look="quiet" busy={byPasskey.busy} onClick={() => void byPasskey.run(onPasskey)}>
              {t('passkey.signIn')}
            </Button>
          )}
          <Button look="link" onClick={onForgot}>
            {t('field.forgot')}
          </Button>
        </>
      }
    >
      {shown && <Notice tone="danger">{shown.message}</Notice>}
      <div className={styles.fields}>
        <TextField
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          {...form.field('email')}
        />
        <PasswordField label={t('field.password')} autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

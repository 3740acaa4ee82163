import { useState } from 'react'
import { email, newPassword, newPasswordHint, text } from '../../forms/rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

const MODES = {
  create: {
    path: 'login',
    title: 'login.createTitle',
    lead: 'login.createLead',
    button: 'login.createButton',
    other: 'login.createOther',
  },
  /** For an owner whose login has no password, or whose password was revoked. */
  set_password: {
    path: 'login',
    title: 'login.setTitle',
    lead: 'login.setLead',
    button: 'login.setButton',
    other: 'login.setOther',
  },
  /** For a connection with an account: only its owner may change it. */
  owner: {
    path: 'sign-in',
    title: 'login.ownerTitle',
    lead: 'login.ownerLead',
    button: 'signIn',
    other: 'login.ownerOther',
  },
  sign_in: {
    path: 'sign-in',
    title: 'login.inTitle',
    lead: 'login.inLead',
    button: 'signIn',
    other: 'login.inOther',
  },
} as const

type Mode = keyof typeof MODES

const OTHER: Record<Mode, Mode> = { create: 'sign_in', sign_in: 'create', owner: 'set_password', set_password: 'owner' }

export function SignIn({ state, flow }: StepProps) {
  const owned = state.connection.type === 'direct' || state.connection.type === 'wallet'
  const [mode, setMode] = useState<Mode>(owned ? 'owner' : flow.wantsSignIn ? 'sign_in' : 'create')
  const [address, setAddress] = useState(state.login.email ?? state.invited.email)
  return (
    <LoginForm
      key={mode}
      flow={flow}
      mode={mode}
      address={address}
      onAddress={setAddress}
      onSwap={() => setMode(OTHER[mode])}
    />
  )
}

interface LoginFormProps extends Pick<StepProps, 'flow'> {
  readonly mode: Mode
  readonly address: string
  readonly onAddress: (address: string) => void
  readonly onSwap: () => void
}

function LoginForm({ flow, mode, address, onAddress, onSwap }: LoginFormProps) {
  const words = MODES[mode]
  const form = useForm({
    email: { initial: address, rule: email },
    password: { rule: words.path === 'login' ? newPassword : text(t('what.password')) },
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    form.showErrors(await run(() => flow.act(words.path, form.values)))
  }
  return (
    <Screen
      title={t(words.title)}
      lead={t(words.lead)}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t(words.button)}
          </Button>
          <Button look="link" onClick={onSwap}>
            {t(words.other)}
          </Button>
        </>
      }
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          {...form.field('email')}
          onChange={(typed) => {
            form.set('email', typed)
            onAddress(typed)
          }}
        />
        <PasswordField
          label={t('field.password')}
          autoComplete={words.path === 'login' ? 'new-password' : 'current-password'}
          hint={words.path === 'login' ? newPasswordHint() : undefined}
          {...form.field('password')}
        />
        {words.path === 'sign-in' && (
          <a href="/account#forgot" target="_blank" rel="noreferrer">
            {t('field.forgot')}
          </a>
        )}
      </div>
    </Screen>
  )
}

import { useCallback, useEffect, useState } from 'react'
import type { AccountSecurity, AccountSecuritySteps, AccountSession } from '../../contracts/account.ts'
import { CodeForm } from '../forms/CodeForm.tsx'
import { email, mobileNumber, NEW_PASSWORD_HINT, newPassword, text } from '../forms/rules.ts'
import { formatDay } from '../forms/words.ts'
import { Button } from '../ui/Button.tsx'
import { deviceOf } from '../ui/devices.ts'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, type RequestError, request } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import styles from './account.module.css'
import { Submit } from './Submit.tsx'

type Send = <Path extends keyof AccountSecuritySteps>(path: Path, body: AccountSecuritySteps[Path]) => Promise<void>
type Editing = 'email' | 'mobile' | 'password'

interface SecurityProps {
  readonly session: AccountSession
  readonly onBack: () => void
}

/** How the login is kept: its address, number and password, and where it is signed in. */
export function Security({ session, onBack }: SecurityProps) {
  const [security, setSecurity] = useState<AccountSecurity>()
  const [broken, setBroken] = useState<RequestError>()
  const [editing, setEditing] = useState<Editing>()
  const load = useCallback(async () => {
    setBroken(undefined)
    await request<AccountSecurity>('GET', '/account/api/security').then(setSecurity, (error: unknown) =>
      setBroken(asRequestError(error)),
    )
  }, [])
  useEffect(() => void load(), [load])
  const send: Send = async (path, body) => {
    setSecurity(await request<AccountSecurity>('POST', `/account/api/${path}`, { body }))
    setEditing(undefined)
  }
  if (broken) return <RetryScreen title="We could not load this page" message={broken.message} onRetry={load} />
  if (!security) return null
  if (security.change) {
    return (
      <>
        <CodeForm
          title={security.change.kind === 'email' ? 'Confirm your e-mail' : 'Confirm your mobile number'}
          sentTo={security.change.to}
          prefilled={session.prefill?.code}
          onSubmit={(code) => send('change/code', { code })}
          onResend={() => send('change/resend', {})}
        />
        <Button look="link" onClick={() => void send('change/abandon', {}).catch(load)}>
          Keep it as it was
        </Button>
      </>
    )
  }
  if (editing === 'password') return <ChangePassword send={send} onBack={() => setEditing(undefined)} />
  if (editing) return <Change kind={editing} security={security} send={send} onBack={() => setEditing(undefined)} />
  return <Overview security={security} send={send} onEdit={setEditing} onBack={onBack} />
}

interface OverviewProps {
  readonly security: AccountSecurity
  readonly send: Send
  readonly onEdit: (what: Editing) => void
  readonly onBack: () => void
}

function Overview({ security, send, onEdit, onBack }: OverviewProps) {
  const { error, run } = useAction()
  const others = security.sessions.filter(({ current }) => !current)
  const lines: readonly { what: Editing; label: string; value: string; button: string }[] = [
    {
      what: 'email',
      label: security.email !== null && !security.email_proven ? 'E-mail, not confirmed yet' : 'E-mail',
      value: security.email ?? 'None: please add one',
      button: security.email !== null && !security.email_proven ? 'Confirm e-mail' : 'Change e-mail',
    },
    { what: 'mobile', label: 'Mobile number', value: security.mobile ?? 'None', button: 'Change mobile number' },
    { what: 'password', label: 'Password', value: '••••••••', button: 'Change password' },
  ]
  return (
    <Screen title="Your login" actions={<Button onClick={onBack}>Back to your account</Button>}>
      <ul className={styles.list}>
        {lines.map(({ what, label, value, button }) => (
          <li key={what} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>{value}</p>
              <p className={styles.soft}>{label}</p>
            </div>
            <Button look="link" aria-label={button} onClick={() => onEdit(what)}>
              {button.split(' ', 1)[0]}
            </Button>
          </li>
        ))}
      </ul>
      <section className={styles.section}>
        <h2 className={styles.subtitle}>Where you are signed in</h2>
        {error && <Notice tone="danger">{error.message}</Notice>}
        <ul className={styles.list}>
          {security.sessions.map(({ id, current, user_agent, address, created_at }) => (
            <li key={id} className={styles.line}>
              <div className={styles.words}>
                <p className={styles.strong}>{deviceOf(user_agent ?? '')}</p>
                <p className={styles.soft}>{[address, `since ${formatDay(created_at)}`].filter(Boolean).join(', ')}</p>
              </div>
              {current ? (
                <span className={styles.status}>This device</span>
              ) : (
                <Button look="link" onClick={() => void run(() => send('sessions/end', { session: id }))}>
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
        {others.length > 1 && (
          <Button look="quiet" onClick={() => void run(() => send('sessions/end', {}))}>
            Sign out everywhere else
          </Button>
        )}
      </section>
    </Screen>
  )
}

const CHANGES = {
  email: { title: 'Your e-mail address', label: 'E-mail', rule: email, type: 'email', autoComplete: 'email' },
  mobile: { title: 'Your mobile number', label: 'Mobile number', rule: mobileNumber, type: 'tel', autoComplete: 'tel' },
} as const

interface ChangeProps {
  readonly kind: 'email' | 'mobile'
  readonly security: AccountSecurity
  readonly send: Send
  readonly onBack: () => void
}

function Change({ kind, security, send, onBack }: ChangeProps) {
  const { title, label, rule, type, autoComplete } = CHANGES[kind]
  const unproven = kind === 'email' && !security.email_proven ? (security.email ?? undefined) : undefined
  const form = useForm({ value: { initial: unproven, rule }, password: { rule: text('your password') } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => send('change', { kind, ...form.values })))
  }
  return (
    <Screen
      title={title}
      lead="We send a code there. Nothing changes until you have entered it."
      onSubmit={() => void submit()}
      actions={<Submit label="Send code" busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label={label} type={type} inputMode={type} autoComplete={autoComplete} {...form.field('value')} />
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

function ChangePassword({ send, onBack }: Pick<ChangeProps, 'send' | 'onBack'>) {
  const form = useForm({ password: { rule: text('your password') }, new_password: { rule: newPassword } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => send('password', form.values)))
  }
  return (
    <Screen
      title="Change your password"
      lead="Every other device is signed out."
      onSubmit={() => void submit()}
      actions={<Submit label="Change password" busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
          {...form.field('new_password')}
        />
      </div>
    </Screen>
  )
}

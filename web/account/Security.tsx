import { useCallback, useEffect, useState } from 'react'
import type { AccountPasskey, AccountSecurity, AccountSession } from '../../contracts/account.ts'
import { CodeForm } from '../forms/CodeForm.tsx'
import { email, mobileNumber, newPassword, newPasswordHint, text } from '../forms/rules.ts'
import { formatDay } from '../forms/words.ts'
import { Button } from '../ui/Button.tsx'
import { deviceOf, UNKNOWN_DEVICE } from '../ui/devices.ts'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, type RequestError, request } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { AddPasskey, Passkeys, RenamePasskey } from './Passkeys.tsx'
import { ChangeAddress, Profile } from './Profile.tsx'
import { Submit } from './Submit.tsx'
import type { Send } from './security-steps.ts'

type Editing = 'email' | 'mobile' | 'password' | 'address' | 'passkey' | AccountPasskey

interface SecurityProps {
  readonly session: AccountSession
  readonly onBack: () => void
}

/** Who the creator is, and how the login is kept: address, number, password, passkeys, and where it is signed in. */
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
  if (broken) return <RetryScreen title={t('load.failed')} message={broken.message} onRetry={load} />
  if (!security) return null
  if (security.change) {
    return (
      <>
        <CodeForm
          title={t(security.change.kind === 'email' ? 'email.confirm' : 'login.confirmMobile')}
          sentTo={security.change.to}
          prefilled={session.prefill?.code}
          onSubmit={(code) => send('change/code', { code })}
          onResend={() => send('change/resend', {})}
        />
        <Button look="link" onClick={() => void send('change/abandon', {}).catch(load)}>
          {t('login.keep')}
        </Button>
      </>
    )
  }
  const back = () => setEditing(undefined)
  if (typeof editing === 'object') return <RenamePasskey passkey={editing} send={send} onBack={back} />
  switch (editing) {
    case 'password':
      return <ChangePassword send={send} onBack={back} />
    case 'address':
      return <ChangeAddress address={security.profile.address} onSave={(body) => send('address', body)} onBack={back} />
    case 'passkey':
      return <AddPasskey send={send} onBack={back} />
    case 'email':
    case 'mobile':
      return <Change kind={editing} security={security} send={send} onBack={back} />
  }
  const realTime = session.environment === 'sandbox' ? t('account.realTime') : undefined
  return <Overview security={security} realTime={realTime} send={send} onEdit={setEditing} onBack={onBack} />
}

/** `Firefox on Linux`, in the page's language. */
function deviceWords(userAgent: string): string {
  const device = deviceOf(userAgent)
  const [browser, system] = device.split(' on ')
  if (device === UNKNOWN_DEVICE) return t('device.unknown')
  return browser && system ? t('device.on', { browser, system }) : device
}

interface OverviewProps {
  readonly security: AccountSecurity
  /** Said in a sandbox, whose other pages have its own clock. */
  readonly realTime: string | undefined
  readonly send: Send
  readonly onEdit: (what: Editing) => void
  readonly onBack: () => void
}

function Overview({ security, realTime, send, onEdit, onBack }: OverviewProps) {
  const isUnproven = security.email !== null && !security.email_proven
  const lines: readonly {
    what: 'email' | 'mobile' | 'password'
    label: string
    value: string
    button: string
    short?: string
  }[] = [
    {
      what: 'email',
      label: t(isUnproven ? 'login.unproven' : 'field.email'),
      value: security.email ?? t('login.noEmail'),
      button: t(isUnproven ? 'login.confirmEmail' : 'login.changeEmail'),
      short: t(isUnproven ? 'login.confirm' : 'login.change'),
    },
    {
      what: 'mobile',
      label: t('mobile.label'),
      value: security.mobile ?? t('login.none'),
      button: t('login.changeMobile'),
    },
    { what: 'password', label: t('field.password'), value: '••••••••', button: t('login.changePassword') },
  ]
  return (
    <Screen title={t('account.login')} lead={realTime} actions={<Button onClick={onBack}>{t('account.back')}</Button>}>
      <Profile profile={security.profile} onAddress={() => onEdit('address')} />
      <section className={styles.section}>
        <h2 className={styles.subtitle}>{t('profile.signIn')}</h2>
        <ul className={styles.list}>
          {lines.map(({ what, label, value, button, short = t('login.change') }) => (
            <li key={what} className={styles.line}>
              <div className={styles.words}>
                <p className={styles.strong}>{value}</p>
                <p className={styles.soft}>{label}</p>
              </div>
              <Button look="link" aria-label={button} onClick={() => onEdit(what)}>
                {short}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <Passkeys
        passkeys={security.passkeys}
        send={send}
        onAdd={() => onEdit('passkey')}
        onRename={(passkey) => onEdit(passkey)}
      />
      <OpenSessions sessions={security.sessions} send={send} />
    </Screen>
  )
}

function OpenSessions({ sessions, send }: Pick<OverviewProps, 'send'> & Pick<AccountSecurity, 'sessions'>) {
  const { error, run } = useAction()
  const others = sessions.filter(({ current }) => !current)
  return (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{t('login.where')}</h2>
      {error && <Notice tone="danger">{error.message}</Notice>}
      <ul className={styles.list}>
        {sessions.map(({ id, current, user_agent, address, created_at }) => (
          <li key={id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>{deviceWords(user_agent ?? '')}</p>
              <p className={styles.soft}>
                {[address, t('login.since', { day: formatDay(created_at) })].filter(Boolean).join(', ')}
              </p>
            </div>
            {current ? (
              <span className={styles.status}>{t('login.thisDevice')}</span>
            ) : (
              <Button look="link" onClick={() => void run(() => send('sessions/end', { session: id }))}>
                {t('signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button look="quiet" onClick={() => void run(() => send('sessions/end', {}))}>
          {t('login.everywhere')}
        </Button>
      )}
    </section>
  )
}

const CHANGES = {
  email: { title: 'login.emailTitle', label: 'field.email', rule: email, type: 'email', autoComplete: 'email' },
  mobile: { title: 'login.mobileTitle', label: 'mobile.label', rule: mobileNumber, type: 'tel', autoComplete: 'tel' },
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
  const form = useForm({ value: { initial: unproven, rule }, password: { rule: text(t('what.password')) } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => send('change', { kind, ...form.values })))
  }
  return (
    <Screen
      title={t(title)}
      lead={t('login.codeLead')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('mobile.send')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label={t(label)} type={type} inputMode={type} autoComplete={autoComplete} {...form.field('value')} />
        <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

function ChangePassword({ send, onBack }: Pick<ChangeProps, 'send' | 'onBack'>) {
  const form = useForm({ password: { rule: text(t('what.password')) }, new_password: { rule: newPassword } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => send('password', form.values)))
  }
  return (
    <Screen
      title={t('login.passwordTitle')}
      lead={t('login.passwordLead')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('login.changePassword')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
        <PasswordField
          label={t('field.newPassword')}
          autoComplete="new-password"
          hint={newPasswordHint()}
          {...form.field('new_password')}
        />
      </div>
    </Screen>
  )
}

import { useState } from 'react'
import type { AccountPasskey, AccountSecurity } from '../../contracts/account.ts'
import { text } from '../forms/rules.ts'
import { formatDay } from '../forms/words.ts'
import { Button } from '../ui/Button.tsx'
import { deviceOf, UNKNOWN_DEVICE } from '../ui/devices.ts'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { canUsePasskeys } from '../ui/passkeys.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { makePasskey } from './passkeys.ts'
import { Submit } from './Submit.tsx'
import type { Send } from './security-steps.ts'

const NAME_MAX = 60

interface PasskeysProps {
  readonly passkeys: AccountSecurity['passkeys']
  readonly send: Send
  readonly onAdd: () => void
  readonly onRename: (passkey: AccountPasskey) => void
}

/** The passkeys of the login: each stands for the password and the code. */
export function Passkeys({ passkeys, send, onAdd, onRename }: PasskeysProps) {
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.subtitle}>{t('passkey.title')}</h2>
        <p className={styles.soft}>{t('passkey.lead')}</p>
      </div>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.line}>
              <Line passkey={passkey} send={send} onRename={() => onRename(passkey)} />
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button look="quiet" onClick={onAdd}>
          {t('passkey.add')}
        </Button>
      ) : (
        <p className={styles.soft}>{t('passkey.none')}</p>
      )}
    </section>
  )
}

interface LineProps {
  readonly passkey: AccountPasskey
  readonly send: Send
  readonly onRename: () => void
}

function Line({ passkey: { id, name, created_at, used_at }, send, onRename }: LineProps) {
  const { busy, error, run } = useAction()
  const [asking, setAsking] = useState(false)
  const named = (action: string): string => t('agreement.of', { action, name })
  return (
    <div className={styles.agreement}>
      <div className={styles.words}>
        <p className={styles.strong}>{name}</p>
        <p className={styles.soft}>
          {used_at === null
            ? t('passkey.unused', { day: formatDay(created_at) })
            : t('passkey.used', { day: formatDay(created_at), last: formatDay(used_at) })}
        </p>
      </div>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {asking && <Notice tone="warn">{t('passkey.removeAsk')}</Notice>}
      <div className={styles.answers}>
        {asking ? (
          <>
            <Button look="link" busy={busy} onClick={() => void run(() => send('passkeys/remove', { passkey: id }))}>
              {t('passkey.removeYes')}
            </Button>
            <Button look="link" onClick={() => setAsking(false)}>
              {t('agreement.keep')}
            </Button>
          </>
        ) : (
          <>
            <Button look="link" aria-label={named(t('passkey.rename'))} onClick={onRename}>
              {t('passkey.rename')}
            </Button>
            <Button look="link" aria-label={named(t('money.remove'))} onClick={() => setAsking(true)}>
              {t('money.remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** A name to begin with: the device's system, where the browser says it. */
function deviceName(): string {
  const device = deviceOf(navigator.userAgent)
  return device === UNKNOWN_DEVICE ? t('login.thisDevice') : (device.split(' on ').at(-1) ?? device)
}

interface FormProps {
  readonly send: Send
  readonly onBack: () => void
}

export function AddPasskey({ send, onBack }: FormProps) {
  const form = useForm({
    name: { initial: deviceName(), rule: text(t('what.passkeyName')), shape: (typed) => typed.slice(0, NAME_MAX) },
    password: { rule: text(t('what.password')) },
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    const { name, password } = form.values
    if (!form.check()) return
    form.showErrors(await run(async () => send('passkeys', { response: await makePasskey(password), name })))
  }
  return (
    <Screen
      title={t('passkey.add')}
      lead={t('passkey.addLead')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('continue')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label={t('passkey.name')} hint={t('passkey.nameHint')} {...form.field('name')} />
        <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

export function RenamePasskey({ passkey, send, onBack }: FormProps & { readonly passkey: AccountPasskey }) {
  const form = useForm({
    name: { initial: passkey.name, rule: text(t('what.passkeyName')), shape: (typed) => typed.slice(0, NAME_MAX) },
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    form.showErrors(await run(() => send('passkeys/rename', { passkey: passkey.id, name: form.values.name })))
  }
  return (
    <Screen
      title={t('passkey.renameTitle')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('save')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <TextField label={t('passkey.name')} hint={t('passkey.nameHint')} {...form.field('name')} />
    </Screen>
  )
}

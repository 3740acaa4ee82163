import type { ConnectState, WelcomeRequest } from '../../../contracts/connect.ts'
import { Direction } from '../../forms/Direction.tsx'
import { permissionText, permissionTitle } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Points } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import styles from './screens.module.css'

interface WelcomeProps {
  readonly name: string
  readonly facts: Pick<ConnectState, 'use_case' | 'requested_permissions'>
  readonly onContinue: (wanted: WelcomeRequest) => Promise<void>
}

const USE_CASE = {
  Payout: { title: 'welcome.payTitle', lead: 'welcome.payLead' },
  Generic: { title: 'welcome.title', lead: 'welcome.lead' },
} as const

export function Welcome({ name, facts, onContinue }: WelcomeProps) {
  const { busy, error, run } = useAction()
  const words = USE_CASE[facts.use_case]
  return (
    <Screen
      title={t(words.title, { name })}
      lead={t(words.lead, { name })}
      onSubmit={() => void run(() => onContinue({}))}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t('welcome.start')}
          </Button>
          <Button look="link" onClick={() => void run(() => onContinue({ sign_in: true }))}>
            {t('welcome.known')}
          </Button>
        </>
      }
    >
      <section className={styles.section} aria-labelledby="asks">
        <h2 id="asks" className={styles.subtitle}>
          {t('welcome.asks', { name })}
        </h2>
        <Points>
          {facts.requested_permissions.map((permission) => (
            <li key={permission}>
              <div>
                <Direction permission={permission} />
              </div>
              <strong>{permissionTitle(permission)}</strong>
              <p className={styles.soft}>{permissionText(permission, name)}</p>
            </li>
          ))}
        </Points>
      </section>
      <Notice>{t('welcome.decide', { name })}</Notice>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

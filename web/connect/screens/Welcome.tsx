import type { ConnectState, WelcomeRequest } from '../../../contracts/connect.ts'
import { PERMISSION } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Points } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './screens.module.css'

interface WelcomeProps {
  readonly name: string
  readonly facts: Pick<ConnectState, 'use_case' | 'requested_permissions'>
  readonly onContinue: (wanted: WelcomeRequest) => Promise<void>
}

const USE_CASE = {
  Payout: {
    title: (name: string) => `${name} would like to pay you`,
    lead: (name: string) => `${name} uses Tributary to pay you. Setting it up takes about two minutes.`,
  },
  Generic: {
    title: (name: string) => `Connect with ${name}`,
    lead: (name: string) => `${name} is partnered with Tributary. Setting it up takes about two minutes.`,
  },
} as const

export function Welcome({ name, facts, onContinue }: WelcomeProps) {
  const { busy, error, run } = useAction()
  const words = USE_CASE[facts.use_case]
  return (
    <Screen
      title={words.title(name)}
      lead={words.lead(name)}
      onSubmit={() => void run(() => onContinue({}))}
      actions={
        <>
          <Button type="submit" busy={busy}>
            Get started
          </Button>
          <Button look="link" onClick={() => void run(() => onContinue({ sign_in: true }))}>
            I already have a Tributary account
          </Button>
        </>
      }
    >
      <section className={styles.section} aria-labelledby="asks">
        <h2 id="asks" className={styles.subtitle}>
          {name} asks to
        </h2>
        <Points>
          {facts.requested_permissions.map((permission) => (
            <li key={permission}>
              <strong>{PERMISSION[permission].title}</strong>
              <p className={styles.soft}>{PERMISSION[permission].text(name)}</p>
            </li>
          ))}
        </Points>
      </section>
      <Notice>You decide at the end. Until then, nothing is shared with {name}.</Notice>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

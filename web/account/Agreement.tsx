import { useState } from 'react'
import type { AccountHomeSteps, HomeContract } from '../../contracts/account.ts'
import { depositsOf, shareOf, sourceOf } from '../forms/words.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'

export type Answer = (body: AccountHomeSteps['contract']) => Promise<void>

interface AgreementProps {
  readonly contract: HomeContract
  readonly onAnswer: Answer
}

/** An agreement to share deposits, with the answers that it still takes. */
export function Agreement({ contract, onAnswer }: AgreementProps) {
  const { busy, error, run } = useAction()
  const [asking, setAsking] = useState(false)
  const { enterprise, status } = contract
  const decide = (decision: AccountHomeSteps['contract']['decision']) => (): void =>
    void run(() => onAnswer({ contract: contract.id, decision }))
  const named = (action: string): string => t('agreement.of', { action, name: enterprise })
  return (
    <div className={`${styles.agreement} ${styles.framed}`}>
      <div className={styles.line}>
        <div className={styles.words}>
          <p className={styles.strong}>{enterprise}</p>
          <p className={styles.soft}>
            {t('account.fromSource', { share: shareOf(contract), source: sourceOf(contract) })}
          </p>
          <p className={styles.soft}>{t('account.deposits', { which: depositsOf(contract) })}</p>
        </div>
        <span className={styles.status}>{t(`agreement.${status}`)}</span>
      </div>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {asking && <Notice tone="warn">{t('agreement.endAsk')}</Notice>}
      <div className={styles.answers}>
        {status === 'created' && (
          <>
            <Button look="link" busy={busy} aria-label={named(t('agreement.accept'))} onClick={decide('accept')}>
              {t('agreement.accept')}
            </Button>
            <Button look="link" aria-label={named(t('agreement.decline'))} onClick={decide('decline')}>
              {t('agreement.decline')}
            </Button>
          </>
        )}
        {status === 'active' &&
          (asking ? (
            <>
              <Button look="link" busy={busy} onClick={decide('end')}>
                {t('agreement.endYes')}
              </Button>
              <Button look="link" onClick={() => setAsking(false)}>
                {t('agreement.keep')}
              </Button>
            </>
          ) : (
            <Button look="link" aria-label={named(t('agreement.end'))} onClick={() => setAsking(true)}>
              {t('agreement.end')}
            </Button>
          ))}
      </div>
    </div>
  )
}

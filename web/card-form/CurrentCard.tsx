import { useState } from 'react'
import { BRAND_NAMES } from '../../contracts/card-brands.ts'
import type { Card } from '../../contracts/purchases.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { t } from '../ui/words/current.ts'
import styles from './card-form.module.css'

interface CurrentCardProps {
  readonly card: Card
  readonly justSaved: boolean
  readonly onReplace: () => void
  readonly onRemove: () => Promise<void>
}

const twoDigits = (number: number): string => String(number % 100).padStart(2, '0')

/** The saved card, with buttons to replace and remove it. */
export function CurrentCard({ card, justSaved, onReplace, onRemove }: CurrentCardProps) {
  const { busy, error, run } = useAction()
  const [asking, setAsking] = useState(false)
  return (
    <Screen
      title={t('card.yours')}
      actions={
        asking ? (
          <>
            <Button look="danger" busy={busy} onClick={() => void run(onRemove)}>
              {t('card.yes')}
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t('card.keep')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onReplace}>{t('card.replace')}</Button>
            <Button look="quiet" onClick={() => setAsking(true)}>
              {t('card.remove')}
            </Button>
          </>
        )
      }
    >
      {justSaved && <Notice tone="good">{t('card.saved')}</Notice>}
      {error && <Notice tone="danger">{error.message}</Notice>}
      {asking && <Notice tone="warn">{t('card.ask')}</Notice>}
      <div className={styles.saved}>
        <span className={styles.number}>
          {t('card.ending', { brand: BRAND_NAMES[card.brand], digits: card.last_four })}
        </span>
        <span className={styles.expiry}>
          {t('card.expiry', { month: twoDigits(card.expiration_month), year: twoDigits(card.expiration_year) })}
        </span>
      </div>
    </Screen>
  )
}

import { useState } from 'react'
import { BRAND_NAMES } from '../../contracts/card-brands.ts'
import type { Card } from '../../contracts/resources.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useAction } from '../ui/use-action.ts'
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
      title="Your card"
      actions={
        asking ? (
          <>
            <Button look="danger" busy={busy} onClick={() => void run(onRemove)}>
              Yes, remove it
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onReplace}>Replace card</Button>
            <Button look="quiet" onClick={() => setAsking(true)}>
              Remove card
            </Button>
          </>
        )
      }
    >
      {justSaved && <Notice tone="good">Your card is saved.</Notice>}
      {error && <Notice tone="danger">{error.message}</Notice>}
      {asking && <Notice tone="warn">Remove this card? You can add one again later.</Notice>}
      <div className={styles.saved}>
        <span className={styles.number}>
          {BRAND_NAMES[card.brand]} ending in {card.last_four}
        </span>
        <span className={styles.expiry}>
          Expires {twoDigits(card.expiration_month)} / {twoDigits(card.expiration_year)}
        </span>
      </div>
    </Screen>
  )
}

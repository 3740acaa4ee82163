import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { t } from '../ui/words/current.ts'

interface CardScreenProps {
  /** Whether a card is saved already. */
  readonly replacing: boolean
  readonly busy: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: (() => void) | undefined
  readonly children: ReactNode
}

/** The screen that takes a card, around the fields of the form or of the processor. */
export function CardScreen({ replacing, busy, onSubmit, onCancel, children }: CardScreenProps) {
  return (
    <Screen
      title={t(replacing ? 'card.replaceTitle' : 'card.add')}
      lead={t('card.lead')}
      onSubmit={() => void onSubmit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t('card.save')}
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              {t('card.keepOld')}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Screen>
  )
}

import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'

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
      title={replacing ? 'Replace your card' : 'Add a card'}
      lead="Your card is kept by the card processor. It is charged only when you buy something."
      onSubmit={() => void onSubmit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            Save card
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              Keep the old one
            </Button>
          )}
        </>
      }
    >
      {children}
    </Screen>
  )
}

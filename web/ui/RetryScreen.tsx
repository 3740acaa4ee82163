import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { Screen } from './Screen.tsx'
import { useAction } from './use-action.ts'
import { t } from './words/current.ts'

interface RetryScreenProps {
  readonly title: string
  readonly message: string
  readonly onRetry: () => Promise<unknown>
}

/** Shown when a page could not load its data. */
export function RetryScreen({ title, message, onRetry }: RetryScreenProps) {
  const { busy, run } = useAction()
  return (
    <Screen
      badge={<Badge tone="bad" />}
      title={title}
      lead={message}
      actions={
        <Button busy={busy} onClick={() => void run(onRetry)}>
          {t('tryAgain')}
        </Button>
      }
    />
  )
}

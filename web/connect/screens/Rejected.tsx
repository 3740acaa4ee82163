import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import { isEmbedded } from '../exit.ts'
import type { StepProps } from '../use-flow.ts'

/** In edit mode a check that is still open leaves the connection unchanged. */
const WORDS = {
  failed: { title: 'rejected.title', lead: 'rejected.lead', notice: 'rejected.notice' },
  review: { title: 'rejected.reviewTitle', lead: 'rejected.reviewLead', notice: 'rejected.reviewNotice' },
} as const

export function Rejected({ state, flow }: StepProps) {
  const { busy, error, run } = useAction()
  const again = t(state.back === 'method' ? 'rejected.again' : 'rejected.check')
  const words = WORDS[state.identity === 'review' ? 'review' : 'failed']
  const canLeave = isEmbedded() || state.return_url !== null
  return (
    <Screen
      badge={<Badge tone={state.identity === 'review' ? 'waiting' : 'bad'} />}
      title={t(words.title)}
      lead={t(words.lead)}
      actions={
        <>
          {state.back !== null && (
            <Button busy={busy} onClick={() => void run(flow.back)}>
              {again}
            </Button>
          )}
          {canLeave && (
            <Button look="link" onClick={flow.leave}>
              {t('return.to', { name: state.enterprise.name })}
            </Button>
          )}
        </>
      }
    >
      <Notice>{t(words.notice)}</Notice>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

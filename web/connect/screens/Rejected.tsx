import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isEmbedded } from '../exit.ts'
import type { StepProps } from '../use-flow.ts'

/** In edit mode a check that is still open leaves the connection unchanged. */
const WORDS = {
  failed: {
    title: 'We could not confirm who you are',
    lead: 'What you entered did not match our records. Often it is a typo, or a nickname in place of a legal name.',
    notice: 'Nothing was opened or shared, and your credit score is not touched.',
  },
  review: {
    title: 'We need to look at this',
    lead: 'We could not confirm who you are right away, so this change has to wait.',
    notice: 'Your connection stays as it was, and you are paid as before.',
  },
} as const

export function Rejected({ state, flow }: StepProps) {
  const { busy, error, run } = useAction()
  const again = state.back === 'method' ? 'Go back and try again' : 'Check my details'
  const words = WORDS[state.identity === 'review' ? 'review' : 'failed']
  const canLeave = isEmbedded() || state.return_url !== null
  return (
    <Screen
      badge={<Badge tone={state.identity === 'review' ? 'waiting' : 'bad'} />}
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {state.back !== null && (
            <Button busy={busy} onClick={() => void run(flow.back)}>
              {again}
            </Button>
          )}
          {canLeave && (
            <Button look="link" onClick={flow.leave}>
              Return to {state.enterprise.name}
            </Button>
          )}
        </>
      }
    >
      <Notice>{words.notice}</Notice>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

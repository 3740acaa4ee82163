import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isEmbedded } from '../exit.ts'
import type { StepProps } from '../use-flow.ts'

export function Rejected({ state, flow }: StepProps) {
  const { busy, refusal, run } = useAction()
  const again = state.back === 'method' ? 'Choose another way to be paid' : 'Check my details'
  const canLeave = isEmbedded() || state.return_url !== null
  return (
    <Screen
      badge={<Badge tone="bad" />}
      title="We could not confirm who you are"
      lead="What you entered did not match our records. Often it is a typo, or a nickname in place of a legal name."
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
      <Notice>Nothing was opened or shared, and your credit score is not touched.</Notice>
      {refusal && <Notice tone="danger">{refusal.message}</Notice>}
    </Screen>
  )
}

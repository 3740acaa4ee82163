import { CodeForm } from '../../forms/CodeForm.tsx'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'

export const Code = ({ state, flow }: StepProps) => (
  <CodeForm
    sentTo={state.login.mobile ?? t('mobile.yours')}
    prefilled={state.prefill?.code}
    onSubmit={(code) => flow.act('code', { code })}
    onResend={() => flow.act('code/resend', {})}
  />
)

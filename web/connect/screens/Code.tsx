import { CodeForm } from '../../forms/CodeForm.tsx'
import type { StepProps } from '../use-flow.ts'

export const Code = ({ state, flow }: StepProps) => (
  <CodeForm
    sentTo={state.login.mobile ?? 'your mobile number'}
    prefilled={state.prefill?.code}
    onSubmit={(code) => flow.act('code', { code })}
    onResend={() => flow.act('code/resend', {})}
  />
)

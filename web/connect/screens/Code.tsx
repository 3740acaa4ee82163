import { CodeForm } from '../../forms/CodeForm.tsx'
import type { StepProps } from '../use-flow.ts'

export const Code = ({ state, flow }: StepProps) => (
  <CodeForm
    mobile={state.login.mobile}
    prefilled={state.prefill?.code}
    onSubmit={(code) => flow.act('code', { code })}
    onResend={() => flow.act('code/resend', {})}
  />
)

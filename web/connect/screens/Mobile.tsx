import { MobileForm } from '../../forms/MobileForm.tsx'
import type { StepProps } from '../use-flow.ts'

export const Mobile = ({ state, flow }: StepProps) => (
  <MobileForm initial={state.prefill?.mobile} onSubmit={(mobile) => flow.act('mobile', { mobile })} />
)

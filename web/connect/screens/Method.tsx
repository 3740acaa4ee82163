import { type ReactNode, useState } from 'react'
import type { PayoutMethod as MethodName } from '../../../contracts/resources.ts'
import { METHOD } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { BankIcon, Mark, WalletIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { StepProps } from '../use-flow.ts'

const ICONS: Record<MethodName, ReactNode> = { direct: <Mark size={24} />, ach: <BankIcon />, wallet: <WalletIcon /> }

export function Method({ state, flow }: StepProps) {
  const only = state.methods.length === 1 ? state.methods[0]?.method : undefined
  const [method, setMethod] = useState<MethodName | undefined>(state.method ?? only)
  const [missing, setMissing] = useState(false)
  const { busy, error, run } = useAction()
  function submit(): void {
    setMissing(method === undefined)
    if (method === undefined) focusFirstError()
    else void run(() => flow.act('method', { method }))
  }
  return (
    <Screen
      title="How would you like to be paid?"
      lead={only ? `${state.enterprise.name} asks for a ${METHOD[only].title}.` : undefined}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={busy}>
          Continue
        </Button>
      }
    >
      <Choice
        legend="How would you like to be paid?"
        legendHidden
        name="method"
        value={method}
        onChange={(chosen) => {
          setMethod(chosen)
          setMissing(false)
        }}
        error={missing ? 'Please choose one.' : undefined}
        options={state.methods.map(({ method: value, current }) => ({
          value,
          title: METHOD[value].title,
          text: METHOD[value].text,
          icon: ICONS[value],
          note: current ? 'Now' : undefined,
        }))}
      />
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

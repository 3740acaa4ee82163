import { type ReactNode, useState } from 'react'
import type { PayoutMethod as MethodName } from '../../../contracts/resources.ts'
import { methodText, methodTitle } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { BankIcon, Mark, WalletIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'

const ICONS: Record<MethodName, ReactNode> = { direct: <Mark size={24} />, ach: <BankIcon />, wallet: <WalletIcon /> }

export function Method({ state, flow }: StepProps) {
  const [method, setMethod] = useState<MethodName | undefined>(state.method ?? undefined)
  const [missing, setMissing] = useState(false)
  const { busy, error, run } = useAction()
  function submit(): void {
    setMissing(method === undefined)
    if (method === undefined) focusFirstError()
    else void run(() => flow.act('method', { method }))
  }
  return (
    <Screen
      title={t('paid.title')}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={busy}>
          {t('continue')}
        </Button>
      }
    >
      <Choice
        legend={t('paid.title')}
        legendHidden
        name="method"
        value={method}
        onChange={(chosen) => {
          setMethod(chosen)
          setMissing(false)
        }}
        error={missing ? t('chooseOne') : undefined}
        options={state.methods.map(({ method: value, current }) => ({
          value,
          title: methodTitle(value),
          text: methodText(value),
          icon: ICONS[value],
          note: current ? t('paid.now') : undefined,
        }))}
      />
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { focusFirstError, Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import { code as codeRule, digitsOnly } from './rules.ts'

interface CodeFormProps {
  readonly title?: string
  /** The number or address that the code was sent to. */
  readonly sentTo: string
  /** In sandbox the code is filled in. */
  readonly prefilled: string | undefined
  readonly onSubmit: (code: string) => Promise<void>
  readonly onResend: () => Promise<void>
}

export function CodeForm({ title = t('code.title'), sentTo, prefilled, onSubmit, onResend }: CodeFormProps) {
  const form = useForm({ code: { initial: prefilled, rule: codeRule, shape: (typed) => digitsOnly(typed, 6) } })
  const { busy, error, run } = useAction()
  const resend = useAction()
  const [resent, setResent] = useState(false)
  const wrong = error?.code === 'incorrect_code'
  async function submit(): Promise<void> {
    setResent(false)
    if (!form.check()) return
    const refused = await run(() => onSubmit(form.values.code))
    if (refused) focusFirstError()
  }
  return (
    <Screen
      title={title}
      lead={t('code.lead', { to: sentTo })}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            {t('continue')}
          </Button>
          <Button
            look="link"
            busy={resend.busy}
            disabled={resend.error?.code === 'rate_limited'}
            onClick={() => void resend.run(onResend).then((refused) => setResent(refused === undefined))}
          >
            {t('code.another')}
          </Button>
        </>
      }
    >
      {prefilled && <Notice>{t('code.sample')}</Notice>}
      <TextField
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
        error={wrong ? wrongCode(error?.attemptsLeft) : form.field('code').error}
      />
      <div aria-live="polite">{resent && <Notice tone="good">{t('code.resent')}</Notice>}</div>
      {error && !wrong && <Notice tone="danger">{error.message}</Notice>}
      {resend.error && <Notice tone="danger">{resend.error.message}</Notice>}
    </Screen>
  )
}

function wrongCode(left: number | undefined): string {
  if (left === 0) return t('code.wrongLast')
  return left === undefined ? t('code.wrong') : t('code.wrongLeft', { left })
}

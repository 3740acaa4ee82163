import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import { mobileNumber } from './rules.ts'

interface MobileFormProps {
  readonly initial: string | undefined
  readonly onSubmit: (mobile: string) => Promise<void>
}

export function MobileForm({ initial, onSubmit }: MobileFormProps) {
  const form = useForm({ mobile: { initial, rule: mobileNumber, full: 16 } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => onSubmit(form.values.mobile)))
  }
  return (
    <Screen
      title={t('mobile.title')}
      lead={t('mobile.lead')}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('mobile.send')}
        </Button>
      }
    >
      <TextField
        label={t('mobile.label')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={t('mobile.hint')}
        {...form.field('mobile')}
      />
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

import { isoBirthDate } from '../../forms/dates.ts'
import {
  BirthField,
  birthSpec,
  NameFields,
  nameSpecs,
  SampleNotice,
  SsnField,
  ssnSpec,
} from '../../forms/PersonFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

export function Verification({ state, flow }: StepProps) {
  const { ssn_needed: ssnNeeded = false, by_name: byName = false, ...names } = state.verification ?? {}
  const sample = state.prefill?.application
  const form = useForm({
    // With a bank account the owner's name is known already; otherwise the sandbox fills in a sample.
    ...nameSpecs(state.method === 'ach' ? names : (sample ?? names)),
    date_of_birth: byName ? { rule: () => undefined } : birthSpec(sample?.date_of_birth),
    ssn: ssnNeeded ? ssnSpec(sample?.ssn) : { rule: () => undefined },
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    const { ssn, date_of_birth, ...rest } = form.values
    const born = byName ? {} : { date_of_birth: isoBirthDate(date_of_birth) ?? '' }
    const body = { ...rest, ...born, ...(ssnNeeded ? { ssn } : {}) }
    form.showErrors(await run(() => flow.act('verification', body)))
  }
  return (
    <Screen
      title={t('verify.title')}
      lead={t('verify.lead', { name: state.enterprise.name })}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('verify.button')}
        </Button>
      }
    >
      {sample && <SampleNotice />}
      <div className={styles.fields}>
        <NameFields form={form} />
        {!byName && <BirthField form={form} />}
        {ssnNeeded && <SsnField form={form} hint={t('verify.whySsn', { name: state.enterprise.name })} />}
      </div>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

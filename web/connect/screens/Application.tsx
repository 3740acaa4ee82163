import { AddressFields, addressOf, addressSpecs } from '../../forms/AddressFields.tsx'
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
import { Section } from '../../forms/Section.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'

export function Application({ state, flow }: StepProps) {
  const known = state.prefill?.application
  const form = useForm({
    ...nameSpecs(known ?? state.invited),
    date_of_birth: birthSpec(known?.date_of_birth),
    ssn: ssnSpec(known?.ssn),
    ...addressSpecs(known),
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    const { date_of_birth, ...rest } = addressOf(form.values)
    form.showErrors(
      await run(() => flow.act('application', { ...rest, date_of_birth: isoBirthDate(date_of_birth) ?? '' })),
    )
  }
  return (
    <Screen
      title={t('apply.title')}
      lead={t('apply.lead')}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('apply.button')}
        </Button>
      }
    >
      {known && <SampleNotice />}
      <Section title={t('section.you')}>
        <NameFields form={form} />
        <BirthField form={form} />
        <SsnField form={form} hint={t('apply.whySsn', { name: state.enterprise.name })} />
      </Section>
      <Section title={t('section.live')}>
        <AddressFields form={form} />
      </Section>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { FieldSpec, Form } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import { birthDate, shapeBirthDate, writtenBirthDate } from './dates.ts'
import styles from './forms.module.css'
import { formatSsn, ssn, text } from './rules.ts'

type NameName = 'first_name' | 'last_name'

export const nameSpecs = (known: Partial<Record<NameName, string>>): Record<NameName, FieldSpec> => ({
  first_name: { initial: known.first_name, rule: text(t('what.firstName')) },
  last_name: { initial: known.last_name, rule: text(t('what.lastName')) },
})

export const birthSpec = (iso: string | undefined): FieldSpec => ({
  initial: writtenBirthDate(iso),
  rule: birthDate,
  full: 10,
  shape: shapeBirthDate,
})

export const ssnSpec = (known: string | undefined): FieldSpec => ({
  initial: known,
  rule: ssn,
  full: 11,
  shape: formatSsn,
})

export function NameFields({ form }: { readonly form: Form<NameName> }) {
  return (
    <div className={styles.pair}>
      <TextField label={t('field.firstName')} autoComplete="given-name" {...form.field('first_name')} />
      <TextField label={t('field.lastName')} autoComplete="family-name" {...form.field('last_name')} />
    </div>
  )
}

export const BirthField = ({ form }: { readonly form: Form<'date_of_birth'> }) => (
  <TextField
    label={t('field.birth')}
    inputMode="numeric"
    autoComplete="bday"
    placeholder={t('field.birthForm')}
    {...form.field('date_of_birth')}
  />
)

export const SsnField = ({ form, hint }: { readonly form: Form<'ssn'>; readonly hint: string }) => (
  <TextField
    label={t('field.ssn')}
    inputMode="numeric"
    autoComplete="off"
    placeholder="123-45-6789"
    hint={hint}
    {...form.field('ssn')}
  />
)

export const SampleNotice = () => <Notice>{t('sample')}</Notice>

import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { FieldSpec, Form } from '../ui/use-form.ts'
import { birthDate, shapeBirthDate, writtenBirthDate } from './dates.ts'
import styles from './forms.module.css'
import { formatSsn, ssn, text } from './rules.ts'

type NameName = 'first_name' | 'last_name'

export const nameSpecs = (known: Partial<Record<NameName, string>>): Record<NameName, FieldSpec> => ({
  first_name: { initial: known.first_name, rule: text('your first name') },
  last_name: { initial: known.last_name, rule: text('your last name') },
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
      <TextField label="First name" autoComplete="given-name" {...form.field('first_name')} />
      <TextField label="Last name" autoComplete="family-name" {...form.field('last_name')} />
    </div>
  )
}

export const BirthField = ({ form }: { readonly form: Form<'date_of_birth'> }) => (
  <TextField
    label="Date of birth"
    inputMode="numeric"
    autoComplete="bday"
    placeholder="MM/DD/YYYY"
    {...form.field('date_of_birth')}
  />
)

export const SsnField = ({ form, hint }: { readonly form: Form<'ssn'>; readonly hint: string }) => (
  <TextField
    label="Social Security number"
    inputMode="numeric"
    autoComplete="off"
    placeholder="123-45-6789"
    hint={hint}
    {...form.field('ssn')}
  />
)

export const SampleNotice = () => (
  <Notice>
    Sandbox: a sample applicant is filled in and passes the identity check. Change the name to see it fail.
  </Notice>
)

import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { FieldSpec, Form } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './forms.module.css'
import { digitsOnly, optionalText, postalCode, STATES, state, text } from './rules.ts'

export type AddressName = 'street_line_1' | 'street_line_2' | 'city' | 'state_abbreviation' | 'postal_code'

export const addressSpecs = (
  known: Partial<Record<AddressName, string>> | undefined,
): Record<AddressName, FieldSpec> => ({
  street_line_1: { initial: known?.street_line_1, rule: text(t('what.street')) },
  street_line_2: { initial: known?.street_line_2, rule: optionalText },
  city: { initial: known?.city, rule: text(t('what.city')) },
  state_abbreviation: { initial: known?.state_abbreviation, rule: state },
  postal_code: { initial: known?.postal_code, rule: postalCode, full: 5, shape: (typed) => digitsOnly(typed, 5) },
})

/** The optional second line is left out when it is empty. */
export function addressOf<Values extends Record<AddressName, string>>(values: Values) {
  const { street_line_2, ...rest } = values
  return street_line_2.trim() === '' ? rest : { ...rest, street_line_2 }
}

export function AddressFields({ form }: { readonly form: Form<AddressName> }) {
  return (
    <div className={styles.fields}>
      <TextField label={t('field.street')} autoComplete="address-line1" {...form.field('street_line_1')} />
      <TextField
        label={t('field.apartment')}
        required={false}
        autoComplete="address-line2"
        {...form.field('street_line_2')}
      />
      <TextField label={t('field.city')} autoComplete="address-level2" {...form.field('city')} />
      <div className={styles.pair}>
        <SelectField
          label={t('field.state')}
          autoComplete="address-level1"
          options={STATES}
          {...form.field('state_abbreviation')}
        />
        <TextField
          label={t('field.zip')}
          inputMode="numeric"
          autoComplete="postal-code"
          {...form.field('postal_code')}
        />
      </div>
    </div>
  )
}

import { type SelectHTMLAttributes, useId } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import styles from './TextField.module.css'
import { t } from './words/current.ts'

interface SelectFieldProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange'> {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function SelectField({ label, hint, error, value, onChange, options, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        className={`${styles.input} ${styles.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-says`}
      >
        <option value="">{t('field.select')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

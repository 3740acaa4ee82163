import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import styles from './TextField.module.css'

interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange'> {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
  /** Shown inside the field, at its end. */
  readonly end?: ReactNode
}

/** A labelled input; screen readers read its hint and its error with it. */
export function TextField({ label, hint, error, good, value, onChange, end, ref, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} good={good} optional={rest.required === false}>
      <span className={styles.frame}>
        <input
          {...rest}
          id={id}
          ref={ref}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-says`}
        />
        {end}
      </span>
    </FieldFrame>
  )
}

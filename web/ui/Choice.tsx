import { type ReactNode, useId } from 'react'
import styles from './Choice.module.css'

interface ChoiceOption<Value extends string> {
  readonly value: Value
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly note?: string | undefined
  readonly icon?: ReactNode
}

interface ChoiceProps<Value extends string> {
  readonly legend: string
  /** Shows the legend to screen readers only, where the heading of the screen says the same. */
  readonly legendHidden?: boolean
  readonly name: string
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly options: readonly ChoiceOption<Value>[]
  readonly error?: string | undefined
  /** Low cards for short options; two of them stand side by side. */
  readonly short?: boolean
}

/** A choice of one option, as cards. Radio buttons make arrow keys and screen readers work. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, legendHidden = false, name, value, onChange, options, error, short = false } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={short ? `${styles.short} ${options.length === 2 ? styles.two : ''}` : styles.stack}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            <span className={styles.words}>
              <span className={styles.title}>
                {option.title}
                {option.note && <span className={styles.note}>{option.note}</span>}
              </span>
              {option.text && <span className={styles.text}>{option.text}</span>}
            </span>
            <span className={styles.mark} aria-hidden="true" />
          </label>
        ))}
      </div>
      <div className={styles.error} id={id} aria-live="polite">
        {error}
      </div>
    </fieldset>
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { FieldInput } from './FieldInput.tsx'
import { type Body, type Field, type FormErrors, initialValue, toWire, type Value, type Values } from './field.ts'
import styles from './form.module.css'

export interface FieldsFormProps {
  readonly fields: readonly Field[]
  /** Overrides the fields' own `initial`. */
  readonly initial?: Values | undefined
  readonly lead?: ReactNode
  /** A verb: `Send invitation`. */
  readonly submit: string | ((values: Values) => string)
  readonly danger?: boolean | undefined
  /** Called with valid values, and not again until it has settled. A rejection is shown as an error. */
  readonly onSubmit: (body: Body) => Promise<unknown>
  readonly cancel?: string
  readonly onCancel?: () => void
  /** The layout: in a dialog, in a card of a page, or on a page before the sign-in. */
  readonly place?: 'dialog' | 'card' | 'gate'
  /** Moves the focus to the first field; a dialog always does. */
  readonly autoFocus?: boolean
  /** Shown after a success, for a form that stays: `Saved`. */
  readonly done?: string
  /** Shows the values without a way to change them. */
  readonly readOnly?: boolean
  /** Below the button. */
  readonly children?: ReactNode
}

/** The dashboard's one form: fields described as data, one request, and every error beside its field. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, initial, lead, onSubmit, place = 'dialog', readOnly = false, autoFocus = false, children } = props
  const [values, setValues] = useState<Values>(() => startOf(fields, initial))
  const [errors, setErrors] = useState<FormErrors>({})
  const [succeeded, setSucceeded] = useState(false)
  const { busy, error, run } = useAction()

  function change(name: string, value: Value): void {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _corrected, ...others }) => others)
  }

  async function submit(): Promise<void> {
    const { body, errors: found } = toWire(fields, values)
    setErrors(found)
    setSucceeded(false)
    if (Object.keys(found).length > 0) return
    const failure = await run(() => onSubmit(body))
    setSucceeded(failure === undefined)
  }

  return (
    <form
      className={`${styles.form} ${styles[place]}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {lead && <div className={styles.lead}>{lead}</div>}
      {fields.map((field, nth) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? initialValue(field)}
          error={errors[field.name] ?? error?.fieldError(field.name)}
          disabled={readOnly}
          focus={nth > 0 ? undefined : place === 'dialog' ? 'with dialog' : autoFocus ? 'at once' : undefined}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {error && !error.isAbout(fields.map(({ name }) => name)) && <ErrorNote error={error} />}
      {!readOnly && <Buttons {...props} place={place} values={values} busy={busy} succeeded={succeeded} />}
      {children}
    </form>
  )
}

interface ButtonsProps extends Pick<FieldsFormProps, 'submit' | 'danger' | 'cancel' | 'onCancel' | 'done' | 'place'> {
  readonly values: Values
  readonly busy: boolean
  readonly succeeded: boolean
}

function Buttons({ submit, danger, cancel = 'Cancel', onCancel, done, place, values, busy, succeeded }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      )}
      <Button type="submit" loading={busy} fullWidth={place === 'gate'} {...(danger ? { color: 'red' } : {})}>
        {typeof submit === 'string' ? submit : submit(values)}
      </Button>
      {done && <span aria-live="polite">{succeeded && <StatusBadge status="done">{done}</StatusBadge>}</span>}
    </div>
  )
}

const startOf = (fields: readonly Field[], initial: Values = {}): Values =>
  Object.fromEntries(fields.map((field) => [field.name, initial[field.name] ?? initialValue(field)]))

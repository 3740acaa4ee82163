import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '../api/requests.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { FieldInput } from './form/FieldInput.tsx'
import { emptyOf, type Faults, type Field, toWire, type Value, type Values } from './form/field.ts'
import styles from './form/form.module.css'
import type { Action, Row } from './kind.ts'
import { useDialogCommand } from './use-dialog-command.ts'

interface ActionDialogProps<R extends Row | undefined> {
  readonly action: Action<R>
  readonly row: R
  readonly opened: boolean
  readonly onClose: () => void
}

/** Any action of any resource: asks, sends once, says what came of it. */
export function ActionDialog<R extends Row | undefined>({ opened, ...rest }: ActionDialogProps<R>) {
  const { action, row, onClose } = rest
  return (
    <Dialog title={action.title(row)} opened={opened} onClose={onClose}>
      <Inside {...rest} />
    </Dialog>
  )
}

type InsideProps<R extends Row | undefined> = Omit<ActionDialogProps<R>, 'opened'>

/** There only while the dialog is open: the next opening is a new deed. */
function Inside<R extends Row | undefined>(props: InsideProps<R>) {
  const [done, setDone] = useState<ReactNode>()
  if (!done) return <ActionForm {...props} onDone={setDone} />
  return (
    <div className={styles.form}>
      {done}
      <div className={styles.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </div>
  )
}

interface ActionFormProps<R extends Row | undefined> extends InsideProps<R> {
  readonly onDone: (shown: ReactNode) => void
}

function ActionForm<R extends Row | undefined>({ action, row, onClose, onDone }: ActionFormProps<R>) {
  const fields = action.fields ?? []
  const [values, setValues] = useState<Values>(() => startOf(fields, action.initial?.(row)))
  const [faults, setFaults] = useState<Faults>({})
  const { send, busy, error } = useDialogCommand<Row>()
  const [, go] = useLocation()

  const change = (name: string, value: Value) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults(({ [name]: _mended, ...others }) => others)
  }

  async function submit(): Promise<void> {
    const { faults: found } = toWire(fields, values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const answer = await send(action.call(values, row))
    if (!answer) return
    if (action.done) return onDone(action.done(answer as never))
    onClose()
    if (action.leadsTo) go(action.leadsTo(answer))
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {action.text && <p className={styles.text}>{action.text(row)}</p>}
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? emptyOf(field)}
          error={faults[field.name] ?? error?.faultOf(field.name)}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {error && <Refused error={error} fields={fields} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {action.danger ? 'Keep as it is' : 'Cancel'}
        </Button>
        <Button type="submit" loading={busy} {...(action.danger ? { color: 'red' } : {})}>
          {action.submit(values, row)}
        </Button>
      </div>
    </form>
  )
}

/** What stands beside a field need not stand below as well. */
function Refused({ error, fields }: { readonly error: ApiError; readonly fields: readonly Field[] }) {
  const isBeside =
    error.faults.length > 0 && error.faults.every(({ param }) => fields.some(({ name }) => name === param))
  return isBeside ? null : <ErrorNote error={error} />
}

const startOf = (fields: readonly Field[], initial: Values = {}): Values =>
  Object.fromEntries(fields.map((field) => [field.name, initial[field.name] ?? emptyOf(field)]))

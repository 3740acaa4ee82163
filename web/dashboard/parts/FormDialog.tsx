import { Button, Group, NumberInput, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ComponentProps, ReactNode } from 'react'
import type { ApiError } from '../api/requests.ts'
import { Picker } from '../resources/form/Picker.tsx'
import { centsOf } from './amounts.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorNote } from './ErrorState.tsx'

export interface Field {
  /** As the API names it: what it says of the field stands beside it. */
  readonly name: string
  readonly label: string
  readonly kind?:
    | 'text'
    | 'email'
    | 'url'
    | 'password'
    | 'amount'
    | 'number'
    | 'choice'
    | 'moment'
    | 'long'
    | 'creator'
    | 'buyer'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly hint?: string
  readonly initial?: string
  readonly optional?: boolean
  readonly placeholder?: string
}

export type Values = Readonly<Record<string, string>>

/** The body of a request: without what was left empty, numbers as numbers. */
export function bodyOf(fields: readonly Field[], values: Values): Record<string, string | number> {
  const given = fields.filter(({ name }) => values[name])
  return Object.fromEntries(
    given.map(({ name, kind }) => {
      const value = values[name] as string
      return [name, kind === 'amount' || kind === 'number' ? Number(value) : value]
    }),
  )
}

interface FormDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly lead?: ReactNode
  readonly fields: readonly Field[]
  /** A verb: `Send invitation`. */
  readonly submit: string
  readonly danger?: boolean
  readonly busy: boolean
  readonly error: ApiError | null | undefined
  /** With the values trimmed; those of `amount` are cents already, those of `moment` ISO. */
  readonly onSubmit: (values: Values) => void
}

/** A few fields and one action, over the page. */
export function FormDialog({ opened, onClose, title, ...rest }: FormDialogProps) {
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <FieldsForm onCancel={onClose} {...rest} />
    </Dialog>
  )
}

interface FieldsFormProps extends Omit<FormDialogProps, 'opened' | 'onClose' | 'title'> {
  readonly onCancel?: () => void
}

/** The same, in its place on a page. */
export function FieldsForm({ lead, fields, submit, danger, busy, error, onSubmit, onCancel }: FieldsFormProps) {
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(fields.map((field) => [field.name, field.initial ?? ''])),
    validate: Object.fromEntries(fields.map((field) => [field.name, (value: string) => faultOf(field, value)])),
  })
  const known = new Set(fields.map(({ name }) => name))
  const isElsewhere = error && !(error.faults.length > 0 && error.faults.every(({ param }) => known.has(param)))
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (busy) return
        onSubmit(Object.fromEntries(fields.map((field) => [field.name, sentOf(field, values[field.name] ?? '')])))
      })}
    >
      <Stack gap="md">
        {lead && <div>{lead}</div>}
        {fields.map((field, place) => (
          <Input
            key={field.name}
            field={field}
            props={{
              ...form.getInputProps(field.name),
              error: form.errors[field.name] ?? error?.faultOf(field.name),
              ...(place === 0 ? { 'data-autofocus': true } : {}),
            }}
          />
        ))}
        {isElsewhere && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function faultOf({ kind = 'text', label, optional }: Field, value: string): string | null {
  const typed = String(value).trim()
  if (typed === '') return optional ? null : `${label} is needed.`
  if (kind === 'amount' && !centsOf(typed)) return 'An amount in dollars, like 125.00.'
  if (kind === 'moment' && Number.isNaN(Date.parse(typed))) return 'A day and a time.'
  return null
}

function sentOf({ kind = 'text' }: Field, value: string): string {
  const typed = kind === 'password' ? String(value) : String(value).trim()
  if (typed === '') return ''
  if (kind === 'amount') return String(centsOf(typed))
  if (kind === 'moment') return new Date(typed).toISOString()
  return typed
}

type PickedProps = Pick<ComponentProps<typeof Picker>, 'value' | 'onChange' | 'error'>

interface InputProps {
  readonly field: Field
  readonly props: Record<string, unknown>
}

function Input({ field, props }: InputProps) {
  const { kind = 'text', label, hint, optional, options = [], placeholder } = field
  const texts = {
    label: optional ? `${label} (optional)` : label,
    ...(hint ? { description: hint } : {}),
    ...(placeholder ? { placeholder } : {}),
  }
  switch (kind) {
    case 'choice':
      return <Select {...texts} {...props} data={[...options]} allowDeselect={optional ?? false} />
    case 'password':
      return <PasswordInput {...texts} {...props} autoComplete="off" />
    case 'number':
      return <NumberInput {...texts} {...props} allowDecimal={false} hideControls />
    case 'long':
      return <Textarea {...texts} {...props} autosize minRows={2} maxRows={8} />
    case 'amount':
      return <TextInput {...texts} {...props} inputMode="decimal" leftSection="$" />
    case 'creator':
    case 'buyer':
      return <Picker {...texts} {...(props as PickedProps)} kind={kind} name={field.name} />
    case 'moment':
      return <TextInput {...texts} {...props} type="datetime-local" />
    default:
      return <TextInput {...texts} {...props} type={kind} />
  }
}

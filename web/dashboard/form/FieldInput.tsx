import { Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useClockWords } from '../parts/clock.ts'
import type { Field, Item, Value } from './field.ts'
import { ItemsInput } from './ItemsInput.tsx'
import { Picker } from './Picker.tsx'

/** A Mantine dialog focuses the element with this attribute when it opens. */
const FOCUS = { 'with dialog': { 'data-autofocus': true }, 'at once': { autoFocus: true } }
type Focus = keyof typeof FOCUS

interface FieldInputProps {
  readonly field: Field
  readonly value: Value
  readonly error: string | undefined
  readonly disabled: boolean
  /** When a text field takes the focus by itself. */
  readonly focus: Focus | undefined
  readonly onChange: (value: Value) => void
}

/** The input of one field, by its kind. */
export function FieldInput({ field, value, error, disabled, focus, onChange }: FieldInputProps) {
  const clock = useClockWords(field.kind === 'moment' ? field.clock : undefined)
  const hint = field.kind === 'moment' ? [field.hint, clock].filter(Boolean).join(' ') : field.hint
  const texts = { label: field.label, description: hint, error }
  const announced = { errorProps: { role: 'alert' } }
  const shared = { ...texts, ...announced, name: field.name, withAsterisk: false, disabled }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...texts}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          data={field.options.map((option) => ({ ...option }))}
          value={String(value)}
          allowDeselect={field.optional === true}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      )
    case 'choices':
      return (
        <Checkbox.Group {...texts} {...announced} value={[...(value as readonly string[])]} onChange={onChange}>
          {field.options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} mt="xs" />
          ))}
        </Checkbox.Group>
      )
    case 'creator':
    case 'buyer':
      return <Picker {...shared} kind={field.kind} value={String(value)} onChange={onChange} />
    case 'items':
      return <ItemsInput {...texts} {...announced} items={value as readonly Item[]} onChange={onChange} />
    default:
      return <TypedInput field={field} value={String(value)} onChange={onChange} shared={shared} focus={focus} />
  }
}

interface TypedInputProps {
  readonly field: Extract<Field, { readonly kind: keyof typeof INPUTS | 'password' | 'lines' | 'json' }>
  readonly value: string
  readonly shared: object
  readonly focus: Focus | undefined
  readonly onChange: (value: string) => void
}

function TypedInput({ field, value, shared, focus, onChange }: TypedInputProps) {
  const typed = {
    ...shared,
    ...(field.optional ? { label: `${field.label} (optional)` } : {}),
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...(focus && FOCUS[focus]),
    value,
    autoComplete: ('autoComplete' in field && field.autoComplete) || 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'password':
      return <PasswordInput {...typed} />
    case 'lines':
    case 'json':
      return <Textarea {...typed} autosize minRows={2} />
    default:
      return (
        <TextInput
          {...typed}
          {...INPUTS[field.kind]}
          {...('inputMode' in field && field.inputMode ? { inputMode: field.inputMode } : {})}
        />
      )
  }
}

const INPUTS = {
  text: {},
  email: { type: 'email', inputMode: 'email' },
  url: { type: 'url', inputMode: 'url' },
  money: { inputMode: 'decimal', leftSection: '$' },
  percent: { inputMode: 'decimal', rightSection: '%' },
  number: { inputMode: 'numeric' },
  moment: { type: 'datetime-local' },
} as const

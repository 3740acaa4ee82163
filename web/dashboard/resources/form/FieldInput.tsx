import { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { Field, Item, Value } from './field.ts'
import { ItemsInput } from './ItemsInput.tsx'
import { Picker } from './Picker.tsx'

export interface FieldInputProps {
  readonly field: Field
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

/** One field of a dialog, by its kind. */
export function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const shared = {
    label: field.label,
    description: field.hint,
    error,
    name: field.name,
    withAsterisk: false,
  }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={field.label}
          description={field.hint}
          error={error}
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
        <Checkbox.Group
          label={field.label}
          description={field.hint}
          error={error}
          value={[...(value as readonly string[])]}
          onChange={onChange}
        >
          {field.options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} mt="xs" />
          ))}
        </Checkbox.Group>
      )
    case 'creator':
    case 'buyer':
      return <Picker {...shared} kind={field.kind} value={String(value)} onChange={onChange} />
    case 'items':
      return <ItemsInput {...shared} items={value as readonly Item[]} onChange={onChange} />
    case 'lines':
    case 'json':
      return (
        <Textarea
          {...shared}
          {...optionally(field)}
          autosize
          minRows={2}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          {...optionally(field)}
          {...LOOKS[field.kind]}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

const optionally = ({ label, optional }: Field) => (optional ? { label: `${label} (optional)` } : { label })

const LOOKS = {
  text: { autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'off' },
  money: { inputMode: 'decimal', leftSection: '$', autoComplete: 'off' },
  percent: { inputMode: 'decimal', rightSection: '%', autoComplete: 'off' },
  moment: { type: 'datetime-local' },
} as const

import { Button, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useEffect, useRef, useState } from 'react'
import styles from './DataTable.module.css'
import type { Filter } from './filters.ts'

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
  readonly onClear: () => void
}

export function FilterBar({ filters, values, onChange, onClear }: FilterBarProps) {
  const isFiltered = Object.values(values).some(Boolean)
  return (
    <search className={styles.filters} aria-label="Filters">
      {filters.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ''}
          onChange={(value) => onChange(filter.name, value)}
        />
      ))}
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  )
}

interface FieldProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ filter, value, onChange }: FieldProps) {
  switch (filter.kind) {
    case 'choice':
      return (
        <Select
          aria-label={filter.label}
          placeholder={filter.label}
          data={filter.options.map(({ value: of, label }) => ({ value: of, label }))}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${filter.label.toLowerCase()}` }}
          className={styles.field}
        />
      )
    case 'text':
      return <TypedField filter={filter} value={value} onChange={onChange} />
    default:
      return (
        <DateInput
          aria-label={filter.label}
          placeholder={filter.label}
          valueFormat="YYYY-MM-DD"
          value={value || null}
          onChange={(day) => onChange(day ?? '')}
          previousLabel="Month before"
          nextLabel="Month after"
          weekendDays={NO_DAYS}
          hideOutsideDates
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${filter.label.toLowerCase()}` }}
          className={styles.day}
        />
      )
  }
}

/** Weekends are not highlighted. */
const NO_DAYS: [] = []

const PAUSE_MS = 300

/** Reports a change when the typing pauses, not at every letter. */
function TypedField({ filter, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function type(next: string): void {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next.trim()), PAUSE_MS)
  }
  return (
    <TextInput
      aria-label={filter.label}
      placeholder={filter.kind === 'text' ? (filter.placeholder ?? filter.label) : filter.label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      className={styles.field}
    />
  )
}

import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useEffect, useRef, useState } from 'react'
import { formatCents } from '../../ui/Amount.tsx'
import { Picker } from '../form/Picker.tsx'
import { IconSelector } from '../icons.tsx'
import { centsOf } from './amounts.ts'
import { useToday } from './clock.ts'
import styles from './DataTable.module.css'
import { dayOf, type Filter, wordsOf } from './filters.ts'

interface FilterFieldProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
  /** Above the field instead of in it. */
  readonly labelled?: boolean
}

/** The input of one filter, by its kind. */
export function FilterField(props: FilterFieldProps) {
  const { filter, value, onChange, labelled = false } = props
  switch (filter.kind) {
    case 'choice':
      return (
        <Select
          {...nameOf(filter, labelled)}
          data={filter.options.map(({ value: of, label }) => ({ value: of, label }))}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
          clearable
          clearButtonProps={clearing(filter)}
          className={styles.field}
        />
      )
    case 'choices':
      return labelled ? <Choices {...props} /> : <ChoicesButton {...props} />
    case 'creator':
    case 'buyer':
      return (
        <Picker
          kind={filter.kind}
          label={filter.label}
          name={filter.name}
          value={value}
          onChange={onChange}
          inPopover
        />
      )
    case 'text':
    case 'money':
      return <TypedField {...props} />
    default:
      return <DayField {...props} />
  }
}

function DayField({ filter, value, onChange, labelled = false }: FilterFieldProps) {
  const today = useToday()
  return (
    <DateInput
      {...nameOf(filter, labelled)}
      valueFormat="YYYY-MM-DD"
      value={dayOf(value)}
      onChange={(day) => onChange(day ?? '')}
      // The calendar opens at the month of the page's clock.
      {...(today ? { defaultDate: today } : {})}
      previousLabel="Month before"
      nextLabel="Month after"
      weekendDays={NO_DAYS}
      hideOutsideDates
      clearable
      clearButtonProps={clearing(filter)}
      // In a popover the calendar must stay inside it, or pressing a day would close both.
      {...(labelled ? { popoverProps: { withinPortal: false } } : {})}
      className={styles.day}
    />
  )
}

const nameOf = ({ label }: Filter, labelled: boolean) =>
  labelled ? { label } : { 'aria-label': label, placeholder: label }

const clearing = ({ label }: Filter) => ({ 'aria-label': `Clear ${label.toLowerCase()}` })

/** Weekends are not highlighted. */
const NO_DAYS: [] = []

function Choices({ filter, value, onChange, labelled }: FilterFieldProps) {
  if (filter.kind !== 'choices') return null
  return (
    <Checkbox.Group
      {...(labelled ? { label: filter.label } : { 'aria-label': filter.label })}
      value={value ? value.split(',') : []}
      onChange={(chosen) => onChange(inOrder(filter.options, chosen).join(','))}
      {...(labelled ? { className: styles.line } : {})}
    >
      <div className={labelled ? styles.pairs : styles.boxes}>
        {filter.options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** In the order in which they are offered, so that the same choice has the same address. */
const inOrder = (options: readonly { readonly value: string }[], chosen: readonly string[]): readonly string[] =>
  options.map(({ value }) => value).filter((value) => chosen.includes(value))

/** Several values behind one button, which says those that are chosen. */
function ChoicesButton(props: FilterFieldProps) {
  const { filter, value } = props
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconSelector size={14} aria-hidden="true" />}
          className={styles.choices}
          aria-label={value ? `${filter.label}: ${wordsOf(filter, value)}` : filter.label}
        >
          <span className={styles.cut}>{value ? wordsOf(filter, value) : filter.label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={filter.label}>
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

const PAUSE_MS = 300

/** How a value is shown while it is typed, and read from what was typed. */
const TYPED = {
  text: { show: (value: string) => value, read: (typed: string): string | undefined => typed.trim() },
  money: {
    show: (value: string) => (value ? formatCents(Number(value)).replace('$', '') : ''),
    read: (typed: string) => (typed.trim() === '' ? '' : centsOf(typed)?.toString()),
  },
}

/** Reports a change when the typing pauses, not at every letter. */
function TypedField({ filter, value, onChange, labelled = false }: FilterFieldProps) {
  const { show, read } = TYPED[filter.kind === 'money' ? 'money' : 'text']
  const [typed, setTyped] = useState(show(value))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // A value that is typed already stays as it was typed.
    setTyped((before) => (read(before) === value ? before : show(value)))
  }, [value, read, show])
  useEffect(() => () => clearTimeout(timer.current), [])
  function type(next: string): void {
    setTyped(next)
    clearTimeout(timer.current)
    const meant = read(next)
    if (meant !== undefined) timer.current = setTimeout(() => onChange(meant), PAUSE_MS)
  }
  const placeholder = ('placeholder' in filter && filter.placeholder) || (labelled ? '' : filter.label)
  return (
    <TextInput
      {...(labelled ? { label: filter.label } : { 'aria-label': filter.label })}
      placeholder={placeholder}
      {...(filter.kind === 'money' ? { inputMode: 'decimal', leftSection: '$' } : {})}
      error={read(typed) === undefined ? 'Enter an amount like 125 or 125.50.' : undefined}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      className={styles.field}
    />
  )
}

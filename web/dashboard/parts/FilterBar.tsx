import { Button, Popover } from '@mantine/core'
import { IconFilter, IconX } from '../icons.tsx'
import { useName } from '../resources/names.ts'
import { useClockWords } from './clock.ts'
import styles from './DataTable.module.css'
import { FilterField } from './FilterField.tsx'
import { type Filter, wordsOf } from './filters.ts'

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
  readonly onClear: () => void
}

/** The filters of a list. Those that are rarely needed stand behind a button, and in words while they are set. */
export function FilterBar({ filters, values, onChange, onClear }: FilterBarProps) {
  const isFiltered = Object.values(values).some(Boolean)
  const more = filters.filter((filter) => filter.more)
  return (
    <search className={styles.filters} aria-label="Filters">
      {filters
        .filter((filter) => !filter.more)
        .map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={values[filter.name] ?? ''}
            onChange={(value) => onChange(filter.name, value)}
          />
        ))}
      {more.length > 0 && <More filters={more} values={values} onChange={onChange} />}
      {more
        .filter(({ name }) => values[name])
        .map((filter) => (
          <Chip key={filter.name} filter={filter} value={values[filter.name] ?? ''} onClear={onChange} />
        ))}
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  )
}

function More({ filters, values, onChange }: Omit<FilterBarProps, 'onClear'>) {
  const clock = useClockWords()
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden="true" />}>
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <div className={styles.more}>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={values[filter.name] ?? ''}
              onChange={(value) => onChange(filter.name, value)}
              labelled
            />
          ))}
          {filters.some(({ kind }) => kind === 'from' || kind === 'until') && <p className={styles.clock}>{clock}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChipProps {
  readonly filter: Filter
  readonly value: string
  readonly onClear: (name: string, value: string) => void
}

/** A filter that is set, in words; pressing it takes it away. */
function Chip({ filter, value, onClear }: ChipProps) {
  const isOwner = filter.kind === 'creator' || filter.kind === 'buyer'
  const name = useName(isOwner ? value : undefined)
  const words = isOwner ? (name ?? value) : wordsOf(filter, value)
  return (
    <button type="button" className={styles.chip} onClick={() => onClear(filter.name, '')}>
      <span className={styles.cut}>
        {filter.label}: {words}
      </span>
      <IconX size={14} aria-hidden="true" />
      <span className="visually-hidden">Remove this filter</span>
    </button>
  )
}

import { Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SearchResult, SearchResults } from '../../../contracts/dashboard/search.ts'
import { useRead } from '../api/queries.ts'
import { IconSearch } from '../icons.tsx'
import { pageOf } from '../parts/links.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import styles from './SearchBox.module.css'

const SHOWN = 8
const PAUSE_MS = 150

/** Anything by id, external id, name or e-mail. `/` leads here from anywhere. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const { data, isFetching } = useRead<SearchResults>('search', {
    params: { q: asked },
    enabled: asked.length > 1,
    keep: true,
  })
  const found = asked.length > 1 ? data?.results : undefined
  useHotkeys([['/', () => input.current?.focus()]])

  function go(to: string): void {
    setTyped('')
    box.closeDropdown()
    input.current?.blur()
    navigate(to)
  }
  return (
    <Combobox store={box} onOptionSubmit={go} shadow="md">
      <Combobox.Target>
        <TextInput
          ref={input}
          type="search"
          aria-label="Search by id, external id, name or e-mail"
          placeholder="Search"
          leftSection={<IconSearch size={16} />}
          rightSection={
            isFetching && typed ? (
              <Loader size={14} />
            ) : (
              <Kbd size="xs" className={styles.key}>
                /
              </Kbd>
            )
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            box.openDropdown()
          }}
          onFocus={() => typed && box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') input.current?.blur()
            if (event.key === 'Enter' && box.getSelectedOptionIndex() < 0 && typed.trim())
              go(`/search?q=${encodeURIComponent(typed.trim())}`)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!found}>
        <Combobox.Options aria-label="Found">
          {found?.length === 0 && <Combobox.Empty>Nothing begins with “{asked}”.</Combobox.Empty>}
          {found?.slice(0, SHOWN).map((one) => (
            <Combobox.Option key={one.id} value={pageOf(one.id) ?? `/search?q=${encodeURIComponent(one.id)}`}>
              <Line {...one} />
            </Combobox.Option>
          ))}
          {found && found.length > SHOWN && (
            <Combobox.Option value={`/search?q=${encodeURIComponent(asked)}`}>Show all results</Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const Line = ({ type, title, subtitle, status }: SearchResult) => (
  <span className={styles.line}>
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      <span className={styles.subtitle}>
        {humanize(type)}
        {subtitle ? ` · ${subtitle}` : ''}
      </span>
    </span>
    {status && <StatusBadge status={status} />}
  </span>
)

import { Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SearchResult, SearchResults } from '../../../contracts/dashboard/search.ts'
import { useRead } from '../api/queries.ts'
import { useCan, useEnvironment } from '../api/session.ts'
import { IconSearch } from '../icons.tsx'
import { pageOf } from '../parts/links.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import { navigationOf } from './navigation.ts'
import styles from './SearchBox.module.css'

const SHOWN = 8
const PAUSE_MS = 150

/** Anything by id, external id, name, e-mail, amount or description, and every page. `/` and Ctrl-K lead here from anywhere. */
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
  const pages = usePagesNamed(typed.trim())
  const focus = () => input.current?.focus()
  useHotkeys([['/', focus]])
  // Also from within a field.
  useHotkeys([['mod+K', focus]], [])

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
          aria-label="Search"
          placeholder="Search"
          leftSection={<IconSearch size={16} />}
          rightSectionWidth="4rem"
          rightSection={
            isFetching && typed ? (
              <Loader size={14} />
            ) : (
              <Kbd size="xs" className={styles.key}>
                {KEY}
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
      <Found asked={asked} found={found} pages={pages} />
    </Combobox>
  )
}

interface FoundProps {
  readonly asked: string
  /** Undefined while nothing was asked. */
  readonly found: readonly SearchResult[] | undefined
  readonly pages: ReturnType<typeof usePagesNamed>
}

const Found = ({ asked, found, pages }: FoundProps) => (
  <Combobox.Dropdown hidden={!found && pages.length === 0}>
    <Combobox.Options aria-label="Found">
      {pages.map(({ href, label }) => (
        <Combobox.Option key={href} value={href}>
          <Line type="page" id={href} title={label} />
        </Combobox.Option>
      ))}
      {found?.length === 0 && pages.length === 0 && <Combobox.Empty>Nothing found for “{asked}”.</Combobox.Empty>}
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
)

const KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
const PAGES_SHOWN = 5

/** Pages of the navigation whose name, or whose section's, has these letters. */
function usePagesNamed(letters: string) {
  const groups = navigationOf(useEnvironment(), useCan())
  if (letters.length < 2) return []
  const isNamed = (name: string) => name.toLowerCase().includes(letters.toLowerCase())
  const pages = groups.flat().flatMap(({ label: section, pages }) => pages.map((page) => ({ ...page, section })))
  return pages.filter(({ label, section }) => isNamed(label) || isNamed(section)).slice(0, PAGES_SHOWN)
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

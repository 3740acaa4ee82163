import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { SearchResults } from '../../../contracts/dashboard/search.ts'
import type { Page } from '../../../contracts/lists.ts'
import type { Buyer } from '../../../contracts/purchases.ts'
import type { AccountConnectionListed } from '../../../contracts/resources.ts'
import { useRead } from '../api/queries.ts'
import { useName } from '../resources/names.ts'

interface PickerProps {
  readonly kind: 'creator' | 'buyer'
  readonly label: string
  readonly description?: ReactNode
  readonly error?: string | undefined
  readonly errorProps?: { readonly role: string }
  readonly name: string
  readonly disabled?: boolean
  readonly value: string
  readonly onChange: (id: string) => void
  /** In a popover: the options stay inside it, or pressing one would close both. */
  readonly inPopover?: true
}

/** The type of the search results and the API's list, by the kind of picker. */
const WHERE = {
  creator: { type: 'account_connection', path: 'v1/account-connection' },
  buyer: { type: 'buyer', path: 'v1/buyer' },
} as const

const OFFERED = 10

/**
 * Picks one creator or buyer of perhaps a million: offers the latest ten, or those that fit what is typed. Of the rows that
 * the page has already, those that fit are offered at once; what the service finds is added below them. So nothing that is
 * offered moves away from under a pointer or the keyboard when the answer arrives.
 */
export function Picker({ kind, value, onChange, inPopover, ...shown }: PickerProps) {
  const [typed, setTyped] = useState('')
  const chosen = useChosen(value)
  const { offered, isSearching } = useOffered(kind, typed === chosen.label ? '' : typed.trim())
  const options = new Map(value ? [[value, chosen.label]] : [])
  for (const { id, label } of offered) if (!options.has(id)) options.set(id, label)
  return (
    <Select
      {...shown}
      searchable
      // A dialog or popover moves the focus here: it must not be covered by the options before somebody types.
      openOnFocus={false}
      {...(inPopover ? { comboboxProps: { withinPortal: false } } : {})}
      placeholder="Name, e-mail, id or external id"
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      // They are those that fit.
      filter={({ options: all }) => all}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No match'}
      value={value || null}
      onChange={(id, option) => {
        if (option) chosen.remember(option.value, option.label)
        onChange(id ?? '')
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
    />
  )
}

/** The name of the one that is chosen stays as it was offered: another would be typed into the field. */
function useChosen(value: string) {
  const [picked, setPicked] = useState({ id: '', label: '' })
  const name = useName(value || undefined)
  const label = value === picked.id ? picked.label : (name ?? value)
  return { label, remember: (id: string, as: string) => setPicked({ id, label: as }) }
}

interface Offered {
  readonly id: string
  readonly label: string
}

function useOffered(kind: PickerProps['kind'], words: string): { offered: readonly Offered[]; isSearching: boolean } {
  const { type, path } = WHERE[kind]
  const [asked] = useDebouncedValue(words, 150)
  const latest = useRead<Page<AccountConnectionListed | Buyer>>(path, { params: { page_size: 2 * OFFERED } })
  const found = useRead<SearchResults>('search', { params: { q: asked }, enabled: asked !== '', keep: true })
  const rows = offeredOf(latest.data)
  if (words === '') return { offered: rows.slice(0, OFFERED), isSearching: false }
  const isAnswered = asked === words && !found.isFetching
  const results = foundOf(found.data, type)
  const fits = fitting(words)
  return { offered: [...rows.filter(fits), ...(isAnswered ? results : results.filter(fits))], isSearching: !isAnswered }
}

/** Whether a row has all of these words in its name, address or id. */
function fitting(words: string): (row: Offered) => boolean {
  const parts = words.toLowerCase().split(/\s+/)
  return ({ id, label }) => parts.every((part) => `${label} ${id}`.toLowerCase().includes(part))
}

const foundOf = (found: SearchResults | undefined, type: string): readonly Offered[] =>
  (found?.results ?? [])
    .filter((one) => one.type === type && one.status !== 'deleted')
    .map(({ id, title, subtitle }) => ({ id, label: subtitle ? `${title} · ${subtitle}` : title }))

/** Nobody can be paid over a deleted connection. */
const offeredOf = (latest: Page<AccountConnectionListed | Buyer> | undefined): readonly Offered[] =>
  (latest?.data ?? [])
    .filter((row) => !('status' in row && row.status === 'deleted'))
    .map((row) => ({ id: row.id, label: titleOf(row) }))

const titleOf = ({ id, first_name, last_name, email }: AccountConnectionListed | Buyer): string =>
  [[first_name, last_name].filter(Boolean).join(' '), email].filter(Boolean).join(' · ') || id

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

/** Picks one creator or buyer of perhaps a million: offers the latest ten, or the results of a search for what is typed. */
export function Picker({ kind, value, onChange, inPopover, ...shown }: PickerProps) {
  const { type, path } = WHERE[kind]
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const latest = useRead<Page<AccountConnectionListed | Buyer>>(path, { params: { page_size: 2 * OFFERED } })
  const found = useRead<SearchResults>('search', {
    params: { q: asked },
    enabled: asked.length > 0,
    keep: true,
  })
  const chosen = useName(value || undefined)
  const options = new Map<string, string>()
  if (value) options.set(value, chosen ?? value)
  if (asked === '') for (const row of offeredOf(latest.data)) options.set(row.id, titleOf(row))
  else
    for (const { id, title, subtitle } of (found.data?.results ?? []).filter(
      (one) => one.type === type && one.status !== 'deleted',
    ))
      options.set(id, subtitle ? `${title} · ${subtitle}` : title)
  return (
    <Select
      {...shown}
      searchable
      // A dialog or popover moves the focus here: it must not be covered by the options before somebody types.
      openOnFocus={false}
      {...(inPopover ? { comboboxProps: { withinPortal: false } } : {})}
      placeholder="Name, e-mail, id or external id"
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      // The service has filtered the results.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No match'}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
    />
  )
}

/** Nobody can be paid over a deleted connection. */
const offeredOf = (latest: Page<AccountConnectionListed | Buyer> | undefined) =>
  (latest?.data ?? []).filter((row) => !('status' in row && row.status === 'deleted')).slice(0, OFFERED)

const titleOf = ({ id, first_name, last_name, email }: AccountConnectionListed | Buyer): string =>
  [[first_name, last_name].filter(Boolean).join(' '), email].filter(Boolean).join(' · ') || id

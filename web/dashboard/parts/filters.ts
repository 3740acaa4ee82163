import { useSearchParams } from 'wouter'
import { formatCents } from '../../ui/Amount.tsx'
import type { Params } from '../api/queries.ts'
import { formatDay, formatMinute } from './Time.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

interface Named {
  readonly name: string
  readonly label: string
  /** Offered behind the button "Filters", not in the bar itself. */
  readonly more?: true
}

export type Filter = Named &
  (
    | { readonly kind: 'choice' | 'choices'; readonly options: readonly Option[] }
    | { readonly kind: 'text'; readonly placeholder?: string }
    /** Cents, which are typed as dollars. */
    | { readonly kind: 'money' }
    | { readonly kind: 'creator' | 'buyer' }
    /** A day, or in links a moment; `until` includes the day. */
    | { readonly kind: 'from' | 'until' }
  )

/** The filters of every list of the API. */
export const PERIOD: readonly Filter[] = [
  { kind: 'from', name: 'created_after', label: 'Created from' },
  { kind: 'until', name: 'created_before', label: 'Created until' },
]

const isMoment = (text: string): boolean => text.includes('T')

/** The instant at which a day of the reader's time zone begins, or for `until` ends; a moment is itself. */
export function momentOf(kind: 'from' | 'until', text: string): string | undefined {
  if (isMoment(text)) return Number.isNaN(Date.parse(text)) ? undefined : text
  const [year, month, date] = text.split('-').map(Number)
  if (!year || !month || !date) return undefined
  const moment = new Date(year, month - 1, kind === 'from' ? date : date + 1)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The day of the reader's time zone that a day or a moment is in. */
export function dayOf(text: string): string | null {
  if (!isMoment(text)) return text || null
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return null
  return [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-')
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** The text of a filter that is set, as a person would say it; a creator is named by its page. */
export function wordsOf(filter: Filter, value: string): string {
  switch (filter.kind) {
    case 'choice':
    case 'choices':
      return value
        .split(',')
        .map((one) => filter.options.find((option) => option.value === one)?.label ?? one)
        .join(', ')
    case 'money':
      return formatCents(Number(value))
    case 'from':
    case 'until':
      return isMoment(value) ? formatMinute(value) : formatDay(`${value}T00:00:00`)
    default:
      return value
  }
}

const NONE: readonly string[] = []

/** The filters and the page of a list, kept in the address so that a link shows the same. `places` are names of cursors. */
export function useFilters(filters: readonly Filter[], places: readonly string[] = NONE) {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(filters.map(({ name }) => [name, search.get(name) ?? '']))
  const page = Math.max(1, Math.trunc(Number(search.get('page') ?? 1)) || 1)

  /** A change of a filter goes back to the first page. `push` adds a browser history entry. */
  function change(changes: Record<string, string>, how: 'replace' | 'push'): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const name of ['page', ...places]) next.delete(name)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: how === 'replace' },
    )
  }

  const params: Params = Object.fromEntries(
    filters.map((filter) => {
      const value = values[filter.name] as string
      const isDay = filter.kind === 'from' || filter.kind === 'until'
      return [filter.name, isDay ? momentOf(filter.kind, value) : value || undefined]
    }),
  )

  return {
    values,
    page,
    /** As parameters of the API. */
    params,
    isFiltered: Object.values(values).some(Boolean),
    /** A parameter of the address that is no filter. */
    option: (name: string) => search.get(name) ?? '',
    kept: Object.fromEntries(places.map((name) => [name, search.get(name) ?? undefined])),
    set: (name: string, value: string, how: 'replace' | 'push' = 'replace') => change({ [name]: value }, how),
    clear: () => change(Object.fromEntries(filters.map(({ name }) => [name, ''])), 'replace'),
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }, 'push'),
  }
}

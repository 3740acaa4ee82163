import { useSearchParams } from 'wouter'
import type { Params } from '../api/queries.ts'

interface Option {
  readonly value: string
  readonly label: string
}

export type Filter =
  | { readonly kind: 'choice'; readonly name: string; readonly label: string; readonly options: readonly Option[] }
  | { readonly kind: 'text'; readonly name: string; readonly label: string; readonly placeholder?: string }
  /** A day; `until` includes it. */
  | { readonly kind: 'from' | 'until'; readonly name: string; readonly label: string }

/** The filters of every list of the API. */
export const PERIOD: readonly Filter[] = [
  { kind: 'from', name: 'created_after', label: 'Created from' },
  { kind: 'until', name: 'created_before', label: 'Created until' },
]

/** The instant at which a day of the reader's time zone begins, or for `until` ends. */
export function momentOf(kind: 'from' | 'until', day: string): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return undefined
  const moment = new Date(year, month - 1, kind === 'from' ? date : date + 1)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
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
    kept: Object.fromEntries(places.map((name) => [name, search.get(name) ?? undefined])),
    set: (name: string, value: string, how: 'replace' | 'push' = 'replace') => change({ [name]: value }, how),
    clear: () => change(Object.fromEntries(filters.map(({ name }) => [name, ''])), 'replace'),
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }, 'push'),
  }
}

import { useSyncExternalStore } from 'react'

/** A list as it was looked at, under a name. */
export interface SavedView {
  readonly name: string
  /** The query of its address. */
  readonly search: string
}

const KEY = 'tributary.views.'
/** Where one is: neither is part of a view. */
const PLACES = ['page', 'cursor']

export function viewOf(search: URLSearchParams): string {
  const kept = new URLSearchParams(search)
  for (const name of PLACES) kept.delete(name)
  kept.sort()
  return kept.toString()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Another version, or a person, may have written something else there: that is no reason to fail. */
function parse(text: string | null): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(views) ? views.filter(isView) : []
  } catch {
    return []
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'search' in value &&
  typeof value.name === 'string' &&
  typeof value.search === 'string'

function write(place: string, views: readonly SavedView[]): void {
  localStorage.setItem(KEY + place, JSON.stringify(views))
  for (const listener of listeners) listener()
}

const readViews = (place: string): readonly SavedView[] => parse(localStorage.getItem(KEY + place))

/** A view of the same name is replaced. */
export const saveView = (place: string, view: SavedView): void =>
  write(place, [...readViews(place).filter(({ name }) => name !== view.name), view])

export const deleteView = (place: string, name: string): void =>
  write(
    place,
    readViews(place).filter((view) => view.name !== name),
  )

/** The views of a list; other tabs of the browser see a change at once. */
export function useViews(place: string): readonly SavedView[] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY + place))
  return parse(text)
}

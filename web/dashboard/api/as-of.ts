import { useSyncExternalStore } from 'react'
import { AS_OF_HEADER } from '../../../contracts/dashboard/as-of.ts'

/** The oldest moment that something on the page was read as of, if any of it came from a standby. */
let oldest: string | null = null
const watching = new Set<() => void>()

function set(asOf: string | null): void {
  if (asOf === oldest) return
  oldest = asOf
  for (const tell of watching) tell()
}

export function noteAsOf(headers: Headers): void {
  const asOf = headers.get(AS_OF_HEADER)
  if (asOf !== null) set(asOf)
}

/** A new page has read nothing yet. */
export const forgetAsOf = (): void => set(null)

export const useAsOf = (): string | null =>
  useSyncExternalStore(
    (tell) => {
      watching.add(tell)
      return () => watching.delete(tell)
    },
    () => oldest,
  )

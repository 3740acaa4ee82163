import { useEffect, useRef } from 'react'

/** On navigation, scroll to the top and focus the heading. */
export function useArrival(location: string): void {
  const before = useRef(location)
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [location])
}

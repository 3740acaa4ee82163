import { useEffect } from 'react'
import { matchRoute, useRouter } from 'wouter'
import type { DashboardPage } from '../pages.ts'

/** So that no click waits for code: all pages' code is fetched while nothing else happens, a link's when it is looked at. */
export function useForesight(pages: readonly DashboardPage[]): void {
  const { base, parser } = useRouter()
  useEffect(() => whenIdle(pages.map(({ component }) => component.foresee)), [pages])
  useEffect(() => {
    function foresee({ target }: Event): void {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin || !link.pathname.startsWith(base)) return
      const path = link.pathname.slice(base.length) || '/'
      const page = pages.find((each) => matchRoute(parser, each.path, path)[0])
      if (page) void page.component.foresee()
    }
    for (const event of LOOKS) document.addEventListener(event, foresee)
    return () => {
      for (const event of LOOKS) document.removeEventListener(event, foresee)
    }
  }, [pages, base, parser])
}

const LOOKS = ['pointerover', 'focusin'] as const

/** Safari has no idle time to speak of. */
const soon: (then: () => void) => void =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (then) => setTimeout(then, 200)

/** One after the other, so that a click in between need not share the line with all of them. */
function whenIdle(loads: readonly (() => Promise<void>)[]): () => void {
  let isOver = false
  function next(place: number): void {
    const load = loads[place]
    if (load && !isOver) soon(() => void load().then(() => next(place + 1)))
  }
  next(0)
  return () => {
    isOver = true
  }
}

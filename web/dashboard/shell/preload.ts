import { useEffect } from 'react'
import { matchRoute, useRouter } from 'wouter'
import type { DashboardPage } from '../page.ts'

/** Loads the code of all pages while the browser is idle, and of a link's page as soon as it is hovered or focused. */
export function usePreload(pages: readonly DashboardPage[]): void {
  const { base, parser } = useRouter()
  useEffect(() => whenIdle(pages.map(({ component }) => component.preload)), [pages])
  useEffect(() => {
    function preload({ target }: Event): void {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin || !link.pathname.startsWith(base)) return
      const path = link.pathname.slice(base.length) || '/'
      const page = pages.find((each) => matchRoute(parser, each.path, path)[0])
      if (page) void page.component.preload()
    }
    for (const event of LINK_EVENTS) document.addEventListener(event, preload)
    return () => {
      for (const event of LINK_EVENTS) document.removeEventListener(event, preload)
    }
  }, [pages, base, parser])
}

const LINK_EVENTS = ['pointerover', 'focusin'] as const

/** Safari has no requestIdleCallback. */
const soon: (then: () => void) => void =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (then) => setTimeout(then, 200)

/** One load after the other, so that a click in between does not share the connection with all of them. */
function whenIdle(loads: readonly (() => Promise<void>)[]): () => void {
  let isStopped = false
  function next(place: number): void {
    const load = loads[place]
    if (load && !isStopped) soon(() => void load().then(() => next(place + 1)))
  }
  next(0)
  return () => {
    isStopped = true
  }
}

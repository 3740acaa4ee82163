import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './Together.module.css'

/** A page is shown after so long even if a read has no answer yet: placeholders stand for what is missing. */
const WAIT_MAX_MS = 5_000

/** A read without any answer. After a failure nobody waits for it: the page says so, or it is tried again. */
const isFirst = ({ state }: Query): boolean => state.status === 'pending' && state.fetchFailureCount === 0

interface TogetherProps {
  /** Loads the code of the page. */
  readonly preload: () => Promise<void>
  readonly children: ReactNode
}

/**
 * Shows the content of a page at once when its first reads have their answers, so that nothing moves while it is looked
 * at. The heading stands there before.
 */
export function Together({ preload, children }: TogetherProps) {
  const [isShown, setShown] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const client = useQueryClient()
  const waiting = useIsFetching({ predicate: isFirst })
  useEffect(() => {
    let isGone = false
    void preload().then(() => isGone || setLoaded(true))
    const timer = setTimeout(() => setShown(true), WAIT_MAX_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [preload])
  useEffect(() => {
    if (isShown || !isLoaded || waiting > 0) return
    // An answer may lead to more reads, which begin when it is drawn.
    function look(): void {
      if (client.isFetching({ predicate: isFirst }) === 0) setShown(true)
      else frame = requestAnimationFrame(look)
    }
    let frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [isShown, isLoaded, waiting, client])
  return (
    <div className={isShown ? undefined : styles.waiting} aria-busy={!isShown} data-page>
      {children}
    </div>
  )
}

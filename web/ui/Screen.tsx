import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Screen.module.css'

interface ScreenProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Buttons at the foot of the screen. */
  readonly actions?: ReactNode
  readonly onSubmit?: (() => void) | undefined
  readonly badge?: ReactNode
}

/** One screen of a page. Its heading takes the focus when it appears, so that a screen reader begins there. */
export function Screen({ title, lead, children, actions, onSubmit, badge }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  const body = useReachable()
  const inside = (
    <>
      <div className={styles.body} ref={body}>
        {badge}
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  )
  if (!onSubmit) return <div className={styles.screen}>{inside}</div>
  return (
    <form
      className={styles.screen}
      // The form shows its own messages beside the fields; the browser's bubbles would cover them.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {inside}
    </form>
  )
}

const CONTROLS = 'a[href], button, input, select, textarea'

/** A part that scrolls can be reached by keyboard: by a control in it, or else by itself. */
function useReachable() {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = part
    if (!current) return
    const watch = new ResizeObserver(() => {
      const scrolls = current.scrollHeight > current.clientHeight
      if (scrolls && !current.querySelector(CONTROLS)) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return part
}

const FRAMES_MAX = 30

/** Focuses the first field that is marked as invalid, as soon as it is drawn. */
export function focusFirstError(frames = FRAMES_MAX): void {
  requestAnimationFrame(() => {
    const invalid = document.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby] input')
    if (invalid) invalid.focus()
    else if (frames > 0) focusFirstError(frames - 1)
  })
}

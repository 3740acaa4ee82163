import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { type Clock, useRealTime } from './clock.ts'
import styles from './PageHead.module.css'

interface PageHeadProps {
  readonly title: ReactNode
  /** The title of the browser's tab, if `title` is not plain text. */
  readonly name?: string
  readonly lead?: ReactNode
  /** A status beside the title. */
  readonly badge?: ReactNode
  /** The link to the list above this page. */
  readonly back?: { readonly href: string; readonly label: string }
  readonly actions?: ReactNode
  /** `real`: the times of the page are not those of a sandbox's own clock, which stands at the top of every page. */
  readonly clock?: Clock
}

export function PageHead({ title, name, lead, badge, back, actions, clock = 'own' }: PageHeadProps) {
  const realTime = useRealTime()
  const tab = name ?? (typeof title === 'string' ? title : undefined)
  useEffect(() => {
    if (tab) document.title = `${tab} · Tributary`
  }, [tab])
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        {back && (
          <Link href={back.href} className={styles.back}>
            ← {back.label}
          </Link>
        )}
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {badge}
        </div>
        {lead && (
          <p className={styles.lead}>
            {lead} {clock === 'real' && realTime}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

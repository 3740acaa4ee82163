import type { ReactNode } from 'react'
import styles from './states.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  /** `No payouts yet` */
  readonly title: string
  /** What would stand here, and how it comes to be. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** In the place of a list without entries: it says what to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './states.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  /** `No payouts yet` */
  readonly title: string
  /** How the first entry is created. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown in place of an empty list, with the next step. */
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

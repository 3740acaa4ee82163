import type { ReactNode } from 'react'
import styles from './Notice.module.css'

interface NoticeProps {
  readonly tone?: 'info' | 'danger' | 'warn' | 'good'
  readonly title?: string
  readonly children: ReactNode
}

/** A notice. Screen readers announce one of tone `danger` at once. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : undefined}>
      {title && <p className={styles.title}>{title}</p>}
      <div>{children}</div>
    </div>
  )
}

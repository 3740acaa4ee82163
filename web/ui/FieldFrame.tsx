import type { ReactNode } from 'react'
import styles from './TextField.module.css'
import { t } from './words/current.ts'

export interface FieldTexts {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** A confirmation, e.g. the bank's name. */
  readonly good?: string | undefined
}

interface FieldFrameProps extends FieldTexts {
  readonly id: string
  readonly optional?: boolean
  readonly children: ReactNode
}

export function FieldFrame({ id, label, hint, error, good, optional, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {t('optional')}</span>}
      </label>
      {children}
      {/* Always there, so that a screen reader announces what appears in it. */}
      <div id={`${id}-says`} className={styles.says} aria-live="polite">
        {error ? (
          <span className={styles.error}>{error}</span>
        ) : good ? (
          <span className={styles.good}>{good}</span>
        ) : (
          hint && <span className={styles.hint}>{hint}</span>
        )}
      </div>
    </div>
  )
}

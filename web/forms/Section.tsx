import type { ReactNode } from 'react'
import styles from './forms.module.css'

/** Fields that belong together, under a name that a screen reader says with each. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import styles from './forms.module.css'

/** A group of fields; screen readers say its title with each field. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

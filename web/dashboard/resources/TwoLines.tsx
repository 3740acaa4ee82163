import type { ReactNode } from 'react'
import styles from './resources.module.css'

/** Two lines of text: a name, and a detail that tells equal names apart. */
export function TwoLines({ first, second }: { readonly first: ReactNode; readonly second?: ReactNode }) {
  return (
    <span className={styles.twoLines}>
      <span className={styles.first}>{first}</span>
      {second && second !== first && <span className={styles.second}>{second}</span>}
    </span>
  )
}

import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** Names and values in two columns. */
export function DetailList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

/** Points with a tick. */
export function Points({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.points}>{children}</ul>
}

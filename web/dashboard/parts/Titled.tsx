import styles from './Titled.module.css'

/** A choice's name, and under it what it means. */
export const Titled = ({ name, means }: { readonly name: string; readonly means: string }) => (
  <span>
    <span className={styles.name}>{name}</span>
    <span className={styles.means}>{means}</span>
  </span>
)

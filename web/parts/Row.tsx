import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** Parts side by side. */
export const Row = ({ children }: { readonly children: ReactNode }) => <div className={styles.row}>{children}</div>

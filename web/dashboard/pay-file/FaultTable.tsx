import type { PayFileError } from './contract.ts'
import styles from './pay-file.module.css'

interface FaultTableProps {
  readonly errors: readonly PayFileError[]
  readonly count: number
}

/** What is wrong, beside the row it is wrong in. */
export function FaultTable({ errors, count }: FaultTableProps) {
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>What is wrong</h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, value, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td>{row}</td>
                <td>{column ?? '–'}</td>
                <td className={styles.value}>{value ?? ''}</td>
                <td className={styles.wrong}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > errors.length && <p className={styles.text}>The first {errors.length} are shown.</p>}
    </section>
  )
}

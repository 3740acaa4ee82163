import type { FieldChange } from '../../../contracts/webhooks.ts'
import { nameOf, wordsOf } from './change-words.ts'
import styles from './developers.module.css'

interface ChangesProps {
  readonly changes: Readonly<Record<string, FieldChange>> | undefined
  /** The most that are listed. */
  readonly limit?: number
}

/** The fields that changed, each as it was and as it is. */
export function Changes({ changes = {}, limit = Number.POSITIVE_INFINITY }: ChangesProps) {
  const all = Object.entries(changes)
  if (all.length === 0) return null
  const more = all.length - limit
  return (
    <div className={styles.changes}>
      <dl>
        {all.slice(0, limit).map(([name, { before, after }]) => (
          <div key={name} className={styles.change}>
            <dt>{nameOf(name)}</dt>
            {before !== null && <dd className={styles.before}>{wordsOf(name, before)}</dd>}
            <dd>{wordsOf(name, after)}</dd>
          </div>
        ))}
      </dl>
      {more > 0 && <span className={styles.more}>and {more} more</span>}
    </div>
  )
}

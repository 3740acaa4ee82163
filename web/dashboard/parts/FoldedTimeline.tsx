import type { TimelineEntry } from '../../../contracts/dashboard/timeline.ts'
import { useRead } from '../api/queries.ts'
import { Card } from './Card.tsx'
import { ErrorState } from './ErrorState.tsx'
import styles from './Timeline.module.css'
import { Entries } from './Timeline.tsx'

const PARTS: readonly { readonly kind: TimelineEntry['kind']; readonly title: string }[] = [
  { kind: 'activity', title: 'Log' },
  { kind: 'transfer', title: 'Books' },
  { kind: 'event', title: 'Events' },
  { kind: 'delivery', title: 'Webhook deliveries' },
]

interface FoldedTimelineProps {
  readonly id: string
  /** The log stands above it already. */
  readonly withoutLog?: true
}

/** Everything that happened to a resource, by kind and folded, beneath a story that says it shortly. */
export function FoldedTimeline({ id, withoutLog }: FoldedTimelineProps) {
  const { data, error, refetch } = useRead<readonly TimelineEntry[]>(`timeline/${encodeURIComponent(id)}`)
  if (error && !data)
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  return (
    <Card title="Behind it" flush>
      <div className={styles.folds} aria-busy={data === undefined}>
        {PARTS.filter(({ kind }) => !(withoutLog && kind === 'activity')).map(({ kind, title }) => (
          <Fold key={kind} title={title} entries={data?.filter((entry) => entry.kind === kind)} />
        ))}
      </div>
    </Card>
  )
}

interface FoldProps {
  readonly title: string
  readonly entries: readonly TimelineEntry[] | undefined
}

function Fold({ title, entries }: FoldProps) {
  if (entries?.length === 0) return <p className={styles.nothing}>{title}: none</p>
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        {title} <span className={styles.count}>{entries?.length ?? ''}</span>
      </summary>
      <div className={styles.inside}>{entries && <Entries entries={entries} />}</div>
    </details>
  )
}

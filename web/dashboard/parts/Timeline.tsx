import type { ComponentType } from 'react'
import { Link } from 'wouter'
import type { TimelineEntry } from '../../../contracts/dashboard/timeline.ts'
import { useRead } from '../api/queries.ts'
import { IconActivity, IconArrowsExchange, IconBolt, type IconProps, IconWebhook } from '../icons.tsx'
import { accountKind, transferName } from '../ledger/names.ts'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { humanize, StatusBadge } from './StatusBadge.tsx'
import { Time } from './Time.tsx'
import styles from './Timeline.module.css'

const KINDS: Record<TimelineEntry['kind'], { readonly icon: ComponentType<IconProps>; readonly name: string }> = {
  activity: { icon: IconActivity, name: 'Activity' },
  transfer: { icon: IconArrowsExchange, name: 'Ledger transfer' },
  event: { icon: IconBolt, name: 'Event' },
  delivery: { icon: IconWebhook, name: 'Delivery' },
}

/** The story of a resource, newest first, as people say it; of one without a log everything. */
export function Timeline({ id }: { readonly id: string }) {
  const { data, error, refetch } = useRead<readonly TimelineEntry[]>(`timeline/${encodeURIComponent(id)}`)
  const log = data?.filter(({ kind }) => kind === 'activity')
  return (
    <Card title="Timeline">
      {data ? (
        <Entries entries={log?.length ? log : data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </Card>
  )
}

export function Entries({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <EmptyState title="No entries yet" />
  return (
    <ol className={styles.line}>
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of the past, never reordered
        <Entry key={place} {...entry} />
      ))}
    </ol>
  )
}

/** `payout.hold` → `Payout hold`; details of activities and events are sentences already. */
const detailWords = ({ kind, detail }: TimelineEntry): string | undefined =>
  kind === 'transfer' && detail ? transferName(detail) : detail

const titleWords = ({ title, debit, credit }: TimelineEntry): string =>
  debit && credit ? `${title}: ${accountKind(debit)} → ${accountKind(credit)}` : title

function Entry(entry: TimelineEntry) {
  const { at, kind, status, link } = entry
  const { icon: Icon, name } = KINDS[kind] ?? KINDS.activity
  const [title, detail] = [titleWords(entry), detailWords(entry)]
  return (
    <li className={styles.entry}>
      <span className={styles.mark} title={name}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">{name}: </span>
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          {link ? <Link href={link}>{title}</Link> : title}
          {status && humanize(status) !== title && <StatusBadge status={status} />}
        </p>
        {detail && <p className={styles.detail}>{detail}</p>}
        <p className={styles.at}>
          <Time at={at} />
        </p>
      </div>
    </li>
  )
}

const Waiting = () => (
  <div className={styles.line} aria-busy="true">
    {['first', 'second', 'third'].map((key) => (
      <div key={key} className={styles.entry}>
        <span className={styles.mark} />
        <div className={styles.hold} />
      </div>
    ))}
  </div>
)

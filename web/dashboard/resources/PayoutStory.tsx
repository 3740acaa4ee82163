import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import type { PayoutStory as Story, StoryStep } from '../../../contracts/dashboard/payout-story.ts'
import { useRead } from '../api/queries.ts'
import { IconCheck, IconX } from '../icons.tsx'
import { Card } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { Time } from '../parts/Time.tsx'
import styles from './PayoutStory.module.css'

interface PayoutStoryProps {
  readonly id: string
  /** While it still moves the story is read again and again. */
  readonly status: string | undefined
}

/** A payout's life: what has happened, and when the rest is expected. */
export function PayoutStory({ id, status }: PayoutStoryProps) {
  const { data, error, refetch } = useRead<Story>(`payouts/${encodeURIComponent(id)}/story`, {
    everyMs: status === 'ready' || status === 'pending' ? 3_000 : false,
  })
  useEffect(() => {
    if (status) void refetch()
  }, [status, refetch])
  return (
    <Card title="Where it is">
      {data ? (
        <ol className={styles.story}>
          {data.steps.map((step) => (
            <Step key={step.title} {...step} />
          ))}
        </ol>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height="11rem" />
      )}
    </Card>
  )
}

const WORDS = { done: 'Done', expected: 'Expected', failed: 'Ended' }

function Step({ title, state, at, until, detail }: StoryStep) {
  return (
    <li className={`${styles.step} ${styles[state]}`}>
      <span className={styles.mark}>
        {state === 'done' && <IconCheck size={14} aria-hidden="true" />}
        {state === 'failed' && <IconX size={14} aria-hidden="true" />}
        <span className="visually-hidden">{WORDS[state]}: </span>
      </span>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.when}>
          {at && state === 'expected' && 'Expected '}
          {at && <Time at={at} />}
          {until && (
            <>
              Canceled on <Time at={until} /> otherwise
            </>
          )}
          {!at && !until && !detail && 'Not known yet'}
        </p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
    </li>
  )
}

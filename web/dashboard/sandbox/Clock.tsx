import { Button, Group } from '@mantine/core'
import type { Clock as ClockView } from '../../../contracts/resources.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import styles from './sandbox.module.css'

const STEPS = [
  { label: 'An hour', seconds: 3_600 },
  { label: 'A day', seconds: 86_400 },
  { label: '31 days', seconds: 31 * 86_400 },
]
const NOW = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** The sandbox's clock. It runs by itself and can be moved forward. */
export function Clock() {
  const can = useCan()
  const { data, error, refetch } = useRead<ClockView>('v1/sandbox/clock', { everyMs: 10_000 })
  const { mutate, isPending, variables, error: refused } = useCommand()
  const pushed = isPending ? (variables?.body as { seconds?: number } | undefined)?.seconds : undefined
  return (
    <Card
      title="Clock"
      lead="Everything that becomes due is processed, in order."
      actions={
        can('sandbox.simulate') && (
          <Group gap="xs">
            {STEPS.map(({ label, seconds }) => (
              <Button
                key={label}
                variant="default"
                aria-label={`Advance the clock by ${label.toLowerCase()}`}
                disabled={isPending && pushed !== seconds}
                loading={pushed === seconds}
                onClick={() => mutate({ path: 'v1/sandbox/clock/advance', body: { seconds } })}
              >
                + {label}
              </Button>
            ))}
          </Group>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <p className={styles.now} aria-live="polite">
          {data ? <time dateTime={data.now}>{NOW.format(new Date(data.now))}</time> : ' '}
        </p>
      )}
      {refused && <ErrorNote error={refused} />}
    </Card>
  )
}

import type { Clock as ClockView } from '../../../contracts/sandbox.ts'
import { useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { ClockControls } from './ClockControls.tsx'
import styles from './sandbox.module.css'

const NOW = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** The sandbox's clock. It runs by itself and can be moved forward. */
export function Clock() {
  const can = useCan()
  const { data, error, refetch } = useRead<ClockView>('v1/sandbox/clock', { everyMs: 10_000 })
  return (
    <Card title="Clock" lead="Everything that becomes due is processed, in order.">
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <p className={styles.now} aria-live="polite">
          {data ? <time dateTime={data.now}>{NOW.format(new Date(data.now))}</time> : ' '}
        </p>
      )}
      {can('sandbox.simulate') && <ClockControls />}
    </Card>
  )
}

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { RequestFigures as Figures, RequestPeriod } from '../../../contracts/dashboard/developers.ts'
import { useRead } from '../api/queries.ts'
import { BarChart, type Series } from '../parts/BarChart.tsx'
import { Card } from '../parts/Card.tsx'
import styles from './developers.module.css'

const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
]
const ANSWERS: readonly Series[] = [
  { name: 'Succeeded', tone: 'brand' },
  { name: 'Refused (4xx)', tone: 'second' },
  { name: 'Failed (5xx)', tone: 'danger' },
]
const LATENCY: readonly Series[] = [
  { name: 'Half within', tone: 'brand' },
  { name: '95% within', tone: 'second' },
]
const NAMED = 4

const COUNT = new Intl.NumberFormat('en-US')
const HOUR = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric' })
const ms = (value: number): string => `${value < 10 ? Math.round(value * 10) / 10 : COUNT.format(Math.round(value))} ms`

/** How many requests succeeded, and how long they took. */
export function RequestFigures() {
  const [hours, setHours] = useState('24')
  const { data } = useRead<Figures>('request-figures', { params: { hours }, keep: true })
  if (!data || data.requests === 0) return null
  const words = hours === '24' ? HOUR : DAY
  const bars = (valuesOf: (period: RequestPeriod) => readonly number[]) =>
    data.periods.map((period, nth) => {
      const title = words.format(new Date(period.at))
      const named = nth % Math.ceil(data.periods.length / NAMED) === 0 ? title : undefined
      return { key: period.at, title, named, values: valuesOf(period) }
    })
  return (
    <Card
      title="Success and latency"
      lead={data.is_complete ? 'Requests of your keys.' : 'The newest 10,000 requests of your keys.'}
      actions={<SegmentedControl aria-label="Span" size="xs" data={SPANS} value={hours} onChange={setHours} />}
    >
      <div className={styles.charts}>
        <figure>
          <figcaption>
            <strong>{rateOf(data)}</strong> of {COUNT.format(data.requests)} succeeded
          </figcaption>
          <BarChart
            series={ANSWERS}
            stacked
            counts
            bars={bars(({ requests, refused, failed }) => [requests - refused - failed, refused, failed])}
            short={COUNT.format}
            long={COUNT.format}
          />
        </figure>
        <figure>
          <figcaption>
            <strong>{ms(Math.max(...data.periods.map(({ p95_ms = 0 }) => p95_ms)))}</strong> at most for 95 of 100
          </figcaption>
          <BarChart
            series={LATENCY}
            bars={bars(({ p50_ms = 0, p95_ms = 0 }) => [p50_ms, p95_ms])}
            short={ms}
            long={ms}
          />
        </figure>
      </div>
    </Card>
  )
}

/** 99.98% is not rounded to 100. */
function rateOf({ requests, refused, failed }: Figures): string {
  const percent = Math.floor((10_000 * (requests - refused - failed)) / requests) / 100
  return `${percent}%`
}

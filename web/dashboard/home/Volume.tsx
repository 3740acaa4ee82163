import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Home, VOLUME_DAYS } from '../../../contracts/dashboard/home.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useDayWords } from '../parts/clock.ts'
import styles from './home.module.css'
import { VolumeChart } from './VolumeChart.tsx'

interface RangeProps {
  readonly days: number
  readonly onChange: (days: number) => void
}

export const Range = ({ days, onChange }: RangeProps) => (
  <SegmentedControl
    aria-label="Period"
    size="xs"
    data={VOLUME_DAYS.map((one) => ({ value: String(one), label: `${one} days` }))}
    value={String(days)}
    onChange={(value) => onChange(Number(value))}
  />
)

interface VolumeProps {
  readonly home: Home | undefined
  readonly days: number
  readonly statementOf: (account: string) => string | undefined
}

/** Money out and money in, each by day, as a sum, and beside the period before. */
export function Volume({ home, days, statementOf }: VolumeProps) {
  const dayWords = useDayWords()
  if (!home) return <div className={styles.chart} />
  const { volume, volume_before: before } = home
  const sum = (part: 'payouts_in_cents' | 'purchases_in_cents') => volume.reduce((total, day) => total + day[part], 0)
  const [out, taken] = [sum('payouts_in_cents'), sum('purchases_in_cents')]
  if (out === 0 && taken === 0) return <p className={styles.none}>Nothing was paid or sold in the last {days} days.</p>
  const since = `&from=${volume[0]?.date}`
  return (
    <figure>
      <div
        className={styles.chart}
        role="img"
        aria-label={`Payouts ${formatCents(out)}, purchases ${formatCents(taken)} in ${days} days.`}
      >
        <VolumeChart days={volume} />
      </div>
      <figcaption className={styles.caption}>
        <span>
          <Opened to={statementOf('due_to_bank')} rows={`${since}&kind=payout.sent,payout.returned`}>
            Payouts {formatCents(out)}
          </Opened>
          , {comparison(out, before.payouts_in_cents, days)}
        </span>
        <span>
          <Opened to={statementOf('card_clearing')} rows={since}>
            Purchases {formatCents(taken)}
          </Opened>
          , {comparison(taken, before.purchases_in_cents, days)}
        </span>
        <span>{dayWords}</span>
      </figcaption>
    </figure>
  )
}

const HUNDRED = 100

/** `12% more than in the 30 days before`. */
export function comparison(now: number, before: number, days: number): string {
  if (now === before) return `as much as in the ${days} days before`
  if (before <= 0) return `${now > before ? 'up' : 'down'} from ${formatCents(before)} in the ${days} days before`
  const percent = Math.round(((now - before) * HUNDRED) / before)
  if (percent === 0) return `as much as in the ${days} days before`
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than in the ${days} days before`
}

interface OpenedProps {
  /** Absent for people who may not see it. */
  readonly to: string | undefined
  readonly rows: string
  readonly children: ReactNode
}

/** A number that opens the rows it counts. */
const Opened = ({ to, rows, children }: OpenedProps) =>
  to ? <Link href={`${to}${rows}`}>{children}</Link> : <span>{children}</span>

import type { DayVolume } from '../../../contracts/dashboard/home.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { axisMarks } from './axis.ts'
import styles from './VolumeChart.module.css'

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const SHORT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })

const SERIES = [
  { name: 'Payouts', part: 'payouts_in_cents', bar: styles.payouts },
  { name: 'Purchases', part: 'purchases_in_cents', bar: styles.purchases },
] as const

/** Every seventh day is named, counted back from the last. */
const isNamed = (nth: number, count: number): boolean => (count - 1 - nth) % 7 === 0

/** Bars as plain elements: their widths follow the page without a script, and the browser draws them at once. */
export function VolumeChart({ days }: { readonly days: readonly DayVolume[] }) {
  const marks = axisMarks(Math.max(...days.flatMap((day) => SERIES.map(({ part }) => day[part]))))
  const top = marks.at(-1) as number
  const share = (cents: number): string => `${(100 * Math.max(cents, 0)) / top}%`
  return (
    <div className={styles.chart}>
      <ul className={styles.legend}>
        {SERIES.map(({ name, bar }) => (
          <li key={name}>
            <span className={bar} />
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.marks}>
        {marks.map((cents) => (
          <span key={cents} style={{ bottom: share(cents) }}>
            {SHORT.format(cents / 100)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        {marks.map((cents) => (
          <span key={cents} className={styles.line} style={{ bottom: share(cents) }} />
        ))}
        {days.map((day, nth) => (
          <div key={day.date} className={styles.day}>
            {SERIES.map(({ name, part, bar }) => (
              <span key={name} className={bar} style={{ height: share(day[part]) }} />
            ))}
            {isNamed(nth, days.length) && <span className={styles.date}>{DAY.format(new Date(day.date))}</span>}
            <DayNote day={day} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The amounts of the day under the pointer. */
function DayNote({ day }: { readonly day: DayVolume }) {
  return (
    <span className={styles.note}>
      <strong>{DAY.format(new Date(day.date))}</strong>
      {SERIES.map(({ name, part }) => (
        <span key={name}>{`${name} ${formatCents(day[part])}`}</span>
      ))}
    </span>
  )
}

import { axisMarks } from './axis.ts'
import styles from './BarChart.module.css'

export interface Series {
  readonly name: string
  readonly tone: 'brand' | 'second' | 'danger'
}

export interface Bars {
  readonly key: string
  /** Named in the note under the pointer, and on the axis if it is `named`. */
  readonly title: string
  readonly named?: string | undefined
  /** In the order of the series. */
  readonly values: readonly number[]
}

interface BarChartProps {
  readonly series: readonly Series[]
  readonly bars: readonly Bars[]
  /** One value on top of the other, instead of side by side. */
  readonly stacked?: boolean
  /** The values count things: the axis has whole numbers alone. */
  readonly counts?: boolean
  /** Marks of the axis. */
  readonly short: (value: number) => string
  readonly long: (value: number) => string
}

/** Bars as plain elements: their widths follow the page without a script, and the browser draws them at once. */
export function BarChart({ series, bars, stacked = false, counts = false, short, long }: BarChartProps) {
  const heights = bars.flatMap(({ values }) => (stacked ? values.reduce((sum, value) => sum + value, 0) : values))
  const marks = axisMarks(Math.max(...heights), counts)
  const top = marks.at(-1) as number
  const share = (value: number): string => `${(100 * Math.max(value, 0)) / top}%`
  return (
    <div className={styles.chart}>
      <ul className={styles.legend}>
        {series.map(({ name, tone }) => (
          <li key={name}>
            <span className={styles[tone]} />
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.marks}>
        {marks.map((value) => (
          <span key={value} style={{ bottom: share(value) }}>
            {short(value)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        {marks.map((value) => (
          <span key={value} className={styles.line} style={{ bottom: share(value) }} />
        ))}
        {bars.map((bar, nth) => (
          <div key={bar.key} className={`${styles.place} ${stacked ? styles.stacked : ''}`}>
            {series.map(({ name, tone }, place) => (
              <span
                key={name}
                className={`${styles.bar} ${styles[tone]}`}
                style={{ height: share(bar.values[place] ?? 0) }}
              />
            ))}
            {bar.named && <span className={styles.date}>{bar.named}</span>}
            <Note
              bar={bar}
              series={series}
              long={long}
              opens={nth < bars.length / 2 ? styles.rightwards : styles.leftwards}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

interface NoteProps extends Pick<BarChartProps, 'series' | 'long'> {
  readonly bar: Bars
  readonly opens: string | undefined
}

/** The values under the pointer. It opens towards the middle, so that it stays within the page. */
const Note = ({ bar, series, long, opens = '' }: NoteProps) => (
  <span className={`${styles.note} ${opens}`}>
    <strong>{bar.title}</strong>
    {series.map(({ name }, place) => (
      <span key={name}>{`${name} ${long(bar.values[place] ?? 0)}`}</span>
    ))}
  </span>
)

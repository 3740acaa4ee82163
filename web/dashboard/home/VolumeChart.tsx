import type { DayVolume } from '../../../contracts/dashboard/home.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { BarChart, type Series } from '../parts/BarChart.tsx'

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const SHORT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })

const SERIES: readonly Series[] = [
  { name: 'Money out', tone: 'brand' },
  { name: 'Money in', tone: 'second' },
]

/** About five days are named, whole weeks apart, counted back from the last. */
const isNamed = (nth: number, count: number): boolean => (count - 1 - nth) % (7 * Math.ceil(count / 30)) === 0

export function VolumeChart({ days }: { readonly days: readonly DayVolume[] }) {
  const bars = days.map(({ date, payouts_in_cents, purchases_in_cents }, nth) => {
    const title = DAY.format(new Date(date))
    const named = isNamed(nth, days.length) ? title : undefined
    return { key: date, title, named, values: [payouts_in_cents, purchases_in_cents] }
  })
  return <BarChart series={SERIES} bars={bars} short={(cents) => SHORT.format(cents / 100)} long={formatCents} />
}

import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import type { DayVolume } from '../../../contracts/dashboard/home.ts'
import { formatCents } from '../../ui/Amount.tsx'

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const SHORT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })

/** Loaded separately, because the chart library is larger than the rest of the page. */
export default function VolumeChart({ days }: { readonly days: readonly DayVolume[] }) {
  const data = days.map(({ date, payouts_in_cents, purchases_in_cents }) => ({
    day: DAY.format(new Date(date)),
    'Money out': payouts_in_cents,
    'Money in': purchases_in_cents,
  }))
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="day"
      series={[
        { name: 'Money out', color: 'var(--brand)' },
        { name: 'Money in', color: 'var(--chart-second)' },
      ]}
      valueFormatter={(cents) => formatCents(cents)}
      yAxisProps={{ tickFormatter: (cents: number) => SHORT.format(cents / 100), width: 56 }}
      xAxisProps={{ minTickGap: 24 }}
      tickLine="none"
      withLegend
      legendProps={{ verticalAlign: 'top', height: 36 }}
      barProps={{ radius: 2, isAnimationActive: false }}
    />
  )
}

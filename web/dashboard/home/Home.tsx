import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { DayVolume, FailingWebhook, Home as HomeFigures } from '../../../contracts/dashboard/home.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconArrowRight, IconCircleCheck } from '../icons.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { IdLink } from '../parts/links.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import styles from './home.module.css'
import { VolumeChart } from './VolumeChart.tsx'

/** Balances, volume, and everything that needs attention. */
export default function Home() {
  const { data, error, refetch } = useRead<HomeFigures>('home', { everyMs: 30_000 })
  return (
    <>
      <PageHead title="Home" />
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : <Figures home={data} />}
    </>
  )
}

function Figures({ home }: { readonly home: HomeFigures | undefined }) {
  const can = useCan()
  const statementOf = (account: string) => (can('ledger.read') ? `/ledger/statement?account=${account}` : undefined)
  return (
    <div className={styles.home} aria-busy={home === undefined}>
      <div className={styles.figures}>
        <Figure name="Operating balance" cents={home?.operating_balance} href={statementOf('operating')} />
        <Figure
          name="Pending payouts"
          cents={home?.pending_payouts}
          href={statementOf('pending_payouts') ?? '/payouts'}
        />
        <Figure name="Fees this month" cents={home?.fees_this_month} href={feesOf(home, statementOf('fees_payable'))} />
      </div>
      <Card title="What needs attention">
        <Attention home={home} />
      </Card>
      <Card title="Failing webhooks">
        <Failing webhooks={home?.failing_webhooks} />
      </Card>
      <Card title="Volume of the last 30 days" wide>
        <Volume days={home?.volume} />
      </Card>
      <Card title="Payouts by status">
        <ByStatus counts={home?.payouts_by_status} page="/payouts" none="No payouts yet." />
      </Card>
      <Card title="Purchases by status">
        <ByStatus counts={home?.purchases_by_status} page="/purchases" none="No purchases yet." />
      </Card>
    </div>
  )
}

/** The fees of the month that the last day of the volume is in: the sandbox has its own clock. */
function feesOf(home: HomeFigures | undefined, statement: string | undefined): string | undefined {
  const today = home?.volume.at(-1)?.date
  return statement && today ? `${statement}&from=${today.slice(0, 7)}-01` : undefined
}

interface FigureProps {
  readonly name: string
  readonly cents: number | undefined
  readonly href: string | undefined
}

function Figure({ name, cents, href }: FigureProps) {
  const shown = (
    <>
      <span className={styles.name}>{name}</span>
      {cents === undefined ? <span className={styles.waiting} /> : <Money cents={cents} large />}
    </>
  )
  if (!href) return <div className={styles.figure}>{shown}</div>
  return (
    <Link href={href} className={`${styles.figure} ${styles.pressable}`}>
      {shown}
    </Link>
  )
}

interface CardProps {
  readonly title: string
  readonly wide?: boolean
  readonly children: ReactNode
}

function Card({ title, wide = false, children }: CardProps) {
  return (
    <section className={`${styles.card} ${wide ? styles.wide : ''}`}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

function Volume({ days }: { readonly days: readonly DayVolume[] | undefined }) {
  if (!days) return <div className={styles.chart} />
  const sum = (part: 'payouts_in_cents' | 'purchases_in_cents') => days.reduce((total, day) => total + day[part], 0)
  const moved = sum('payouts_in_cents') + sum('purchases_in_cents')
  if (moved === 0) return <p className={styles.none}>Nothing was paid or sold in the last 30 days.</p>
  const words = `Payouts ${formatCents(sum('payouts_in_cents'))}, purchases ${formatCents(sum('purchases_in_cents'))} in 30 days.`
  return (
    <figure>
      <div className={styles.chart} role="img" aria-label={words}>
        <VolumeChart days={days} />
      </div>
      <figcaption className={styles.caption}>{words}</figcaption>
    </figure>
  )
}

interface ByStatusProps {
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly page: string
  readonly none: string
}

const COUNT = new Intl.NumberFormat('en-US')

function ByStatus({ counts, page, none }: ByStatusProps) {
  const rows = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  const most = Math.max(...rows.map(([, count]) => count))
  if (counts && rows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.statuses}>
      {rows.map(([status, count]) => (
        <li key={status}>
          <Link href={`${page}?status=${status}`} className={styles.status}>
            <StatusBadge status={status} />
            <meter className={styles.meter} min={0} max={most} value={count} aria-hidden="true" />
            <span className={styles.count}>{COUNT.format(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Attention({ home }: { readonly home: HomeFigures | undefined }) {
  if (home && home.attention.length === 0)
    return (
      <p className={styles.calm}>
        <IconCircleCheck size={18} aria-hidden="true" /> Nothing needs attention.
      </p>
    )
  return (
    <ul className={styles.attention}>
      {home?.attention.map(({ kind, text, link }) => (
        <li key={`${kind} ${link} ${text}`}>
          <Link href={link}>
            {text} <IconArrowRight size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Failing({ webhooks }: { readonly webhooks: readonly FailingWebhook[] | undefined }) {
  if (webhooks?.length === 0) return <p className={styles.none}>None. Every delivery of the last day succeeded.</p>
  return (
    <ul className={styles.webhooks}>
      {webhooks?.map(({ id, url, event }) => (
        <li key={id}>
          <IdLink id={id}>{event}</IdLink>
          <span className={styles.address}>{url}</span>
        </li>
      ))}
    </ul>
  )
}

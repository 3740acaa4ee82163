import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import type { Home as HomeFigures, UpcomingPayout } from '../../../contracts/dashboard/home.ts'
import type { PayFileSummary } from '../../../contracts/dashboard/pay-file.ts'
import type { Page } from '../../../contracts/lists.ts'
import type { EventPage } from '../../../contracts/webhooks.ts'
import { useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconArrowRight, IconCircleCheck } from '../icons.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { pageOf } from '../parts/links.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { Time } from '../parts/Time.tsx'
import { FileState } from '../pay-file/FileState.tsx'
import { Actions } from '../resources/Actions.tsx'
import { payouts } from '../resources/kinds/payouts.tsx'
import { Named } from '../resources/Named.tsx'
import { Checklist } from './Checklist.tsx'
import styles from './home.module.css'
import { Range, Volume } from './Volume.tsx'

const DAYS_DEFAULT = 30
/** An enterprise is new until it has made so many payouts. */
const NEW_MAX = 5

/** Balances, money out and in, what comes, what happened, and everything that needs attention. */
export default function Home() {
  const can = useCan()
  const [days, setDays] = useState(DAYS_DEFAULT)
  const { data, error, refetch } = useRead<HomeFigures>('home', {
    params: { days: days === DAYS_DEFAULT ? undefined : days },
    everyMs: 30_000,
    keep: true,
  })
  const pay = can('payments.make') && (
    <>
      <Button component={Link} href="/pay-file" variant="default">
        Pay by file
      </Button>
      <Actions actions={[payouts.create]} row={undefined} />
    </>
  )
  return (
    <>
      <PageHead title="Home" actions={pay} />
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Figures home={data} days={days} onDays={setDays} />
      )}
    </>
  )
}

interface FiguresProps {
  readonly home: HomeFigures | undefined
  readonly days: number
  readonly onDays: (days: number) => void
}

function Figures({ home, days, onDays }: FiguresProps) {
  const can = useCan()
  const statementOf = (account: string) => (can('ledger.read') ? `/ledger/statement?account=${account}` : undefined)
  const made = Object.values(home?.payouts_by_status ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <div className={styles.home} aria-busy={home === undefined}>
      <div className={styles.figures}>
        <Figure
          name="Operating balance"
          cents={home?.operating_balance}
          href={statementOf('operating')}
          note={home && home.incoming > 0 && <Incoming cents={home.incoming} href={statementOf('incoming')} />}
          focal
        />
        <Figure name="Pending payouts" cents={home?.pending_payouts} href="/payouts?status=ready,pending" />
        <Figure name="Fees this month" cents={home?.fees_this_month} href={feesOf(home, statementOf('fees_payable'))} />
      </div>
      {/* It begins to read at once, and is not there before it can stay where it is. */}
      <div className={styles.home} hidden={home === undefined}>
        {home && made < NEW_MAX && <Checklist payouts={made} />}
        <Card title="What needs attention">
          <Attention home={home} />
        </Card>
        <div className={styles.columns}>
          <div className={styles.column}>
            <Card title="Money out and in" tools={<Range days={days} onChange={onDays} />} fills>
              <Volume home={home} days={days} statementOf={statementOf} />
            </Card>
            <div className={styles.pair}>
              <Card title="Payouts by status">
                <ByStatus
                  counts={home?.payouts_by_status}
                  cents={home?.payout_cents_by_status}
                  page="/payouts"
                  none="No payouts yet."
                />
              </Card>
              <Card title="Purchases by status">
                <ByStatus
                  counts={home?.purchases_by_status}
                  cents={home?.purchase_cents_by_status}
                  page="/purchases"
                  none="No purchases yet."
                />
              </Card>
            </div>
          </div>
          <div className={styles.column}>
            <Card title="Next payouts">
              <Upcoming payouts={home?.upcoming} />
              {can('payments.make') && <WaitingFiles />}
            </Card>
            <Card title="Recent activity" fills>
              <Recent />
            </Card>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The fees of the month that the last day of the volume is in: the sandbox has its own clock. */
function feesOf(home: HomeFigures | undefined, statement: string | undefined): string | undefined {
  const today = home?.volume.at(-1)?.date
  if (!statement || !today) return undefined
  const kinds = home.fee_kinds.length > 0 ? `&kind=${home.fee_kinds.join(',')}` : ''
  return `${statement}&from=${today.slice(0, 7)}-01${kinds}`
}

interface FigureProps {
  readonly name: string
  readonly cents: number | undefined
  readonly href: string | undefined
  readonly note?: ReactNode
  /** The number that people come for. */
  readonly focal?: boolean
}

/** Credits that have arrived and are not available before their settlement date. */
function Incoming({ cents, href }: { readonly cents: number; readonly href: string | undefined }) {
  const shown = (
    <>
      <Money cents={cents} /> incoming, not available yet
    </>
  )
  return href ? (
    <Link href={href} className={styles.note}>
      {shown}
    </Link>
  ) : (
    <span className={styles.name}>{shown}</span>
  )
}

function Figure({ name, cents, href, note, focal = false }: FigureProps) {
  const look = `${styles.figure} ${focal ? styles.focal : ''}`
  const shown = (
    <>
      <span className={styles.name}>{name}</span>
      {cents === undefined ? <span className={styles.waiting} /> : <Money cents={cents} large />}
    </>
  )
  return (
    <div className={href ? `${look} ${styles.pressable}` : look}>
      {href ? (
        <Link href={href} className={styles.opens}>
          {shown}
        </Link>
      ) : (
        <div className={styles.opens}>{shown}</div>
      )}
      {note}
    </div>
  )
}

interface CardProps {
  readonly title: string
  /** Takes the height that is left in its column. */
  readonly fills?: boolean
  readonly tools?: ReactNode
  readonly children: ReactNode
}

function Card({ title, fills = false, tools, children }: CardProps) {
  const id = useId()
  return (
    <section className={`${styles.card} ${fills ? styles.fills : ''}`} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  )
}

function Upcoming({ payouts: next }: { readonly payouts: readonly UpcomingPayout[] | undefined }) {
  if (next?.length === 0) return <p className={styles.none}>No payout waits for its date.</p>
  return (
    <ul className={styles.lines}>
      {next?.map(({ id, account_connection, amount_in_cents, date }) => (
        <li key={id}>
          <Link href={`/payouts/${id}`} className={styles.line}>
            <span className={styles.words}>
              <Named id={account_connection} />
              <span className={styles.when}>
                <Time at={date} />
              </span>
            </span>
            <Money cents={amount_in_cents} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const NEWEST_FILES = { page_size: 5 }

/** Files that are checked and wait to be confirmed, and those that are being paid. */
function WaitingFiles() {
  const { data } = useRead<Page<PayFileSummary>>('pay-file', { params: NEWEST_FILES, everyMs: 30_000 })
  const waiting = data?.data.filter(({ state }) => state === 'validated' || state === 'running') ?? []
  if (waiting.length === 0) return null
  return (
    <>
      <h3 className={styles.subtitle}>Files</h3>
      <ul className={styles.lines}>
        {waiting.map((file) => (
          <li key={file.file_id}>
            <Link href={`/pay-file/${file.file_id}`} className={styles.line}>
              <span className={styles.words}>
                <span>{file.name}</span>
                <span className={styles.when}>
                  <FileState file={file} />
                </span>
              </span>
              <Money cents={file.total_in_cents} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `dep_…5199`: on Home a sentence is to be read, and its link leads to the whole id. */
const withShortIds = (text: string): string =>
  text.replaceAll(/\b([a-z0-9]{2,4}_)[0-9a-z]{22}([0-9a-z]{4})\b/g, '$1…$2')

const RECENT = { order: 'newest', page_size: 5 }

function Recent() {
  const { data } = useRead<EventPage>('v1/event', { params: RECENT, everyMs: 30_000 })
  if (data?.data.length === 0) return <p className={styles.none}>Nothing has changed yet.</p>
  return (
    <ul className={styles.lines}>
      {data?.data.map(({ id, summary, resource, created_at }) => (
        <li key={id}>
          <Link href={pageOf(resource) ?? '/events'} className={styles.line}>
            <span className={styles.words}>
              <span>{withShortIds(summary)}</span>
              <span className={styles.when}>
                <Time at={created_at} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ByStatusProps {
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly cents: Readonly<Record<string, number>> | undefined
  readonly page: string
  readonly none: string
}

const COUNT = new Intl.NumberFormat('en-US')

/** How many, and how much: each line opens the rows that it counts. */
function ByStatus({ counts, cents, page, none }: ByStatusProps) {
  const rows = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  if (counts && rows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.statuses}>
      {rows.map(([status, count]) => (
        <li key={status}>
          <Link href={`${page}?status=${status}`} className={styles.status}>
            <StatusBadge status={status} />
            <span className={styles.count}>{COUNT.format(count)}</span>
            <span className={styles.sum}>{cents?.[status] !== undefined && <Money cents={cents[status]} />}</span>
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
        <li key={`${kind} ${text}`}>
          <Link href={link}>
            {text} <IconArrowRight size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { Button, Checkbox, Progress } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { PayFile, PayFileConfirm } from '../../../contracts/dashboard/pay-file.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconCircleCheck } from '../icons.tsx'
import type { PageProps } from '../page.ts'
import { Card, Cards } from '../parts/Card.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { formatMinute } from '../parts/Time.tsx'
import { Columns } from './Columns.tsx'
import { FileState } from './FileState.tsx'
import styles from './pay-file.module.css'
import { Rows } from './Rows.tsx'

const LOOK_MS = 500
const COUNT = new Intl.NumberFormat('en-US')

/** One pay file: its errors, or its cost and the confirmation; then its progress. */
export default function Review({ params: { id = '' } }: PageProps) {
  const [isRunning, setRunning] = useState(false)
  const { data, error, refetch } = useRead<PayFile>(`pay-file/${encodeURIComponent(id)}`, {
    everyMs: isRunning ? LOOK_MS : false,
  })
  const runs = data?.state === 'running'
  if (runs !== isRunning) setRunning(runs)
  return (
    <>
      <PageHead
        title={data?.name ?? '\u2007'}
        name="Pay by file"
        back={{ href: '/pay-file', label: 'Pay by file' }}
        badge={data && <FileState file={data} />}
      />
      {error && !data ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        data && <File file={data} />
      )}
    </>
  )
}

function File({ file }: { readonly file: PayFile }) {
  return (
    <Cards>
      <dl className={styles.figures}>
        <Figure name="Rows">{COUNT.format(file.rows)}</Figure>
        <Figure name="Creators get">
          <Money cents={file.total_in_cents} large />
        </Figure>
        <Figure name="Fees">
          <Money cents={file.fees_in_cents} large />
        </Figure>
        <Figure name="Your operating balance">
          <Money cents={file.operating_in_cents} large />
        </Figure>
      </dl>
      <NextStep file={file} />
      <Rows file={file} />
      <Columns file={file} />
    </Cards>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The next step of the file. */
function NextStep({ file }: { readonly file: PayFile }) {
  if (file.state === 'running' || file.state === 'done') return <PayProgress file={file} />
  if (file.approval)
    return (
      <Card title="Waits for approval">
        <p className={styles.text}>
          Nobody is paid before others agree. <Link href={`/approvals/${file.approval.id}`}>See the approval</Link>
        </p>
      </Card>
    )
  if (file.state === 'failed') return <Confirm file={file} label="Continue" />
  if (file.error_count > 0)
    return (
      <p className={styles.fault} role="alert">
        {file.error_count === 1 ? 'One error' : `${COUNT.format(file.error_count)} errors`} in this file. Nothing can be
        paid yet: correct the file and upload it again.
      </p>
    )
  const missing = file.total_in_cents + file.fees_in_cents - file.operating_in_cents
  if (missing > 0)
    return (
      <p className={styles.fault} role="alert">
        Your operating account lacks {formatCents(missing)} for this file. Every row is valid: add money, then come back
        to this page to confirm it.
      </p>
    )
  const payouts = `${COUNT.format(file.rows)} ${file.rows === 1 ? 'payout' : 'payouts'}`
  return <Confirm file={file} label={`Make ${payouts}, ${formatCents(file.total_in_cents)}`} />
}

/** Confirms the file. Pressing it again pays no row twice. */
function Confirm({ file, label }: { readonly file: PayFile; readonly label: string }) {
  const can = useCan()
  const confirm = useCommand()
  const [again, setAgain] = useState(false)
  const { duplicate_of: before } = file
  const body: PayFileConfirm = before ? { again: true } : {}
  const isHeld = before !== undefined && file.state === 'validated' && !again
  return (
    <Card title={file.state === 'failed' ? 'Stopped' : 'Confirm'}>
      <div className={styles.stack}>
        {before && file.state === 'validated' && <DuplicateWarning before={before} again={again} onChange={setAgain} />}
        <p className={styles.text}>
          {file.state === 'failed'
            ? `${file.why ?? 'Something went wrong.'} ${COUNT.format(file.done)} of ${COUNT.format(file.of)} rows are paid. Continuing pays the remaining rows; none is paid twice.`
            : `Every row is valid. ${formatCents(file.total_in_cents + file.fees_in_cents)} will be taken from your operating account.`}
        </p>
        {confirm.error && <ErrorNote error={confirm.error} />}
        {can('payments.make') ? (
          <Button
            className={styles.confirm}
            loading={confirm.isPending}
            disabled={isHeld}
            onClick={() => confirm.mutate({ path: `pay-file/${file.file_id}/confirm`, body })}
          >
            {label}
          </Button>
        ) : (
          <p className={styles.text}>Your role may not pay. A person with the role finance can confirm this file.</p>
        )}
      </div>
    </Card>
  )
}

interface DuplicateWarningProps {
  readonly before: NonNullable<PayFile['duplicate_of']>
  readonly again: boolean
  readonly onChange: (again: boolean) => void
}

function DuplicateWarning({ before: { file_id, name, confirmed_at, by }, again, onChange }: DuplicateWarningProps) {
  return (
    <div className={styles.warning} role="alert">
      <p>
        <strong>The same file was paid before</strong>
        {confirmed_at && `, on ${formatMinute(confirmed_at)}`}
        {by && ` by ${by}`}: <Link href={`/pay-file/${file_id}`}>{name}</Link>
      </p>
      <Checkbox
        label="Pay the same rows a second time"
        checked={again}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

/** The progress of a confirmed file. */
function PayProgress({ file }: { readonly file: PayFile }) {
  const isDone = file.state === 'done'
  const made = `${COUNT.format(file.done)} of ${COUNT.format(file.of)} payouts`
  return (
    <Card title={isDone ? 'Done' : 'Paying'}>
      <div className={styles.stack} aria-live="polite">
        {isDone ? (
          <p className={styles.good}>
            <IconCircleCheck size={20} aria-hidden="true" /> {made} were made. <Link href="/payouts">See them</Link>
          </p>
        ) : (
          <p className={styles.text}>{made} made. You may leave this page; the payouts continue.</p>
        )}
        <Progress value={file.of === 0 ? 0 : (100 * file.done) / file.of} aria-label="Payouts made" />
      </div>
    </Card>
  )
}

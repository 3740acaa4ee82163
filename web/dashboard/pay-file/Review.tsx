import { Button, Checkbox, Progress } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatCents } from '../../ui/Amount.tsx'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import type { PageProps } from '../pages.ts'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { formatMinute } from '../parts/Time.tsx'
import type { PayFileAnswer } from './contract.ts'
import { FaultTable } from './FaultTable.tsx'
import styles from './pay-file.module.css'

const LOOK_MS = 500
const COUNT = new Intl.NumberFormat('en-US')

/** One file: what is wrong with it, or what it would cost; then how far it is. */
export default function Review({ params }: PageProps) {
  const { id = '' } = params
  const [isRunning, setRunning] = useState(true)
  const { data, error, refetch } = useRead<PayFileAnswer>(`pay-file/${id}`, { everyMs: isRunning ? LOOK_MS : false })
  const shouldLook = data === undefined || data.state === 'running'
  if (shouldLook !== isRunning) setRunning(shouldLook)
  return (
    <>
      <PageHead
        title={data?.name ?? 'Pay by file'}
        back={{ href: '/pay-file', label: 'Pay by file' }}
        badge={data && <StatusBadge status={data.state} />}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={styles.page}>{data && <File file={data} onConfirm={() => setRunning(true)} />}</div>
      )}
    </>
  )
}

interface FileProps {
  readonly file: PayFileAnswer
  readonly onConfirm: () => void
}

function File({ file, onConfirm }: FileProps) {
  const faults = file.error_count ?? file.errors.length
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="Rows">{COUNT.format(file.rows)}</Figure>
        <Figure name="Creators get">
          <Money cents={file.total_in_cents} large />
        </Figure>
        <Figure name="Fees, at most">
          <Money cents={file.fees_in_cents} large />
        </Figure>
      </dl>
      {file.state === 'validated' && faults === 0 && <Confirm file={file} onConfirm={onConfirm} />}
      {file.state === 'validated' && faults > 0 && (
        <p className={styles.fault} role="alert">
          {faults === 1 ? 'One thing is' : `${COUNT.format(faults)} things are`} wrong with this file. Nothing can be
          paid until it is mended: change the file and drop it again.
        </p>
      )}
      {file.state !== 'validated' && <Standing file={file} />}
      {faults > 0 && <FaultTable errors={file.errors} count={faults} />}
      <Columns columns={file.columns} />
    </>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Confirm({ file, onConfirm }: FileProps) {
  const can = useCan()
  const confirm = useCommand()
  const [again, setAgain] = useState(false)
  const { duplicate_of: before } = file
  const words = `Pay ${COUNT.format(file.rows)} ${file.rows === 1 ? 'payout' : 'payouts'}, ${formatCents(file.total_in_cents)}`
  const send = () =>
    confirm.mutate(
      { path: `pay-file/${file.file_id}/confirm`, body: before ? { again: true } : {} },
      { onSuccess: onConfirm },
    )
  return (
    <section className={styles.card}>
      {before && (
        <div className={styles.warning} role="alert">
          <p>
            <strong>This file was paid before</strong>
            {before.confirmed_at && `, on ${formatMinute(before.confirmed_at)}`}
            {before.by && ` by ${before.by}`}: <Link href={`/pay-file/${before.file_id}`}>{before.name}</Link>
          </p>
          <Checkbox
            label="Pay the same rows a second time"
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        </div>
      )}
      <p className={styles.text}>
        Every row is right. {formatCents(file.total_in_cents + file.fees_in_cents)} will be taken from your operating
        account at most.
      </p>
      {confirm.error && <ErrorNote error={confirm.error} />}
      {can('payouts.create') ? (
        <Button
          className={styles.confirm}
          loading={confirm.isPending}
          disabled={before !== undefined && !again}
          onClick={send}
        >
          {words}
        </Button>
      ) : (
        <p className={styles.text}>Your role does not include paying. Ask somebody of finance to confirm this file.</p>
      )}
    </section>
  )
}

/** How far it is; the worker carries on, whether anybody looks or not. */
function Standing({ file }: { readonly file: PayFileAnswer }) {
  const percent = file.of === 0 ? 0 : Math.floor((100 * file.done) / file.of)
  return (
    <section className={styles.card} aria-live="polite">
      {file.state === 'done' ? (
        <p className={styles.good}>
          <IconCircleCheck size={20} aria-hidden="true" /> Done: {COUNT.format(file.done)} of {COUNT.format(file.of)}{' '}
          payouts were made. <Link href="/payouts">See the payouts</Link>
        </p>
      ) : (
        <p className={styles.text}>
          {file.state === 'failed'
            ? (file.message ?? 'It stopped. Rows that were paid stay paid; the others were not.')
            : `${COUNT.format(file.done)} of ${COUNT.format(file.of)} payouts made. You may leave this page.`}
        </p>
      )}
      <Progress value={percent} aria-label="Payouts made" {...(file.state === 'failed' ? { color: 'red' } : {})} />
    </section>
  )
}

function Columns({ columns }: { readonly columns: PayFileAnswer['columns'] }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>Columns</h2>
      <dl className={styles.columns}>
        {columns.map(({ column, field }) => (
          <div key={column} className={styles.column}>
            <dt>{column}</dt>
            <dd>{field ? <code>{field}</code> : 'Ignored'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PayFile as CheckedFile, PayFileSummary } from '../../../contracts/dashboard/pay-file.ts'
import { useCommand } from '../api/queries.ts'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import type { Filter } from '../parts/filters.ts'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { DropZone } from './DropZone.tsx'
import { FileState } from './FileState.tsx'
import styles from './pay-file.module.css'
import { BYTES_MAX, dropped, isText, NOT_TEXT, TEMPLATE, TOO_LARGE } from './upload.ts'

const COLUMNS: readonly Column<PayFileSummary>[] = [
  { title: 'File', grow: true, cell: ({ name }) => name },
  { title: 'Status', cell: (file) => <FileState file={file} /> },
  { title: 'Rows', align: 'right', narrow: 'hide', cell: ({ rows }) => rows.toLocaleString('en-US') },
  { title: 'Total', align: 'right', cell: ({ total_in_cents }) => <Money cents={total_in_cents} /> },
  { title: 'Uploaded', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'Status',
    options: [
      { value: 'validated', label: 'Not confirmed' },
      ...['running', 'done', 'failed'].map((value) => ({ value, label: humanize(value) })),
    ],
  },
]

/** The first step: uploads a file, which the service only checks. */
export default function PayFile() {
  const { take, busy, error, refusal } = useDrop()
  return (
    <>
      <PageHead
        title="Pay by file"
        clock="real"
        lead="Pay many creators at once. Every row is checked first; then you confirm the whole file."
      />
      <Cards>
        <DropZone busy={busy} onFile={take} />
        {refusal && (
          <p className={styles.fault} role="alert">
            {refusal}
          </p>
        )}
        {error && <ErrorNote error={error} />}
        <Card title="What the file looks like">
          <div className={styles.stack}>
            <p className={styles.text}>
              The first line names the columns. A creator is named by <code>account_connection</code>,{' '}
              <code>external_id</code> or <code>email</code>, the amount by <code>amount</code> in dollars or{' '}
              <code>amount_in_cents</code>. <code>description</code>, <code>date</code> and <code>user_data</code> are
              optional.
            </p>
            <CodeSnippet label="Example" code={{ CSV: TEMPLATE }} />
          </div>
        </Card>
        <DataTable<PayFileSummary>
          label="Earlier files"
          titled
          path="pay-file"
          columns={COLUMNS}
          filters={FILTERS}
          keyOf={({ file_id }) => file_id}
          hrefOf={({ file_id }) => `/pay-file/${file_id}`}
          pageSize={10}
          empty={<EmptyState title="No files yet">Every file you upload is listed here with its payouts.</EmptyState>}
        />
      </Cards>
    </>
  )
}

/** Uploads a file to be checked, and opens its page. */
function useDrop() {
  const check = useCommand<CheckedFile>()
  const [, go] = useLocation()
  const [refusal, setRefusal] = useState<string>()
  async function read(file: File): Promise<void> {
    const csv = await file.text()
    if (!isText(csv)) return setRefusal(NOT_TEXT)
    const body = { name: file.name, csv }
    check.mutate(
      { path: 'pay-file', body },
      {
        onSuccess: ({ file_id }) => {
          dropped.set(file_id, body)
          go(`/pay-file/${file_id}`)
        },
      },
    )
  }
  function take(file: File): void {
    check.reset()
    setRefusal(file.size > BYTES_MAX ? TOO_LARGE : undefined)
    if (file.size <= BYTES_MAX) void read(file)
  }
  return { take, busy: check.isPending, error: check.error, refusal }
}

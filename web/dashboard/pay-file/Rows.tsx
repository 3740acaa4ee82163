import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { IdLink } from '../parts/links.tsx'
import { Pager } from '../parts/Pager.tsx'
import { words } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import type { PayFileAnswer, PayFileRow } from './contract.ts'
import styles from './pay-file.module.css'

const PAGE_SIZE = 20

/** The rows of the file, each with what is wrong with it or the payout it became. */
export function Rows({ file }: { readonly file: PayFileAnswer }) {
  const hasFaults = file.error_count > 0
  const [only, setOnly] = useState(hasFaults ? 'faulty' : 'all')
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useList<PayFileRow>(
    `pay-file/${encodeURIComponent(file.file_id)}/rows`,
    { page, page_size: PAGE_SIZE, only: only === 'faulty' ? 'faulty' : undefined },
  )
  const show = (next: string) => {
    setOnly(next)
    setPage(1)
  }
  return (
    <Card
      title="Rows"
      flush
      actions={
        hasFaults && (
          <SegmentedControl
            aria-label="Which rows"
            size="xs"
            value={only}
            onChange={show}
            data={[
              { value: 'faulty', label: 'With errors' },
              { value: 'all', label: 'All' },
            ]}
          />
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <>
          <Table
            label="Rows of the file"
            columns={columnsOf(file)}
            rows={data?.data}
            keyOf={({ row }) => String(row)}
            stale={isPlaceholderData}
          />
          {data && <Pager page={page} pageSize={PAGE_SIZE} total={data.pagination.total} onTurn={setPage} />}
        </>
      )}
    </Card>
  )
}

/** As the file has them, and beside them what we say. */
function columnsOf({ columns, state }: PayFileAnswer): readonly Column<PayFileRow>[] {
  const matched = columns.flatMap(({ field }) => (field ? [field] : []))
  return [
    { title: 'Row', cell: ({ row }) => row },
    ...matched.map((field): Column<PayFileRow> => ({ title: words(field), cell: ({ fields }) => fields[field] ?? '' })),
    state === 'validated'
      ? { title: 'What is wrong', narrow: 'whole', cell: ({ errors }) => <Wrong errors={errors} /> }
      : { title: 'Payout', narrow: 'whole', cell: ({ payout }) => payout && <IdLink id={payout} /> },
  ]
}

const Wrong = ({ errors }: { readonly errors: PayFileRow['errors'] }) => (
  <ul className={styles.wrong}>
    {errors.map(({ column, message }) => (
      <li key={`${column} ${message}`}>{message}</li>
    ))}
  </ul>
)

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { PayFile, PayFileRow } from '../../../contracts/dashboard/pay-file.ts'
import { useList } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { IdLink } from '../parts/links.tsx'
import { Money } from '../parts/Money.tsx'
import { Pager } from '../parts/Pager.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Named } from '../resources/Named.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'
import styles from './pay-file.module.css'

const PAGE_SIZE = 20

/** The rows of the file with their errors or payouts. */
export function Rows({ file }: { readonly file: PayFile }) {
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

/** The fields that identify the creator of a row. */
const PAYEE = ['account_connection', 'external_id', 'email']
const AMOUNT = ['amount', 'amount_in_cents']

/** Creator and amount as the service read them, the other columns as written in the file, then errors or payouts. */
function columnsOf({ columns, state, error_count }: PayFile): readonly Column<PayFileRow>[] {
  const hasWrong = state === 'validated' && error_count > 0
  const others = columns.flatMap(({ field }) =>
    field && !PAYEE.includes(field) && !AMOUNT.includes(field) ? [field] : [],
  )
  return [
    { title: 'Creator', grow: !hasWrong, cell: (row) => <Payee row={row} /> },
    { title: 'Amount', align: 'right', cell: (row) => <Amount row={row} /> },
    ...others.map(
      (field): Column<PayFileRow> => ({
        title: humanize(field),
        narrow: 'hide',
        cell: ({ fields }) => fields[field] ?? '',
      }),
    ),
    ...(hasWrong ? [WRONG] : []),
    ...(state === 'validated' ? [] : [PAYOUT]),
  ]
}

const WRONG: Column<PayFileRow> = {
  title: 'Errors',
  grow: true,
  narrow: 'whole',
  cell: ({ errors }) => <Wrong errors={errors} />,
}
const PAYOUT: Column<PayFileRow> = {
  title: 'Payout',
  narrow: 'whole',
  cell: ({ payout }) => payout && <IdLink id={payout} />,
}

/** The creator's name if it was found; below it the row number and the creator as written in the file. */
function Payee({ row: { row, fields, account_connection: id } }: { readonly row: PayFileRow }) {
  const named = PAYEE.flatMap((field) => fields[field] ?? []).join(', ')
  return (
    <TwoLines
      first={id ? <Named id={id} /> : named || '–'}
      second={id && named ? `Row ${row}, ${named}` : `Row ${row}`}
    />
  )
}

/** The amount; as written in the file if it could not be read. */
function Amount({ row: { fields, amount_in_cents: cents } }: { readonly row: PayFileRow }) {
  return cents === undefined ? AMOUNT.flatMap((field) => fields[field] ?? []).join(', ') : <Money cents={cents} />
}

const Wrong = ({ errors }: { readonly errors: PayFileRow['errors'] }) => (
  <ul className={styles.wrong}>
    {errors.map(({ column, message }) => (
      <li key={`${column} ${message}`}>{column ? `${column}: ${message}` : message}</li>
    ))}
  </ul>
)

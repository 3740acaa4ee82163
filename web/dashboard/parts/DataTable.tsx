import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { type Params, useList, usePath, withParams } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconDownload } from '../icons.tsx'
import { Card } from './Card.tsx'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type Filter, useFilters } from './filters.ts'
import { Pager } from './Pager.tsx'
import { type Column, Table } from './Table.tsx'

const PAGE_SIZE = 25

interface DataTableProps<Row> {
  /** `Payouts` */
  readonly label: string
  /** Shows the label as a heading, on a page with more than this list. */
  readonly titled?: true
  /** The path of the list: `v1/payout`, or `/people`. */
  readonly path: string
  /** Sent with every request. */
  readonly params?: Params
  readonly columns: readonly Column<Row>[]
  readonly filters?: readonly Filter[]
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string | undefined
  /** Shown when the list is empty without filters. */
  readonly empty: ReactNode
  /** `payouts` for `export/payouts.csv`, with the same filters. */
  readonly csv?: string
  readonly everyMs?: number | false
  readonly pageSize?: number
}

/** A list of the API, with filters, pages, CSV export, and its loading, empty and error states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    titled,
    path,
    params,
    columns,
    filters = NONE,
    keyOf,
    hrefOf,
    empty,
    csv,
    everyMs,
    pageSize = PAGE_SIZE,
  } = props
  const filter = useFilters(filters)
  const top = useRef<HTMLDivElement>(null)
  const asked = { ...params, ...filter.params }
  const { data, error, refetch, isPlaceholderData } = useList<Row>(
    path,
    { ...asked, page: filter.page, page_size: pageSize },
    { everyMs: everyMs ?? false },
  )
  const total = data?.pagination.total ?? 0
  function turn(page: number): void {
    filter.turnTo(page)
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={styles.top} ref={top}>
      <Card flush {...(titled ? { title: label } : {})}>
        {(filters.length > 0 || csv) && (
          <div className={styles.tools}>
            <FilterBar filters={filters} values={filter.values} onChange={filter.set} onClear={filter.clear} />
            {csv && <CsvButton resource={csv} params={asked} />}
          </div>
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data && data.data.length === 0 ? (
          <Nothing isFiltered={filter.isFiltered} onClear={filter.clear} page={filter.page} onFirst={() => turn(1)}>
            {empty}
          </Nothing>
        ) : (
          <>
            <Table
              label={titled ? `List of ${label.toLowerCase()}` : label}
              columns={columns}
              rows={data?.data}
              keyOf={keyOf}
              hrefOf={hrefOf}
              stale={isPlaceholderData}
            />
            {data && <Pager page={filter.page} pageSize={pageSize} total={total} onTurn={turn} />}
          </>
        )}
      </Card>
    </div>
  )
}

const NONE: readonly Filter[] = []

interface NothingProps {
  readonly isFiltered: boolean
  readonly page: number
  readonly onClear: () => void
  readonly onFirst: () => void
  readonly children: ReactNode
}

function Nothing({ isFiltered, page, onClear, onFirst, children }: NothingProps) {
  if (isFiltered)
    return (
      <EmptyState
        title="Nothing matches these filters"
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Widen the dates or choose another status.
      </EmptyState>
    )
  if (page > 1)
    return (
      <EmptyState
        title="The list ends before this page"
        action={
          <Button variant="default" onClick={onFirst}>
            Go to the first page
          </Button>
        }
      />
    )
  return children
}

interface CsvButtonProps {
  readonly resource: string
  readonly params?: Params
  /** A path other than the export of the resource: `ledger/statement.csv`. */
  readonly path?: string
}

/** Downloads all rows that match the filters; hidden from roles that may not export. */
export function CsvButton({ resource, params, path = `export/${resource}.csv` }: CsvButtonProps) {
  const address = withParams(usePath()(path), params)
  if (!useCan()('exports.make')) return null
  return (
    <Button
      component="a"
      href={address}
      download={`${resource}.csv`}
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      CSV
    </Button>
  )
}

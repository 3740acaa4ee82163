import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { type Params, useList, usePath, withParams } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconDownload } from '../icons.tsx'
import { Card } from './Card.tsx'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type Filter, useFilters } from './filters.ts'
import { ColumnsButton, SortSelect, shownColumns, ViewsMenu } from './ListTools.tsx'
import { CursorPager, Pager } from './Pager.tsx'
import { type Column, type Selection, type Sort, Table } from './Table.tsx'

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
  /** Offers columns to choose and views to save, under the list's name. */
  readonly views?: string
  /** A line beneath the rows: what all rows that match the filters come to. */
  readonly totals?: ((params: Params) => ReactNode) | undefined
  readonly bulk?: Bulk<Row> | undefined
  readonly everyMs?: number | false
  readonly pageSize?: number
}

/** Actions for rows that a person has chosen. */
export interface Bulk<Row> {
  nameOf(row: Row): string
  actions(rows: readonly Row[], onDone: () => void): ReactNode
}

/** A list of the API, with filters, pages, CSV export, and its loading, empty and error states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, titled, path, params, columns, filters = NONE, csv, views, pageSize = PAGE_SIZE } = props
  const filter = useFilters(filters, CURSOR)
  const top = useRef<HTMLDivElement>(null)
  const asked = { ...params, ...filter.params }
  const sorting = { value: filter.option('sort'), onSort: (value: string) => filter.set('sort', value) }
  const sorts = columns.flatMap((column) => column.sorts ?? [])
  const { cursor } = filter.kept
  const place = cursor === undefined ? { page: filter.page } : { cursor }
  const read = useList<Row>(
    path,
    { ...asked, ...orderOf(sorting.value, sorts), ...place, page_size: pageSize },
    { everyMs: props.everyMs ?? false },
  )
  const scroll = () => top.current?.scrollIntoView({ block: 'nearest' })
  function turn(page: number): void {
    filter.turnTo(page)
    scroll()
  }
  function walk(to: string | undefined): void {
    filter.set('cursor', to ?? '', 'push')
    scroll()
  }
  return (
    <div className={styles.top} ref={top}>
      <Card flush {...(titled ? { title: label } : {})}>
        {(filters.length > 0 || csv) && (
          <div className={styles.tools}>
            <FilterBar filters={filters} values={filter.values} onChange={filter.set} onClear={filter.clear} />
            <div className={styles.side}>
              {sorts.length > 0 && <SortSelect sorts={sorts} {...sorting} />}
              {views && (
                <ColumnsButton
                  columns={columns}
                  named={filter.option('columns')}
                  onChange={(named) => filter.set('columns', named)}
                />
              )}
              {views && <ViewsMenu list={views} />}
              {csv && <CsvButton resource={csv} params={asked} />}
            </div>
          </div>
        )}
        <Rows
          {...props}
          columns={shownColumns(columns, filter.option('columns'))}
          read={read}
          filter={filter}
          asked={asked}
          sorting={sorts.length > 0 ? sorting : undefined}
          pageSize={pageSize}
          onTurn={turn}
          onWalk={walk}
        />
      </Card>
    </div>
  )
}

/** The order of a list: of the API by time, of the dashboard's own lists by amount, too. */
function orderOf(value: string, sorts: readonly Sort[]): Params {
  if (!sorts.some((sort) => sort.value === value)) return {}
  return value === 'oldest' ? { order: value } : { sort: value }
}

interface RowsProps<Row> extends DataTableProps<Row> {
  readonly read: ReturnType<typeof useList<Row>>
  readonly filter: ReturnType<typeof useFilters>
  readonly asked: Params
  readonly sorting: { readonly value: string; readonly onSort: (value: string) => void } | undefined
  readonly pageSize: number
  readonly onTurn: (page: number) => void
  readonly onWalk: (cursor: string | undefined) => void
}

function Rows<Row>(props: RowsProps<Row>) {
  const { label, titled, columns, keyOf, hrefOf, empty, totals, bulk } = props
  const { read, filter, asked, sorting, pageSize, onTurn, onWalk } = props
  const { data, error, refetch, isPlaceholderData } = read
  const { selection, bar } = useChosen(data?.data, keyOf, bulk, JSON.stringify(asked))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (data?.data.length === 0 && data.pagination.has_more)
    return <NothingYet onNext={() => onWalk(data.pagination.next_cursor)} />
  if (data?.data.length === 0)
    return (
      <Nothing isFiltered={filter.isFiltered} onClear={filter.clear} page={filter.page} onFirst={() => onTurn(1)}>
        {empty}
      </Nothing>
    )
  const { cursor } = filter.kept
  const isCut = data?.pagination.total_is_minimum === true
  return (
    <>
      {bar}
      <Table
        label={titled ? `List of ${label.toLowerCase()}` : label}
        columns={columns}
        rows={data?.data}
        keyOf={keyOf}
        hrefOf={hrefOf}
        stale={isPlaceholderData}
        sorting={sorting}
        selection={selection}
      />
      {totals?.(asked)}
      {isCut && !data.pagination.next_cursor && (
        <p className={styles.totals}>
          Sorted are the newest rows that one request looks at. Narrow the filters to sort all.
        </p>
      )}
      {data &&
        (cursor !== undefined || (isCut && data.pagination.next_cursor) ? (
          <CursorPager pagination={data.pagination} cursor={cursor} onTurn={onWalk} />
        ) : (
          <Pager page={filter.page} pageSize={pageSize} total={data.pagination.total} onTurn={onTurn} />
        ))}
    </>
  )
}

/** The rows that are chosen, on any page of the same filters, and the bar of what can be done with them. */
function useChosen<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  bulk: Bulk<Row> | undefined,
  filters: string,
) {
  const [state, setState] = useState<{ readonly filters: string; readonly rows: ReadonlyMap<string, Row> }>()
  const chosen: ReadonlyMap<string, Row> = state?.filters === filters ? state.rows : new Map()
  if (!bulk) return { selection: undefined, bar: null }
  function choose(keys: readonly string[], isChosen: boolean): void {
    const next = new Map(chosen)
    for (const row of rows ?? []) {
      if (!keys.includes(keyOf(row))) continue
      if (isChosen) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setState({ filters, rows: next })
  }
  const clear = () => setState(undefined)
  const selection: Selection<Row> = { chosen: new Set(chosen.keys()), onChoose: choose, nameOf: bulk.nameOf }
  const bar = chosen.size > 0 && (
    <section className={styles.chosen} aria-label="Selected rows">
      {bulk.actions([...chosen.values()], clear)}
      <Button variant="subtle" onClick={clear}>
        Clear selection
      </Button>
    </section>
  )
  return { selection, bar }
}

const NONE: readonly Filter[] = []
const CURSOR = ['cursor']

/** A request looks at a bounded number of rows; older ones may still match. */
const NothingYet = ({ onNext }: { readonly onNext: () => void }) => (
  <EmptyState
    title="Nothing found so far"
    action={
      <Button variant="default" onClick={onNext}>
        Look further back
      </Button>
    }
  >
    None of the rows looked at matches these filters. There are older ones.
  </EmptyState>
)

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

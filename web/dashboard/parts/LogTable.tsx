import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Params, useRead } from '../api/queries.ts'
import { Card } from './Card.tsx'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type Filter, useFilters } from './filters.ts'
import { type Column, Table } from './Table.tsx'

interface LogTableProps<Row, Answer> {
  readonly label: string
  readonly path: string
  readonly params?: Params
  readonly columns: readonly Column<Row>[]
  readonly filters: readonly Filter[]
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string | undefined
  /** The query parameter of the cursor. */
  readonly cursor: string
  /** The next cursor; undefined at the end. */
  readonly nextOf: (answer: Answer) => string | undefined
  readonly empty: ReactNode
  readonly tools?: ReactNode
}

/** A log, newest first. It is read by cursor instead of page number, so that old entries are as fast as new ones. */
export function LogTable<Row, Answer extends { readonly data: readonly Row[] }>(props: LogTableProps<Row, Answer>) {
  const { label, path, params, columns, filters, keyOf, hrefOf, cursor, nextOf, empty, tools } = props
  const filter = useFilters(filters, [cursor])
  const place = filter.kept[cursor]
  const { data, error, refetch, isPlaceholderData } = useRead<Answer>(path, {
    params: { ...params, ...filter.params, [cursor]: place },
    keep: true,
  })
  const next = data && nextOf(data)
  return (
    <Card flush>
      <div className={styles.tools}>
        <FilterBar filters={filters} values={filter.values} onChange={filter.set} onClear={filter.clear} />
        {tools}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.data.length === 0 ? (
        <Nothing isFiltered={filter.isFiltered}>{empty}</Nothing>
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={data?.data}
          keyOf={keyOf}
          hrefOf={hrefOf}
          stale={isPlaceholderData}
        />
      )}
      {(place || next) && (
        <nav className={styles.pager} aria-label="Pages">
          <p className={styles.where}>Newest first</p>
          <Group gap="xs">
            <Button variant="default" disabled={!place} onClick={() => filter.set(cursor, '')}>
              Newest
            </Button>
            <Button variant="default" disabled={!next} onClick={() => filter.set(cursor, next ?? '', 'push')}>
              Older
            </Button>
          </Group>
        </nav>
      )}
    </Card>
  )
}

const Nothing = ({ isFiltered, children }: { readonly isFiltered: boolean; readonly children: ReactNode }) =>
  isFiltered ? <EmptyState title="Nothing matches these filters">Clear them to see all.</EmptyState> : children

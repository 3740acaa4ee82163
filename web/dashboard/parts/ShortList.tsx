import type { ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import { Card } from './Card.tsx'
import { ErrorState } from './ErrorState.tsx'
import { type Column, Table } from './Table.tsx'

interface ShortListProps<Row> {
  /** Where a page has more than one list. */
  readonly title?: string
  readonly lead?: ReactNode
  readonly label: string
  /** A path that answers the whole list as `{ data: […] }`. */
  readonly path: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string | undefined
  readonly empty: ReactNode
  /** Leaves the others out. */
  readonly only?: ((row: Row) => boolean) | undefined
}

/** A list without pages: people, keys. */
export function ShortList<Row>(props: ShortListProps<Row>) {
  const { title, lead, label, path, columns, keyOf, hrefOf, empty, only } = props
  const { data, error, refetch } = useRead<{ readonly data: readonly Row[] }>(path)
  const rows = only ? data?.data.filter(only) : data?.data
  return (
    <Card flush {...(title === undefined ? {} : { title })} lead={lead}>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        <Table label={label} columns={columns} rows={rows} keyOf={keyOf} hrefOf={hrefOf} expected={3} />
      )}
    </Card>
  )
}

import type { ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import { Card } from './Card.tsx'
import { ErrorState } from './ErrorState.tsx'
import { type Column, Table } from './Table.tsx'

interface ShortListProps<Row> {
  readonly label: string
  /** A path that answers the whole list as `{ data: […] }`. */
  readonly path: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string | undefined
  readonly empty: ReactNode
}

/** A list without pages: people, keys. */
export function ShortList<Row>({ label, path, columns, keyOf, hrefOf, empty }: ShortListProps<Row>) {
  const { data, error, refetch } = useRead<{ readonly data: readonly Row[] }>(path)
  return (
    <Card flush>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.data.length === 0 ? (
        empty
      ) : (
        <Table label={label} columns={columns} rows={data?.data} keyOf={keyOf} hrefOf={hrefOf} expected={3} />
      )}
    </Card>
  )
}

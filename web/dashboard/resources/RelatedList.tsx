import { useState } from 'react'
import { useList } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { Pager } from '../parts/Pager.tsx'
import { Table } from '../parts/Table.tsx'
import type { KindName, Row } from './kind.ts'
import { KINDS } from './kinds/index.ts'
import styles from './resources.module.css'

const SHOWN = 5

interface RelatedListProps {
  readonly name: KindName
  readonly title: string
  readonly path: string
  readonly without: string | undefined
}

/** A list of related resources, newest first. */
export function RelatedList({ name, title, path, without }: RelatedListProps) {
  // There is room for the columns of a phone; `without` is the resource that the page is about.
  const columns = KINDS[name].columns.filter((column) => column.narrow !== 'hide' && column.title !== without)
  const [page, turnTo] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useList<Row>(`v1${path}`, { page, page_size: SHOWN })
  const total = data?.pagination.total ?? 0
  return (
    <Card title={title} flush>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data && total === 0 ? (
        <p className={styles.none}>None yet.</p>
      ) : (
        <>
          <Table
            label={`Latest ${title}`}
            columns={columns}
            rows={data?.data}
            expected={1}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/${name}/${id}`}
            stale={isPlaceholderData}
          />
          {total > SHOWN && (
            <Pager page={page} pageSize={SHOWN} total={total} onTurn={turnTo} label={`Pages of ${title}`} />
          )}
        </>
      )}
    </Card>
  )
}

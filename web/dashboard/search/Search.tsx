import { useSearch } from 'wouter'
import type { SearchResult, SearchResults } from '../../../contracts/dashboard/search.ts'
import { useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { pageOf } from '../parts/links.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'

const COLUMNS: readonly Column<SearchResult>[] = [
  {
    title: 'Found',
    grow: true,
    cell: ({ type, title, subtitle }) => (
      <TwoLines first={title} second={subtitle ? `${humanize(type)} · ${subtitle}` : humanize(type)} />
    ),
  },
  { title: 'Status', cell: ({ status }) => status && <StatusBadge status={status} /> },
]

/** All results of a search. */
export default function Search() {
  const asked = (new URLSearchParams(useSearch()).get('q') ?? '').trim()
  const { data, error, refetch } = useRead<SearchResults>('search', { params: { q: asked }, enabled: asked !== '' })
  return (
    <>
      <PageHead
        title={asked ? `Results for “${asked}”` : 'Search'}
        lead="By the beginning of an id, external id, name or e-mail; recent payments also by amount and description."
      />
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : asked === '' || data?.results.length === 0 ? (
          <EmptyState title={asked ? 'Nothing found' : 'What are you looking for?'}>
            Type the beginning of an id like pay_…, of your external id, of a name or of an e-mail address into the box
            above, or an amount like 125.50 or words of a description of a recent payment.
          </EmptyState>
        ) : (
          <Table
            label="Results"
            columns={COLUMNS}
            rows={data?.results}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => pageOf(id)}
            expected={3}
          />
        )}
      </Card>
    </>
  )
}

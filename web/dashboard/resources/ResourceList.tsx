import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { type Filter, PERIOD } from '../parts/filters.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { Actions } from './Actions.tsx'
import type { Kind, Row } from './kind.ts'

/** The list of a resource. */
export function ResourceList({ kind }: { readonly kind: Kind<Row> }) {
  const create = <Actions actions={[kind.create]} row={undefined} />
  return (
    <>
      <PageHead title={kind.title} lead={kind.lead} actions={create} />
      <DataTable
        key={kind.name}
        label={kind.title}
        path={`v1${kind.path}`}
        columns={kind.columns}
        filters={filtersOf(kind)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/${kind.name}/${id}`}
        csv={kind.name}
        empty={
          <EmptyState title={kind.empty.title} action={create}>
            {kind.empty.text}
          </EmptyState>
        }
      />
    </>
  )
}

const filtersOf = ({ statuses, byExternalId }: Kind<Row>): readonly Filter[] => [
  ...(statuses.length > 0 ? [statusFilter(statuses)] : []),
  ...(byExternalId ? [{ kind: 'text', name: 'external_id', label: 'External id' } as const] : []),
  ...PERIOD,
]

const statusFilter = (statuses: readonly string[]): Filter => ({
  kind: 'choice',
  name: 'status',
  label: 'Status',
  options: statuses.map((value) => ({ value, label: humanize(value) })),
})

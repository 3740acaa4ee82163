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
        path={kind.listPath ?? `v1${kind.path}`}
        columns={kind.columns}
        filters={filtersOf(kind)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/${kind.name}/${id}`}
        csv={kind.name}
        views={kind.name}
        totals={kind.totals}
        bulk={kind.bulk}
        empty={
          <EmptyState title={kind.empty.title} action={create}>
            {kind.empty.text}
          </EmptyState>
        }
      />
    </>
  )
}

/** A list with filters of its own has those of the period behind the same button. */
const filtersOf = ({ statuses, byExternalId, filters }: Kind<Row>): readonly Filter[] => [
  ...(statuses.length > 0 ? [statusFilter(statuses)] : []),
  ...(byExternalId ? [{ kind: 'text', name: 'external_id', label: 'External id' } as const] : []),
  ...(filters ? [...filters, ...PERIOD].map((filter): Filter => ({ ...filter, more: true })) : PERIOD),
]

const statusFilter = (statuses: readonly string[]): Filter => ({
  kind: 'choices',
  name: 'status',
  label: 'Status',
  options: statuses.map((value) => ({ value, label: humanize(value) })),
})

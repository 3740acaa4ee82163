import type { LoggedRequest, LoggedRequestPage } from '../../../contracts/dashboard/developers.ts'
import { IconListDetails } from '../icons.tsx'
import { Cards } from '../parts/Card.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import type { Filter } from '../parts/filters.ts'
import { LogTable } from '../parts/LogTable.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { HttpStatus } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { durationOf } from './duration.ts'
import { RequestFigures } from './RequestFigures.tsx'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value }))
const STATUSES = [
  { value: '2xx', label: '2xx: succeeded' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: server error' },
]

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'request_id', label: 'Request id', placeholder: 'Request id' },
  { kind: 'choice', name: 'status', label: 'Status', options: STATUSES },
  { kind: 'choice', name: 'method', label: 'Method', options: METHODS },
  { kind: 'text', name: 'path', label: 'Path' },
]

const COLUMNS: readonly Column<LoggedRequest>[] = [
  { title: 'Method', cell: ({ method }) => method },
  { title: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
  { title: 'Path', grow: true, narrow: 'whole', cell: ({ path }) => <code>{path}</code> },
  { title: 'Duration', align: 'right', narrow: 'hide', cell: durationOf },
  { title: 'When', cell: ({ at }) => <Time at={at} to="second" /> },
]

export default function Requests() {
  return (
    <>
      <PageHead
        title="Requests"
        clock="real"
        lead="API requests made with your keys in the last 30 days. Secrets in bodies are left out."
      />
      <Cards>
        <RequestFigures />
        <LogTable<LoggedRequest, LoggedRequestPage>
          label="Requests"
          path="request-log"
          keyOf={({ request_id }) => request_id}
          hrefOf={({ request_id }) => `/requests/${request_id}`}
          columns={COLUMNS}
          filters={FILTERS}
          cursor="before"
          nextOf={({ has_more, next_before }) => (has_more ? (next_before ?? undefined) : undefined)}
          empty={
            <EmptyState icon={<IconListDetails size={20} />} title="No requests yet">
              Generate an API key and make your first call.
            </EmptyState>
          }
        />
      </Cards>
    </>
  )
}

import { ALERT_KINDS, ALERT_STATUSES, type AlertKind } from '../../../contracts/alerts.ts'
import { type EnterpriseAlert, SERVICE_ALERT_KINDS, type ServiceAlert } from '../../../contracts/console/alerts.ts'
import type { EnterpriseListed } from '../../../contracts/console/pages.ts'
import { ENVIRONMENTS } from '../../../contracts/environment.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Cards } from '../../dashboard/parts/Card.tsx'
import { DataTable } from '../../dashboard/parts/DataTable.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import type { Filter } from '../../dashboard/parts/filters.ts'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { TimeIn } from '../TimeIn.tsx'

const OWN_COLUMNS: readonly Column<ServiceAlert>[] = [
  {
    title: 'Alert',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ kind, summary }) => <TwoLines first={SERVICE_ALERT_KINDS[kind].label} second={summary} />,
  },
  { title: 'Environment', cell: ({ environment }) => humanize(environment) },
  { title: 'Since', cell: ({ since }) => (since ? <Time at={since} /> : '–') },
]

const COLUMNS: readonly Column<EnterpriseAlert>[] = [
  {
    title: 'Alert',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ kind, summary }) => <TwoLines first={ALERT_KINDS[kind].label} second={summary} />,
  },
  {
    title: 'Enterprise',
    narrow: 'whole',
    cell: ({ enterprise_name, environment }) => <TwoLines first={enterprise_name} second={humanize(environment)} />,
  },
  { title: 'Status', cell: ({ status }) => <AlertStatus status={status} /> },
  { title: 'Raised', cell: ({ created_at, environment }) => <TimeIn at={created_at} environment={environment} /> },
]

export const AlertStatus = ({ status }: Pick<EnterpriseAlert, 'status'>) => (
  <StatusBadge status={status} tone={status === 'raised' ? 'waiting' : 'quiet'} />
)

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: humanize(value) }))

const filtersOf = (enterprises: readonly EnterpriseListed[]): readonly Filter[] => [
  { kind: 'choice', name: 'status', label: 'Status', options: asOptions(ALERT_STATUSES) },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind of alert',
    options: (Object.keys(ALERT_KINDS) as AlertKind[]).map((value) => ({ value, label: ALERT_KINDS[value].label })),
  },
  {
    kind: 'choice',
    name: 'enterprise',
    label: 'Enterprise',
    options: enterprises.map(({ id, name }) => ({ value: id, label: name })),
  },
  { kind: 'choice', name: 'environment', label: 'Environment', options: asOptions(ENVIRONMENTS) },
]

/** Causes of concern about the service, and the alerts of enterprises. */
export default function Alerts() {
  const { data } = useRead<WholeList<EnterpriseListed>>('/enterprises')
  return (
    <>
      <PageHead title="Alerts" lead="What is wrong with the service now, and what its enterprises are alerted about." />
      <Cards>
        <ShortList<ServiceAlert>
          title="The service"
          lead="Each goes away with its cause."
          label="Alerts of the service"
          path="/alerts/service"
          keyOf={({ kind, environment, summary }) => `${kind} ${environment} ${summary}`}
          hrefOf={({ kind, subject }) => SERVICE_ALERT_KINDS[kind].page(subject)}
          columns={OWN_COLUMNS}
          empty={<EmptyState title="Nothing is wrong with the service" />}
        />
        <DataTable<EnterpriseAlert>
          label="Enterprises"
          titled
          path="/alerts"
          filters={filtersOf(data?.data ?? [])}
          keyOf={({ id }) => id}
          hrefOf={({ environment, enterprise, id }) => `/alerts/${environment}/${enterprise}/${id}`}
          columns={COLUMNS}
          empty={
            <EmptyState title="No enterprise was alerted yet">
              Enterprises set what they are alerted about themselves, in their dashboards.
            </EmptyState>
          }
          everyMs={30_000}
        />
      </Cards>
    </>
  )
}

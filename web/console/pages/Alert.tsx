import { Link } from 'wouter'
import { ALERT_KINDS } from '../../../contracts/alerts.ts'
import type { EnterpriseAlertDetail } from '../../../contracts/console/alerts.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import type { PageProps } from '../../dashboard/page.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { Copy } from '../../dashboard/parts/Copy.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { humanize } from '../../dashboard/parts/StatusBadge.tsx'
import { TimeIn } from '../TimeIn.tsx'
import { AlertStatus } from './Alerts.tsx'

const BACK = { href: '/alerts', label: 'Alerts' }

/** One alert of an enterprise, and the state of what it is about. */
export default function Alert({ params: { environment = '', enterprise = '', id = '' } }: PageProps) {
  const path = `/alerts/${[environment, enterprise, id].map(encodeURIComponent).join('/')}`
  const { data, error, refetch } = useRead<EnterpriseAlertDetail>(path)
  if (error && !data) {
    return (
      <>
        <PageHead title="Alert" back={BACK} />
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={data ? ALERT_KINDS[data.kind].label : '…'}
        name="Alert"
        back={BACK}
        lead={data?.summary}
        badge={data && <AlertStatus status={data.status} />}
      />
      {data && <Details alert={data} />}
    </>
  )
}

function Details({ alert }: { readonly alert: EnterpriseAlertDetail }) {
  const { enterprise, enterprise_name, environment, kind, resource, about, created_at, cleared_at } = alert
  return (
    <Cards>
      <Card>
        <Facts
          facts={[
            {
              name: 'Enterprise',
              value: <Link href={`/enterprises/${enterprise}?environment=${environment}`}>{enterprise_name}</Link>,
            },
            { name: 'Environment', value: humanize(environment) },
            { name: 'Raised', value: <TimeIn at={created_at} environment={environment} /> },
            { name: 'Cleared', value: cleared_at && <TimeIn at={cleared_at} environment={environment} /> },
          ]}
        />
      </Card>
      <Card title="What it is about">
        <Facts
          facts={[
            {
              name: 'Id',
              value:
                resource &&
                (kind === 'bank_file' ? (
                  <Link href={`/bank-files/${resource}`}>{resource}</Link>
                ) : (
                  <Copy text={resource} />
                )),
            },
            ...about,
          ]}
        />
      </Card>
    </Cards>
  )
}
